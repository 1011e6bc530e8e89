"""Whom a card points at, from where it lies on the mat and how it is turned."""

import math
from collections.abc import Iterator
from typing import Protocol

from companion.cards import Seat
from vision.plan import TablePlan

#: A card turned further than this from every seat points at nobody (degrees).
FURTHEST_DEG = 30.0
#: The next seat must be so many times further off, or the card points between the two.
CLEARLY_NEARER = 2.0


class Pointer(Protocol):
    """Anything that lies somewhere on the mat, turned somehow: mm and degrees."""

    @property
    def x_mm(self) -> float:
        """Return how far right of the mat's left edge its centre is."""
        ...

    @property
    def y_mm(self) -> float:
        """Return how far below the mat's top edge its centre is."""
        ...

    @property
    def angle_deg(self) -> float:
        """Return where its top points, clockwise from the mat's top."""
        ...


def pointed_at(plan: TablePlan, card: Pointer, owner: Seat | None) -> Seat | None:
    """Return the seat a card's top points at; None where that cannot be told for sure."""
    off = sorted((_turn_to(card, x, y), seat) for seat, x, y in _places(plan) if seat != owner)
    if not off or off[0][0] > FURTHEST_DEG:
        return None
    if len(off) > 1 and off[1][0] < CLEARLY_NEARER * off[0][0]:
        return None
    return off[0][1]


def towards_deg(plan: TablePlan, x_mm: float, y_mm: float, seat: Seat) -> float:
    """Return the angle of a card at (x, y) that points at a seat; raise KeyError for none."""
    places = {other: (x, y) for other, x, y in _places(plan)}
    x, y = places[seat]
    return _direction(x - x_mm, y - y_mm)


def _direction(right_mm: float, down_mm: float) -> float:
    return math.degrees(math.atan2(right_mm, -down_mm))


def _turn_to(card: Pointer, x_mm: float, y_mm: float) -> float:
    """Return by how many degrees the card's top points past a place on the mat."""
    towards = _direction(x_mm - card.x_mm, y_mm - card.y_mm)
    turn = abs(towards - card.angle_deg) % 360.0
    return min(turn, 360.0 - turn)


def _places(plan: TablePlan) -> Iterator[tuple[Seat, float, float]]:
    """Yield each seat with the middle of its zones, mm."""
    for seat in dict.fromkeys(z.spec.seat for z in plan.zones):
        if seat is not None:
            own = [z for z in plan.zones if z.spec.seat == seat]
            x, y = (sum(z.x_mm for z in own), sum(z.y_mm for z in own))
            yield seat, x / len(own), y / len(own)
