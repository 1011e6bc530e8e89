"""What every sheet carries: its size, rulers to check the scale, crop marks, a footer.

Sheets are portrait always, so that turning the paper over its long edge mirrors a place
from left to right and nothing else. Lengths are mm from the top left corner, y down.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import Enum
from io import BytesIO

from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from vision.printing import pdf
from vision.printing.shapes import INK, Font, Group, Paint, Path, Shape, Text
from vision.printing.words import PrintingError, word

#: Lengths of the two rulers, mm. A printer may scale each direction on its own.
RULER_MM = 100
UPRIGHT_RULER_MM = 50

#: Kept free below the cards for the ruler and the footer, and on the other edges: most
#: printers cannot print the last 4 to 6 mm.
FOOT_MM, MARGIN_MM = 15.0, 10.0
_PRINTABLE = 6.0
#: Where the upright ruler starts, going up.
UPRIGHT_FOOT_MM = 96.0

_CUT = Paint(stroke="#9A9A9A", width=0.1)
_HAIR = Paint(stroke=INK, width=0.15)


class Paper(Enum):
    """Paper sizes, (width, height) in mm."""

    A4 = (210.0, 297.0)
    A3 = (297.0, 420.0)
    LETTER = (215.9, 279.4)

    @property
    def width_mm(self) -> float:
        """Return the length of the short edge, mm."""
        return self.value[0]

    @property
    def height_mm(self) -> float:
        """Return the length of the long edge, mm."""
        return self.value[1]

    @classmethod
    def named(cls, name: "Paper | str") -> "Paper":
        """Return the paper called `name` in any case; raise PrintingError if unknown."""
        if isinstance(name, Paper):
            return name
        try:
            return cls[name.strip().upper()]
        except KeyError:
            *others, last = cls.__members__
            known = f"{', '.join(others)} or {last}"
            raise PrintingError(f"paper {name!r} is not known: use {known}") from None


@dataclass(frozen=True, slots=True)
class Footer:
    """The lines at the foot of a sheet: what it is, and how to print it."""

    title: str
    advice: str


class Sheets:
    """A document of equal sheets, drawn page by page."""

    def __init__(self, paper: Paper, language: str, title: str) -> None:
        self.paper, self.language = paper, language
        self._buffer = BytesIO()
        # Invariant: the same deck gives the same bytes on any day.
        size = (paper.width_mm * mm, paper.height_mm * mm)
        self._canvas = Canvas(self._buffer, size, invariant=1, lang=language)
        self._canvas.setTitle(title)
        self._canvas.setViewerPreference("PrintScaling", "None")

    @contextmanager
    def page(self, footer: Footer) -> Iterator[Canvas]:
        """Open a page measured in mm, with its rulers and footer, and close it after."""
        pdf.page_in_mm(self._canvas, self.paper.height_mm)
        yield self._canvas
        pdf.draw(self._canvas, _foot(self.paper, footer, self.language))
        self._canvas.showPage()

    def document(self) -> bytes:
        """Return the finished PDF."""
        self._canvas.save()
        return self._buffer.getvalue()


def cut_lines(xs: list[float], ys: list[float]) -> tuple[Shape, ...]:
    """Return thin grey lines along a grid of cards."""
    down = [_segment(x, min(ys), x, max(ys), _CUT) for x in xs]
    return (*down, *(_segment(min(xs), y, max(xs), y, _CUT) for y in ys))


def crop_marks(xs: list[float], ys: list[float], length: float = 3.5) -> tuple[Shape, ...]:
    """Return short marks outside a grid of cards, in line with its cuts."""
    left, right, top, bottom = min(xs), max(xs), min(ys), max(ys)
    marks: list[Shape] = []
    for x in xs:
        marks.append(_segment(x, top - 1 - length, x, top - 1, _HAIR))
        marks.append(_segment(x, bottom + 1, x, bottom + 1 + length, _HAIR))
    for y in ys:
        marks.append(_segment(left - 1 - length, y, left - 1, y, _HAIR))
        marks.append(_segment(right + 1, y, right + 1 + length, y, _HAIR))
    return tuple(marks)


def left_aligned(x: float, y: float, size: float, text: str, font: Font = "regular") -> Text:
    """Return a line of text that starts at x, its baseline at y."""
    width = pdf.text_width(text, size, font)
    return Text(x + width / 2, y, size, text, width, font=font)


def centred(x: float, y: float, size: float, text: str, font: Font = "regular") -> Text:
    """Return a line of text centred on x, its baseline at y."""
    return Text(x, y, size, text, pdf.text_width(text, size, font), font=font)


def _foot(paper: Paper, footer: Footer, language: str) -> tuple[Shape, ...]:
    low, left = paper.height_mm - _PRINTABLE, MARGIN_MM
    beside = left + RULER_MM + 4
    return (
        Group(_ruler(RULER_MM, language), left, low),
        Group(_ruler(UPRIGHT_RULER_MM, language), MARGIN_MM - 0.2, UPRIGHT_FOOT_MM, 1, -90),
        left_aligned(beside, low - 6.2, 2.7, footer.title, "bold"),
        left_aligned(beside, low - 3.1, 2.4, footer.advice),
    )


def _ruler(length: int, language: str) -> tuple[Shape, ...]:
    """Return a ruler from the origin to the right, its ticks and numbers above the line."""
    heights = {0: 3.0, 5: 2.2}
    ticks = [_segment(at, 0, at, -heights.get(at % 10, 1.4), _HAIR) for at in range(length + 1)]
    numbers = [centred(at, -3.3, 1.7, str(at)) for at in range(0, length + 1, 10)]
    label = f"{word('measure', language)}: {length} mm"
    return (
        _segment(0, 0, length, 0, _HAIR),
        *ticks,
        *numbers,
        left_aligned(length + 4, 0, 2.4, label, "bold"),
    )


def _segment(x0: float, y0: float, x1: float, y1: float, paint: Paint) -> Path:
    return Path(f"M {x0:.6g} {y0:.6g} L {x1:.6g} {y1:.6g}", paint)
