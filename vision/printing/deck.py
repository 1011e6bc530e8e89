"""A deck on sheets of paper at true scale, ready to be printed on both sides and cut."""

from collections.abc import Iterable
from typing import NamedTuple

from companion.cards import BACK, Deck, Print
from vision.printing import pdf
from vision.printing.art import art_of
from vision.printing.cards import card_shapes, number_of
from vision.printing.sheet import (
    FOOT_MM,
    MARGIN_MM,
    Footer,
    Paper,
    Sheets,
    crop_marks,
    cut_lines,
)
from vision.printing.words import PrintingError, known_language, sheet_count, word

#: Over which edge a printer turns the paper for its other side.
LONG_EDGE, SHORT_EDGE = "long", "short"
FLIPS = (LONG_EDGE, SHORT_EDGE)


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

    def back(self, number: int, paper: Paper, flip: str = LONG_EDGE) -> Place:
        """Return the place of the same card's back, once the paper is turned over.

        The top of a card's back is behind the top of its front, whichever edge of the
        paper the printer turns it over.
        """
        x, y, degrees = self.front(number)
        if flip == SHORT_EDGE:
            return Place(x, paper.height_mm - y, 180.0 - degrees)
        return Place(paper.width_mm - x, y, -degrees)

    def cuts(self) -> tuple[list[float], list[float]]:
        """Return where the cuts run: their x and their y."""
        xs = [self.left + column * self.cell_width for column in range(self.columns + 1)]
        ys = [self.top + row * self.cell_height for row in range(self.rows + 1)]
        return xs, ys


class Job(NamedTuple):
    """What is printed, where on each sheet, and over which edge the printer turns it."""

    deck: Deck
    grid: Grid
    flip: str


def deck_pdf(deck: Deck, paper: Paper | str, language: str = "en", flip: str = LONG_EDGE) -> bytes:
    """Return every card of the deck as a PDF at true scale.

    Each sheet of fronts is followed by the sheet of what is behind them, placed for a
    printer that turns the paper over its long or its short edge (`FLIPS`); a deck without
    a back has fronts only. Raise PrintingError where paper, language or edge is unknown or
    a card does not fit.
    """
    paper = Paper.named(paper)
    if flip not in FLIPS:
        raise PrintingError(f"edge {flip!r} is not known: use {' or '.join(FLIPS)}")
    grid = grid_for(deck, paper, flip)
    title = art_of(deck).titles[known_language(language)]
    if marked := number_of(deck):
        title = f"{title} – {word('deck', language).format(number=marked)}"
    sheets = Sheets(paper, language, title)
    cards = tuple(deck.physical_cards())
    size = grid.columns * grid.rows
    stacks = [cards[start : start + size] for start in range(0, len(cards), size)]
    for number, stack in enumerate(stacks, 1):
        count = sheet_count(number, len(stacks), language)
        _sheet(sheets, Job(deck, grid, flip), stack, f"{title} – {count}")
    return sheets.document()


def grid_for(deck: Deck, paper: Paper, flip: str = LONG_EDGE) -> Grid:
    """Return the grid that takes the most cards; raise PrintingError if it takes none."""
    upright, turned = _grid(deck, paper, flip, False), _grid(deck, paper, flip, True)
    best = max(upright, turned, key=lambda grid: grid.columns * grid.rows)
    if not best.columns * best.rows:
        raise PrintingError(
            f"deck {deck.name!r}: cards of {deck.width_mm:g} by {deck.height_mm:g} mm do not "
            f"fit on {paper.name} paper: use larger paper or smaller cards"
        )
    return best


def _grid(deck: Deck, paper: Paper, flip: str, turned: bool) -> Grid:
    # Turned over the short edge, the head of one side is the foot of the other.
    head = MARGIN_MM if flip == LONG_EDGE else FOOT_MM
    size = (deck.width_mm, deck.height_mm)
    width, height = reversed(size) if turned else size
    columns = int((paper.width_mm - 2 * MARGIN_MM) // width)
    rows = int((paper.height_mm - head - FOOT_MM) // height)
    left = (paper.width_mm - columns * width) / 2
    top = head + (paper.height_mm - head - FOOT_MM - rows * height) / 2
    return Grid(columns, rows, width, height, left, top, turned)


def _sheet(sheets: Sheets, job: Job, stack: tuple[Print, ...], title: str) -> None:
    language, paper, grid = sheets.language, sheets.paper, job.grid
    fronts = [(design, grid.front(number)) for number, design in enumerate(stack)]
    _side(sheets, job, fronts, f"{title}, {word('fronts', language)}", cut=True)
    places = [grid.back(number, paper, job.flip) for number in range(len(stack))]
    behind = [behind_of(job.deck, design) for design in stack]
    backs = [(back, place) for back, place in zip(behind, places, strict=True) if back]
    if backs:
        _side(sheets, job, backs, f"{title}, {word('backs', language)}", cut=False)


def behind_of(deck: Deck, design: Print) -> Print | None:
    """Return what is printed behind a card: its own other side, or the deck's back."""
    if design.behind is not None:
        return deck.print_of(design.behind)
    return next((other for other in deck.prints if other.face == BACK), None)


def _side(
    sheets: Sheets, job: Job, cards: Iterable[tuple[Print, Place]], title: str, *, cut: bool
) -> None:
    language, grid = sheets.language, job.grid
    advice = word("advice" if job.flip == LONG_EDGE else "advice short", language)
    footer = Footer(f"{title} – {word('language', language)}", advice)
    with sheets.page(footer) as canvas:
        for design, (x, y, degrees) in cards:
            with pdf.placed(canvas, x, y, degrees):
                pdf.draw(canvas, card_shapes(job.deck, design, language))
            if cut:
                half_x, half_y = grid.cell_width / 2, grid.cell_height / 2
                pdf.draw(canvas, cut_lines([x - half_x, x + half_x], [y - half_y, y + half_y]))
        # Turned over the short edge, cards reach down to where the footer begins.
        length = 3.5 if job.flip == LONG_EDGE else 1.5
        pdf.draw(canvas, crop_marks(*grid.cuts(), length))
