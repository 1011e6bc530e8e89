"""Draw shapes on a PDF page.

The canvas is turned so that x runs right and y runs down, in mm, as in the card frame.
"""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from reportlab.lib.colors import HexColor
from reportlab.lib.units import mm
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfgen.canvas import Canvas
from reportlab.pdfgen.pathobject import PDFPathObject

from vision.printing.shapes import Circle, Font, Group, Paint, Path, Rect, Shape, Text, steps

_EVEN_ODD = 0

#: Fonts every PDF reader has; they cover French by their WinAnsi encoding.
FONTS: dict[Font, str] = {
    "regular": "Helvetica",
    "bold": "Helvetica-Bold",
    "italic": "Helvetica-Oblique",
}


def text_width(text: str, size: float, font: Font = "regular") -> float:
    """Return how wide a line of text is, in the unit of `size`."""
    return float(stringWidth(text, FONTS[font], size))


@contextmanager
def placed(
    canvas: Canvas, x: float, y: float, degrees: float = 0.0, scale: float = 1.0
) -> Iterator[None]:
    """Put the origin to (x, y) for a while, scaled and turned clockwise by `degrees`."""
    canvas.saveState()
    canvas.translate(x, y)
    # y runs down already, so that a positive turn is clockwise here.
    canvas.rotate(degrees)
    canvas.scale(scale, scale)
    yield
    canvas.restoreState()


def page_in_mm(canvas: Canvas, height: float) -> None:
    """Measure this page in mm from its top left corner, y down."""
    canvas.transform(mm, 0, 0, -mm, 0, height * mm)


def draw(canvas: Canvas, shapes: Iterable[Shape]) -> None:
    """Draw shapes in the canvas' present frame, which has y running down."""
    for shape in shapes:
        _draw_one(canvas, shape)


def _draw_one(canvas: Canvas, shape: Shape) -> None:
    match shape:
        case Rect(x, y, width, height, paint, radius):
            canvas.roundRect(x, y, width, height, radius, **_use(canvas, paint))
        case Circle(x, y, radius, paint):
            canvas.circle(x, y, radius, **_use(canvas, paint))
        case Path(d, paint):
            canvas.drawPath(_path(canvas, d), fillMode=_EVEN_ODD, **_use(canvas, paint))
        case Text():
            _draw_text(canvas, shape)
        case Group(parts, x, y, scale, degrees):
            with placed(canvas, x, y, degrees, scale):
                draw(canvas, parts)


def _use(canvas: Canvas, paint: Paint) -> dict[str, Any]:
    if paint.fill:
        canvas.setFillColor(HexColor(paint.fill))
    if paint.stroke:
        canvas.setStrokeColor(HexColor(paint.stroke))
        canvas.setLineWidth(paint.width)
        canvas.setLineCap(int(paint.round))
        canvas.setLineJoin(int(paint.round))
    return {"stroke": int(bool(paint.stroke)), "fill": int(bool(paint.fill))}


def _path(canvas: Canvas, d: str) -> PDFPathObject:
    path = canvas.beginPath()
    pen: dict[str, Callable[..., Any]] = {
        "M": path.moveTo,
        "L": path.lineTo,
        "C": path.curveTo,
        "Z": path.close,
    }
    for step in steps(d):
        pen[step.command](*(value for point in step.points for value in point))
    return path


def _draw_text(canvas: Canvas, text: Text) -> None:
    natural = text_width(text.text, text.size, text.font)
    canvas.saveState()
    canvas.transform(1, 0, 0, -1, text.x - text.width / 2, text.y)
    canvas.setFillColor(HexColor(text.fill))
    line = canvas.beginText(0, 0)
    line.setFont(FONTS[text.font], text.size)
    line.setHorizScale(100 * text.width / natural if natural else 100)
    line.textOut(text.text)
    canvas.drawText(line)
    canvas.restoreState()
