"""Which cards everyone at the table may know of: what the table names in its own words.

A camera sees more than the people do. A card that is lifted to be peeked at shows its face
to the camera and to its owner, and to nobody else. So what is read of a picture is named to
all only where such a card lies for everyone to see (`Game.lies_openly`), or where the record
has it lying open. Of all others nothing is told but the place.

Whoever shows more of a card than its face, such as a picture, asks `Openly`.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from companion.cards import BACK, UNKNOWN, Face
from companion.game import Game, Message, Violation
from companion.layout import Difference, DifferenceKind, Zone, ZoneSpec
from companion.snapshot import Snapshot

Zones = Mapping[Zone, ZoneSpec]
Named = Counter[tuple[Zone, Face]]

#: The camera's word for more cards of a face than there are, wherever they are shown to all.
DUPLICATE = "duplicate_card"
#: Warnings about single cards and how they lie.
OF_CARDS = (DUPLICATE, "half_covered", "between_zones")
#: What a picture may tell of cards: their faces, and a number that stands for one.
_NAMES = ("face", "tag")


def named_to_all(game: Game[Any, Any], zones: Zones, warning: Message) -> Message | None:
    """Return a warning of the camera as all may read it; None where nothing of it is left.

    The card that it speaks of is told by its place, unless it lies there for all to see.
    """
    facts = dict(warning.facts)
    faces = [Face(face) for face in facts.get("face", "").split()]
    if warning.code == DUPLICATE:
        places: Iterable[ZoneSpec] = zones.values()
        shown = all(any(game.lies_openly(place, face) for place in places) for face in faces)
        # Before the deal there are no places, and nothing that is anybody's secret.
        shown = shown or not zones
        return warning if shown else None
    zone = zones.get(Zone(facts.get("zone", "")))
    if zone is not None and all(game.lies_openly(zone, face) for face in faces):
        return warning
    return replace(warning, facts=tuple(f for f in warning.facts if f[0] not in _NAMES))


def is_named(game: Game[Any, Any], zones: Zones, difference: Difference) -> bool:
    """Tell whether all may know which card it is about.

    What is missing, and the order, are told of what the record has lying open.
    """
    if difference.kind is not DifferenceKind.EXTRA or difference.face is None:
        return True
    return game.lies_openly(zones[difference.zone], difference.face)


def ruled_openly(
    game: Game[Any, Any],
    zones: Zones,
    forbidden: tuple[Any, tuple[Violation, ...]],
    differences: Iterable[Difference],
) -> tuple[Any, tuple[Violation, ...]]:
    """Return an act that was seen and forbidden, its reasons for that seat alone where need be.

    Of a card that may only have been peeked at, the reason would tell which it is.
    """
    action, violations = forbidden
    if all(is_named(game, zones, difference) for difference in differences):
        return forbidden
    return action, tuple(replace(v, secret_of=v.secret_of or action.seat) for v in violations)


@dataclass(frozen=True, slots=True)
class Openly:
    """How many cards of a face the table's screen names in a zone.

    Args:
        lying: that lie there by the game's view for everyone.
        spoken: that a repair or a warning speaks of, only where such a card lies for all.

    """

    lying: Named
    spoken: Named

    @classmethod
    def by(cls, public: Snapshot, game: Game[Any, Any], zones: Iterable[ZoneSpec]) -> "Openly":
        """Return what a snapshot of the table's own screen names."""
        lying: Named = Counter()
        for zone, face in _lying(public):
            lying[zone, face] += 1
        spoken: Named = Counter(dict.fromkeys(_spoken(public, game, tuple(zones)), 1))
        return cls(lying, spoken)


def _lying(public: Snapshot) -> Iterator[tuple[Zone, Face]]:
    view = public.view
    if view is None:
        return
    piles = (*view.common, *(pile for seat in view.seats for pile in seat.piles))
    for zone, pile in piles:
        yield from ((zone, face) for face in pile.face_up if face not in (BACK, UNKNOWN))


def _spoken(
    public: Snapshot, game: Game[Any, Any], zones: tuple[ZoneSpec, ...]
) -> Iterator[tuple[Zone, Face]]:
    told = (*public.warnings, *((public.repair,) if public.repair else ()))
    for facts in (dict(message.facts) for message in told):
        for zone in zones:
            owned = (facts.get("seat"), facts.get("place")) == (zone.seat, zone.kind.value)
            common = zone.seat is None and facts.get("place") == zone.name
            if facts.get("zone") == zone.name or owned or common:
                faces = map(Face, facts.get("face", "").split())
                yield from ((zone.name, face) for face in faces if game.lies_openly(zone, face))
