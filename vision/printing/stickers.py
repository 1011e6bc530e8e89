"""Corner stickers for cards of another maker: with them a deck is read as a printed one is."""

from collections.abc import Iterator, Sequence

from companion.cards import BACK, Deck, Print
from vision.printing import pdf
from vision.printing.shapes import Group, Shape
from vision.printing.sheet import MARGIN_MM, Footer, Paper, Sheets, cut_lines, left_aligned
from vision.printing.tag_art import tag_shapes
from vision.printing.words import word
from vision.tags import CORNERS, QUIET_MM, TAG_MM, slot_of, tag_id

#: A sticker is a tag and its white rim.
SIDE_MM = TAG_MM + 2 * QUIET_MM
#: A card's four stickers and its name; between two cards, mm.
_WIDE_MM, _HIGH_MM, _NAME_MM, _GAP_MM = CORNERS * SIDE_MM, SIDE_MM + 5.0, 3.6, 6.0
#: A ruler stands at the left.
_LEFT_MM = MARGIN_MM + 12.0
_TOP_MM, _FOOT_MM = MARGIN_MM + 14.0, MARGIN_MM + 32.0


def stickers_pdf(deck: Deck, paper: Paper | str, language: str = "en") -> bytes:
    """Return four stickers for each physical card of a deck, as a PDF at true scale.

    They run from the card's top left corner clockwise. Raise PrintingError for a paper or
    language we do not print.
    """
    paper, title = Paper.named(paper), word("stickers", language)
    sheets = Sheets(paper, language, title)
    footer = Footer(f"{title} – {word('language', language)}", word("stickers advice", language))
    places = list(_places(paper))
    cards = [design for design in deck.prints for _ in range(design.copies)]
    for some in _pages(cards, len(places)):
        with sheets.page(footer) as canvas:
            pdf.draw(canvas, _heading(language))
            for design, (x, y) in zip(some, places, strict=False):
                pdf.draw(canvas, [Group(_card(deck, design, language), x, y)])
    return sheets.document()


def _pages(cards: Sequence[Print], most: int) -> Iterator[Sequence[Print]]:
    for first in range(0, len(cards), most):
        yield cards[first : first + most]


def _places(paper: Paper) -> Iterator[tuple[float, float]]:
    """Yield where the cards' stickers stand on a sheet: top left corners, mm."""
    columns = int((paper.width_mm - _LEFT_MM - MARGIN_MM + _GAP_MM) / (_WIDE_MM + _GAP_MM))
    rows = int((paper.height_mm - _TOP_MM - _FOOT_MM) / _HIGH_MM)
    for row in range(rows):
        for column in range(columns):
            yield _LEFT_MM + column * (_WIDE_MM + _GAP_MM), _TOP_MM + row * _HIGH_MM


def _heading(language: str) -> tuple[Shape, ...]:
    return (left_aligned(_LEFT_MM, MARGIN_MM + 4, 4.4, word("stickers", language), "bold"),)


def _card(deck: Deck, design: Print, language: str) -> tuple[Shape, ...]:
    slot, top = slot_of(deck, design), _NAME_MM
    edges = [SIDE_MM * n for n in range(CORNERS + 1)]
    drawn = [
        shape
        for corner in range(CORNERS)
        for shape in tag_shapes(
            tag_id(slot, corner), corner * SIDE_MM + QUIET_MM, top + QUIET_MM, TAG_MM
        )
    ]
    face = word("back", language) if design.face == BACK else design.face
    name = left_aligned(0, _NAME_MM - 0.9, 2.6, face)
    return (*drawn, *cut_lines(edges, [top, top + SIDE_MM]), name)
