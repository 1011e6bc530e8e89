"""A plain, clean face for any game that has no art of its own: the face's name."""

from companion.cards import Face
from vision.printing import figures
from vision.printing.art import PANEL_HEIGHT, PANEL_WIDTH, Art
from vision.printing.lettering import line, paragraph
from vision.printing.shapes import BLUE, INK, PAPER, Paint, Rect, Shape, star

_ROOM = PANEL_WIDTH - 6


def art(name: str) -> Art:
    """Return plain art for the deck called `name`."""
    return Art({"en": name, "fr": name}, _panel, _mark, lambda face, _: face, _back)


def _frame(fill: str) -> tuple[Shape, ...]:
    width, height = PANEL_WIDTH, PANEL_HEIGHT
    inner = Paint(stroke=INK if fill == PAPER else PAPER, width=0.3)
    return (
        Rect(-width / 2, -height / 2, width, height, Paint(fill=fill), 2.5),
        Rect(1.2 - width / 2, 1.2 - height / 2, width - 2.4, height - 2.4, inner, 1.6),
    )


def _panel(face: Face, language: str) -> tuple[Shape, ...]:
    if len(face) == 1 and face.isascii() and face.isdigit():
        return (*_frame(PAPER), figures.figure(face, 34, INK, PAPER))
    words = face.replace("_", " ").replace("-", " ")
    return (*_frame(PAPER), *paragraph(words, 0, 6.5, _ROOM))


def _mark(face: Face) -> tuple[Shape, ...]:
    if len(face) == 1 and face.isascii() and face.isdigit():
        return (figures.figure(face, 8),)
    return (line(face[:3].upper(), 1.6, 4.5, 9, font="bold"),)


def _back() -> tuple[Shape, ...]:
    return (*_frame(BLUE), star(6, 11, 5.5, Paint(stroke=PAPER, width=0.8)))
