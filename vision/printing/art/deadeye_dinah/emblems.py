"""The signs of Deadeye Dinah, each in a box of 20 by 20 mm around the origin.

The eight items, and what every card is made of: hat, bullet, heart, star. A sign is drawn
in `line` with surfaces in `body`; `accent` catches the eye.
"""

from collections.abc import Callable, Mapping

from vision.printing.shapes import Circle, Group, Paint, Path, Rect, Shape, polygon, ray, star

Shapes = tuple[Shape, ...]
Emblem = Callable[[str, str, str], Shapes]

_PEN = 0.9


def _edged(fill: str, line: str, width: float = _PEN) -> Paint:
    return Paint(fill, line, width)


def rope(line: str, body: str, accent: str) -> Shapes:
    """Draw a coiled lasso with its loose end."""
    rings = [Circle(-0.6, 0.4, radius, Paint(stroke=body, width=1.5)) for radius in (7.4, 5.2, 3)]
    seams = [
        Circle(-0.6, 0.4, radius, Paint(stroke=line, width=0.5)) for radius in (8.3, 6.3, 4.1, 2)
    ]
    end = "M 6.4 -1.8 C 9.4 -3.6 8.6 -7.4 5 -8.6"
    knot = Rect(-9.4, -1.2, 3.6, 3.4, _edged(accent, line, 0.6), 0.8)
    tail = (Path(end, Paint(stroke=line, width=2.4)), Path(end, Paint(stroke=body, width=1.3)))
    return (*tail, *rings, *seams, knot)


def fire(line: str, body: str, accent: str) -> Shapes:
    """Draw a flame over two crossed logs."""
    flame = (
        "M 0.6 -9.6 C 1.4 -5.6 6.6 -3.6 6.4 1.6 C 6.2 5.4 3.4 7 0 7 C -3.4 7 -6.2 5.2 -6.4 1.8 "
        "C -6.6 -1 -4.6 -2.6 -4 -4.8 C -2.8 -3.8 -2.4 -2.8 -2.2 -1.6 C 0 -3.4 0.8 -6 0.6 -9.6 Z"
    )
    core = "M 0.4 -0.6 C 1 1.2 2.8 2 2.6 4 C 2.4 5.6 1.2 6.2 0 6.2 C -1.4 6.2 -2.6 5.4 -2.6 4 "
    core += "C -2.6 2.2 -0.2 1.6 0.4 -0.6 Z"
    log = Rect(-8.6, -1.1, 17.2, 2.2, _edged(body, line, 0.6), 1)
    return (
        Group((log,), y=7.4, degrees=14),
        Group((log,), y=7.4, degrees=-14),
        Path(flame, _edged(accent, line)),
        Path(core, Paint(body)),
    )


def horse(line: str, body: str, accent: str) -> Shapes:
    """Draw a horseshoe with its nails."""
    shoe = (
        "M -5 8.6 C -9.4 2 -9 -9 0 -9 C 9 -9 9.4 2 5 8.6 L 1.8 7.4 C 5.4 1.6 5.4 -5.2 0 -5.2 "
        "C -5.4 -5.2 -5.4 1.6 -1.8 7.4 Z"
    )
    nails = [(-6.2, 1.8), (-6, -2), (-4, -5.6), (4, -5.6), (6, -2), (6.2, 1.8)]
    return (
        Path(shoe, _edged(body, line)),
        *(Circle(x * 0.92, y, 0.75, Paint(line)) for x, y in nails),
        Rect(-6, 7.4, 4.4, 2, _edged(accent, line, 0.6), 0.5),
        Rect(1.6, 7.4, 4.4, 2, _edged(accent, line, 0.6), 0.5),
    )


