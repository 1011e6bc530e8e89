"""Where the zones of a game lie on the table mat, in millimetres.

The mat's frame has its origin in the top left corner as the camera sees it, x to the
right, y down. Angles are degrees clockwise as the camera sees them: 0 points to the top
of the picture, 90 to the right. A zone or card with angle 90 has its top on the right.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from companion.cards import Seat
from companion.game import TableError
from companion.layout import Zone, ZoneKind, ZoneSpec

Points = npt.NDArray[np.float64]

MAT_WIDTH_MM = 900.0
MAT_HEIGHT_MM = 500.0
MAT_TAG_MM = 20.0
#: From the mat's edge to a tag's centre: a printer's margin and the tag's quiet zone.
MAT_TAG_INSET_MM = 22.0

#: Nine cards at a strip of 16 mm are 191 mm long.
BLOCK_WIDTH_MM = 204.0
BLOCK_DEPTH_MM = 200.0
ROW_HEIGHT_MM = 98.0
GAP_MM = 4.0
#: A standard card, below which no zone makes sense.
SMALLEST_ZONE_MM = 65.0
STACK_WIDTH_MM = 80.0
#: So far a pointer's zone is moved in from its row where there is room.
POINTER_FORWARD_MM = 30.0

#: Block centres (x, y) and angles, clockwise from the bottom of the picture.
_BOTTOM, _TOP = MAT_HEIGHT_MM - BLOCK_DEPTH_MM / 2, BLOCK_DEPTH_MM / 2
_MIDDLE_X, _MIDDLE_Y = MAT_WIDTH_MM / 2, MAT_HEIGHT_MM / 2
_HALF = BLOCK_WIDTH_MM / 2
_LEFT = (BLOCK_DEPTH_MM / 2, _MIDDLE_Y, 90.0)
_RIGHT = (MAT_WIDTH_MM - BLOCK_DEPTH_MM / 2, _MIDDLE_Y, 270.0)
_BOTTOM_ONE = ((_MIDDLE_X, _BOTTOM, 0.0),)
_TOP_ONE = ((_MIDDLE_X, _TOP, 180.0),)
_BOTTOM_TWO = ((_MIDDLE_X + _HALF, _BOTTOM, 0.0), (_MIDDLE_X - _HALF, _BOTTOM, 0.0))
_TOP_TWO = ((_MIDDLE_X - _HALF, _TOP, 180.0), (_MIDDLE_X + _HALF, _TOP, 180.0))
_BOTTOM_FOUR = tuple((_MIDDLE_X + k * _HALF, _BOTTOM, 0.0) for k in (3, 1, -1, -3))
_TOP_FOUR = tuple((_MIDDLE_X + k * _HALF, _TOP, 180.0) for k in (-3, -1, 1, 3))

_PLACES: Mapping[int, tuple[tuple[float, float, float], ...]] = {
    1: _BOTTOM_ONE,
    2: (*_BOTTOM_ONE, *_TOP_ONE),
    3: (*_BOTTOM_ONE, _LEFT, _RIGHT),
    4: (*_BOTTOM_ONE, _LEFT, *_TOP_ONE, _RIGHT),
    5: (*_BOTTOM_ONE, _LEFT, *_TOP_TWO, _RIGHT),
    6: (*_BOTTOM_TWO, _LEFT, *_TOP_TWO, _RIGHT),
    7: (*_BOTTOM_FOUR[:3], *_TOP_FOUR),
    8: (*_BOTTOM_FOUR, *_TOP_FOUR),
}


class PlanError(TableError, ValueError):
    """The zones do not fit on the mat; says which, and what would do."""


def rotation(angle_deg: float) -> Points:
    """Return the 2x2 matrix that turns a vector clockwise as the camera sees it."""
    angle = np.deg2rad(angle_deg)
    return np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])


@dataclass(frozen=True, slots=True)
class PlacedZone:
    """A zone's rectangle on the mat, mm; `angle_deg` is where its own top points.

    In the zone's frame the origin is its centre, x runs to its own right, y down. Fans
    grow along x.
    """

    spec: ZoneSpec
    x_mm: float
    y_mm: float
    width_mm: float
    height_mm: float
    angle_deg: float

    def to_zone(self, points: npt.ArrayLike) -> Points:
        """Turn mat points (N, 2) in mm into the zone's frame."""
        moved = np.asarray(points, dtype=np.float64) - (self.x_mm, self.y_mm)
        return moved @ rotation(self.angle_deg)

    def from_zone(self, points: npt.ArrayLike) -> Points:
        """Turn points (N, 2) of the zone's frame, in mm, into mat points."""
        turned = np.asarray(points, dtype=np.float64) @ rotation(self.angle_deg).T
        return np.asarray(turned + np.array([self.x_mm, self.y_mm]), dtype=np.float64)

    def contains(self, x_mm: float, y_mm: float) -> bool:
        """Tell whether a mat point lies in the zone."""
        # Plain numbers: this is asked for every card and zone of every frame.
        angle = math.radians(self.angle_deg)
        right, down = x_mm - self.x_mm, y_mm - self.y_mm
        x = right * math.cos(angle) + down * math.sin(angle)
        y = down * math.cos(angle) - right * math.sin(angle)
        return abs(x) <= self.width_mm / 2 and abs(y) <= self.height_mm / 2

    def outline(self, margin_mm: float = 0.0) -> Points:
        """Return the corners (4, 2) on the mat, clockwise from the zone's top left."""
        half = np.array([self.width_mm / 2 + margin_mm, self.height_mm / 2 + margin_mm])
        return self.from_zone(np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * half)


