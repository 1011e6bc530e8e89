"""Where a card that points may be turned, as a picture for screens: public, for all alike."""

from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from typing import Any

from companion.cards import Seat
from companion.game import Message
from companion.layout import ZoneKind
from companion.snapshot import Snapshot


@dataclass(frozen=True, slots=True)
class AimArc:
    """Directions that mean one seat alone: degrees clockwise from the mat's top."""

    seat: Seat
    from_deg: float
    to_deg: float


@dataclass(frozen=True, slots=True)
class AimPlace:
    """Where a seat's cards lie on the mat, mm."""

    seat: Seat
    x_mm: float
    y_mm: float


@dataclass(frozen=True, slots=True)
class AimGuide:
    """Whom a seat's pointer means, by its direction, from the middle of its place on the mat.

    `angle_deg` is where the seat's own top points; x and y are those of the pointer's place.
    """

    seat: Seat
    width_mm: float
    height_mm: float
    x_mm: float
    y_mm: float
    angle_deg: float
    places: tuple[AimPlace, ...]
    arcs: tuple[AimArc, ...]


#: The repair that asks for a card to be turned.
TURN = "repair_angle"

#: Returns the guide for a seat's pointer; None where it has none.
Aims = Callable[[Seat], AimGuide | None]


def no_aims(seat: Seat) -> AimGuide | None:
    """Return no guide."""
    return None


def aim_due(public: Snapshot, aims: Aims) -> dict[str, Any]:
    """Return what pages show while a pointer has to be turned: `aim`, or nothing."""
    seat = _turning(public)
    guide = aims(seat) if seat else None
    return {"aim": asdict(guide)} if guide else {}


def _turning(public: Snapshot) -> Seat | None:
    """Return whose pointer has to be turned: what has to be mended comes first."""
    return next((Seat(seat) for seat in _turns(public)), None)


def _turns(public: Snapshot) -> Iterator[str]:
    asked: tuple[Message, ...] = ()
    if public.repair is None and public.view and not public.void:
        asked = public.view.prompts
    elif public.repair and public.repair.code == TURN:
        asked = (public.repair,)
    for facts in (dict(one.facts) for one in asked):
        if facts.get("place") == ZoneKind.POINTER.value and "seat" in facts:
            yield facts["seat"]
