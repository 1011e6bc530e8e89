"""Which card lies on which, from the tags that are seen and those that are hidden.

A tag that is seen inside another card's outline lies above that card. A tag that should
be there but is not seen, inside another card's outline, lies beneath it, unless a card
known to be above hides it already.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from heapq import heapify, heappop, heappush

import cv2
import numpy as np
import numpy.typing as npt

from vision.cards import CardFit, Complex

#: A tag counts as inside an outline if a corner of it is this deep within, mm: beyond
#: the error of the poses, and more than a module, so that a hidden tag can't be read.
INSIDE_MM = 2.0
#: Cards that share less than this area, mm2, lie side by side.
OVERLAP_MM2 = 300.0

Matrix = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Shape:
    """A card's fit with its printed size, mm, and its tags in the card frame, (4, 4)."""

    fit: CardFit
    half: complex
    model: Complex

    @property
    def direction(self) -> complex:
        """Return the card's own right as a complex number of length 1."""
        return complex(np.exp(1j * np.deg2rad(self.fit.angle_deg)))

    def on_mat(self, points: Complex) -> Complex:
        """Turn points of the card frame into mat points."""
        return np.asarray(self.fit.centre + self.direction * points)

    def outline(self) -> Complex:
        """Return the card's corners on the mat, clockwise from its own top left."""
        w, h = self.half.real, self.half.imag
        return self.on_mat(np.array([-w - 1j * h, w - 1j * h, w + 1j * h, -w + 1j * h]))

    def depth(self, points: Complex) -> npt.NDArray[np.float64]:
        """Return how deep mat points lie inside the card, mm; negative outside."""
        local = (points - self.fit.centre) / self.direction
        inside = np.minimum(
            self.half.real - np.abs(local.real), self.half.imag - np.abs(local.imag)
        )
        return np.asarray(inside, dtype=np.float64)


@dataclass(frozen=True, slots=True)
class Order:
    """Places of the given cards from bottom to top.

    Args:
        places: indices, bottom first.
        doubtful: indices of overlapping cards of which it is not sure which is on top.
        expected: per card how many of its tags no other card hides.

    """

    places: tuple[int, ...]
    doubtful: frozenset[int]
    expected: tuple[int, ...]


def covering_order(shapes: Sequence[Shape], along: Sequence[float]) -> Order:
    """Order cards from bottom to top; where nothing overlaps, by rising `along`."""
    if len(shapes) < 2:
        return Order(tuple(range(len(shapes))), frozenset(), (4,) * len(shapes))
    buried = np.array([[_buried_tags(lower, upper) for upper in shapes] for lower in shapes])
    buried = buried.reshape(len(shapes), len(shapes), 4)
    above = _above(shapes, buried)
    reach = _reach(above)
    touching = [
        (a, b)
        for a in range(len(shapes))
        for b in range(a)
        if _overlap_mm2(shapes[a], shapes[b]) > OVERLAP_MM2
    ]
    doubtful = {n for a, b in touching if reach[a, b] == reach[b, a] for n in (a, b)}
    hidden = _any(buried & reach.T[..., None], 1)
    expected = tuple(int(4 - row.sum()) for row in hidden)
    return Order(_sorted(above, along), frozenset(doubtful), expected)


def _buried_tags(lower: Shape, upper: Shape) -> list[bool]:
    """Tell for each tag of one card whether it lies inside the other's outline."""
    if lower is upper or abs(lower.fit.centre - upper.fit.centre) > abs(lower.half) + abs(
        upper.half
    ):
        return [False] * 4
    depth = upper.depth(lower.on_mat(lower.model))
    return [bool(inside) for inside in _any(depth > INSIDE_MM, 1)]


def _above(shapes: Sequence[Shape], buried: npt.NDArray[np.bool_]) -> Matrix:
    """Return a matrix that is true at [a, b] where card a lies on card b."""
    seen = np.zeros((len(shapes), 4), dtype=np.bool_)
    for n, shape in enumerate(shapes):
        seen[n, list(shape.fit.corners)] = True
    proved = _any(buried & seen[:, None, :], 2)
    hidden = buried & ~seen[:, None, :]
    explained = _any(hidden & proved.T[..., None], 1)
    guessed = _any(hidden & ~explained[:, None, :], 2).T
    settled = _reach(proved)
    return np.asarray(proved | (guessed & ~settled & ~settled.T), dtype=np.bool_)


def _any(values: Matrix, axis: int) -> Matrix:
    return np.asarray(values.any(axis=axis), dtype=np.bool_)


def _reach(above: Matrix) -> Matrix:
    """Return which card lies on which through any number of cards between."""
    reach = above.copy()
    for middle in range(len(reach)):
        reach |= reach[:, middle, None] & reach[None, middle, :]
    return reach


def _overlap_mm2(one: Shape, other: Shape) -> float:
    if abs(one.fit.centre - other.fit.centre) > abs(one.half) + abs(other.half):
        return 0.0
    first, second = (
        np.column_stack([o.real, o.imag]).astype(np.float32)
        for o in (one.outline(), other.outline())
    )
    area, _ = cv2.intersectConvexConvex(first, second)
    return float(area)


def _sorted(above: Matrix, along: Sequence[float]) -> tuple[int, ...]:
    """Sort topologically (Kahn 1962), the least `along` first among equals."""
    waiting = above.sum(axis=1)
    ready = [(along[n], n) for n in range(len(along)) if not waiting[n]]
    heapify(ready)
    placed: list[int] = []
    while ready:
        _, lowest = heappop(ready)
        placed.append(lowest)
        for n in np.flatnonzero(above[:, lowest]).tolist():
            waiting[n] -= 1
            if not waiting[n]:
                heappush(ready, (along[n], n))
    circular = sorted(set(range(len(along))) - set(placed), key=lambda n: along[n])
    return (*placed, *circular)
