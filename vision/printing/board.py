"""The calibration board on one sheet, with its parameters and two rulers."""

from vision.calibration.board import BOARDS, BoardSpec, marker_modules
from vision.printing import pdf
from vision.printing.shapes import BLACK, Group, Paint, Path, Shape
from vision.printing.sheet import FOOT_MM, MARGIN_MM, Footer, Paper, Sheets, left_aligned
from vision.printing.tag_art import outlines
from vision.printing.words import word

#: Room above the pattern for the title and two lines.
_HEAD_MM = 17.0


def board_pdf(paper: Paper | str, language: str = "en") -> bytes:
    """Return the calibration board for a paper as a PDF of one sheet at true scale.

    Raise PrintingError for a paper or language we do not print.
    """
    paper, title = Paper.named(paper), word("board", language)
    spec = BOARDS[paper.name]
    sheets = Sheets(paper, language, title)
    footer = Footer(f"{title} – {word('language', language)}", word("mat advice", language))
    with sheets.page(footer) as canvas:
        pdf.draw(canvas, _words(spec, language))
        pdf.draw(canvas, [Group(pattern_shapes(spec), *board_place(paper))])
    return sheets.document()


def board_place(paper: Paper) -> tuple[float, float]:
    """Return where on the sheet the pattern's top left corner is, mm."""
    width, height = BOARDS[paper.name].size_mm
    top, bottom = MARGIN_MM + _HEAD_MM, paper.height_mm - FOOT_MM
    return (paper.width_mm - width) / 2, top + (bottom - top - height) / 2


def pattern_shapes(spec: BoardSpec) -> tuple[Shape, ...]:
    """Return the pattern as one outline, mm from its top left corner."""
    side, marker = spec.square_mm, spec.marker_mm
    white = {(column, row): tag for column, row, tag in spec.white_squares()}
    loops: list[str] = []
    for row in range(spec.rows):
        for column in range(spec.columns):
            x, y = column * side, row * side
            tag = white.get((column, row))
            if tag is None:
                loops.append(_loop([(0, 0), (1, 0), (1, 1), (0, 1)], x, y, side))
                continue
            modules = marker_modules(spec, tag)
            inset = (side - marker) / 2
            loops += [
                _loop(corners, x + inset, y + inset, marker / len(modules))
                for corners in outlines(modules)
            ]
    return (Path(" ".join(loops), Paint(fill=BLACK)),)


def _loop(corners: list[tuple[int, int]], x: float, y: float, module: float) -> str:
    points = (f"{x + column * module:.6g} {y + row * module:.6g}" for column, row in corners)
    return f"M {' L '.join(points)} Z"


def _words(spec: BoardSpec, language: str) -> tuple[Shape, ...]:
    facts = word("board facts", language).format(
        columns=spec.columns,
        rows=spec.rows,
        square=f"{spec.square_mm:g}",
        tag=f"{spec.marker_mm:g}",
        dictionary=spec.dictionary,
        first=spec.first_id,
    )
    advice = f"{word('board flat', language)} {word('board measure', language)}"
    left, top = MARGIN_MM + 4, MARGIN_MM + 4
    return (
        left_aligned(left, top, 5, word("board", language), "bold"),
        left_aligned(left, top + 5, 3, facts),
        left_aligned(left, top + 9.5, 2.8, advice),
    )
