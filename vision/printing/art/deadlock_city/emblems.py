"""One emblem for each effect in Deadlock City, in a box of 20 by 20 mm.

An emblem is drawn with three colours: `line` for outlines, `body` for its surfaces and
`accent` for the one thing that should catch the eye.
"""

from collections.abc import Callable, Mapping
from itertools import pairwise

from companion.cards import Face
from vision.printing.shapes import (
    BLUE,
    GREEN,
    ORANGE,
    PURPLE,
    SKY,
    YELLOW,
    Circle,
    Group,
    Paint,
    Path,
    Rect,
    Shape,
    closed,
    polygon,
    ray,
    star,
)

Shapes = tuple[Shape, ...]
Emblem = Callable[[str, str, str], Shapes]

_PEN = 0.8


def _edged(fill: str, line: str, width: float = _PEN) -> Paint:
    return Paint(fill, line, width)


def _jaw(line: str, body: str) -> Shapes:
    """Return the upper half of a trap: a bow with teeth that point down."""
    bow = "M -9 0 C -9 -11.5 9 -11.5 9 0 L 6.6 0 C 6.6 -8 -6.6 -8 -6.6 0 Z"
    roots = [(-5.9, -2.6), (-3.9, -4.9), (-1.3, -5.95), (1.3, -5.95), (3.9, -4.9), (5.9, -2.6)]
    teeth = [
        polygon(
            [left, right, ((left[0] + right[0]) * 0.36, (left[1] + right[1]) / 2 + 3.3)],
            _edged(body, line, 0.6),
        )
        for left, right in pairwise(roots)
    ]
    return (*teeth, Path(bow, _edged(body, line)))


def trap(line: str, body: str, accent: str) -> Shapes:
    """Draw an open bear trap around its plate."""
    jaw = _jaw(line, body)
    return (
        Group(jaw, y=-0.8),
        Group(jaw, y=0.8, degrees=180),
        Circle(0, 0, 2.1, _edged(accent, line)),
        Circle(-8.2, 0, 1.7, _edged(accent, line)),
        Circle(8.2, 0, 1.7, _edged(accent, line)),
    )


def guess(line: str, body: str, accent: str) -> Shapes:
    """Draw a wanted poster with a question mark for a face."""
    sheet = "M -7 -9.5 L 7 -9.5 L 7 7.6 L 5 9.4 L 3 8 L 0.6 9.6 L -2 8.2 L -4.4 9.5 L -7 7.8 Z"
    mark = "M -2.7 -1.4 C -2.7 -5.6 3 -5.6 3 -1.6 C 3 1 0.1 0.9 0.1 3.4"
    return (
        Path(sheet, _edged(body, line)),
        Rect(-4.9, -7.7, 9.8, 1.7, Paint(line)),
        Path(mark, Paint(stroke=accent, width=1.9)),
        Circle(0.1, 6.2, 1.15, Paint(accent)),
    )


def redraw(line: str, body: str, accent: str) -> Shapes:
    """Draw one card going down and another coming up."""
    card = Rect(-3.6, -5.2, 7.2, 10.4, _edged(body, line), 0.9)
    down = "M 0 -3.2 L 0 2.6 M -1.9 0.8 L 0 2.8 L 1.9 0.8"
    arrow = Path(down, Paint(stroke=accent, width=1.3))
    return (
        Group((card, arrow), x=-4.9, y=2.6, scale=1.2, degrees=-8),
        Group((card, Group((arrow,), degrees=180)), x=4.9, y=-2.6, scale=1.2, degrees=-8),
    )


def look(line: str, body: str, accent: str) -> Shapes:
    """Draw an eye under the brim of a hat."""
    eye = "M -9 3.4 C -5 -1.9 5 -1.9 9 3.4 C 5 8.7 -5 8.7 -9 3.4 Z"
    hat = (
        "M -9.8 -3.3 C -7 -2.3 -5.4 -2.2 -4.9 -3.2 C -4.6 -6 -3.8 -9.3 -2.2 -9.3 "
        "C -1.2 -9.3 -0.9 -8.5 0 -8.5 C 0.9 -8.5 1.2 -9.3 2.2 -9.3 C 3.8 -9.3 4.6 -6 4.9 -3.2 "
        "C 5.4 -2.2 7 -2.3 9.8 -3.3 C 7.4 0 -7.4 0 -9.8 -3.3 Z"
    )
    return (
        Path(eye, _edged(body, line)),
        Circle(0, 3.4, 3.1, _edged(accent, line)),
        Circle(0, 3.4, 1.3, Paint(line)),
        Path(hat, Paint(line)),
    )


def swap(line: str, body: str, accent: str) -> Shapes:
    """Draw two cards trading places."""
    card = Rect(-3, -4.3, 6, 8.6, _edged(body, line), 0.8)
    bow = "M -5.2 -6.2 C -3.4 -9.6 3.4 -9.6 5.2 -6.2"
    head = "M 6.1 -8.9 L 5.4 -5.6 L 2.3 -6.6"
    arrow = (
        Path(bow, Paint(stroke=line, width=1.4)),
        Path(head, Paint(stroke=line, width=1.4)),
    )
    return (
        Group((card, star(4, 2.2, 0.9, Paint(accent))), x=-5.4, degrees=-6),
        Group((card, star(4, 2.2, 0.9, Paint(accent))), x=5.4, degrees=6),
        Group(arrow),
        Group(arrow, degrees=180),
    )


