"""Believe a comparison or not: which card it is, or at least that it is one of the deck."""

from vision.enrolled.compare import Comparison

#: A free card is this like its photo, and agrees with so much of it.
FREE_LIKENESS, FREE_SHARE = 0.88, 0.85
#: Least likeness, ink, blocks, margin and lean of a card that is believed.
LIKENESS, INK, BLOCKS, MARGIN, LEAN = 0.8, 0.9, 20, 0.02, 0.15
#: The same where much of what should be in sight does not agree, and how much must.
PART_LIKENESS, PART_MARGIN, PART_SHARE = 0.88, 0.05, 0.4
#: A part that is not so like counts if it is like no other face.
ALONE_MARGIN, ALONE_LEAN, ALONE_SHARE = 0.1, 0.5, 0.5
#: Least likeness, margin and lean where there is little ink.
LEAST_INK, LITTLE_MARGIN, LITTLE_LEAN = 0.3, 0.1, 0.5


def is_believed(card: Comparison) -> bool:
    """Tell whether it is this face beyond doubt; the less is in sight, the more it takes."""
    if card.sure is not None:
        return card.sure
    if card.margin < MARGIN or card.lean < LEAN or card.agreeing.sum() < BLOCKS:
        return False
    if card.likeness < LIKENESS:
        return False
    if card.share > FREE_SHARE:
        return card.ink > INK or _telling(card)
    if card.ink < INK or card.share < PART_SHARE:
        return False
    alone = card.margin > ALONE_MARGIN and card.lean > ALONE_LEAN and card.share > ALONE_SHARE
    return alone or (card.likeness > PART_LIKENESS and card.margin > PART_MARGIN)


def lies_free(card: Comparison) -> bool:
    """Tell whether all of it is in sight."""
    return card.likeness > FREE_LIKENESS and card.share > FREE_SHARE


def _telling(card: Comparison) -> bool:
    """Tell whether the little ink in sight is enough."""
    sure = card.likeness > PART_LIKENESS and card.margin > LITTLE_MARGIN
    return sure and card.ink > LEAST_INK and card.lean > LITTLE_LEAN


def is_a_card(card: Comparison) -> bool:
    """Tell whether it is a card of the deck, whichever."""
    return card.likeness > LIKENESS and card.share > FREE_SHARE and card.ink > INK
