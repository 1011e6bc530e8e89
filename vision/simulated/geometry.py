"""Rectangles of cardboard: where their corners are, what lies on what, what is covered."""

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from companion.cards import Deck
from vision.plan import Points, rotation
from vision.simulated.things import Handle, PhysicalCard, Pose


def placed(points: Points, pose: Pose) -> Points:
    """Turn points (N, 2) of the card frame, mm, into points on the mat."""
    turned = np.asarray(points) @ rotation(pose.angle_deg).T
    return np.asarray(turned + np.array([pose.x_mm, pose.y_mm]))


def unplaced(points: Points, pose: Pose) -> Points:
    """Turn points (N, 2) on the mat, mm, into the card's own frame."""
    return np.asarray((points - np.array([pose.x_mm, pose.y_mm])) @ rotation(pose.angle_deg))


def shifted(pose: Pose, right_mm: float, down_mm: float) -> Pose:
    """Return a pose moved along the card's own right and down."""
    ((x, y),) = placed(np.array([[right_mm, down_mm]]), pose)
    return replace(pose, x_mm=float(x), y_mm=float(y))


def carried(start: Pose, end: Pose) -> Callable[[Pose], Pose]:
    """Return the rigid move that takes a card from `start` to `end`."""

    def move(pose: Pose) -> Pose:
        offset = unplaced(np.array([[pose.x_mm, pose.y_mm]]), start)
        ((x, y),) = placed(offset, end)
        angle = pose.angle_deg + end.angle_deg - start.angle_deg
        return replace(pose, x_mm=float(x), y_mm=float(y), angle_deg=angle)

    return move


def rectangle(size_mm: tuple[float, float], pose: Pose) -> Points:
    """Return the corners (4, 2) of a placed rectangle, clockwise from its own top left, mm."""
    half = np.array(size_mm) / 2
    return placed(np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * half, pose)


def outline(deck: Deck, pose: Pose) -> Points:
    """Return a card's corners (4, 2) on the mat, clockwise from its own top left, mm."""
    return rectangle((deck.width_mm, deck.height_mm), pose)


def overlap(first: Points, second: Points) -> bool:
    """Tell whether two convex outlines, (N, 2) each, share an area (separating axes)."""
    for shape in (first, second):
        edges = np.roll(shape, -1, axis=0) - shape
        for normal in np.stack([-edges[:, 1], edges[:, 0]], axis=1):
            a, b = first @ normal, second @ normal
            if a.max() <= b.min() or b.max() <= a.min():
                return False
    return True


def stack_above(deck: Deck, cards: Sequence[PhysicalCard], handle: Handle) -> tuple[Handle, ...]:
    """Return a card and all that rests on it, directly or not, from the bottom up."""
    found: list[tuple[Handle, Points]] = []
    for card in cards:
        if card.in_hand and card.handle != handle:
            continue
        shape = outline(deck, card.pose)
        if card.handle == handle or any(overlap(shape, below) for _, below in found):
            found.append((card.handle, shape))
    return tuple(name for name, _ in found)


def covers(deck: Deck, pose: Pose, points: Points) -> npt.NDArray[np.bool_]:
    """Tell which mat points (N, 2) lie beneath a card."""
    local = np.abs(unplaced(points, pose))
    return np.asarray((local[:, 0] <= deck.width_mm / 2) & (local[:, 1] <= deck.height_mm / 2))


def visible_share(deck: Deck, points: Points, above: Sequence[PhysicalCard]) -> float:
    """Return which share of mat points (N, 2) no card of `above` covers, 0 to 1."""
    free = np.ones(len(points), dtype=np.bool_)
    for card in above:
        if not card.in_hand:
            free &= ~covers(deck, card.pose, points)
    return float(free.mean())


def as_points(pairs: Sequence[Sequence[float]]) -> Points:
    """Return pairs of mm as points, shape (N, 2)."""
    return np.asarray(pairs, dtype=np.float64).reshape(-1, 2)
