"""Believe a comparison or not: which card it is."""

from vision.enrolled.compare import Comparison

#: A free card is this like its photo, and agrees with so much of it.
FREE_LIKENESS, FREE_SHARE = 0.88, 0.85
#: Least ink and blocks of a card that is believed, and its likeness, margin and lean.
INK, BLOCKS = 0.9, 20
LIKENESS, MARGIN, LEAN = 0.8, 0.02, 0.15
#: The same where it is much like its photo, and where it is like no other face: measured on
#: real photos, in two halves; a tenth more or less changes nothing.
EXACT_LIKENESS, EXACT_MARGIN, EXACT_LEAN = 0.93, 0.01, 0.25
APART_LIKENESS, APART_MARGIN, APART_LEAN = 0.75, 0.1, 0.35
#: Where there is little ink, it must lean so far too.
LEAST_INK, LITTLE_LEAN = 0.3, 0.5
#: Less ink in a single piece is of no face if any of the card is not in sight.
BLOT_INK, PIECES, COMPLETE = 5.0, 0.05, 0.9
#: Where so many blocks are in sight, faces that share a row of pips are this far apart.
STRIP, STRIP_MARGIN, STRIP_LEAN = 0.5, 0.025, 0.5
#: The same where much of what should be in sight does not agree, and how much must.
PART_LIKENESS, PART_MARGIN, PART_SHARE = 0.88, 0.05, 0.4
#: More print than this is not blank instead: the part in sight would be another card's.
GONE = 0.6
#: A part that is not so like counts if it is like no other face.
ALONE_MARGIN, ALONE_LEAN, ALONE_SHARE = 0.1, 0.5, 0.5


def is_believed(card: Comparison) -> bool:
    """Tell whether it is this face beyond doubt; the less is in sight, the more it takes."""
    if card.sure is not None:
        return card.sure
    if card.agreeing.sum() < BLOCKS:
        return False
    if card.ink < BLOT_INK and card.pieces < PIECES and card.share < COMPLETE:
        return False
    return _whole(card) if card.share > FREE_SHARE else _in_part(card)


def _whole(card: Comparison) -> bool:
    """Tell whether a card of which all agrees is this face."""
    strip = card.in_sight.mean() < STRIP
    if strip and card.margin < STRIP_MARGIN and card.lean < STRIP_LEAN:
        return False
    usual = card.likeness >= LIKENESS and card.margin >= MARGIN and card.lean >= LEAN
    exact = card.likeness > EXACT_LIKENESS and card.margin > EXACT_MARGIN and card.lean > EXACT_LEAN
    apart = card.likeness > APART_LIKENESS and card.margin > APART_MARGIN and card.lean > APART_LEAN
    if card.ink > INK:
        return usual or exact or apart
    return apart and card.ink > LEAST_INK and card.lean > LITTLE_LEAN


def _in_part(card: Comparison) -> bool:
    """Tell whether a card of which something strange hides a part is this face."""
    if card.likeness < LIKENESS or card.margin < MARGIN or card.lean < LEAN:
        return False
    if card.ink < INK or card.share < PART_SHARE or card.missing > GONE:
        return False
    alone = card.margin > ALONE_MARGIN and card.lean > ALONE_LEAN and card.share > ALONE_SHARE
    return alone or (card.likeness > PART_LIKENESS and card.margin > PART_MARGIN)


def lies_free(card: Comparison) -> bool:
    """Tell whether all of it is in sight."""
    return card.likeness > FREE_LIKENESS and card.share > FREE_SHARE