def knife(line: str, body: str, accent: str) -> Shapes:
    """Draw a bowie knife, its point up."""
    blade = "M -2.2 2.6 L -2.2 -5.4 C -2 -7.4 -0.4 -8.4 2.2 -10.4 L 2.2 2.6 Z"
    grip = Rect(-1.9, 4.2, 3.8, 5.6, _edged(accent, line, 0.7), 1.4)
    guard = Rect(-4.2, 2.4, 8.4, 2, _edged(body, line, 0.7), 0.9)
    edge = Path("M 0.9 -6.4 L 0.9 1.6", Paint(stroke=line, width=0.4))
    rivets = (Circle(0, 5.8, 0.5, Paint(line)), Circle(0, 8.2, 0.5, Paint(line)))
    return (Group((Path(blade, _edged(body, line)), edge, grip, guard, *rivets), degrees=38),)


def rifle(line: str, body: str, accent: str) -> Shapes:
    """Draw a lever rifle, slanting up."""
    stock = "M -10.8 -0.6 L -4.4 -1.2 L -3 1 L -5.4 1.6 L -10.8 4 Z"
    lever = "M -3.4 1 C -3.4 4 -0.2 4 0.4 1"
    parts = (
        Rect(-0.6, -1.5, 11.4, 1.1, _edged(body, line, 0.5), 0.3),
        Rect(-0.6, -0.4, 9.2, 1, _edged(body, line, 0.5), 0.3),
        Path(lever, Paint(stroke=line, width=0.8)),
        Path(stock, _edged(accent, line, 0.7)),
        Rect(-4.6, -1.6, 5, 2.7, _edged(body, line, 0.7), 0.5),
        Rect(9, -2.6, 0.8, 1.2, Paint(line)),
    )
    return (Group(parts, scale=0.98, degrees=-32),)


def flask(line: str, body: str, accent: str) -> Shapes:
    """Draw a round canteen with its strap."""
    strap = "M -4.6 -5.6 C -11 -11.6 11 -11.6 4.6 -5.6"
    return (
        Path(strap, Paint(stroke=line, width=1.2)),
        Rect(-1.6, -9, 3.2, 4, _edged(accent, line, 0.7), 0.6),
        Circle(0, 2, 7.2, _edged(body, line)),
        Circle(0, 2, 4.9, Paint(stroke=line, width=0.5)),
        Group((star(5, 3.4, 1.5, _edged(accent, line, 0.4)),), y=2.2),
    )


def tin_star(line: str, body: str, accent: str) -> Shapes:
    """Draw a marshal's star."""
    tips = [Circle(*ray(8.2, 72 * turn), 1.5, _edged(body, line, 0.6)) for turn in range(5)]
    return (
        star(5, 8.2, 3.9, _edged(body, line)),
        *tips,
        Circle(0, 0, 3.1, _edged(accent, line, 0.6)),
    )


def dynamite(line: str, body: str, accent: str) -> Shapes:
    """Draw three sticks in a bundle, the fuse burning."""
    sticks = [Rect(x, -4, 4.2, 12.6, _edged(accent, line, 0.7), 0.7) for x in (-6.4, -2.1, 2.2)]
    bands = [Rect(-6.9, y, 13.8, 1.6, _edged(body, line, 0.5), 0.4) for y in (-1.6, 4.8)]
    fuse = Path("M 0 -4 C 0.4 -7 3 -6 4 -8.2", Paint(stroke=line, width=0.8))
    return (
        fuse,
        Group((star(8, 2.4, 1, Paint(accent, line, 0.35)),), x=4.6, y=-8),
        *sticks,
        *bands,
    )


def hat(line: str, body: str, accent: str) -> Shapes:
    """Draw a cowboy hat."""
    crown = (
        "M -4.8 2 C -4.6 -2.4 -3.8 -6.2 -2.2 -6.2 C -1.2 -6.2 -0.9 -5.2 0 -5.2 "
        "C 0.9 -5.2 1.2 -6.2 2.2 -6.2 C 3.8 -6.2 4.6 -2.4 4.8 2 Z"
    )
    brim = "M -9.6 1 C -7.4 3 -5 2 0 2 C 5 2 7.4 3 9.6 1 C 8 6.4 -8 6.4 -9.6 1 Z"
    band = "M -4.9 0.4 C -2 1.4 2 1.4 4.9 0.4 L 5 2.4 C 2 3.2 -2 3.2 -5 2.4 Z"
    return (
        Path(crown, _edged(body, line)),
        Path(brim, _edged(body, line)),
        Path(band, Paint(accent)),
    )


