"""Places whose cards the camera cannot read: nothing is concluded from them.

The camera says that something lies there, with a number that moves whenever it looks
otherwise. Then somebody is asked: to spread the cards, or to say what was done. Once the
record has something new of that place, or the host says that it lies there as the record
has it, the place is trusted, until it looks otherwise again.
"""

from collections.abc import Callable, Iterable

from companion.cards import Seat
from companion.game import Message
from companion.layout import Layout, Pile, Zone, ZoneKind

#: The camera's word for such a place; its zone and the number are facts.
UNREAD = "unread"


class Unread:
    """Remembers since when which place cannot be read, and which of them are trusted."""

    def __init__(self, clock: Callable[[], float]) -> None:
        """Start with everything legible; `clock` gives monotonic seconds."""
        self._clock = clock
        self._numbers: dict[Zone, str] = {}
        self._since: dict[Zone, float] = {}
        self._trusted: dict[Zone, str] = {}
        self._known: dict[Zone, Pile | None] = {}

    def see(self, warnings: Iterable[Message]) -> None:
        """Take in what the camera says of a picture."""
        told = (dict(w.facts) for w in warnings if w.code == UNREAD)
        numbers = {Zone(facts["zone"]): facts["number"] for facts in told}
        for zone, number in numbers.items():
            if self._numbers.get(zone) != number:
                self._since[zone] = self._clock()
        self._numbers = numbers

    def legible(self, layout: Layout) -> Layout:
        """Return what was seen of the places that can be read."""
        return {zone: pile for zone, pile in layout.items() if zone not in self._numbers}

    def follow(self, expected: Layout, wrong: frozenset[Zone]) -> None:
        """Compare with the record: what it has there, and where the picture differs from it."""
        for zone, pile in expected.items():
            if zone not in self._numbers:
                if zone not in wrong:
                    self._known[zone] = pile
            elif not self._is_trusted(zone) and self._known.setdefault(zone, pile) != pile:
                self._trust(zone, pile)

    def trust(self, expected: Layout) -> None:
        """Take every such place to be as the record has it."""
        for zone in self._numbers:
            self._trust(zone, expected.get(zone))

    def asked(self, patience_s: float) -> Zone | None:
        """Return the place to ask about: the one that was longest like this, and so long."""
        open_ones = [zone for zone in self._numbers if not self._is_trusted(zone)]
        zone = min(open_ones, key=lambda one: (self._since[one], one), default=None)
        if zone is None or self._clock() - self._since[zone] < patience_s:
            return None
        return zone

    def _is_trusted(self, zone: Zone) -> bool:
        return self._trusted.get(zone) == self._numbers[zone]

    def _trust(self, zone: Zone, pile: Pile | None) -> None:
        self._trusted[zone], self._known[zone] = self._numbers[zone], pile


def request(zone: Zone, kind: ZoneKind, owner: Seat | None) -> Message:
    """Ask for a place to be made legible: facts as `repairs.instruction` has them."""
    if owner is None:
        return Message("repair_unread_common", (("place", str(zone)),))
    return Message("repair_unread", (("place", kind.value), ("seat", owner)))
