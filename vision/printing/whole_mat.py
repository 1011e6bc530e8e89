"""The whole table mat at true scale, its tags and zones printed on it, on sheets to join."""

import math
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from companion.layout import Zone
from vision.plan import PlacedZone, TablePlan
from vision.printing import pdf
from vision.printing.aim_marks import aim_marks
from vision.printing.shapes import INK, Group, Paint, Path, Shape
from vision.printing.sheet import (
    FOOT_MM,
    MARGIN_MM,
    Footer,
    Paper,
    Sheets,
    centred,
    crop_marks,
)
from vision.printing.tag_art import tag_shapes
from vision.printing.words import sheet_count, word
from vision.tags import MAT_SLOT, tag_id

_LINE = Paint(stroke=INK, width=0.35)
#: Of the names in the zones, mm.
_LETTERS_MM = 6.0


class Tile(NamedTuple):
    """The part of the mat on one sheet: its top left corner on the mat, and its size, mm."""

    left: float
    top: float
    width: float
    height: float


def whole_mat_pdf(
    paper: Paper | str, plan: TablePlan, labels: Mapping[Zone, str], language: str = "en"
) -> bytes:
    """Return a mat as a PDF of sheets to cut and join edge to edge.

    Args:
        paper: of the sheets.
        plan: of the mat.
        labels: what each zone is called on it.
        language: of the words.

    Raise PrintingError for a paper or language we do not print.
    """
    paper, title = Paper.named(paper), word("whole mat", language)
    tiles = list(tiles_of(paper, plan))
    shapes = tuple(_mat(plan, labels))
    sheets = Sheets(paper, language, title)
    for number, tile in enumerate(tiles, start=1):
        count = sheet_count(number, len(tiles), language)
        footer = Footer(f"{title} – {count}", word("join", language))
        with sheets.page(footer) as canvas:
            canvas.saveState()
            window = canvas.beginPath()
            window.rect(MARGIN_MM, MARGIN_MM, tile.width, tile.height)
            canvas.clipPath(window, stroke=0, fill=0)
            shift = (MARGIN_MM - tile.left, MARGIN_MM - tile.top)
            pdf.draw(canvas, [Group(shapes, *shift)])
            canvas.restoreState()
            pdf.draw(canvas, _edges(tile))
    return sheets.document()


def tiles_of(paper: Paper, plan: TablePlan) -> Iterator[Tile]:
    """Yield the parts of a mat, row by row; all are of one size."""
    room_x = paper.width_mm - 2 * MARGIN_MM
    room_y = paper.height_mm - FOOT_MM - MARGIN_MM
    columns, rows = math.ceil(plan.width_mm / room_x), math.ceil(plan.height_mm / room_y)
    width, height = plan.width_mm / columns, plan.height_mm / rows
    for row in range(rows):
        for column in range(columns):
            yield Tile(column * width, row * height, width, height)


def _edges(tile: Tile) -> tuple[Shape, ...]:
    xs, ys = [MARGIN_MM, MARGIN_MM + tile.width], [MARGIN_MM, MARGIN_MM + tile.height]
    return crop_marks(xs, ys)


def _mat(plan: TablePlan, labels: Mapping[Zone, str]) -> Iterator[Shape]:
    for zone in plan.zones:
        yield from _zone(zone, labels.get(zone.spec.name, zone.spec.name))
    yield from aim_marks(plan)
    for tag in plan.mat_tags:
        x, y = tag.outline()[0].tolist()
        yield from tag_shapes(tag_id(MAT_SLOT, tag.corner), x, y, tag.size_mm)


def _zone(zone: PlacedZone, label: str) -> Iterator[Shape]:
    corners = " L ".join(f"{x:.6g} {y:.6g}" for x, y in zone.outline().tolist())
    yield Path(f"M {corners} Z", _LINE)
    name = centred(0, zone.height_mm / 2 - _LETTERS_MM, _LETTERS_MM, label)
    yield Group((name,), zone.x_mm, zone.y_mm, 1, zone.angle_deg)
