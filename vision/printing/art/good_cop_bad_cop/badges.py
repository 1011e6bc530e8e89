"""The badges of the integrity cards, and the gun."""

from collections.abc import Callable, Mapping

from vision.printing.shapes import (
    BLUE,
    GREEN,
    INK,
    ORANGE,
    PAPER,
    VERMILION,
    YELLOW,
    Circle,
    Group,
    Paint,
    Path,
    Rect,
    Shape,
    polygon,
    ray,
    star,
)

Shapes = tuple[Shape, ...]


def badge(fill: str, line: str) -> Shapes:
    """Draw a police shield."""
    shield = (
        "M 0 -13 C 4 -10 8 -10 11 -11 C 13 -2 11 8 0 14 C -11 8 -13 -2 -11 -11 "
        "C -8 -10 -4 -10 0 -13 Z"
    )
    return (Path(shield, Paint(fill, line, 1.1)),)


def star_badge(fill: str, line: str, core: str) -> Shapes:
    """Draw the agent's six-pointed star."""
    return (
        star(6, 14, 7.6, Paint(fill, line, 1.1)),
        *(Circle(*ray(14, 60 * turn), 1.6, Paint(fill, line, 0.9)) for turn in range(6)),
        Circle(0, 0, 5, Paint(core, line, 1.0)),
        star(5, 3.6, 1.5, Paint(line)),
    )


def crown(fill: str, line: str, jewel: str) -> Shapes:
    """Draw the kingpin's crown."""
    points = [(-12, -8), (-6, -1), (0, -12), (6, -1), (12, -8), (9.5, 8), (-9.5, 8)]
    tips = ((-12, -8), (0, -12), (12, -8))
    return (
        polygon(points, Paint(fill, line, 1.1)),
        Rect(-9.7, 6.4, 19.4, 4.6, Paint(fill, line, 1.1), 0.8),
        *(Circle(x, y, 1.9, Paint(jewel, line, 0.9)) for x, y in tips),
        Circle(0, 2.6, 2, Paint(jewel, line, 0.9)),
    )


def scales(line: str) -> Shapes:
    """Draw the balance of the honest."""
    pans = "M -11 -2 C -10 3 -4 3 -3 -2 Z M 3 -2 C 4 3 10 3 11 -2 Z"
    strings = "M -7 -8 L -11 -2 M -7 -8 L -3 -2 M 7 -8 L 3 -2 M 7 -8 L 11 -2"
    return (
        Path("M 0 -11 L 0 9 M -8 -8 L 8 -8 M -5 10 L 5 10", Paint(stroke=line, width=1.5)),
        Path(strings, Paint(stroke=line, width=0.7)),
        Path(pans, Paint(line)),
    )


def notes(fill: str, line: str) -> Shapes:
    """Draw the bundled notes of the crooked."""
    bundle = (
        Rect(-10, -5, 20, 10, Paint(fill, line, 1.0), 0.8),
        Circle(0, 0, 3, Paint(None, line, 0.9)),
        Circle(0, 0, 1, Paint(line)),
    )
    return (
        Group(bundle, y=4.5, degrees=-8),
        Group(bundle, y=-1, degrees=5),
        Group(bundle, y=-6, degrees=-4),
    )


def pistol() -> Shapes:
    """Draw a pistol whose barrel is an arrow that points up, for the whole panel."""
    arrow = [(0, -29), (15, -9), (6.5, -9), (6.5, 8), (-6.5, 8), (-6.5, -9), (-15, -9)]
    grip = "M -6.5 8 L 6.5 8 L 15 22 L 6 27 L -1.5 15 L -6.5 15 Z"
    return (
        polygon(arrow, Paint(INK)),
        Path(grip, Paint(INK)),
        Path("M -6.5 14.6 C -13 15 -13 8.6 -6.5 8.8", Paint(stroke=INK, width=2)),
        Path("M -3.6 -3 L -3.6 6 M 3.6 -3 L 3.6 6", Paint(stroke=PAPER, width=1.1)),
        polygon([(0, -24.5), (6, -14.5), (-6, -14.5)], Paint(VERMILION)),
        Path("M 6.5 14 L 10.5 20.5", Paint(stroke=PAPER, width=1.1)),
    )


BADGES: Mapping[str, Callable[[], Shapes]] = {
    "agent": lambda: star_badge(YELLOW, INK, PAPER),
    "kingpin": lambda: crown(ORANGE, PAPER, VERMILION),
    "honest": lambda: (*badge(PAPER, INK), *scales(BLUE)),
    "crooked": lambda: notes(GREEN, PAPER),
}
