"""Every result that a shootout can have for a hand, with one way to get each.

A result is which cards are lost, which lie turned, and which effects are spent. Many
declarations share a result. Three facts keep the search small and lose none:

* A safe card, whose hat nobody shoots, may as well be played as a bullet: it changes
  nothing but what is shot.
* An item played without its benefit does what the same card does as a bullet.
* Whether outlaws fall depends only on bullets, so it is asked once per set of cards.
"""

from collections.abc import Iterator
from typing import NamedTuple

from companion.games.deadeye_dinah.aims import Aim
from companion.games.deadeye_dinah.cards import Item, Kind
from companion.games.deadeye_dinah.numbers import Numbers, shifted, widened
from companion.games.deadeye_dinah.resolution import RIFLE_ADDS
from companion.games.deadeye_dinah.shots import SHOTS
from companion.games.deadeye_dinah.tables import (
    Hand,
    Slot,
    Tables,
    flasked,
    hats_under,
    slots,
    subsets,
)


class Fight(NamedTuple):
    """One way to win a shootout, in slots; -1 means that the item is not used.

    Args:
        bullets: the cards played as bullets.
        flask: whose hat the Flask changes, and by how much.
        rifle: whose bullet the Rifle widens, and how many of its three go higher.
        saved: what Fire saves.
        dynamite: whether Dynamite is used.

    """

    aim: Aim
    cover: int
    bullets: Hand
    flask: tuple[Slot, int] | None
    rifle: tuple[Slot, int] | None
    saved: Slot
    dynamite: bool

    @property
    def items(self) -> int:
        """Return how many items are used."""
        others = (self.flask, self.rifle, self.saved >= 0, self.dynamite)
        return len(self.aim.items) + sum(bool(other) for other in others)


class Result(NamedTuple):
    """What a scene does to a hand before a rescue; turned cards may be lost as well."""

    lost: Hand
    turned: Hand
    spends: int


class Fights:
    """All results of one shootout for one hand."""

    def __init__(self, tables: Tables, hand: Hand, lucky: Hand) -> None:
        """Look at what is in hand; `hand` holds kit and lucky cards, the latter in `lucky`."""
        self.tables = tables
        self.hand = hand
        self.lucky = lucky
        self.cards = tuple(slots(hand))
        self.tools = {item: s for s in self.cards if (item := tables.item[s])}
        self.fire, self.flask, self.rifle, self.dynamite = (
            1 << self.tools[item] if item in self.tools else 0
            for item in (Item.FIRE, Item.FLASK, Item.RIFLE, Item.DYNAMITE)
        )
        self.found: dict[Result, Fight] = {}

    def with_aim(self, aim: Aim, covers: tuple[int, ...]) -> None:
        """Add the results of one aim."""
        fixed = sum(1 << self.tools[item] for item in aim.items)
        for cover in covers:
            edges = {
                s: self.tables.covered(bool(self.lucky >> s & 1), cover)[s] for s in self.cards
            }
            risky = sum(1 << s for s in self.cards if edges[s][1] & aim.danger)
            ground = _Ground(self, aim, cover, {s: e[0] for s, e in edges.items()})
            ground.explore(fixed, risky, None)
            if self.flask:
                for target, by in self.flask_choices():
                    marked = self.under_flask(risky, aim.danger, cover, target, by)
                    ground.explore(fixed | self.flask, marked, (target, by))

    def flask_choices(self) -> Iterator[tuple[Slot, int]]:
        """Yield whom the Flask may be used on, and the change."""
        for target in self.cards:
            for by in flasked(self.hat(target)):
                yield target, by

    def hat(self, slot: Slot) -> int:
        """Return a hat before cover once the Flask is used: its own card is turned then."""
        lucky = bool(self.lucky >> slot & 1)
        side = slot | 1 if self.tables.item[slot] is Item.FLASK else slot
        return self.tables.edge(Kind.SHOOTOUT, lucky, side)[1]

    def under_flask(self, risky: Hand, danger: Numbers, cover: int, target: Slot, by: int) -> Hand:
        """Return whose hats are shot once the Flask is used on `target`."""
        for slot in {target, self.tools[Item.FLASK]}:
            hat = self.hat(slot) + (by if slot == target else 0)
            risky &= ~(1 << slot)
            if hats_under(hat, cover) & danger:
                risky |= 1 << slot
        return risky


