"""The played face of a job card: an end on either side, the scene in the middle.

Each end stands upright for whoever has it on his left, so a fan shows the active one. The
kit end is bright, the scrap end dark.
"""

from collections.abc import Iterator, Mapping
from math import ceil

from vision.printing.art.deadeye_dinah.emblems import Shapes
from vision.printing.art.deadeye_dinah.marks import (
    bullet_sign,
    fitted,
    hat_sign,
    hearts,
    item,
    number,
    run,
    stacked,
    title,
)
from vision.printing.art.deadeye_dinah.words import Words
from vision.printing.lettering import line
from vision.printing.shapes import INK, PAPER, Circle, Group, Paint, Path, Rect

Says = Mapping[str, str]

#: The strip between the tags at an edge of the card, mm: its middle, its size.
STRIP_X, STRIP_WIDTH, STRIP_HEIGHT = 25.4, 11.2, 61.0
_BAND_Y, _BAND_WIDTH, _BAND_HEIGHT = 37.9, 37.0, 11.2
WIDTH, HEIGHT = 37.0, 61.0
SAND, DUSK = "#F1E6CB", "#35303B"
_ROUND = 1.8
_PER_ROW = 3


def played_face(says: Says, words: Words) -> Shapes:
    """Return the whole face but its tags, kit end upright, in the card's frame."""
    kit = (*_end(says, "kit"), *_band(says, words.kit, "kit"))
    scrap = (*_end(says, "scrap"), *_band(says, words.scrap, "scrap"))
    scene = _peril if says["scene"] == "peril" else _shootout
    return (*kit, Group(scrap, degrees=180), *_frame(), *scene(says, words))


def strip(fill: str) -> Rect:
    """Return the ground of the strip on the left."""
    x, y = -STRIP_X - STRIP_WIDTH / 2, -STRIP_HEIGHT / 2
    return Rect(x, y, STRIP_WIDTH, STRIP_HEIGHT, Paint(fill, INK, 0.3), _ROUND)


def _end(says: Says, end: str) -> Shapes:
    ground, ink = (SAND, INK) if end == "kit" else (DUSK, PAPER)
    sign = says[f"{end}_item"]
    shapes: Shapes = (item(sign, 0, -23.6, 10.2, ink),) if sign else ()
    shapes += (
        hat_sign(0, -12.6, 9.6, ink, PAPER if ink == INK else "#5A5261"),
        number(says[f"{end}_hat"], 0, -5, 5.6, ink),
        bullet_sign(0, 5, 8.4, ink),
        *stacked(says[f"{end}_bullets"], 10.2, 19, 4.4, ink),
    )
    return (strip(ground), Group(shapes, x=-STRIP_X))


def _band(says: Says, word: str, end: str) -> Shapes:
    ground, ink = (SAND, INK) if end == "kit" else (DUSK, PAPER)
    x, y = -_BAND_WIDTH / 2, -_BAND_Y - _BAND_HEIGHT / 2
    return (
        Rect(x, y, _BAND_WIDTH, _BAND_HEIGHT, Paint(ground, INK, 0.3), _ROUND),
        *title(says["name"], -_BAND_Y + 0.3, 3.4, _BAND_WIDTH - 3, ink),
        line(word, -_BAND_Y + 3.9, 2.5, _BAND_WIDTH - 3, fill=ink),
    )


def _frame() -> Shapes:
    return (Rect(-WIDTH / 2, -HEIGHT / 2, WIDTH, HEIGHT, Paint(PAPER, INK, 0.5), _ROUND),)


def _peril(says: Says, words: Words) -> Shapes:
    prices = says["lose"].split()
    return (
        _heading(words.peril),
        *fitted(words.both, -20, 4, 2.6, WIDTH - 4),
        _chance(says["top_item"], -9, -8.4, 15),
        _chance(says["top_bullet"], 9, -8.4, 15),
        Path("M -16 3.6 L 16 3.6", Paint(stroke=INK, width=0.4)),
        *fitted(words.or_lose, 4.4, 4, 2.4, WIDTH - 4),
        *_prices(prices),
    )


