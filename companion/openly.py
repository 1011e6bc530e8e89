"""Which cards everyone at the table may know of, zone by zone: what its own screen names.

Whoever shows more of a card than its face, such as a picture, asks here first.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from companion.cards import BACK, UNKNOWN, Face
from companion.layout import Zone, ZoneKind, ZoneSpec
from companion.snapshot import Snapshot

#: Where every face-up card is meant to be seen by all.
OPEN = (ZoneKind.FAN, ZoneKind.POINTER)

Named = Counter[tuple[Zone, Face]]


@dataclass(frozen=True, slots=True)
class Openly:
    """How many cards of a face the table's screen names in a zone.

    Args:
        lying: that lie there by the game's view for everyone.
        spoken: that a repair or a warning speaks of, only where cards lie open for all.

    """

    lying: Named
    spoken: Named

    @classmethod
    def by(cls, public: Snapshot, zones: Iterable[ZoneSpec]) -> "Openly":
        """Return what a snapshot of the table's own screen names."""
        lying: Named = Counter()
        for zone, face in _lying(public):
            lying[zone, face] += 1
        spoken: Named = Counter(dict.fromkeys(_spoken(public, tuple(zones)), 1))
        return cls(lying, spoken)


def _lying(public: Snapshot) -> Iterator[tuple[Zone, Face]]:
    view = public.view
    if view is None:
        return
    piles = (*view.common, *(pile for seat in view.seats for pile in seat.piles))
    for zone, pile in piles:
        yield from ((zone, face) for face in pile.face_up if face not in (BACK, UNKNOWN))


def _spoken(public: Snapshot, zones: tuple[ZoneSpec, ...]) -> Iterator[tuple[Zone, Face]]:
    told = (*public.warnings, *((public.repair,) if public.repair else ()))
    for facts in (dict(message.facts) for message in told):
        for zone in zones:
            owned = (facts.get("seat"), facts.get("place")) == (zone.seat, zone.kind.value)
            common = zone.seat is None and facts.get("place") == zone.name
            if zone.kind in OPEN and (facts.get("zone") == zone.name or owned or common):
                yield from ((zone.name, Face(face)) for face in facts.get("face", "").split())
