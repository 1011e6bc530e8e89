"""Every result of the duel for a hand."""

from collections.abc import Iterator
from typing import NamedTuple

from companion.games.deadeye_dinah.cards import Item, Kind
from companion.games.deadeye_dinah.numbers import Numbers, only, widened
from companion.games.deadeye_dinah.resolution import RIFLE_ADDS
from companion.games.deadeye_dinah.tables import Hand, Slot, Tables, flasked, slots


class Shot(NamedTuple):
    """One way to shoot the boss, in slots; -1 where the item or a target is not used.

    Args:
        bullet: the card that shoots.
        item: the Fire, Flask or Rifle played beside it.
        on: what the item is used on.
        change: the Flask's change, or how many of the Rifle's three go higher.
        played: how many cards are played.
        lost: how many of them are lost; all of them means that the boss slips away.

    """

    bullet: Slot
    item: Slot
    on: Slot
    change: int
    played: int
    lost: Hand

    @property
    def captures(self) -> bool:
        """Tell whether a played card is left (DD-36)."""
        return self.lost.bit_count() < self.played


class Duels:
    """Generates what can be played against the boss of one job."""

    def __init__(self, tables: Tables) -> None:
        """Work for the job of these tables."""
        self.tables = tables

    def shots(self, kit: Hand, lucky: Hand) -> Iterator[Shot]:
        """Yield every play that shoots the boss and lets an item do something."""
        hand, boss = kit | lucky, self.tables.terms.boss
        tools = {item: slot for slot in slots(hand) if (item := self.tables.item[slot])}
        for bullet in slots(hand):
            numbers, hat = self._edge(lucky, bullet)
            shot = 1 << bullet if boss.bullets & only(hat) else 0
            if numbers & only(boss.hat):
                yield Shot(bullet, -1, -1, 0, 1, shot)
                yield from self._with_fire(tools, lucky, bullet, shot)
                yield from self._with_flask(tools, lucky, bullet)
            yield from self._with_rifle(tools, lucky, bullet, numbers, shot)

    def _edge(self, lucky: Hand, slot: Slot, as_card: Slot | None = None) -> tuple[Numbers, int]:
        own = slot if as_card is None else as_card
        return self.tables.edge(Kind.DUEL, bool(lucky >> own & 1), slot)

    def _hit(self, hat: int) -> bool:
        return bool(self.tables.terms.boss.bullets & only(hat))

    def _with_fire(
        self, tools: dict[Item, Slot], lucky: Hand, bullet: Slot, shot: Hand
    ) -> Iterator[Shot]:
        fire = tools.get(Item.FIRE, bullet)
        if fire == bullet:
            return
        if self._hit(self._edge(lucky, fire)[1]):
            shot |= 1 << fire
        yield Shot(bullet, fire, -1, 0, 2, shot)
        for saved in slots(shot):
            yield Shot(bullet, fire, saved, 0, 2, shot & ~(1 << saved))

    def _with_flask(self, tools: dict[Item, Slot], lucky: Hand, bullet: Slot) -> Iterator[Shot]:
        flask = tools.get(Item.FLASK, bullet)
        if flask == bullet:
            return
        # The Flask card is turned on use, so its scrap hat is the one exposed (DD-18).
        hats = {
            bullet: self._edge(lucky, bullet)[1],
            flask: self._edge(lucky, flask | 1, flask)[1],
        }
        unused = {bullet: hats[bullet], flask: self._edge(lucky, flask)[1]}
        yield Shot(bullet, flask, -1, 0, 2, self._lost(unused))
        for on, hat in hats.items():
            for by in flasked(hat):
                yield Shot(bullet, flask, on, by, 2, self._lost({**hats, on: hat + by}))

    def _lost(self, hats: dict[Slot, int]) -> Hand:
        return sum(1 << slot for slot, hat in hats.items() if self._hit(hat))

    def _with_rifle(
        self, tools: dict[Item, Slot], lucky: Hand, bullet: Slot, numbers: Numbers, shot: Hand
    ) -> Iterator[Shot]:
        rifle = tools.get(Item.RIFLE, bullet)
        if rifle == bullet:
            return
        if self._hit(self._edge(lucky, rifle)[1]):
            shot |= 1 << rifle
        for high in range(RIFLE_ADDS + 1):
            wider = widened(numbers, RIFLE_ADDS - high, high)
            if wider & only(self.tables.terms.boss.hat):
                yield Shot(bullet, rifle, bullet, high, 2, shot)
                return