@dataclass(frozen=True, slots=True)
class MatTag:
    """One of the mat's own tags: its centre and size in mm.

    `corner` counts clockwise from the top left and chooses the tag id. The tags stand
    upright in the mat's frame.
    """

    corner: int
    x_mm: float
    y_mm: float
    size_mm: float = MAT_TAG_MM

    def outline(self) -> Points:
        """Return the tag's corners (4, 2) on the mat, clockwise from its top left."""
        square = np.array([(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)])
        return np.asarray(square * self.size_mm + np.array([self.x_mm, self.y_mm]))


@dataclass(frozen=True, slots=True)
class TablePlan:
    """The mat: its size, its four tags, and the zones placed on it; all in mm."""

    width_mm: float
    height_mm: float
    mat_tags: tuple[MatTag, ...]
    zones: tuple[PlacedZone, ...]

    def zone(self, name: Zone) -> PlacedZone:
        """Return the zone of this name, or raise KeyError."""
        for placed in self.zones:
            if placed.spec.name == name:
                return placed
        raise KeyError(name)

    def zone_at(self, x_mm: float, y_mm: float) -> PlacedZone | None:
        """Return the zone that holds this mat point, if any."""
        return next((placed for placed in self.zones if placed.contains(x_mm, y_mm)), None)

    def to_plain(self) -> dict[str, Any]:
        """Return the plan as plain data, ready for JSON."""
        plain = asdict(self)
        for zone in plain["zones"]:
            zone["spec"]["kind"] = zone["spec"]["kind"].value
        return plain

    @classmethod
    def from_plain(cls, plain: Mapping[str, Any]) -> "TablePlan":
        """Read what `to_plain` wrote; raise PlanError if it is something else."""
        try:
            return cls(
                width_mm=float(plain["width_mm"]),
                height_mm=float(plain["height_mm"]),
                mat_tags=tuple(MatTag(**tag) for tag in plain["mat_tags"]),
                zones=tuple(_zone_from_plain(zone) for zone in plain["zones"]),
            )
        except (KeyError, TypeError, ValueError) as error:
            problem = f"this is not a table plan ({error!r}); plan the table anew"
            raise PlanError(problem) from error


def _zone_from_plain(plain: Mapping[str, Any]) -> PlacedZone:
    fields = dict(plain)
    spec = dict(fields.pop("spec"))
    return PlacedZone(ZoneSpec(**{**spec, "kind": ZoneKind(spec["kind"])}), **fields)


def plan_table(specs: Iterable[ZoneSpec], seats: Sequence[Seat]) -> TablePlan:
    """Place the zones of `seats` (clockwise, 1 to 8 of them) around the mat.

    A seat's hand or row lies at the mat's edge, where its player looks at it, and its other
    zones one row further in: from there a pointer sees the other seats furthest apart.
    Zones of nobody share the middle.

    Raises:
        PlanError: too many seats, or more zones than a row can hold.

    """
    if len(seats) not in _PLACES:
        raise PlanError(f"a mat has room for 1 to {max(_PLACES)} seats, not {len(seats)}")
    known = tuple(specs)
    zones = _common_zones([s for s in known if s.seat is None], len(seats))
    for seat, place in zip(seats, _PLACES[len(seats)], strict=True):
        zones.extend(_seat_zones([s for s in known if s.seat == seat], place))
    placed = tuple(_further_in(zone, zones) for zone in zones)
    return TablePlan(MAT_WIDTH_MM, MAT_HEIGHT_MM, _mat_tags(), placed)


def _further_in(zone: PlacedZone, zones: Sequence[PlacedZone]) -> PlacedZone:
    """Move a pointer away from its seat where nothing lies: it tells the others apart better."""
    ((x, y),) = zone.from_zone([[0.0, -POINTER_FORWARD_MM]])
    moved = replace(zone, x_mm=float(x), y_mm=float(y))
    blocked = any(_overlap(moved, other) for other in zones if other is not zone)
    return zone if blocked or zone.spec.kind is not ZoneKind.POINTER else moved


