"""Numbers and signs as they stand on the cards: ranges, hats, prices; and texts that fit."""

from vision.printing import figures
from vision.printing.art.deadeye_dinah.emblems import ITEMS, Shapes, bullet, hat, heart
from vision.printing.lettering import LEADING, line, paragraph
from vision.printing.shapes import INK, ORANGE, PAPER, VERMILION, Group, Paint, Path

#: A figure is so much narrower than tall.
_NARROW = 0.66
#: Text smaller than this cannot be read at arm's length, mm.
_SMALLEST = 1.5
#: Spaces that keep words together; printed fonts know only the wide one.
SPACE, NARROW_SPACE = "\N{NO-BREAK SPACE}", "\N{NARROW NO-BREAK SPACE}"


def sign(emblem: Shapes, x: float, y: float, size: float) -> Group:
    """Return a sign of 20 mm drawn `size` mm large around (x, y)."""
    return Group(emblem, x, y, size / 20)


def item(name: str, x: float, y: float, size: float, line: str = INK) -> Group:
    """Return the sign of an item."""
    body = PAPER if line == INK else "#5A5261"
    return sign(ITEMS[name](line, body, ORANGE), x, y, size)


def number(text: str, x: float, y: float, height: float, color: str = INK) -> Group:
    """Return a number of one or two digits around (x, y)."""
    step = height * _NARROW
    first = -step * (len(text) - 1) / 2
    digits = tuple(
        Group((figures.figure(digit, height, color),), x=first + place * step)
        for place, digit in enumerate(text)
    )
    return Group(digits, x, y)


def run(text: str, x: float, y: float, height: float, color: str = INK) -> Group:
    """Return a run such as "3" or "4-6" around (x, y)."""
    low, dash, high = text.partition("-")
    if not dash:
        return number(low, x, y, height, color)
    apart = height * 0.72
    bar = Path(
        f"M {-height * 0.24:g} 0 L {height * 0.24:g} 0", Paint(stroke=color, width=height * 0.12)
    )
    ends = (number(low, -apart, 0, height, color), number(high, apart, 0, height, color))
    return Group((*ends, bar), x, y)


def stacked(bullets: str, top: float, room: float, height: float, color: str) -> Shapes:
    """Return the runs of a range below each other, at most `height` mm tall, from `top` down."""
    runs = [part.strip() for part in bullets.split(",") if part.strip()]
    if not runs:
        return (Path(f"M -2 {top + 2:g} L 2 {top + 2:g}", Paint(stroke=color, width=0.8)),)
    step = min(height * 1.42, room / len(runs))
    tall = min(height, step * 0.74)
    return tuple(run(text, 0, top + (n + 0.5) * step, tall, color) for n, text in enumerate(runs))


def hat_sign(x: float, y: float, size: float, line: str = INK, body: str = ORANGE) -> Group:
    """Return a hat."""
    return sign(hat(line, body, line), x, y, size)


def bullet_sign(x: float, y: float, size: float, line: str = INK) -> Group:
    """Return a cartridge."""
    return sign(bullet(line, ORANGE, PAPER if line == INK else "#8A8292"), x, y, size)


def hearts(count: int, x: float, y: float, size: float) -> Shapes:
    """Return so many hearts side by side."""
    first = x - (count - 1) * size * 0.55
    one = heart(INK, PAPER, VERMILION)
    return tuple(sign(one, first + place * size * 1.1, y, size) for place in range(count))


def fitted(
    text: str, top: float, height: float, size: float, room: float, *, fill: str = INK
) -> Shapes:
    """Return a text within `height` mm from `top`, as large as fits and at most `size` mm."""
    text = printable(text)
    while text:
        lines = paragraph(text, top + height / 2, size, room, fill)
        if len(lines) * LEADING * size <= height or size <= _SMALLEST:
            return lines
        size *= 0.94
    return ()


def title(text: str, y: float, size: float, room: float, fill: str = INK) -> Shapes:
    """Return one bold line, made smaller where it needs more room."""
    text = printable(text)
    return (line(text, y, size, room, fill=fill, font="bold"),) if text else ()


def printable(text: str) -> str:
    """Return a text in the characters that a printed font has, all on one line."""
    known = text.replace(NARROW_SPACE, SPACE).encode("cp1252", "replace").decode("cp1252")
    clean = "".join(c if c.isprintable() or c == SPACE else " " for c in known)
    return " ".join(part for part in clean.split(" ") if part)
