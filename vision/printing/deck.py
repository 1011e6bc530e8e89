"""A deck on sheets of paper at true scale, ready to be printed on both sides and cut."""

from collections.abc import Iterable
from typing import NamedTuple

from companion.cards import BACK, Deck, Print
from vision.printing import pdf
from vision.printing.art import art_of
from vision.printing.cards import card_shapes
from vision.printing.sheet import (
    FOOT_MM,
    MARGIN_MM,
    Footer,
    Paper,
    Sheets,
    crop_marks,
    cut_lines,
)
from vision.printing.words import PrintingError, known_language, word


class Place(NamedTuple):
    """Where a card's centre lies on a sheet, mm from its top left corner, and its turn."""

    x: float
    y: float
    degrees: float


class Grid(NamedTuple):
    """Cards side by side on a sheet, all upright or all turned to the right; mm."""

    columns: int
    rows: int
    cell_width: float
    cell_height: float
    left: float
    top: float
    turned: bool

    def front(self, number: int) -> Place:
        """Return the place of a card's front on its sheet, row by row."""
        row, column = divmod(number, self.columns)
        x = self.left + (column + 0.5) * self.cell_width
        y = self.top + (row + 0.5) * self.cell_height
        return Place(x, y, 90.0 if self.turned else 0.0)

    def back(self, number: int, paper: Paper) -> Place:
        """Return the place of the same card's back, once the paper is turned over."""
        front = self.front(number)
        return Place(paper.width_mm - front.x, front.y, -front.degrees)

    def cuts(self) -> tuple[list[float], list[float]]:
        """Return where the cuts run: their x and their y."""
        xs = [self.left + column * self.cell_width for column in range(self.columns + 1)]
        ys = [self.top + row * self.cell_height for row in range(self.rows + 1)]
        return xs, ys


def deck_pdf(deck: Deck, paper: Paper | str, language: str = "en") -> bytes:
    """Return every card of the deck as a PDF at true scale.

    Each sheet of fronts is followed by the sheet of its backs, mirrored for printing on
    both sides with a turn over the long edge; a deck without a back has fronts only.
    Raise PrintingError where paper or language is unknown or a card does not fit.
    """
    paper = Paper.named(paper)
    grid = grid_for(deck, paper)
    title = art_of(deck).titles[known_language(language)]
    sheets = Sheets(paper, language, title)
    cards = tuple(deck.physical_cards())
    size = grid.columns * grid.rows
    stacks = [cards[start : start + size] for start in range(0, len(cards), size)]
    for number, stack in enumerate(stacks, 1):
        counted = f"{word('sheet', language)} {number} {word('of', language)} {len(stacks)}"
        _sheet(sheets, deck, grid, stack, f"{title} – {counted}")
    return sheets.document()


def grid_for(deck: Deck, paper: Paper) -> Grid:
    """Return the grid that takes the most cards; raise PrintingError if it takes none."""
    upright, turned = _grid(deck, paper, False), _grid(deck, paper, True)
    best = max(upright, turned, key=lambda grid: grid.columns * grid.rows)
    if not best.columns * best.rows:
        raise PrintingError(
            f"deck {deck.name!r}: cards of {deck.width_mm:g} by {deck.height_mm:g} mm do not "
            f"fit on {paper.name} paper: use larger paper or smaller cards"
        )
    return best


def _grid(deck: Deck, paper: Paper, turned: bool) -> Grid:
    size = (deck.width_mm, deck.height_mm)
    width, height = reversed(size) if turned else size
    columns = int((paper.width_mm - 2 * MARGIN_MM) // width)
    rows = int((paper.height_mm - MARGIN_MM - FOOT_MM) // height)
    left = (paper.width_mm - columns * width) / 2
    top = MARGIN_MM + (paper.height_mm - MARGIN_MM - FOOT_MM - rows * height) / 2
    return Grid(columns, rows, width, height, left, top, turned)


def _sheet(sheets: Sheets, deck: Deck, grid: Grid, stack: tuple[Print, ...], title: str) -> None:
    language, paper = sheets.language, sheets.paper
    fronts = [(design, grid.front(number)) for number, design in enumerate(stack)]
    _side(sheets, deck, grid, fronts, f"{title}, {word('fronts', language)}")
    back = next((design for design in deck.prints if design.face == BACK), None)
    if back is not None:
        backs = [(back, grid.back(number, paper)) for number in range(len(stack))]
        _side(sheets, deck, grid, backs, f"{title}, {word('backs', language)}")


def _side(
    sheets: Sheets, deck: Deck, grid: Grid, cards: Iterable[tuple[Print, Place]], title: str
) -> None:
    language = sheets.language
    footer = Footer(f"{title} – {word('language', language)}", word("advice", language))
    with sheets.page(footer) as canvas:
        for design, (x, y, degrees) in cards:
            with pdf.placed(canvas, x, y, degrees):
                pdf.draw(canvas, card_shapes(deck, design, language))
            if design.face != BACK:
                half_x, half_y = grid.cell_width / 2, grid.cell_height / 2
                pdf.draw(canvas, cut_lines([x - half_x, x + half_x], [y - half_y, y + half_y]))
        pdf.draw(canvas, crop_marks(*grid.cuts()))
