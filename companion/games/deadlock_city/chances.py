"""How likely each face is at a place: the worlds of one moment, counted."""

from collections.abc import Sequence
from functools import cached_property

from companion.cards import Seat
from companion.games.deadlock_city.counting import KINDS, Part, Slot, Spread, spread, ways, where
from companion.games.deadlock_city.worlds import Worlds

#: Places that are no seats: the card under the deck, and the next one to be drawn.
HIDDEN, STOCK = "hidden", "stock"

#: By face, as numerator and denominator; () where no card is.
Odds = Sequence[tuple[int, int]]


class Chances:
    """The chances in `worlds`, which must not be changed any more; counted when asked for."""

    def __init__(self, worlds: Worlds) -> None:
        """Count nothing yet."""
        self._worlds = worlds
        self._found: dict[str, Odds] = {}

    def at(self, place: str) -> Odds:
        """Return the chance of each face to be among the cards at a place."""
        found = self._found.get(place)
        if found is None:
            found = self._found[place] = self._count(place)
        return found

    def _count(self, place: str) -> Odds:
        worlds = self._worlds
        if place == HIDDEN:
            return self._of_slot(worlds.hidden_slot()) if worlds.deck_size() else ()
        if place == STOCK:
            return self._of_slot(worlds.top_slot()) if worlds.deck_size() > 1 else ()
        hand = worlds.hands.get(Seat(place), ())
        if len(hand) < 2:
            return self._of_slot(hand[0]) if hand else ()
        return self._of_several(hand)

    def _of_slot(self, slot: Slot | None) -> Odds:
        faces = self._spread.faces.get(slot) if slot is not None else None
        if faces is None:
            return self._free
        return [(count, self._spread.ways) for count in faces] if self._spread.ways else ()

    def _of_several(self, hand: tuple[Slot, ...]) -> Odds:
        """Return the chances that at least one of the cards has a face."""
        cards, parts = self._worlds.free_cards(), self._worlds.parts
        held = {id(part): part for part in map(self._worlds.part, hand)}.values()
        rest = [part for part in parts if part not in held]
        every = ways(cards, [*rest, *held])
        none = (
            ways(cards, [*rest, *[_without(part, set(hand), kind) for part in held]])
            for kind in KINDS
        )
        return [(every - without, every) for without in none] if every else ()

    @cached_property
    def _spread(self) -> Spread:
        return spread(self._worlds.free_cards(), self._worlds.parts)

    @cached_property
    def _free(self) -> Odds:
        """Return the chances of a card that nothing is known of: what others leave over."""
        cards, known = self._worlds.free_cards(), self._spread
        below = (sum(cards) - len(known.faces)) * known.ways
        if below <= 0:
            return ()
        return [
            (cards[kind] * known.ways - sum([faces[kind] for faces in known.faces.values()]), below)
            for kind in KINDS
        ]


def _without(part: Part, slots: set[Slot], kind: int) -> Part:
    """Return the part with the rows in which none of `slots` has that face."""
    places = [place for place, slot in enumerate(part.slots) if slot in slots]
    return where(part, lambda row: all(row[place] != kind for place in places))
