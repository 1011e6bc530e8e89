"""One emblem for each equipment card.

Each is drawn in a box of 26 by 26 mm around the origin, in three colours: ink, paper and
one accent for what should catch the eye.
"""

from collections.abc import Callable, Mapping

from vision.printing.shapes import (
    GREEN,
    INK,
    ORANGE,
    PAPER,
    SKY,
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

_PEN = 0.9
_GREY = "#B9B2A2"
_LINE = Paint(stroke=INK, width=1.1)


def _edged(fill: str) -> Paint:
    return Paint(fill, INK, _PEN)


def _bolt(accent: str, scale: float, x: float = 0.0, y: float = 0.0) -> Shape:
    points = [(1, -8), (-5, 1.5), (-1, 1.5), (-2.5, 8), (5, -2), (1, -2)]
    return Group((polygon(points, _edged(accent)),), x, y, scale)


def blackmail() -> Shapes:
    """Draw a sealed envelope."""
    return (
        Rect(-12, -8, 24, 16, _edged(PAPER), 1.2),
        Path("M -12 7.5 L -3 -0.5 M 12 7.5 L 3 -0.5", _LINE),
        Path("M -12 -7 L 0 3 L 12 -7", _edged(_GREY)),
        Circle(0, 2.4, 3.6, _edged(VERMILION)),
        Group((star(5, 2.2, 0.9, Paint(PAPER)),), y=2.4),
    )


def coffee() -> Shapes:
    """Draw a steaming cup."""
    steam = "M -4 -6 C -6.5 -8.5 -1.5 -9.5 -4 -12.5 M 2 -6 C -0.5 -8.5 4.5 -9.5 2 -12.5"
    return (
        Path(steam, _LINE),
        Circle(8.5, 1, 4, Paint(stroke=INK, width=2.2)),
        Path("M -9 -4 L 8 -4 L 8 3 C 8 8 4 9 -0.5 9 C -5 9 -9 8 -9 3 Z", _edged(PAPER)),
        Path("M -9 -4 L 8 -4 L 8 -0.8 C 3 1.6 -4 -2 -9 0.4 Z", _edged(ORANGE)),
        Path("M -13 11.2 L 12 11.2", Paint(stroke=INK, width=2)),
    )


def defibrillator() -> Shapes:
    """Draw a heart struck by lightning."""
    heart = (
        "M 0 12 C -16 2 -14 -10 -6.5 -10 C -3 -10 -1 -8 0 -5.5 "
        "C 1 -8 3 -10 6.5 -10 C 14 -10 16 2 0 12 Z"
    )
    return (Path(heart, _edged(VERMILION)), _bolt(YELLOW, 0.95, 0, -0.2))


def evidence_bag() -> Shapes:
    """Draw a zipped bag with a bullet in it."""
    bullet = "M -2 5 L -2 -1 C -2 -4 0 -5 0 -5.5 C 0 -5 2 -4 2 -1 L 2 5 Z"
    return (
        Rect(-9, -12, 18, 24, _edged(PAPER), 1.5),
        Rect(-9, -12, 18, 5, _edged(SKY), 1.5),
        Path("M -7 -9.5 L 7 -9.5", Paint(stroke=INK, width=0.8)),
        Group((Path(bullet, _edged(ORANGE)), Rect(-2, 2, 4, 3, _edged(_GREY))), y=2.5, scale=1.2),
    )


def flashbang() -> Shapes:
    """Draw a grenade before its flash."""
    return (
        star(12, 13, 8.5, _edged(YELLOW)),
        Rect(-3.6, -4, 7.2, 12, _edged(_GREY), 1.2),
        Rect(-2.4, -7.4, 4.8, 3.6, _edged(PAPER)),
        Path("M 2 -6.6 C 5.4 -6.6 6 -4 6 0", _LINE),
        Path("M -3.6 0 L 3.6 0 M -3.6 4 L 3.6 4", Paint(stroke=INK, width=0.7)),
    )


def k9_unit() -> Shapes:
    """Draw a shepherd dog's head."""
    head = "M -7 -3 L -7.5 -12 L -2.5 -7 L 2.5 -7 L 7.5 -12 L 7 -3 L 4 5 L 3 11 L -3 11 L -4 5 Z"
    mask = "M -3.2 2 L 3.2 2 L 4 5 L 3 11 L -3 11 L -4 5 Z"
    return (
        Path(head, _edged(ORANGE)),
        Path(mask, Paint(INK)),
        Circle(-3.2, -2, 1.1, Paint(INK)),
        Circle(3.2, -2, 1.1, Paint(INK)),
        Circle(0, 5.4, 1.6, Paint(PAPER)),
        Path("M -1.6 9 L 1.6 9", Paint(stroke=PAPER, width=0.7)),
    )


def metal_detector() -> Shapes:
    """Draw a search coil over buried metal."""
    return (
        Path("M 9 -12 L -3 5", Paint(stroke=INK, width=2.2)),
        Path("M 9 -12 L 12 -9", Paint(stroke=INK, width=2.2)),
        Path("M -10 5.5 C -10 2.5 3 2.5 3 5.5 C 3 8.5 -10 8.5 -10 5.5 Z", _edged(SKY)),
        Path("M -13 11.5 L 13 11.5", _LINE),
        Path("M 5.5 3 C 7.5 4.5 7.5 7 5.5 8.5 M 8.5 1.2 C 11.5 3.6 11.5 7.8 8.5 10", _LINE),
    )


def planted_evidence() -> Shapes:
    """Draw a seedling in a pot, with a tag."""
    return (
        Path("M 0 2 L 0 -7", Paint(stroke=INK, width=1.4)),
        Path("M 0 -5 C -1 -12 -9 -12 -10 -10 C -9 -5 -4 -3.5 0 -5 Z", _edged(GREEN)),
        Path("M 0 -3 C 1 -9 8 -9.5 9.5 -8 C 8 -3.5 4 -1.5 0 -3 Z", _edged(GREEN)),
        Path("M -7.5 2 L 7.5 2 L 5.5 12 L -5.5 12 Z", _edged(ORANGE)),
        Rect(-8.5, 0.6, 17, 3.2, _edged(ORANGE), 0.8),
        Rect(-2.6, 5.2, 5.2, 4.4, _edged(PAPER), 0.4),
    )


def polygraph() -> Shapes:
    """Draw a chart whose needle jumps."""
    trace = "M -11 2 L -6 2 L -4.5 -1 L -3 4 L -1 -8 L 1.5 9 L 3.5 -3 L 5 2 L 11 2"
    grid = "M -11 -4 L 11 -4 M -11 8 L 11 8 M -5 -10 L -5 11 M 5 -10 L 5 11"
    return (
        Rect(-12, -11, 24, 22.5, _edged(PAPER), 1),
        Path(grid, Paint(stroke=_GREY, width=0.5)),
        Path(trace, Paint(stroke=VERMILION, width=1.4)),
    )


def report_audit() -> Shapes:
    """Draw a clipboard with a tick."""
    return (
        Rect(-9, -10.5, 18, 23, _edged(ORANGE), 1.4),
        Rect(-7, -8, 14, 18.5, _edged(PAPER)),
        Rect(-4, -12.5, 8, 4.4, _edged(_GREY), 1),
        Path("M -4.5 -3.5 L 4.5 -3.5 M -4.5 -0.5 L 4.5 -0.5", Paint(stroke=INK, width=0.8)),
        Path("M -4 5 L -1 8 L 4.8 1.8", Paint(stroke=GREEN, width=2)),
    )


def restraining_order() -> Shapes:
    """Draw a stop sign with a hand."""
    corners = [ray(13, 22.5 + 45 * turn) for turn in range(8)]
    fingers = [
        Rect(-5.2 + 2.7 * n, -7 + (0.8, 0, 0.6, 2.2)[n], 2.2, 9, Paint(PAPER), 1.1)
        for n in range(4)
    ]
    return (
        polygon(corners, _edged(VERMILION)),
        *fingers,
        Path(
            "M -5.2 0 L 5.1 0 L 5.1 4 C 5.1 7.5 3 8.5 0 8.5 C -3 8.5 -5.2 7 -5.2 3 Z", Paint(PAPER)
        ),
        Path("M 4.6 4.5 L 7.6 0.4", Paint(stroke=PAPER, width=2.1)),
    )


def smoke_grenade() -> Shapes:
    """Draw clouds over a canister."""
    puffs = ((-6.5, -3, 4.8), (0, -6.5, 5.6), (6.5, -3, 4.8), (0, -1.5, 4.6))
    return (
        Rect(-3.8, 1, 7.6, 11.5, _edged(GREEN), 1),
        *(Circle(x, y, r, _edged(_GREY)) for x, y, r in puffs),
        Path("M -8 9.5 C -12 6 -12 2.5 -9 2.2 M 8 9.5 C 12 6 12 2.5 9 2.2", _LINE),
        Path("M -3.8 6.5 L 3.8 6.5", Paint(stroke=PAPER, width=1.2)),
    )


def surveillance_camera() -> Shapes:
    """Draw a camera on its bracket."""
    return (
        Path("M -11 -12 L -11 2 M -11 -5 L -3 -1", Paint(stroke=INK, width=2.2)),
        Group(
            (
                Rect(-8, -4.5, 16, 9, _edged(PAPER), 1.2),
                Rect(8, -3, 3.4, 6, _edged(_GREY), 0.6),
                Circle(4, 0, 2.2, _edged(VERMILION)),
            ),
            x=1,
            degrees=24,
        ),
        Path("M 11 8 L 13 12 M 7 8.5 L 7.6 12.5", _LINE),
    )


def taser() -> Shapes:
    """Draw a stun gun with its spark."""
    body = "M -12 -5 L 4 -5 L 4 1 L -3 1 L -5 11 L -10.5 11 L -9.5 1 L -12 1 Z"
    return (
        Path(body, _edged(YELLOW)),
        Path("M -3 1 C -2.4 4.4 -3.4 5 -4.2 5", _LINE),
        Path("M 4 -4 L 6.5 -4 M 4 0 L 6.5 0", _LINE),
        _bolt(SKY, 0.7, 9.8, -2),
    )


def truth_serum() -> Shapes:
    """Draw a syringe."""
    syringe = (
        Rect(-3, -6, 6, 13, _edged(PAPER), 0.8),
        Rect(-3, -0.5, 6, 7.5, _edged(SKY), 0.8),
        Path("M 0 7 L 0 13.5", Paint(stroke=INK, width=0.9)),
        Path("M 0 -6 L 0 -12 M -3.4 -12.4 L 3.4 -12.4", Paint(stroke=INK, width=1.6)),
        Path("M -4.6 -6 L 4.6 -6", Paint(stroke=INK, width=1.6)),
        Path("M -3 -3.2 L -0.6 -3.2 M -3 2.2 L -0.6 2.2", Paint(stroke=INK, width=0.6)),
    )
    return (Group(syringe, degrees=38),)


def wiretap() -> Shapes:
    """Draw headphones."""
    return (
        Path("M -9 3 C -10 -14 10 -14 9 3", Paint(stroke=INK, width=2.4)),
        Rect(-11.6, 0.5, 5.4, 10.5, _edged(SKY), 2),
        Rect(6.2, 0.5, 5.4, 10.5, _edged(SKY), 2),
        Path(
            "M -3.6 6 L -1.4 6 L -0.3 2.4 L 1 9.6 L 2 6 L 3.8 6", Paint(stroke=VERMILION, width=1)
        ),
    )


def riot_shield() -> Shapes:
    """Draw a riot shield with its window."""
    return (
        Path(
            "M -8.5 -12 L 8.5 -12 L 8.5 5 C 8.5 9.5 3 12 0 12.8 C -3 12 -8.5 9.5 -8.5 5 Z",
            _edged(SKY),
        ),
        Rect(-6, -9.4, 12, 6.4, _edged(PAPER), 1),
        Path("M -5 2 L 5 2 M -5 5 L 5 5", Paint(stroke=INK, width=1.2)),
    )


def med_kit() -> Shapes:
    """Draw a first-aid case."""
    return (
        Path("M -4 -7 L -4 -10.5 L 4 -10.5 L 4 -7", Paint(stroke=INK, width=1.8)),
        Rect(-12, -7, 24, 17.5, _edged(PAPER), 1.8),
        Rect(-2.2, -4, 4.4, 11.5, Paint(GREEN)),
        Rect(-5.8, -0.4, 11.6, 4.4, Paint(GREEN)),
    )


def disguise() -> Shapes:
    """Draw a hat, glasses and a moustache."""
    moustache = (
        "M 0 7 C -3 4.6 -9 5 -10 9.5 C -6 11 -2 10.5 0 8.6 C 2 10.5 6 11 10 9.5 C 9 5 3 4.6 0 7 Z"
    )
    return (
        Path("M -6 -5 L -5 -12.5 L 5 -12.5 L 6 -5 Z", _edged(_GREY)),
        Path("M -11.5 -4.4 L 11.5 -4.4", Paint(stroke=INK, width=2.2)),
        Circle(-4.6, 0.8, 3.6, _edged(SKY)),
        Circle(4.6, 0.8, 3.6, _edged(SKY)),
        Path("M -1 0.4 L 1 0.4", _LINE),
        Path(moustache, Paint(INK)),
    )


def walkie_talkie() -> Shapes:
    """Draw a radio that calls."""
    holes = [
        Circle(-2.4 + 2.4 * c, 5 + 2.4 * r, 0.7, Paint(INK)) for r in range(3) for c in range(3)
    ]
    return (
        Path("M -3.4 -4 L -3.4 -12.6", Paint(stroke=INK, width=2)),
        Rect(-6, -5, 12, 17.4, _edged(YELLOW), 1.6),
        Rect(-3.8, -2.6, 7.6, 4.6, _edged(PAPER), 0.6),
        *holes,
        Path("M 4 -9.5 C 6 -9 7 -7.6 7.2 -6 M 5 -12.6 C 8.6 -11.6 10.4 -9 10.8 -6", _LINE),
    )


EMBLEMS: Mapping[str, Callable[[], Shapes]] = {
    draw.__name__: draw
    for draw in (
        blackmail,
        coffee,
        defibrillator,
        evidence_bag,
        flashbang,
        k9_unit,
        metal_detector,
        planted_evidence,
        polygraph,
        report_audit,
        restraining_order,
        smoke_grenade,
        surveillance_camera,
        taser,
        truth_serum,
        wiretap,
        riot_shield,
        med_kit,
        disguise,
        walkie_talkie,
    )
}
