"""The boss face of a job card: a poster, and the strip that a fan shows of it.

The other edge is blank: it is what shows of a card that was lost.
"""

from collections.abc import Mapping

from vision.printing.art.deadeye_dinah.emblems import Shapes, portrait
from vision.printing.art.deadeye_dinah.marks import (
    bullet_sign,
    fitted,
    hat_sign,
    item,
    number,
    sign,
    stacked,
    title,
)
from vision.printing.art.deadeye_dinah.sides import HEIGHT, SAND, STRIP_X, WIDTH, strip
from vision.printing.art.deadeye_dinah.words import Words
from vision.printing.lettering import line
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
    star,
)

Says = Mapping[str, str]

_CLOTHS = (VERMILION, SKY, GREEN, ORANGE, PURPLE, BLUE, YELLOW, "#A8A29A")
_MOST_STARS = 6


def boss_face(says: Says, words: Words, language: str) -> Shapes:
    """Return the whole face but its tags, in the card's frame."""
    return (*_edge(says), *_blank_edge(), *_poster(says, words, language))


def _edge(says: Says) -> Shapes:
    shapes: Shapes = (
        Group((star(5, 5, 2.4, Paint(ORANGE, INK, 0.5)),), y=-24.4),
        number(says["stars"], 0, -16.2, 4.6),
        hat_sign(0, -8.6, 9.6, INK, "#FFFFFF"),
        number(says["hat"], 0, -1.2, 5.6),
        bullet_sign(0, 8, 8.4),
        *stacked(says["bullets"], 12.6, 16.6, 4.4, INK),
    )
    return (strip("#F3C9B4"), Group(shapes, x=-STRIP_X))


def _blank_edge() -> Shapes:
    lines = tuple(
        Path(f"M {-STRIP_X - 4.6:g} {y} L {-STRIP_X + 4.6:g} {y}", Paint(stroke=SAND, width=0.8))
        for y in range(-28, 29, 4)
    )
    return (Group((strip(PAPER), *lines), degrees=180),)


def _poster(says: Says, words: Words, language: str) -> Shapes:
    top, room = -HEIGHT / 2, WIDTH - 4
    cloth = _CLOTHS[(int(says["number"]) - 1) % len(_CLOTHS)]
    ground = Rect(-WIDTH / 2, top, WIDTH, HEIGHT, Paint(SAND, INK, 0.5), 1.8)
    inner = Rect(-room / 2, top + 9, room, 20, Paint(PAPER, INK, 0.4), 0.6)
    return (
        ground,
        *title(words.wanted, top + 6.9, 6.2, room),
        inner,
        sign(portrait(int(says["number"]) - 1, INK, PAPER, cloth), 0, top + 18.7, 19),
        *title(says["name"].upper(), top + 34, 3.7, room),
        *_stars(int(says["stars"]), top + 38.4),
        *fitted(says[f"text_{language}"], top + 41.4, 9.6, 2.5, room),
        *_start(says, words),
    )


def _stars(count: int, y: float) -> Shapes:
    one = (star(5, 2, 0.95, Paint(ORANGE, INK, 0.3)),)
    if count > _MOST_STARS:
        return Group(one, x=-3, y=y), number(str(count), 2, y, 3.4)
    return tuple(Group(one, x=(n - (count - 1) / 2) * 4.6, y=y) for n in range(count))


def _start(says: Says, words: Words) -> Shapes:
    """Return the foot of the poster: the kit number and the starting item."""
    y = HEIGHT / 2 - 5
    return (
        Circle(-12.4, y, 3.9, Paint("#FFFFFF", INK, 0.5)),
        number(says["kit"], -12.4, y, 4.4),
        Group((line(words.kit_number, 0, 2.3, 9),), x=-3.6, y=y + 0.8),
        Rect(4.4, y - 4.2, 12, 8.4, Paint("#FFFFFF", INK, 0.4), 1),
        item(says["starts_with"], 10.4, y, 7.6),
    )