def _heading(word: str) -> Group:
    y = -HEIGHT / 2
    bar = Rect(-WIDTH / 2 + 1.2, y + 1.2, WIDTH - 2.4, 6.4, Paint(INK), 1)
    return Group((bar, line(word, y + 6, 4.2, WIDTH - 6, fill=PAPER, font="bold")))


def _chance(what: str, x: float, y: float, size: float) -> Group:
    """Return a chance in its outline: an item, or a bullet with its number."""
    ring = Circle(0, 0, size / 2, Paint("#FFFFFF", INK, 0.6))
    if not what.isdigit():
        return Group((ring, item(what, 0, 0, size * 0.72)), x, y)
    shot = (
        bullet_sign(-size * 0.2, 0, size * 0.52),
        number(what, size * 0.17, 0, size * 0.46),
    )
    return Group((ring, *shot), x, y)


def _prices(prices: list[str]) -> Shapes:
    if not prices:
        return (Path("M -4 18 L 4 18", Paint(stroke=INK, width=0.8)),)
    per_row = min(len(prices), _PER_ROW)
    rows = ceil(len(prices) / _PER_ROW)
    size = min(13.0, 34 / per_row - 1, 20 / rows - 1)
    return tuple(
        _chance(price, x, 19 + (row - (rows - 1) / 2) * (size + 1), size)
        for price, (row, x) in zip(prices, _in_rows(len(prices), size + 1.2), strict=True)
    )


def _in_rows(count: int, step: float) -> Iterator[tuple[int, float]]:
    """Yield the row, from 0, and the x of each of so many things that stand side by side."""
    for place in range(count):
        row, column = divmod(place, _PER_ROW)
        width = min(count - row * _PER_ROW, _PER_ROW)
        yield row, (column - (width - 1) / 2) * step


def _shootout(says: Says, words: Words) -> Shapes:
    outlaws = [one.split(":") for one in says["outlaws"].split()]
    rows = max(1, ceil(len(outlaws) / _PER_ROW))
    high = 38 / rows
    shapes = [
        Group(_outlaw(numbers, int(count)), x, -21.4 + (row + 0.5) * high, min(1.0, high / 20))
        for (numbers, count), (row, x) in zip(outlaws, _in_rows(len(outlaws), 11.8), strict=True)
    ]
    return (_heading(words.shootout), *shapes, *_cover(says["cover"].split(), words.cover))


def _outlaw(numbers: str, count: int) -> Shapes:
    """Return an outlaw in a box of 11 by 20 mm: hearts, hat, number."""
    above = hearts(count, 0, -7.4, min(4.4, 10 / count)) if count > 1 else ()
    runs = numbers.split(",")
    tall = min(7.0, 9.4 / len(runs), 7.0 if "-" not in numbers else 4.6)
    below = tuple(
        run(one, 0, 5.2 + (n - (len(runs) - 1) / 2) * tall * 1.3, tall)
        for n, one in enumerate(runs)
    )
    return (*above, hat_sign(0, -1.8, 10.6, INK, SAND), *below)


def _cover(values: list[str], word: str) -> Shapes:
    boxes = ["+0", *values]
    size = min(8.6, 34 / len(boxes) - 1)
    shapes: list[Group] = []
    for place, value in enumerate(boxes):
        x = (place - (len(boxes) - 1) / 2) * (size + 1)
        box = Rect(-size / 2, -3.2, size, 6.4, Paint("#FFFFFF", INK, 0.4), 0.9)
        text = line(value.replace("-", "–"), 1.4, 4, size - 1, font="bold")
        shapes.append(Group((box, text), x, 26))
    return (*fitted(word, 17.4, 4.4, 2.6, WIDTH - 4), *shapes)
