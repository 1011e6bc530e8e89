"""The legend card, and Dinah as her legend grows."""

from collections.abc import Mapping

from vision.printing.art.deadeye_dinah.emblems import Shapes, tin_star
from vision.printing.art.deadeye_dinah.marks import fitted, number, sign, title
from vision.printing.art.deadeye_dinah.sides import HEIGHT, SAND, STRIP_X, WIDTH, strip
from vision.printing.art.deadeye_dinah.words import Words
from vision.printing.shapes import (
    BLUE,
    INK,
    ORANGE,
    PAPER,
    SKY,
    VERMILION,
    Circle,
    Group,
    Paint,
    Path,
    Rect,
    polygon,
    ray,
    star,
)
from vision.printing.svg import svg

Says = Mapping[str, str]

#: So many pictures there are of her growth.
LEVELS = 5
_SKIN, _HAIR = "#E7BE94", "#7A3E1D"


def legend_face(says: Says, words: Words, language: str) -> Shapes:
    """Return the whole card but its tags, in the card's frame."""
    top, count = -HEIGHT / 2, int(says["steps"])
    ground = Rect(-WIDTH / 2, top, WIDTH, HEIGHT, Paint(PAPER, INK, 0.5), 1.8)
    rows: list[Group] = []
    high = (HEIGHT - 11) / max(1, count)
    for step in range(1, count + 1):
        text = says[f"step_{step}_{language}"]
        rows.append(Group(_row(says[f"from_{step}"], text, high), y=top + 9.6 + (step - 1) * high))
    bar = Rect(-WIDTH / 2 + 1.2, top + 1.2, WIDTH - 2.4, 7, Paint(INK), 1)
    return (*_edge(), ground, bar, *title("DEADEYE DINAH", top + 6.2, 4, WIDTH - 5, PAPER), *rows)


def _row(reputation: str, text: str, high: float) -> Shapes:
    """Return one step from y = 0 down: its star with the reputation, and what it gives."""
    size = min(4.6, high * 0.4)
    mark = (
        star(5, size, size * 0.5, Paint(ORANGE, INK, 0.35)),
        number(reputation, 0, 0.4, size * 0.62),
    )
    lines = fitted(text, 0, high - 0.8, 2.4, WIDTH - 14)
    return (Group(mark, x=-13.4, y=high / 2 - 0.4), Group(lines, x=4.6))


def _edge() -> Shapes:
    faces = tuple(sign(growth(level), 0, -23.4 + level * 11.7, 10.4) for level in range(LEVELS))
    return (strip(SAND), Group(faces, x=-STRIP_X), Group((strip(PAPER),), degrees=180))


def growth(level: int) -> Shapes:
    """Return Dinah in a box of 20 by 20 mm, from a nobody (0) to a legend (`LEVELS` - 1)."""
    level = max(0, min(LEVELS - 1, level))
    glory = _rays() if level >= 4 else ()
    star_badge = (sign(tin_star(INK, ORANGE, PAPER), 3.4, 8, 5),) if level >= 2 else ()
    belt = (_bandolier(),) if level >= 3 else ()
    return (*glory, *_bust(), *belt, *star_badge, *(_hat() if level >= 1 else _bare_head()))


def growth_svg(level: int) -> str:
    """Return the same picture as SVG, for screens."""
    return svg(growth(level), 20, 20, "")


def _rays() -> Shapes:
    beams = (
        polygon([(0, 0), ray(10, turn - 7), ray(10, turn + 7)], Paint("#F6D98F"))
        for turn in range(0, 360, 30)
    )
    return (*beams, Circle(0, 0, 9.6, Paint(stroke=ORANGE, width=0.8)))


def _bust() -> Shapes:
    braid = "M 3.6 -2 C 6.4 0.6 5.6 4.6 6 8 C 4.4 7.6 3.6 6 3.4 3.4 Z"
    coat = "M -8.8 10 C -8.6 6 -5.4 4.6 -2.4 4 L 2.4 4 C 5.4 4.6 8.6 6 8.8 10 Z"
    scarf = [(-3.6, 3.6), (3.6, 3.6), (0.6, 7.6), (-0.6, 7.6)]
    return (
        Path(coat, Paint(BLUE, INK, 0.7)),
        Path(braid, Paint(_HAIR, INK, 0.5)),
        Rect(-3.7, -4.6, 7.4, 9, Paint(_SKIN, INK, 0.7), 3.4),
        Circle(-1.5, -0.8, 0.5, Paint(INK)),
        Circle(1.5, -0.8, 0.5, Paint(INK)),
        Path("M -1.2 2 C -0.4 2.5 0.6 2.5 1.4 1.8", Paint(stroke=INK, width=0.5)),
        polygon(scarf, Paint(VERMILION, INK, 0.5)),
    )


def _bare_head() -> Shapes:
    hair = "M -4.2 0 C -5 -6.8 5 -6.8 4.2 0 C 3 -3.4 -1 -4 -4.2 0 Z"
    return (Path(hair, Paint(_HAIR, INK, 0.5)),)


def _hat() -> Shapes:
    crown = "M -3.9 -3 L -3.3 -7.6 C -1.8 -9 -0.9 -8 0 -8 C 0.9 -8 1.8 -9 3.3 -7.6 L 3.9 -3 Z"
    brim = "M -8.4 -4.2 C -5.6 -2.4 5.6 -2.4 8.4 -4.2 C 6.4 -0.8 -6.4 -0.8 -8.4 -4.2 Z"
    return (
        Path(crown, Paint(SAND, INK, 0.6)),
        Rect(-3.8, -4.6, 7.6, 1.2, Paint(SKY)),
        Path(brim, Paint(SAND, INK, 0.6)),
    )


def _bandolier() -> Path:
    return Path("M -5.6 5.4 L 3.6 10", Paint(stroke=ORANGE, width=1.4))