def bullet(line: str, body: str, accent: str) -> Shapes:
    """Draw a cartridge."""
    point = "M -3 -2 C -3 -6.4 -1.4 -8.8 0 -9.4 C 1.4 -8.8 3 -6.4 3 -2 Z"
    return (
        Path(point, _edged(accent, line, 0.7)),
        Rect(-3, -2, 6, 9, _edged(body, line, 0.7), 0.3),
        Rect(-3.7, 7, 7.4, 2, _edged(body, line, 0.7), 0.5),
    )


def heart(line: str, body: str, accent: str) -> Shapes:
    """Draw a heart."""
    shape = (
        "M 0 8.4 C -3.6 4.8 -8.8 1.6 -8.8 -3 C -8.8 -6.2 -6.6 -7.8 -4.4 -7.8 "
        "C -2.4 -7.8 -0.8 -6.6 0 -4.8 C 0.8 -6.6 2.4 -7.8 4.4 -7.8 C 6.6 -7.8 8.8 -6.2 8.8 -3 "
        "C 8.8 1.6 3.6 4.8 0 8.4 Z"
    )
    return (Path(shape, _edged(accent, line)),)


def portrait(number: int, line: str, body: str, accent: str) -> Shapes:
    """Draw a bust under a hat; each number from 0 has another beard, scarf or brim."""
    brim = 7.6 + number % 3
    scarf = polygon(
        [(-4.6, 4.2), (4.6, 4.2), (0, 9.4 if number % 2 else 7.4)], _edged(accent, line)
    )
    beard = "M -3.8 -0.6 C -3.8 5.8 3.8 5.8 3.8 -0.6 C 2 1 -2 1 -3.8 -0.6 Z"
    whiskers = "M -2.8 1.2 C -1.4 0.2 -0.6 0.4 0 0.9 C 0.6 0.4 1.4 0.2 2.8 1.2"
    chin = (
        (Path(beard, Paint(line)),),
        (Path(whiskers, Paint(stroke=line, width=0.9)),),
        (Path("M -1.5 1.8 L 1.5 1.8", Paint(stroke=line, width=0.6)),),
        (Rect(-4.1, -0.4, 8.2, 4.4, _edged(accent, line, 0.5), 1),),
    )[number % 4]
    crown = f"M -4 -4.4 L -3.4 -{8 + number % 3} C -1.6 -9 1.6 -9 3.4 -{8 + number % 3} L 4 -4.4 Z"
    shoulders = "M -9.6 10 C -9.4 5.6 -6 4.2 -2.6 3.6 L 2.6 3.6 C 6 4.2 9.4 5.6 9.6 10 Z"
    return (
        Path(shoulders, _edged(line, line)),
        Rect(-3.9, -4.6, 7.8, 9, _edged(body, line, 0.7), 3.6),
        Circle(-1.6, -1.5, 0.55, Paint(line)),
        Circle(1.6, -1.5, 0.55, Paint(line)),
        *chin,
        scarf,
        Path(crown, _edged(line, line)),
        Rect(-brim, -5.2, 2 * brim, 1.7, _edged(line, line, 0.4), 0.85),
        Rect(-3.9, -6, 7.8, 1, Paint(accent)),
    )


ITEMS: Mapping[str, Emblem] = {
    "rope": rope,
    "fire": fire,
    "horse": horse,
    "knife": knife,
    "rifle": rifle,
    "flask": flask,
    "tin_star": tin_star,
    "dynamite": dynamite,
}
