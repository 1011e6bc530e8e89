"""What of a picture is no act: what the table owes the record, and what it lets lie.

Whatever a new state asks of the table is owed until it is done. A card that has fallen off
its pile is owed until it lies there again. What the table has accepted may stay as it lies.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from companion.eye_memory import EyeMemory
from companion.game import Message
from companion.layout import Difference, DifferenceKind, Layout, Zone, ZoneKind, ZoneSpec
from companion.picture import Kinds, Owners, Picture, debts, fallen, still_owed
from companion.session import Play, Session

#: The camera's word for a card that lies in no zone, one for each such card.
BESIDE = "between_zones"


class Owing:
    """Remembers from picture to picture what explains nothing.

    Args:
        memory: what was known before a restart.

    """

    def __init__(self, memory: EyeMemory) -> None:
        #: Cards that lie beside their piles, and what the table lets be as it lies.
        self.fallen, self.accepted = memory.fallen, memory.accepted
        self._state: Any = None
        self._unexplained: tuple[Difference, ...] = ()
        self._owed: tuple[frozenset[Difference], ...] = ()

    def picture(
        self, session: Session, play: Play, seen: Layout, warnings: tuple[Message, ...]
    ) -> Picture:
        """Return the picture with what the table owes.

        What was unexplained before a new state is not owed: that is still to be explained,
        or to be mended.
        """
        kinds, owners = zones_of(session, play)
        expected = session.game.layout(play.state)
        self.accepted = _kept(self.accepted, Picture(seen, kinds).wrong(expected), seen, kinds)
        picture = Picture(seen, kinds, accepted=self.accepted)
        wrong = picture.wrong(expected)
        self._owed = tuple(filter(None, (still_owed(debt, wrong, kinds) for debt in self._owed)))
        if play.state is not self._state:
            before = self._unexplained
            if self._state is None:
                before = _before_the_last_act(session, play, picture)
            self._state = play.state
            fresh = [d for d in wrong if d not in before and not self._owes(d)]
            self._owed += debts(fresh, owners)
        lying = fallen(wrong, sum(w.code == BESIDE for w in warnings))
        self.fallen = (*(d for d in self.fallen if d in wrong and d not in lying), *lying)
        return replace(picture, owed=(*(d for debt in self._owed for d in debt), *self.fallen))

    def leave(self, unexplained: tuple[Difference, ...]) -> None:
        """Note what a picture that stands still leaves unexplained."""
        self._unexplained = unexplained

    def _owes(self, difference: Difference) -> bool:
        return any(difference in debt for debt in self._owed)


def places_of(session: Session, play: Play) -> dict[Zone, ZoneSpec]:
    """Return the zones of a game by name."""
    return {spec.name: spec for spec in session.game.zones(play.record.setup.seats)}


def zones_of(session: Session, play: Play) -> tuple[Kinds, Owners]:
    """Return the kind of each zone of a game, and whose it is."""
    places = places_of(session, play).items()
    return {name: place.kind for name, place in places}, {n: place.seat for n, place in places}


def _before_the_last_act(session: Session, play: Play, picture: Picture) -> tuple[Difference, ...]:
    """Return all that a first picture shows but what the last act may still owe the table.

    After a restart a card that the record already has may just be on its way.
    """
    wrong = picture.wrong(session.game.layout(play.state))
    if len(play.states) == 1:
        return wrong
    earlier = picture.wrong(session.game.layout(play.states[-2]))
    return tuple(d for d in wrong if d in earlier or d.kind is not DifferenceKind.MISSING)


def _kept(
    accepted: tuple[Difference, ...],
    wrong: tuple[Difference, ...],
    seen: Layout,
    kinds: Mapping[Zone, ZoneKind],
) -> tuple[Difference, ...]:
    """Return the accepted differences that still are; what is not seen tells nothing."""

    def hides(zone: Zone) -> bool:
        return zone not in seen or (kinds[zone] is ZoneKind.HAND and not seen[zone].face_down)

    return tuple(d for d in accepted if d in wrong or hides(d.zone))
