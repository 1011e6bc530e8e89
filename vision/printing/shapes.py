"""The few vector shapes our cards are made of, and nothing about where they are drawn.

Coordinates are mm in the card frame: x right, y down, the origin in the card's centre.
`svg.py` writes the shapes for screens, `pdf.py` draws them for paper and for pictures.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import cos, pi, sin
from typing import Literal, TypeAlias

#: Okabe-Ito: seven colours that stay apart for colour-blind eyes.
ORANGE, SKY, GREEN, YELLOW = "#E69F00", "#56B4E9", "#009E73", "#F0E442"
BLUE, VERMILION, PURPLE = "#0072B2", "#D55E00", "#CC79A7"
INK, PAPER, WHITE, BLACK = "#1B1A1F", "#FBF6E9", "#FFFFFF", "#000000"

Font: TypeAlias = Literal["regular", "bold", "italic"]


@dataclass(frozen=True, slots=True)
class Paint:
    """How a shape is filled and outlined; `width` in mm. Round means caps and joins."""

    fill: str | None = None
    stroke: str | None = None
    width: float = 0.0
    round: bool = True


@dataclass(frozen=True, slots=True)
class Rect:
    """A rectangle by its top left corner, with rounded corners if `radius` says so."""

    x: float
    y: float
    width: float
    height: float
    paint: Paint
    radius: float = 0.0


@dataclass(frozen=True, slots=True)
class Circle:
    """A circle by its centre."""

    x: float
    y: float
    radius: float
    paint: Paint


@dataclass(frozen=True, slots=True)
class Path:
    """An outline in SVG path notation, absolute M, L, C and Z only."""

    d: str
    paint: Paint


@dataclass(frozen=True, slots=True)
class Text:
    """A line of text centred on x, its baseline at y; `width` is how wide it is set."""

    x: float
    y: float
    size: float
    text: str
    width: float
    fill: str = INK
    font: Font = "regular"


@dataclass(frozen=True, slots=True)
class Group:
    """Shapes scaled, then turned clockwise, then moved to (x, y)."""

    shapes: tuple["Shape", ...]
    x: float = 0.0
    y: float = 0.0
    scale: float = 1.0
    degrees: float = 0.0


Shape: TypeAlias = Rect | Circle | Path | Text | Group


@dataclass(frozen=True, slots=True)
class Step:
    """One command of a path: its letter and its points."""

    command: str
    points: tuple[tuple[float, float], ...]


_POINTS = {"M": 1, "L": 1, "C": 3, "Z": 0}


def steps(d: str) -> Iterator[Step]:
    """Yield the commands of a path, whose letters stand apart; raise ValueError."""
    words = iter(d.replace(",", " ").split())
    for command in words:
        if command not in _POINTS:
            raise ValueError(f"path {d!r}: {command!r} is not one of M, L, C, Z")
        points = tuple((float(next(words)), float(next(words))) for _ in range(_POINTS[command]))
        yield Step(command, points)


def polygon(points: Sequence[tuple[float, float]], paint: Paint) -> Path:
    """Return a closed outline through `points`."""
    return Path(closed(points), paint)


def closed(points: Sequence[tuple[float, float]]) -> str:
    """Return the path notation of a closed outline through `points`."""
    return "M " + " L ".join(f"{x:.6g} {y:.6g}" for x, y in points) + " Z"


def ray(radius: float, degrees: float) -> tuple[float, float]:
    """Return the point at `radius` from the origin, `degrees` clockwise from the top."""
    angle = degrees * pi / 180
    return (radius * sin(angle), -radius * cos(angle))


def star(points: int, outer: float, inner: float, paint: Paint) -> Path:
    """Return a star with its first point at the top."""
    half = 180 / points
    corners = [ray(inner if i % 2 else outer, i * half) for i in range(2 * points)]
    return polygon(corners, paint)
