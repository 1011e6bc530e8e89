"""What the table looks like: zones, what lies in them, and how two layouts differ.

The engine says what should lie where (`Game.layout`), vision says what does. Both speak
in these types, so that comparing them needs no knowledge of the game or of pixels.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import NewType

from companion.cards import Face, Seat

Zone = NewType("Zone", str)

#: Two angles further apart than this are different directions (degrees).
ANGLE_TOLERANCE_DEG = 30.0


class ZoneKind(Enum):
    """How cards lie in a zone, and so what can be seen of them."""

    FAN = "fan"
    """Face-up cards overlapping in order; each shows at least a strip."""

    STACK = "stack"
    """A neat pile of backs: its height cannot be seen, only whether one is there."""

    HAND = "hand"
    """A seat's face-down cards. They may be picked up at any time without meaning."""


@dataclass(frozen=True, slots=True)
class ZoneSpec:
    """A zone a game needs: its name, its kind, and whose it is (None: the table's)."""

    name: Zone
    kind: ZoneKind
    seat: Seat | None = None


@dataclass(frozen=True, slots=True)
class Pile:
    """What lies in one zone.

    `face_up` runs from bottom to top. `face_down` counts separate backs (0 or 1 for a
    stack). `angle_deg` is the direction of the topmost card against the zone's own axis,
    modulo 180 for backs; None where it means nothing or was not seen.
    """

    face_up: tuple[Face, ...] = ()
    face_down: int = 0
    angle_deg: float | None = None


EMPTY = Pile()

#: Zones that are absent were not looked at (seen) or do not matter (expected).
Layout = Mapping[Zone, Pile]


class DifferenceKind(Enum):
    """What is wrong with a zone, removals first: the order in which to mend them."""

    EXTRA = "extra"
    EXTRA_BACK = "extra_back"
    MISSING = "missing"
    MISSING_BACK = "missing_back"
    ORDER = "order"
    ANGLE = "angle"


_MENDING_ORDER = {kind: place for place, kind in enumerate(DifferenceKind)}


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing to mend so that the table agrees with the record.

    Args:
        count: how many cards of this face (or backs) are too many or too few.

    """

    zone: Zone
    kind: DifferenceKind
    face: Face | None = None
    count: int = 1


def differences(
    expected: Layout, seen: Layout, kinds: Mapping[Zone, ZoneKind]
) -> tuple[Difference, ...]:
    """List what must change on the table to turn `seen` into `expected`.

    A hand may be lifted off the table, so fewer backs than expected in a HAND zone are
    no difference. Zones missing on either side are not compared. Removals come first; a
    hand last, since a card too many in it mostly belongs where another one is missing.
    """
    found: list[Difference] = []
    for zone in expected.keys() & seen.keys():
        found.extend(_zone_differences(zone, expected[zone], seen[zone], kinds[zone]))
    return tuple(sorted(found, key=lambda d: _mending_place(d, kinds)))


def _mending_place(found: Difference, kinds: Mapping[Zone, ZoneKind]) -> tuple[bool, int, str, str]:
    in_hand = kinds[found.zone] is ZoneKind.HAND
    return in_hand, _MENDING_ORDER[found.kind], found.zone, found.face or ""


def _zone_differences(zone: Zone, want: Pile, got: Pile, kind: ZoneKind) -> Iterator[Difference]:
    yield from _face_differences(zone, want.face_up, got.face_up)
    if got.face_down > want.face_down:
        yield Difference(zone, DifferenceKind.EXTRA_BACK, count=got.face_down - want.face_down)
    elif got.face_down < want.face_down and kind is not ZoneKind.HAND:
        yield Difference(zone, DifferenceKind.MISSING_BACK, count=want.face_down - got.face_down)
    elif _turned(want, got):
        yield Difference(zone, DifferenceKind.ANGLE)


def _face_differences(
    zone: Zone, want: tuple[Face, ...], got: tuple[Face, ...]
) -> Iterator[Difference]:
    if want == got:
        return
    extra, missing = Counter(got) - Counter(want), Counter(want) - Counter(got)
    for face, count in extra.items():
        yield Difference(zone, DifferenceKind.EXTRA, face, count)
    for face, count in missing.items():
        yield Difference(zone, DifferenceKind.MISSING, face, count)
    if not extra and not missing:
        yield Difference(zone, DifferenceKind.ORDER)


def _turned(want: Pile, got: Pile) -> bool:
    if want.angle_deg is None or got.angle_deg is None:
        return False
    apart = abs(want.angle_deg - got.angle_deg) % 180
    return min(apart, 180 - apart) > ANGLE_TOLERANCE_DEG
