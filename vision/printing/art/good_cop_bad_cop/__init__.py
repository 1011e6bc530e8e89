"""The look of Good Cop Bad Cop: a case file.

Honest cards are bright and crooked ones dark, so that a turned card tells its side from
across the table and in grey; leaders have a double frame. A gun is one big arrow: its tip
is the card's top, and points at whom it threatens.
"""

from typing import NamedTuple

from companion.cards import BACK, Face
from vision.printing.art import PANEL_HEIGHT, PANEL_WIDTH, Art
from vision.printing.art.good_cop_bad_cop.badges import BADGES, pistol
from vision.printing.art.good_cop_bad_cop.emblems import EMBLEMS
from vision.printing.art.good_cop_bad_cop.words import NEEDS, TITLES, Words, in_fourth, words
from vision.printing.lettering import line, paragraph
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
    Shape,
    star,
)

Shapes = tuple[Shape, ...]

_LEFT, _TOP = -PANEL_WIDTH / 2, -PANEL_HEIGHT / 2
_ROUNDING = 2.2
_ROOM = PANEL_WIDTH - 4
GUN = Face("gun")


class _Colors(NamedTuple):
    """The panel, what is written on it, and the band behind the name."""

    ground: str
    text: str
    band: str


_INTEGRITY = {
    "agent": _Colors(SKY, INK, PAPER),
    "honest": _Colors("#DCEFFA", INK, PAPER),
    "kingpin": _Colors(INK, PAPER, VERMILION),
    "crooked": _Colors("#3A3440", PAPER, INK),
}
_LEADERS = ("agent", "kingpin")
#: Sets the fourth edition's words apart; seven times darker than the card.
_FOURTH_INK = "#8A3B00"
_PAPER_FILE = _Colors(PAPER, INK, "#F1E6CB")


def art() -> Art:
    """Return the art of Good Cop Bad Cop."""
    return Art(TITLES, _panel, _mark, lambda face, language: words(face, language).name, _back)


def _panel(face: Face, language: str) -> Shapes:
    said = words(face, language)
    if face == GUN:
        return _gun()
    if face in _INTEGRITY:
        return _integrity(face, said)
    return _equipment(face, said, in_fourth(face, language))


def _frame(colors: _Colors, *, double: bool = False) -> Shapes:
    outer = Rect(_LEFT, _TOP, PANEL_WIDTH, PANEL_HEIGHT, Paint(colors.ground, INK, 0.5), _ROUNDING)
    if not double:
        return (outer,)
    inner = Paint(stroke=colors.text, width=0.7)
    width, height = PANEL_WIDTH - 3, PANEL_HEIGHT - 3
    return outer, Rect(_LEFT + 1.5, _TOP + 1.5, width, height, inner, _ROUNDING - 0.8)


def _integrity(face: Face, said: Words) -> Shapes:
    colors = _INTEGRITY[face]
    return (
        *_frame(colors, double=face in _LEADERS),
        Group(BADGES[face](), y=-11, scale=1.08),
        Rect(_LEFT + 3, 9.2, PANEL_WIDTH - 6, 9.6, Paint(colors.band, colors.text, 0.5), 1.2),
        line(said.name.upper(), 16, 5.4, _ROOM - 4, fill=_on(colors), font="bold"),
        *paragraph(said.effect, 24, 2.75, _ROOM - 2, colors.text),
    )


def _on(colors: _Colors) -> str:
    return INK if colors.band == PAPER else PAPER


def _equipment(face: Face, said: Words, fourth: str) -> Shapes:
    effect = paragraph(said.effect, 22.2, 2.75, _ROOM)
    if fourth:
        effect = (
            *paragraph(said.effect, 19.6, 2.6, _ROOM),
            *paragraph(fourth, 26.6, 2.5, _ROOM, _FOURTH_INK),
        )
    return (
        *_frame(_PAPER_FILE),
        Path(f"M {_LEFT} 4 L {-_LEFT} 4", Paint(stroke=INK, width=0.4)),
        Group(EMBLEMS[face](), y=-13.4),
        *_needs(face),
        *_name(said.name),
        *effect,
    )


def _name(name: str) -> Shapes:
    """Return a name in one line, or in two where one would be set too small."""
    first, _, rest = name.upper().partition(" ")
    if len(name) <= 14 or not rest:
        return (line(name.upper(), 11, 4.2, _ROOM, font="bold"),)
    if rest.startswith(("DE ", "DES ", "OF ")):
        joint, _, rest = rest.partition(" ")
        first = f"{first} {joint}"
    return (
        line(first, 9, 3.9, _ROOM, font="bold"),
        line(rest, 13.6, 3.9, _ROOM, font="bold"),
    )


def _needs(face: Face) -> Shapes:
    if face not in NEEDS:
        return ()
    text = line(NEEDS[face], 1.2, 3.2, 6, fill=PAPER, font="bold")
    return (Group((Circle(0, 0, 3.4, Paint(INK)), text), x=-_LEFT - 4.6, y=_TOP + 4.6),)


def _gun() -> Shapes:
    return (
        Rect(_LEFT, _TOP, PANEL_WIDTH, PANEL_HEIGHT, Paint(ORANGE, INK, 0.5), _ROUNDING),
        *pistol(),
    )


def _mark(face: Face) -> Shapes:
    """Return a sign that looks the same from both sides of the table where it must."""
    if face == BACK:
        return (star(5, 3, 1.2, Paint(INK)),)
    if face == GUN:
        cross = Path("M -4 0 L 4 0 M 0 -4 L 0 4", Paint(stroke=INK, width=0.8))
        return (Circle(0, 0, 2.7, Paint(ORANGE, INK, 0.9)), cross)
    if face in _INTEGRITY:
        colors = _INTEGRITY[face]
        disc = Circle(0, 0, 4.6, Paint(colors.ground, INK, 0.4))
        return (disc, Group(BADGES[face](), scale=0.25))
    return (Group(EMBLEMS[face](), scale=0.32),)


def _back() -> Shapes:
    title = (
        line("GOOD COP", _TOP + 8, 5, PANEL_WIDTH - 8, fill=PAPER, font="bold"),
        line("BAD COP", _TOP + 13.4, 5, PANEL_WIDTH - 8, fill=PAPER, font="bold"),
    )
    frame = Paint(stroke=PAPER, width=0.4)
    width, height = PANEL_WIDTH - 2.6, PANEL_HEIGHT - 2.6
    return (
        Rect(_LEFT, _TOP, PANEL_WIDTH, PANEL_HEIGHT, Paint(BLUE), _ROUNDING),
        Rect(_LEFT + 1.3, _TOP + 1.3, width, height, frame, _ROUNDING - 0.8),
        Group(title),
        Group(title, degrees=180),
        Circle(0, 0, 10.5, Paint(INK, PAPER, 0.6)),
        # Ten points look the same either way up: a back must not tell how it was laid.
        star(10, 9, 5.6, Paint(ORANGE, PAPER, 0.4)),
        Circle(0, 0, 3.2, Paint(INK, PAPER, 0.4)),
    )