def compare(line: str, body: str, accent: str) -> Shapes:
    """Draw scales that tip to one side."""
    pan = (
        Path("M 0 -4.6 L -3 0 M 0 -4.6 L 3 0", Paint(stroke=line, width=0.5)),
        Path("M -3.7 0 L 3.7 0 C 3.2 3 -3.2 3 -3.7 0 Z", _edged(body, line)),
    )
    return (
        Rect(-0.7, -7, 1.4, 14.5, Paint(line)),
        Path("M -4.6 9.2 C -4.2 7 4.2 7 4.6 9.2 Z", _edged(body, line)),
        Path("M -6.7 -3.6 L 6.7 -7.8", Paint(stroke=line, width=1.3)),
        Group(pan, x=-6.4, y=1.2),
        Group(pan, x=6.4, y=-3),
        Circle(0, -5.7, 1.9, _edged(accent, line)),
    )


def shield(line: str, body: str, accent: str) -> Shapes:
    """Draw a shield with a sheriff's star."""
    outline = (
        "M 0 -9.6 C 2.4 -7.8 5.4 -7.2 8.2 -7.2 C 8.6 0.4 6.4 6.4 0 9.8 "
        "C -6.4 6.4 -8.6 0.4 -8.2 -7.2 C -5.4 -7.2 -2.4 -7.8 0 -9.6 Z"
    )
    tips = tuple(Circle(*ray(4.7, 72 * i), 0.75, Paint(line)) for i in range(5))
    return (
        Path(outline, _edged(body, line)),
        Group((star(5, 4.7, 2.1, _edged(accent, line, 0.6)), *tips), y=-0.4),
    )


def must(line: str, body: str, accent: str) -> Shapes:
    """Draw a lasso that has caught a call to order."""
    loop = "M 0 -9.2 C 9.6 -9.2 9.6 6 0 6 C -9.6 6 -9.6 -9.2 0 -9.2 Z"
    tail = "M -1.4 6 C 1.6 6.4 1.8 9.4 4.6 9.4 C 6.6 9.4 7.4 8.2 8.8 8.8"
    rope = Paint(stroke=body, width=1.5)
    lay = Paint(stroke=line, width=0.35)
    return (
        Path(loop, rope),
        Path(tail, rope),
        Path(loop, lay),
        Path(tail, lay),
        Rect(-1.9, 5, 3.8, 2, _edged(body, line, 0.5), 0.6),
        Path("M -1.3 -6 L 1.3 -6 L 0.7 0.3 L -0.7 0.3 Z", _edged(accent, accent, 0.5)),
        Circle(0, 2.8, 1.2, Paint(accent)),
    )


def out(line: str, body: str, accent: str) -> Shapes:
    """Draw the skull of a steer."""
    horn = "M 2.6 -5.6 C 6.4 -5.2 8.4 -6.4 8.8 -9.6 C 10.8 -5.8 8.4 -1.8 3.2 -2.2 Z"
    skull = (
        "M 0 -6.6 C 2.4 -6.6 4.4 -5.4 4.2 -2.6 C 4.1 -0.6 2.9 0.6 2.6 2.4 L 2.2 6.4 "
        "C 2 8.6 1.2 9.4 0 9.4 C -1.2 9.4 -2 8.6 -2.2 6.4 L -2.6 2.4 "
        "C -2.9 0.6 -4.1 -0.6 -4.2 -2.6 C -4.4 -5.4 -2.4 -6.6 0 -6.6 Z"
    )
    socket = "M 0.9 -1.1 C 1.4 -2.6 2.6 -3 3.3 -2.5 C 3.2 -1 2.3 0.2 1.3 0.3 Z"
    mirrored = "M -0.9 -1.1 C -1.4 -2.6 -2.6 -3 -3.3 -2.5 C -3.2 -1 -2.3 0.2 -1.3 0.3 Z"
    other = "M -2.6 -5.6 C -6.4 -5.2 -8.4 -6.4 -8.8 -9.6 C -10.8 -5.8 -8.4 -1.8 -3.2 -2.2 Z"
    return (
        Path(horn, _edged(body, line, 0.5)),
        Path(other, _edged(body, line, 0.5)),
        Path(skull, _edged(body, line, 0.5)),
        Path(socket, Paint(accent)),
        Path(mirrored, Paint(accent)),
        Path("M -0.9 6.6 L -0.6 5.2 M 0.9 6.6 L 0.6 5.2", Paint(stroke=line, width=0.7)),
        Path("M 0 -5.6 L 0 -3.4 M 0 2.4 L 0 3.8", Paint(stroke=line, width=0.4)),
    )


def wild(line: str, body: str, accent: str) -> Shapes:
    """Draw a star of six points, one in the colour of each card it may stand for."""
    colors = (BLUE, GREEN, SKY, PURPLE, ORANGE, YELLOW)
    points = [
        polygon(
            [ray(5.2, 60 * i - 30), ray(9.6, 60 * i), ray(5.2, 60 * i + 30), (0, 0)],
            _edged(color, line, 0.7),
        )
        for i, color in enumerate(colors)
    ]
    ring = closed([ray(3.1, 60 * i + 30) for i in range(6)])
    return (*points, Path(ring, _edged(body, line, 0.7)), star(6, 2.1, 1, Paint(accent)))


EMBLEMS: Mapping[Face, Emblem] = {
    Face("0"): trap,
    Face("1"): guess,
    Face("2"): redraw,
    Face("3"): look,
    Face("4"): swap,
    Face("5"): compare,
    Face("6"): shield,
    Face("7"): must,
    Face("8"): out,
    Face("9"): wild,
}
