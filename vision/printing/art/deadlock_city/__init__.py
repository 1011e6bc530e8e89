"""The look of Deadlock City: woodcut figures, one emblem per effect.

Cards that act have a bright panel, cards that only lie in wait (0, 7, 8) a dark one.
"""

from math import inf
from typing import NamedTuple

from companion.cards import BACK, Face
from vision.printing import figures
from vision.printing.art import PANEL_HEIGHT, PANEL_WIDTH, Art
from vision.printing.art.deadlock_city.emblems import EMBLEMS
from vision.printing.art.deadlock_city.words import TITLES, words
from vision.printing.lettering import line, paragraph
from vision.printing.shapes import (
    BLUE,
    GREEN,
    INK,
    ORANGE,
    PAPER,
    PURPLE,
    SKY,
    VERMILION,
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

_LEFT, _TOP = -PANEL_WIDTH / 2, -PANEL_HEIGHT / 2
_ROUNDING = 2.2
#: The picture takes the upper part of the panel, the words the rest.
_HORIZON = _TOP + 42.5
_ROOM = PANEL_WIDTH - 3

_SKY = (
    f"M {_LEFT} {_HORIZON} L {_LEFT} {_TOP + 2.2} "
    f"C {_LEFT} {_TOP + 0.98} {_LEFT + 0.98} {_TOP} {_LEFT + 2.2} {_TOP} "
    f"L {-_LEFT - 2.2} {_TOP} C {-_LEFT - 0.98} {_TOP} {-_LEFT} {_TOP + 0.98} "
    f"{-_LEFT} {_TOP + 2.2} L {-_LEFT} {_HORIZON} Z"
)
#: Half widths and heights above the horizon of the skyline, from left to right, mm.
_SKYLINE = (
    (-18.5, 0),
    (-18.5, 4.2),
    (-15.2, 4.2),
    (-14.2, 1.9),
    (-12, 1.2),
    (-6, 0.8),
    (6, 0.8),
    (10.4, 1.2),
    (11.4, 3.2),
    (12.4, 3.2),
    (12.8, 6),
    (16.6, 6),
    (17, 3.4),
    (18.5, 3),
    (18.5, 0),
)
_MESAS = closed([(x, _HORIZON - up) for x, up in _SKYLINE])


class _Colors(NamedTuple):
    """The sky, its rays, the skyline, the figure, and the emblem's eye-catcher."""

    ground: str
    rays: str
    mesas: str
    figure: str
    accent: str


#: Underlined figures stand a little higher in their disc, mm.
_LIFT = {Face("6"): -0.5, Face("9"): -0.5}

_NIGHT, _MOONLIGHT = INK, "#33313B"
_COLORS = {
    "0": _Colors(_NIGHT, _MOONLIGHT, VERMILION, PAPER, VERMILION),
    "1": _Colors(BLUE, "#1F87C2", INK, PAPER, VERMILION),
    "2": _Colors(GREEN, "#25B08A", INK, PAPER, GREEN),
    "3": _Colors(SKY, "#7CC7F0", INK, INK, SKY),
    "4": _Colors(PURPLE, "#D993BB", INK, INK, PURPLE),
    "5": _Colors(ORANGE, "#EFB745", INK, INK, VERMILION),
    "6": _Colors(YELLOW, "#F7F08F", INK, INK, ORANGE),
    "7": _Colors(_NIGHT, _MOONLIGHT, ORANGE, PAPER, ORANGE),
    "8": _Colors(_NIGHT, _MOONLIGHT, SKY, PAPER, SKY),
    "9": _Colors(PAPER, "#F1E6CB", INK, INK, INK),
}


def art() -> Art:
    """Return the art of Deadlock City."""
    return Art(TITLES, _panel, _mark, lambda face, language: words(face, language).name, _back)


def _mark(face: Face) -> tuple[Shape, ...]:
    if face == BACK:
        return (star(6, 2.6, 1.3, Paint(INK)),)
    colors = _COLORS[face]
    disc = Circle(0, 0, 4.9, Paint(colors.ground, INK, 0.35))
    return disc, Group((figures.figure(face, 6.2, colors.figure),), y=_LIFT.get(face, 0))


def _panel(face: Face, language: str) -> tuple[Shape, ...]:
    colors, said = _COLORS[face], words(face, language)
    emblem = EMBLEMS[face](INK, PAPER, colors.accent)
    return (
        Rect(_LEFT, _TOP, PANEL_WIDTH, PANEL_HEIGHT, Paint(PAPER), _ROUNDING),
        *_desert(colors),
        Group((figures.figure(face, 17, colors.figure, colors.ground),), y=_TOP + 11.5),
        Group(emblem, y=_TOP + 32, scale=0.92),
        line(said.name.upper(), _HORIZON + 5, 4.1, _ROOM, font="bold"),
        *paragraph(said.effect, _HORIZON + 12, 2.65, _ROOM),
        Rect(_LEFT, _TOP, PANEL_WIDTH, PANEL_HEIGHT, Paint(stroke=INK, width=0.5), _ROUNDING),
    )


def _desert(colors: _Colors) -> tuple[Shape, ...]:
    """Return the ground of the picture: a sky with rays, and mesas on the horizon."""
    rays = [
        polygon([(0, _HORIZON), _sky_edge(turn - 3.75), _sky_edge(turn + 3.75)], Paint(colors.rays))
        for turn in range(-75, 90, 15)
    ]
    return (Path(_SKY, Paint(colors.ground)), *rays, Path(_MESAS, Paint(colors.mesas)))


def _sky_edge(degrees: float) -> tuple[float, float]:
    """Return where a ray from the middle of the horizon leaves the picture."""
    x, y = ray(1, degrees)
    reach = min(_LEFT / -abs(x) if x else inf, (_HORIZON - _TOP) / -y)
    return x * reach, _HORIZON + y * reach


def _back() -> tuple[Shape, ...]:
    half = (*_back_title(), *_back_rays())
    return (
        Rect(_LEFT, _TOP, PANEL_WIDTH, PANEL_HEIGHT, Paint(INK), _ROUNDING),
        Group(half),
        Group(half, degrees=180),
        Circle(0, 0, 11.5, Paint(INK, PAPER, 0.5)),
        star(6, 10, 5.2, Paint(ORANGE, PAPER, 0.5)),
        *(Circle(*ray(10, 60 * turn), 1.1, Paint(ORANGE, PAPER, 0.4)) for turn in range(6)),
        Circle(0, 0, 3.2, Paint(INK, PAPER, 0.5)),
        Rect(
            _LEFT + 1.2,
            _TOP + 1.2,
            PANEL_WIDTH - 2.4,
            PANEL_HEIGHT - 2.4,
            Paint(stroke=PAPER, width=0.35),
            _ROUNDING - 0.8,
        ),
    )


def _back_title() -> tuple[Shape, ...]:
    return (
        line("DEADLOCK", _TOP + 7, 5, PANEL_WIDTH - 8, fill=PAPER, font="bold"),
        line("CITY", _TOP + 12, 5, PANEL_WIDTH - 8, fill=PAPER, font="bold"),
    )


def _back_rays() -> tuple[Shape, ...]:
    inner, outer = 13, 16.5
    return tuple(
        polygon([ray(inner, turn - 3), ray(outer, turn), ray(inner, turn + 3)], Paint(ORANGE))
        for turn in range(-75, 90, 15)
    )
