"""The four tags that mark the corners of the table mat, on one sheet to cut up."""

from vision.plan import MAT_HEIGHT_MM, MAT_TAG_INSET_MM, MAT_WIDTH_MM
from vision.printing import pdf
from vision.printing.shapes import INK, Group, Paint, Path, Shape
from vision.printing.sheet import (
    MARGIN_MM,
    Footer,
    Paper,
    Sheets,
    centred,
    cut_lines,
    left_aligned,
)
from vision.printing.tag_art import tag_shapes
from vision.printing.words import word
from vision.tags import CORNERS, MAT_SLOT, MAT_TAG_MM, tag_id

#: Each tag stands in the middle of a square, whose edges are the mat's edges.
SQUARE_MM = 2 * MAT_TAG_INSET_MM
#: Between the middle of the sheet and the middle of a square, mm.
_APART_X, _APART_Y = 45.0, 60.0
_LINES_TOP = MARGIN_MM + 12


def mat_pdf(paper: Paper | str, language: str = "en") -> bytes:
    """Return the mat's four corner tags, 20 mm wide, as a PDF of one sheet at true scale.

    Raise PrintingError for a paper or language we do not print.
    """
    paper, title = Paper.named(paper), word("mat", language)
    sheets = Sheets(paper, language, title)
    footer = Footer(f"{title} – {word('language', language)}", word("mat advice", language))
    with sheets.page(footer) as canvas:
        pdf.draw(canvas, _words(language))
        for corner in range(CORNERS):
            x, y = square_centre(paper, corner)
            pdf.draw(canvas, [Group(_square(corner, language), x, y)])
    return sheets.document()


def square_centre(paper: Paper, corner: int) -> tuple[float, float]:
    """Return where the middle of a corner's tag lies on the sheet, mm."""
    right, low = corner in (1, 2), corner in (2, 3)
    x = paper.width_mm / 2 + (_APART_X if right else -_APART_X)
    y = paper.height_mm / 2 + (_APART_Y if low else -_APART_Y)
    return x, y


def _words(language: str) -> tuple[Shape, ...]:
    place = word("place", language).format(width=f"{MAT_WIDTH_MM:g}", height=f"{MAT_HEIGHT_MM:g}")
    lines = (place, word("arrow", language), word("cut", language))
    return (
        left_aligned(25, _LINES_TOP, 6, word("mat", language), "bold"),
        *(left_aligned(25, _LINES_TOP + 7 + 5 * n, 3.4, text) for n, text in enumerate(lines)),
    )


def _square(corner: int, language: str) -> tuple[Shape, ...]:
    half, edge = MAT_TAG_MM / 2, SQUARE_MM / 2
    return (
        *tag_shapes(tag_id(MAT_SLOT, corner), -half, -half, MAT_TAG_MM),
        *cut_lines([-edge, edge], [-edge, edge]),
        Path(f"M 0 {-half - 7.5} L 2 {-half - 4} L -2 {-half - 4} Z", Paint(INK)),
        centred(0, half + 7.5, 3.4, word(str(corner), language), "bold"),
    )
