"""The look of Deadeye Dinah: posters, saddle bags, and signs that read at arm's length.

Every number comes from the print itself, so an owner's own deck is drawn like ours.
"""

from companion.cards import BACK, Face, Print
from vision.printing.art import PANEL_HEIGHT, PANEL_WIDTH, Art
from vision.printing.art.deadeye_dinah.boss import boss_face
from vision.printing.art.deadeye_dinah.emblems import Shapes, hat, tin_star
from vision.printing.art.deadeye_dinah.legend import legend_face
from vision.printing.art.deadeye_dinah.marks import sign
from vision.printing.art.deadeye_dinah.sides import played_face
from vision.printing.art.deadeye_dinah.words import TITLES, words
from vision.printing.lettering import line
from vision.printing.shapes import INK, ORANGE, PAPER, Group, Paint, Rect, star

LEGEND = Face("legend")


def art() -> Art:
    """Return the art of Deadeye Dinah."""
    return Art(TITLES, _panel, _mark, lambda face, _: face, _back, _card)


def _card(design: Print, language: str) -> Shapes:
    says = dict(design.says)
    if design.face == LEGEND:
        return legend_face(says, words(language), language)
    if design.face.endswith(".boss"):
        return boss_face(says, words(language), language)
    return played_face(says, words(language))


def _panel(face: Face, language: str) -> Shapes:
    """Return nothing: every face but the back is drawn as a whole card."""
    return ()


def _mark(face: Face) -> Shapes:
    return (star(5, 3, 1.4, Paint(INK)),) if face == BACK else ()


def _back() -> Shapes:
    half = (line("DEADEYE", -20, 5.4, PANEL_WIDTH - 8, fill=PAPER, font="bold"),)
    other = (line("DINAH", -20, 5.4, PANEL_WIDTH - 8, fill=PAPER, font="bold"),)
    inner = Paint(stroke=PAPER, width=0.4)
    width, height = PANEL_WIDTH, PANEL_HEIGHT
    return (
        Rect(-width / 2, -height / 2, width, height, Paint("#5B2B1B"), 2.2),
        Rect(1.2 - width / 2, 1.2 - height / 2, width - 2.4, height - 2.4, inner, 1.4),
        Group(half),
        Group(other, degrees=180),
        sign(tin_star(INK, ORANGE, PAPER), 0, 0, 26),
        sign(hat(INK, PAPER, ORANGE), 0, 0, 7),
    )