def _overlap(one: PlacedZone, other: PlacedZone) -> bool:
    """Tell whether two zones overlap; planned ones stand along the mat's edges."""
    first, second = one.outline(), other.outline()
    apart = (first.min(0) >= second.max(0)) | (second.min(0) >= first.max(0))
    return not bool(apart.any())


def _mat_tags() -> tuple[MatTag, ...]:
    left, right = MAT_TAG_INSET_MM, MAT_WIDTH_MM - MAT_TAG_INSET_MM
    top, bottom = MAT_TAG_INSET_MM, MAT_HEIGHT_MM - MAT_TAG_INSET_MM
    corners = ((left, top), (right, top), (right, bottom), (left, bottom))
    return tuple(MatTag(corner, x, y) for corner, (x, y) in enumerate(corners))


def _seat_zones(specs: list[ZoneSpec], place: tuple[float, float, float]) -> list[PlacedZone]:
    x, y, angle = place
    block = PlacedZone(ZoneSpec(Zone(""), ZoneKind.FAN), x, y, 0, 0, angle)
    if any(spec.kind is ZoneKind.HELD for spec in specs):
        return [_moved(zone, block) for zone in _held(specs)]
    outer = [spec for spec in specs if spec.kind in (ZoneKind.HAND, ZoneKind.ROW)]
    inner = sorted((s for s in specs if s not in outer), key=lambda s: _side(s, block))
    row = BLOCK_DEPTH_MM / 4
    local = _row(inner, BLOCK_WIDTH_MM, -row) + _row(outer, BLOCK_WIDTH_MM, row)
    return [_moved(zone, block) for zone in local]


def _side(spec: ZoneSpec, block: PlacedZone) -> float:
    """Return a pointer's side of its block, 1 for the right: the mat's middle's side."""
    if spec.kind is not ZoneKind.POINTER:
        return 0.0
    ((right, _),) = block.to_zone([[_MIDDLE_X, _MIDDLE_Y]])
    return -1.0 if right < -GAP_MM else 1.0


def _held(specs: list[ZoneSpec]) -> list[PlacedZone]:
    """Give a held fan a seat's whole block: its cards are slid up and down in it."""
    if len(specs) > 1:
        names = ", ".join(spec.name for spec in specs)
        raise PlanError(f"{names}: a held fan needs its seat's whole place; merge these zones")
    size = (BLOCK_WIDTH_MM - GAP_MM, BLOCK_DEPTH_MM - GAP_MM)
    return [PlacedZone(spec, 0.0, 0.0, *size, 0.0) for spec in specs]


def _moved(zone: PlacedZone, block: PlacedZone) -> PlacedZone:
    ((x, y),) = block.from_zone([[zone.x_mm, zone.y_mm]])
    return replace(zone, x_mm=float(x), y_mm=float(y), angle_deg=block.angle_deg)


def _common_zones(specs: list[ZoneSpec], seats: int) -> list[PlacedZone]:
    sides = 2 * BLOCK_DEPTH_MM if 3 <= seats <= 6 else 0.0
    row = _row(specs, MAT_WIDTH_MM - sides - 2 * GAP_MM, 0.0)
    middle = PlacedZone(ZoneSpec(Zone(""), ZoneKind.FAN), _MIDDLE_X, _MIDDLE_Y, 0, 0, 0.0)
    return [_moved(zone, middle) for zone in row]


def _row(specs: list[ZoneSpec], width_mm: float, y_mm: float) -> list[PlacedZone]:
    """Lay zones side by side around x = 0; wide ones share what stacks leave over."""
    stacks = sum(spec.kind is ZoneKind.STACK for spec in specs)
    free = width_mm - stacks * STACK_WIDTH_MM
    wide = min(free / max(1, len(specs) - stacks), BLOCK_WIDTH_MM)
    widths = [STACK_WIDTH_MM if s.kind is ZoneKind.STACK else wide for s in specs]
    if sum(widths) > width_mm or any(w - GAP_MM < SMALLEST_ZONE_MM for w in widths):
        names = ", ".join(spec.name for spec in specs)
        raise PlanError(f"{names}: no room side by side in {width_mm:.0f} mm; merge some zones")
    left = -sum(widths) / 2
    zones = []
    for spec, width in zip(specs, widths, strict=True):
        zones.append(PlacedZone(spec, left + width / 2, y_mm, width - GAP_MM, ROW_HEIGHT_MM, 0.0))
        left += width
    return zones
