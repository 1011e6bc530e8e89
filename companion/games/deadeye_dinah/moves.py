"""Every way out of a scene for a hand, as the next hand and what it cost."""

from collections.abc import Iterator
from functools import cache
from itertools import combinations
from typing import NamedTuple

from companion.games.deadeye_dinah.aims import AIMING, Aim, aims
from companion.games.deadeye_dinah.cards import CardId, Item, Kind, Peril
from companion.games.deadeye_dinah.fights import Fight, Fights, Result
from companion.games.deadeye_dinah.numbers import only, widened
from companion.games.deadeye_dinah.resolution import RIFLE_ADDS, has_top_chances, is_price
from companion.games.deadeye_dinah.tables import Hand, Slot, Tables, flipped, slots


class Pair(NamedTuple):
    """Both top chances of a peril: the item, the bullet, and whether the Rifle widens it."""

    item: Slot
    bullet: Slot
    rifle: Slot
    high: int


class Blast(NamedTuple):
    """Dynamite in a peril."""


class Price(NamedTuple):
    """A bottom chance that is lost."""

    slot: Slot


class Flight(NamedTuple):
    """An escape."""


Way = Fight | Pair | Blast | Price | Flight


class Move(NamedTuple):
    """One way out of a scene.

    Args:
        kit, lucky: the next hand, an overcome scene's card already added.
        used: effects spent so far, as bits.
        cost: how many cards are lost.
        way: how.
        lost: what was lost before a rescue, each with its side when it was lost.
        rescued: the rescued card among them, 0 for none.

    """

    kit: Hand
    lucky: Hand
    used: int
    cost: int
    way: Way
    lost: Hand
    rescued: Hand


class Moves:
    """Generates moves for the scenes of one job; remembers what it has worked out."""

    def __init__(self, tables: Tables) -> None:
        """Work for the job of these tables."""
        self.tables = tables
        self.aims = cache(self._aims)
        self.out_of = cache(self._out_of)

    def _out_of(
        self, scene: CardId, kit: Hand, lucky: Hand, resting: Hand, used: int
    ) -> tuple[Move, ...]:
        """Return one move for each result the scene can have, cheapest first."""
        found: dict[tuple[Hand, Hand, int], Move] = {}
        hand = (kit | lucky) & ~resting
        ways = (
            self._peril_ways(scene, hand, kit, lucky)
            if self.tables.terms.peril(scene)
            else self._fight_ways(scene, hand, lucky, used)
        )
        added = self.tables.scrap(self.tables.place(scene))
        for result, way in ways:
            for move in _after((kit, lucky, used), result, way, added):
                found.setdefault(move[:3], move)
        for move in self._flights(kit, lucky, used):
            found.setdefault(move[:3], move)
        return tuple(sorted(found.values(), key=lambda move: move.cost))

    def _aims(self, scene: CardId, tools: frozenset[Item], used: int) -> tuple[Aim, ...]:
        return aims(self.tables.terms, scene, tools, used)

    def _fight_ways(
        self, scene: CardId, hand: Hand, lucky: Hand, used: int
    ) -> Iterator[tuple[Result, Way]]:
        fights = Fights(self.tables, hand, lucky)
        tools = frozenset(item for item in AIMING if item in fights.tools)
        for aim in self.aims(scene, tools, used):
            fights.with_aim(aim, self.tables.terms.covers(scene))
        yield from fights.found.items()

    def _peril_ways(
        self, scene: CardId, hand: Hand, kit: Hand, lucky: Hand
    ) -> Iterator[tuple[Result, Way]]:
        peril = self.tables.terms.peril(scene)
        assert peril is not None
        pair = self._pair(peril, hand, lucky)
        if pair is not None:
            yield Result(0, 0, 0), pair
        for slot in slots(hand):
            if self.tables.item[slot] is Item.DYNAMITE:
                yield Result(1 << slot, 0, 0), Blast()
        for slot in slots(kit | lucky):
            bullets, _ = self.tables.edge(Kind.PERIL, bool(lucky >> slot & 1), slot)
            if is_price(peril, self.tables.item[slot], bullets):
                yield Result(1 << slot, 0, 0), Price(slot)

    def _pair(self, peril: Peril, hand: Hand, lucky: Hand) -> Pair | None:
        """Return a way to play both top chances, with the Rifle where it is needed."""
        tools = {tool: slot for slot in slots(hand) if (tool := self.tables.item[slot])}
        if peril.item not in tools:
            return None
        item = tools[peril.item]
        rifle = tools.get(Item.RIFLE, -1)
        for slot in slots(hand & ~(1 << item)):
            bullets, _ = self.tables.edge(Kind.PERIL, bool(lucky >> slot & 1), slot)
            if has_top_chances(peril, (peril.item,), (bullets,)):
                return Pair(item, slot, -1, 0)
            for high in range(RIFLE_ADDS + 1) if rifle not in (-1, slot) else ():
                if widened(bullets, RIFLE_ADDS - high, high) & only(peril.number):
                    return Pair(item, slot, rifle, high)
        return None

    def _flights(self, kit: Hand, lucky: Hand, used: int) -> Iterator[Move]:
        """Yield escapes: the scene card is lost, and so many kit cards (DD-27)."""
        cards = [1 << slot for slot in slots(kit)]
        for chosen in combinations(cards, self.tables.terms.escape_cost(len(cards))):
            result = Result(sum(chosen), 0, 0)
            for move in _after((kit, lucky, used), result, Flight(), 0):
                yield move._replace(cost=move.cost + 1)


def _after(before: tuple[Hand, Hand, int], result: Result, way: Way, added: Hand) -> Iterator[Move]:
    """Yield the hands after a result: without a rescue, and with each that is allowed."""
    kit, lucky, used = before
    lost, turned, spends = result
    if turned:
        kit, lucky, lost = (_scrapped(hand, turned) for hand in (kit, lucky, lost))
    used |= spends
    left, luck = kit & ~lost, lucky & ~lost
    cost = lost.bit_count()
    yield Move(left | added, luck, used, cost, way, lost, 0)
    if left.bit_count() == 1:
        for slot in slots(kit & lost):
            card = 1 << slot
            yield Move(left | added, luck | flipped(card), used, cost - 1, way, lost, card)


def _scrapped(hand: Hand, turned: Hand) -> Hand:
    """Return a hand with these kit sides turned to scrap."""
    return hand & ~turned | (hand & turned) << 1
