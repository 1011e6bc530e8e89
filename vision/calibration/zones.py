"""Zones that people put elsewhere than the plan has them, and where they are kept."""

import contextlib
import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import astuple, dataclass, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from companion.cards import Seat
from companion.game import Message
from companion.layout import Zone
from vision.calibration.errors import CalibrationError
from vision.calibration.profile_store import write_atomically
from vision.plan import SMALLEST_ZONE_MM, PlacedZone, TablePlan

VERSION = 1
#: Zones may touch, and stick out of the mat, by this much, mm.
SLACK_MM = 1.0


@dataclass(frozen=True, slots=True)
class ZonePlace:
    """Where a zone lies on the mat, as in `PlacedZone`: mm, and degrees clockwise."""

    x_mm: float
    y_mm: float
    width_mm: float
    height_mm: float
    angle_deg: float


Places = Mapping[Zone, ZonePlace]


def moved(plan: TablePlan, name: Zone, place: ZonePlace) -> TablePlan:
    """Return the plan with one zone put elsewhere.

    Raises:
        CalibrationError: there is no such zone, it would be too small for a card, stick out
            of the mat, or lie over another one.

    """
    zone = _placed(plan, name, place)
    others = tuple(other for other in plan.zones if other.spec.name != name)
    _check_size(plan, zone)
    for other in others:
        if _overlap_mm2(zone, other) > SLACK_MM * max(zone.width_mm, zone.height_mm):
            told = Message("zone_overlaps")
            raise CalibrationError("it lies over another zone", "drag it clear", told)
    zones = tuple(zone if each.spec.name == name else each for each in plan.zones)
    return replace(plan, zones=zones)


def laid_over(plan: TablePlan, places: Places) -> TablePlan:
    """Return the plan with the zones where people put them, as far as they are in it."""
    known = {zone.spec.name for zone in plan.zones}
    for name in places.keys() & known:
        zones = (
            _placed(plan, name, places[name]) if zone.spec.name == name else zone
            for zone in plan.zones
        )
        plan = replace(plan, zones=tuple(zones))
    return plan


class ZoneStore:
    """Zones that were put elsewhere, by game and seats, in one file."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def load(self, game: str, seats: Sequence[Seat]) -> dict[Zone, ZonePlace]:
        """Return what was put elsewhere; nothing where there is no file that can be read."""
        found: dict[Zone, ZonePlace] = {}
        with contextlib.suppress(KeyError, TypeError, ValueError, AttributeError):
            for name, numbers in self._all().get(_key(game, seats), {}).items():
                found[Zone(name)] = _place(numbers)
        return found

    def save(self, game: str, seats: Sequence[Seat], places: Places) -> None:
        """Keep what was put elsewhere; raise CalibrationError if it can't be written."""
        kept = self._all()
        kept[_key(game, seats)] = {name: astuple(place) for name, place in places.items()}
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            write_atomically(self._path, json.dumps({"version": VERSION, "zones": kept}, indent=1))
        except OSError as error:
            problem = f"{self._path} can't be written ({error.strerror})"
            remedy = "free some space, or check who may write there"
            raise CalibrationError(problem, remedy, Message("not_kept")) from error

    def _all(self) -> dict[str, Any]:
        with contextlib.suppress(OSError, ValueError, KeyError, TypeError):
            plain = json.loads(self._path.read_text("utf-8"))
            if plain["version"] == VERSION:
                return dict(plain["zones"])
        return {}


def _key(game: str, seats: Sequence[Seat]) -> str:
    return f"{game} {' '.join(seats)}"


def _place(numbers: Sequence[Any]) -> ZonePlace:
    place = ZonePlace(*(float(number) for number in numbers))
    if not all(map(math.isfinite, astuple(place))):
        raise ValueError(f"not finite: {numbers}")
    return place


def _placed(plan: TablePlan, name: Zone, place: ZonePlace) -> PlacedZone:
    try:
        spec = plan.zone(name).spec
    except KeyError as error:
        told = Message("no_such_zone")
        raise CalibrationError("there is no such zone", "look again", told) from error
    return PlacedZone(spec, *astuple(place))


def _check_size(plan: TablePlan, zone: PlacedZone) -> None:
    if min(zone.width_mm, zone.height_mm) < SMALLEST_ZONE_MM:
        told = Message("zone_small", (("least", f"{SMALLEST_ZONE_MM:g}"),))
        raise CalibrationError("no card has room in it", "make it larger", told)
    low, high = zone.outline().min(axis=0), zone.outline().max(axis=0)
    if low.min() < -SLACK_MM or (high > np.array([plan.width_mm, plan.height_mm]) + SLACK_MM).any():
        told = Message("zone_outside")
        raise CalibrationError("it sticks out of the mat", "drag it inside", told)


def _overlap_mm2(one: PlacedZone, other: PlacedZone) -> float:
    both = [
        ((zone.x_mm, zone.y_mm), (zone.width_mm, zone.height_mm), zone.angle_deg)
        for zone in (one, other)
    ]
    _, corners = cv2.rotatedRectangleIntersection(both[0], both[1])
    if corners is None or len(corners) < 3:
        return 0.0
    return float(cv2.contourArea(cv2.convexHull(np.asarray(corners, dtype=np.float32))))
