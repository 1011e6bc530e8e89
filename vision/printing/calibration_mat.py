"""A small mat on one sheet: four mat tags that belong together, and frames for cards.

Laid where cards will lie, it proves a calibration on paper whose measures are known, before
the table's own mat is cut and glued.
"""

from companion.cards import Seat
from companion.layout import Zone, ZoneKind, ZoneSpec
from vision.plan import MatTag, PlacedZone, TablePlan
from vision.printing import pdf
from vision.printing.shapes import INK, Paint, Rect, Shape
from vision.printing.sheet import FOOT_MM, MARGIN_MM, Footer, Paper, Sheets, centred, left_aligned
from vision.printing.tag_art import tag_shapes
from vision.printing.words import word
from vision.tags import CORNERS, MAT_QUIET_MM, MAT_SLOT, MAT_TAG_MM, tag_id

#: From the printable area to the middle of a tag, mm.
_INSET_MM = MAT_TAG_MM / 2 + MAT_QUIET_MM
#: A frame for a card of 63 by 88 mm that lies sideways.
_FRAME_MM = (94.0, 68.0)
_LINE = Paint(stroke=INK, width=0.2)


def calibration_mat_pdf(paper: Paper | str, language: str = "en") -> bytes:
    """Return the calibration mat as a PDF of one sheet at true scale.

    Raise PrintingError for a paper or language we do not print.
    """
    paper, title = Paper.named(paper), word("proof", language)
    sheets = Sheets(paper, language, title)
    footer = Footer(f"{title} – {word('language', language)}", word("proof advice", language))
    with sheets.page(footer) as canvas:
        pdf.draw(canvas, _words(paper, language))
        for tag in sheet_plan(paper).mat_tags:
            x, y = tag.outline()[0].tolist()
            pdf.draw(canvas, tag_shapes(tag_id(MAT_SLOT, tag.corner), x, y, MAT_TAG_MM))
    return sheets.document()


def sheet_plan(paper: Paper) -> TablePlan:
    """Return where on the sheet the tags and the frames are, mm from its top left corner."""
    left, right = MARGIN_MM + _INSET_MM, paper.width_mm - MARGIN_MM - _INSET_MM
    top, bottom = MARGIN_MM + _INSET_MM, paper.height_mm - FOOT_MM - _INSET_MM
    corners = ((left, top), (right, top), (right, bottom), (left, bottom))
    tags = tuple(MatTag(corner, *corners[corner]) for corner in range(CORNERS))
    return TablePlan(paper.width_mm, paper.height_mm, tags, _frames(paper, top, bottom))


def _frames(paper: Paper, top: float, bottom: float) -> tuple[PlacedZone, ...]:
    width, height = _FRAME_MM
    x, middle = paper.width_mm / 2, (top + bottom) / 2
    apart = min(height + 12, (bottom - top) / 2)
    specs = (
        (ZoneSpec(Zone("p2.hand"), ZoneKind.HAND, Seat("p2")), middle - apart, 180.0),
        (ZoneSpec(Zone("deck"), ZoneKind.STACK), middle, 0.0),
        (ZoneSpec(Zone("p1.hand"), ZoneKind.HAND, Seat("p1")), middle + apart, 0.0),
    )
    return tuple(PlacedZone(spec, x, y, width, height, angle) for spec, y, angle in specs)


def _words(paper: Paper, language: str) -> tuple[Shape, ...]:
    shapes: list[Shape] = []
    for zone in sheet_plan(paper).zones:
        x, y = zone.x_mm - zone.width_mm / 2, zone.y_mm - zone.height_mm / 2
        shapes.append(Rect(x, y, zone.width_mm, zone.height_mm, _LINE, 2.0))
        shapes.append(centred(zone.x_mm, zone.y_mm, 4, zone.spec.name))
    lines = (word("proof use", language), word("proof card", language))
    left = MARGIN_MM + 2 * _INSET_MM + 5
    return (
        *shapes,
        left_aligned(left, MARGIN_MM + 4, 5, word("proof", language), "bold"),
        *(left_aligned(left, MARGIN_MM + 9 + 4 * n, 2.8, line) for n, line in enumerate(lines)),
    )