class _Ground:
    """The results of one aim under one cover."""

    def __init__(self, fights: Fights, aim: Aim, cover: int, ranges: dict[Slot, Numbers]) -> None:
        self.fights, self.aim, self.cover, self.ranges = fights, aim, cover, ranges

    def explore(self, fixed: Hand, risky: Hand, flask: tuple[Slot, int] | None) -> None:
        """Add results; `fixed` are the items in use so far, `risky` the hats that are shot."""
        fire = self.fights.fire
        for burning in (0, fire) if fire else (0,):
            self._shoot(fixed | burning, risky, flask, 0)
            if rifle := self.fights.rifle:
                self._shoot(fixed | burning, risky, flask, rifle)
            dynamite = self.fights.dynamite
            if dynamite and not dynamite & risky:
                self._blast(fixed | burning, risky, flask, dynamite)

    def _shoot(self, fixed: Hand, risky: Hand, flask: tuple[Slot, int] | None, rifle: Hand) -> None:
        fixed |= rifle
        free = self.fights.hand & ~fixed
        exposed, safe = fixed & risky, free & ~risky
        for extra in _extras(free & risky, flask):
            shot, bullets = exposed | extra, safe | extra
            wanted = self._wanted(shot, fixed, flask)
            if wanted and (how := self._felled_by(bullets, rifle)) is not None:
                self._add(wanted, bullets, flask, how or None, False)

    def _blast(
        self, fixed: Hand, risky: Hand, flask: tuple[Slot, int] | None, dynamite: Hand
    ) -> None:
        fixed |= dynamite
        free = self.fights.hand & ~fixed
        for extra in _extras(free & risky, flask):
            wanted = self._wanted(fixed & risky | extra, fixed, flask, dynamite)
            self._add(wanted, free & ~risky | extra, flask, None, True)

    def _wanted(
        self, shot: Hand, fixed: Hand, flask: tuple[Slot, int] | None, price: Hand = 0
    ) -> list[tuple[Result, Slot]]:
        """Return the results that are new, and what Fire saves for each."""
        fire, spends = self.fights.fire, self.aim.spends
        turned = self.fights.flask if flask else 0
        if fire and fixed & fire:
            saves = [
                (Result(shot & ~(1 << s) | price, turned | fire, spends), s) for s in slots(shot)
            ]
        else:
            saves = [(Result(shot | price, turned, spends), -1)]
        return [(result, saved) for result, saved in saves if result not in self.fights.found]

    def _felled_by(self, bullets: Hand, rifle: Hand) -> tuple[Slot, int] | tuple[()] | None:
        """Return how the Rifle is used to fell everyone, () without it; None if they stand."""
        ranges = {s: self.ranges[s] for s in slots(bullets)}
        shots = sum(SHOTS[r] for r in ranges.values())
        if not rifle:
            return () if self.aim.demand.met_by(shots, ranges.values()) else None
        for target, high, wider in self._rifle_choices(bullets):
            count = shots - SHOTS[ranges[target]] + SHOTS[wider]
            if self.aim.demand.met_by(count, {**ranges, target: wider}.values()):
                return target, high
        return None

    def _rifle_choices(self, bullets: Hand) -> Iterator[tuple[Slot, int, Numbers]]:
        tables = self.fights.tables
        for target in slots(bullets):
            lucky = bool(self.fights.lucky >> target & 1)
            printed, _ = tables.edge(Kind.SHOOTOUT, lucky, target)
            for high in range(RIFLE_ADDS + 1):
                wider = widened(printed, RIFLE_ADDS - high, high)
                yield target, high, shifted(wider, self.cover)

    def _add(
        self,
        wanted: list[tuple[Result, Slot]],
        bullets: Hand,
        flask: tuple[Slot, int] | None,
        rifle: tuple[Slot, int] | None,
        dynamite: bool,
    ) -> None:
        for result, saved in wanted:
            self.fights.found[result] = Fight(
                self.aim, self.cover, bullets, flask, rifle, saved, dynamite
            )


def _extras(risky: Hand, flask: tuple[Slot, int] | None) -> Iterator[Hand]:
    """Yield which risky cards are played; the Flask only works on a card that is."""
    must = risky & 1 << flask[0] if flask else 0
    return (must | extra for extra in subsets(risky & ~must))


def ranges_in(tables: Tables, fight: Fight, lucky: Hand) -> dict[Slot, Numbers]:
    """Return the bullets of a fight as they count, after Rifle and cover."""
    ranges = {}
    for slot in slots(fight.bullets):
        numbers, _ = tables.edge(Kind.SHOOTOUT, bool(lucky >> slot & 1), slot)
        if fight.rifle and fight.rifle[0] == slot:
            numbers = widened(numbers, RIFLE_ADDS - fight.rifle[1], fight.rifle[1])
        ranges[slot] = shifted(numbers, fight.cover)
    return ranges
