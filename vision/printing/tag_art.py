"""A tag as one vector outline, so that no viewer shows hairlines between its modules."""

from collections.abc import Iterator

import numpy as np

from vision.printing.shapes import BLACK, WHITE, Paint, Path, Rect, Shape
from vision.tags import MODULES, Modules, tag_modules

_Point = tuple[int, int]


def tag_shapes(tag: int, x: float, y: float, size: float) -> tuple[Shape, ...]:
    """Return a tag with its white quiet zone.

    Args:
        tag: the id in the dictionary.
        x: left edge of the black border, mm.
        y: top edge of the black border, mm.
        size: outer edge of the black border, mm.

    """
    module = size / MODULES
    quiet = Rect(x - module, y - module, size + 2 * module, size + 2 * module, Paint(WHITE))
    loops = " ".join(
        "M " + " L ".join(f"{x + c * module:.6g} {y + r * module:.6g}" for c, r in loop) + " Z"
        for loop in outlines(tag_modules(tag))
    )
    return quiet, Path(loops, Paint(fill=BLACK))


def outlines(black: Modules) -> Iterator[list[_Point]]:
    """Yield the closed outlines of the black modules as corners (column, row).

    Filled even-odd they give exactly the black modules; two that touch only at a corner
    stay apart.
    """
    onward = _edges(black)
    while onward:
        start = at = next(iter(onward))
        loop: list[_Point] = []
        while not loop or at != start:
            loop.append(at)
            ways = onward[at]
            at = ways.pop()
            if not ways:
                del onward[loop[-1]]
        yield _without_straight_corners(loop)


def _without_straight_corners(loop: list[_Point]) -> list[_Point]:
    """Keep only the corners at which the outline turns."""
    neighbours = zip(loop[-1:] + loop[:-1], loop, loop[1:] + loop[:1], strict=True)
    return [
        at for before, at, after in neighbours if before[0] != after[0] and before[1] != after[1]
    ]


def _edges(black: Modules) -> dict[_Point, list[_Point]]:
    """Return where the outline goes on from each corner, black to the right of the way."""
    padded = np.pad(black, 1)
    onward: dict[_Point, list[_Point]] = {}
    for row, column in np.argwhere(black).tolist():
        corners = [(column, row), (column + 1, row), (column + 1, row + 1), (column, row + 1)]
        outside = [
            padded[row, column + 1],
            padded[row + 1, column + 2],
            padded[row + 2, column + 1],
            padded[row + 1, column],
        ]
        for side in range(4):
            if not outside[side]:
                onward.setdefault(corners[side], []).append(corners[(side + 1) % 4])
    return onward
