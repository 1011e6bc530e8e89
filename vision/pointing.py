"""Whom a card points at, from where it lies on the mat and how it is turned.

Seen from the card, a seat is no point: people aim at the cards before a player or at the
player, who sits beyond the mat's edge. All directions between the two are the seat's
sector. A direction means a seat only where it could be meant for no other, by a hand that
errs as hands do; where sectors meet, nobody is guessed.
"""

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple, Protocol

from companion.cards import Seat
from vision.plan import PlacedZone, TablePlan

#: A card turned further than this from every seat's sector points at nobody (degrees).
FURTHEST_DEG = 30.0
#: So far a hand that turns a card misses what it aims at; two to three standard deviations.
HAND_DEG = 5.0
#: Beside a sector, every other must be so many times further off, and a hand's error more.
CLEARLY_NEARER = 2.0
#: How far beyond the mat's edge a player sits, mm.
PLAYER_MM = 100.0
#: Steps in which plain directions are looked for, degrees.
_STEP_DEG = 1.0


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


class Sector(NamedTuple):
    """The directions in which a seat lies, degrees: `half_deg` to both sides of the middle."""

    seat: Seat
    middle_deg: float
    half_deg: float

    def off_deg(self, angle_deg: float) -> float:
        """Return how far outside the sector a direction is; 0 inside."""
        return max(0.0, _turn(angle_deg, self.middle_deg) - self.half_deg)


class Turn(NamedTuple):
    """A direction, degrees, and how far a hand may miss it and still mean the same seat.

    `room_deg` is `HAND_DEG` at most; 0 where no direction means the seat alone.
    """

    angle_deg: float
    room_deg: float


class Arc(NamedTuple):
    """Neighbouring directions that all mean the same seat alone, degrees, clockwise."""

    seat: Seat
    from_deg: float
    to_deg: float


def pointed_at(plan: TablePlan, card: Pointer, owner: Seat | None) -> Seat | None:
    """Return the seat a card's top points at; None where that cannot be told for sure.

    What points at its own owner points at nobody.
    """
    seat = _meant(sectors(plan, card.x_mm, card.y_mm), card.angle_deg)
    return None if seat == owner else seat


def plainest(plan: TablePlan, x_mm: float, y_mm: float, seat: Seat) -> Turn:
    """Return how to turn a card at (x, y) that is to point at a seat.

    That is the middle of the seat's sector, or as near to it as a hand's error leaves no
    doubt; the middle, too, where there is doubt everywhere. Raises KeyError for no seat.
    """
    around = sectors(plan, x_mm, y_mm)
    middle = {sector.seat: sector.middle_deg for sector in around}[seat]
    plain = _plain_steps(around, seat, middle)
    rooms = {step: _room(plain, step) for step in plain} or {0: 0}
    best = max(rooms, key=lambda step: (rooms[step], -abs(step)))
    return Turn(middle + best * _STEP_DEG, rooms[best] * _STEP_DEG)


def towards_deg(plan: TablePlan, x_mm: float, y_mm: float, seat: Seat) -> float:
    """Return the angle of `plainest`, degrees."""
    return plainest(plan, x_mm, y_mm, seat).angle_deg


def card_places(plan: TablePlan) -> Iterator[tuple[Seat, float, float]]:
    """Yield each seat with the middle of its outermost cards, mm on the mat."""
    for seat, near, _ in _ends(plan):
        yield seat, near.real, near.imag


def sectors(plan: TablePlan, x_mm: float, y_mm: float) -> tuple[Sector, ...]:
    """Return in which directions each seat lies, seen from (x, y) on the mat."""
    return tuple(
        _sector(seat, _direction(near, x_mm, y_mm), _direction(far, x_mm, y_mm))
        for seat, near, far in _ends(plan)
    )


def arcs(plan: TablePlan, x_mm: float, y_mm: float, owner: Seat | None) -> tuple[Arc, ...]:
    """Return all directions in which a card at (x, y) points at a seat other than its owner.

    Where none of them is, nobody is guessed. An arc may pass through 0: from 350 to 370.
    """
    around = sectors(plan, x_mm, y_mm)
    steps = range(round(360.0 / _STEP_DEG))
    meant = [_meant(around, step * _STEP_DEG) for step in steps]
    firsts = [step for step in steps if meant[step] != meant[step - 1]]
    pairs = zip(firsts, [*firsts[1:], *(first + len(steps) for first in firsts[:1])], strict=True)
    found = ((meant[first], first, following - 1) for first, following in pairs)
    return tuple(
        Arc(seat, first * _STEP_DEG, last * _STEP_DEG)
        for seat, first, last in found
        if seat is not None and seat != owner
    )


def _meant(around: Sequence[Sector], angle_deg: float) -> Seat | None:
    """Return the only seat that a direction could mean."""
    off = sorted((sector.off_deg(angle_deg), sector.seat) for sector in around)
    if not off or off[0][0] > FURTHEST_DEG:
        return None
    if len(off) > 1 and off[1][0] < HAND_DEG + CLEARLY_NEARER * off[0][0]:
        return None
    return off[0][1]


def _plain_steps(around: Sequence[Sector], seat: Seat, middle_deg: float) -> frozenset[int]:
    """Return the turns away from the middle, in steps, that mean this seat alone."""
    most = round(90.0 / _STEP_DEG)
    return frozenset(
        step
        for step in range(-most, most + 1)
        if _meant(around, middle_deg + step * _STEP_DEG) == seat
    )


def _room(plain: frozenset[int], step: int) -> int:
    """Return how many steps to either side are plain as well."""
    most = round(HAND_DEG / _STEP_DEG)
    doubtful = (n for n in range(1, most + 1) if not {step - n, step + n} <= plain)
    return next(doubtful, most + 1) - 1


def _sector(seat: Seat, one_deg: float, other_deg: float) -> Sector:
    width = (other_deg - one_deg + 180.0) % 360.0 - 180.0
    return Sector(seat, one_deg + width / 2, abs(width) / 2)


def _direction(place: complex, x_mm: float, y_mm: float) -> float:
    return math.degrees(math.atan2(place.real - x_mm, y_mm - place.imag))


def _turn(one_deg: float, other_deg: float) -> float:
    return abs((one_deg - other_deg + 180.0) % 360.0 - 180.0)


def _ends(plan: TablePlan) -> Iterator[tuple[Seat, complex, complex]]:
    """Yield each seat with its outermost cards and its player, as x + yj mm on the mat."""
    for seat in dict.fromkeys(z.spec.seat for z in plan.zones):
        if seat is not None:
            own = [zone for zone in plan.zones if zone.spec.seat == seat]
            yield seat, *_ends_of(plan, own)


def _ends_of(plan: TablePlan, own: Sequence[PlacedZone]) -> tuple[complex, complex]:
    # Towards the player is down in the frame of his own zones.
    down = 1j * complex(math.cos(angle := math.radians(own[0].angle_deg)), math.sin(angle))
    centres = [complex(zone.x_mm, zone.y_mm) / down for zone in own]
    along = sum(centre.imag for centre in centres) / len(centres)
    near = down * complex(max(centre.real for centre in centres), along)
    return near, near + down * (_to_edge(plan, near, down) + PLAYER_MM)


def _to_edge(plan: TablePlan, place: complex, way: complex) -> float:
    """Return how far it is from a place on the mat to its edge, that way, mm."""
    ahead = (
        (plan.width_mm if way.real > 0 else 0.0, place.real, way.real),
        (plan.height_mm if way.imag > 0 else 0.0, place.imag, way.imag),
    )
    return min((edge - at) / step for edge, at, step in ahead if abs(step) > 1e-6)
