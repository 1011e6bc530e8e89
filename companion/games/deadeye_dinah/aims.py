"""Whom to ignore in a shootout: every way to use Rope, Knife, Tin Star and effects."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, product

from companion.games.deadeye_dinah.cards import CardId, Item
from companion.games.deadeye_dinah.numbers import Numbers
from companion.games.deadeye_dinah.resolution import ROPE_BINDS, danger, may_bind, starred
from companion.games.deadeye_dinah.shots import Demand
from companion.games.deadeye_dinah.terms import SOURCES, Terms

#: What an aim uses: any of Rope, Knife and Tin Star.
AIMING = (Item.ROPE, Item.KNIFE, Item.TIN_STAR)


@dataclass(frozen=True, slots=True)
class Aim:
    """One way to make a shootout smaller, and what is left to shoot and to fear.

    Args:
        rope: places of the outlaws bound; () if the Rope is not used.
        knife: place of the outlaw; 0 if the Knife is not used.
        star: the change by the Tin Star; 0 if it is not used.
        ignores: effect and place of each outlaw ignored by leave of an effect.
        spends: effects that this uses up, as bits in the order of `SOURCES`.
        danger: the hats that are shot.
        demand: what it takes to fell those who are left.

    """

    rope: tuple[int, ...]
    knife: int
    star: int
    ignores: tuple[tuple[str, int], ...]
    spends: int
    danger: Numbers
    demand: Demand

    @property
    def items(self) -> tuple[Item, ...]:
        """Return the items that this uses."""
        used = (bool(self.rope), bool(self.knife), bool(self.star))
        return tuple(item for item, use in zip(AIMING, used, strict=True) if use)


def aims(terms: Terms, scene: CardId, tools: frozenset[Item], used: int) -> tuple[Aim, ...]:
    """Return every aim these tools allow; of aims that come to the same, the first.

    Args:
        tools: those of Rope, Knife and Tin Star that are at hand.
        used: effects already spent, as bits.

    """
    outlaws = terms.outlaws(scene)
    ropes = _sets(may_bind(outlaws, Item.ROPE), ROPE_BINDS) if Item.ROPE in tools else [()]
    knives = [0, *may_bind(outlaws, Item.KNIFE)] if Item.KNIFE in tools else [0]
    stars = (0, -1, 1) if Item.TIN_STAR in tools else (0,)
    found: dict[tuple[object, ...], Aim] = {}
    for rope, knife, ignores in product(ropes, knives, _ignores(terms, scene, used)):
        gone = {*rope, knife, *(place for _, place in ignores)}
        left = [o for place, o in enumerate(outlaws, start=1) if place not in gone]
        spends = _spends(terms, ignores)
        for star in stars:
            standing = starred(left, star)
            alike = (bool(rope), bool(knife), bool(star), spends, frozenset(_counted(standing)))
            if alike not in found:
                demand = Demand(standing)
                aim = Aim(rope, knife, star, ignores, spends, danger(standing), demand)
                found[alike] = aim
    return tuple(found.values())


def _counted(standing: tuple[object, ...]) -> Iterator[tuple[object, int]]:
    for outlaw in set(standing):
        yield outlaw, standing.count(outlaw)


def _sets(places: tuple[int, ...], most: int) -> list[tuple[int, ...]]:
    return [chosen for size in range(most + 1) for chosen in combinations(places, size)]


def _ignores(terms: Terms, scene: CardId, used: int) -> list[tuple[tuple[str, int], ...]]:
    """Return every way to use the leaves that effects still give."""
    outlaws = terms.outlaws(scene)
    options: list[list[tuple[tuple[str, int], ...]]] = []
    for n, source in enumerate(SOURCES):
        leave = terms.ignoring.get(source)
        choices: list[tuple[tuple[str, int], ...]] = [()]
        if leave and not used >> n & 1:
            places = [p for p, o in enumerate(outlaws, start=1) if leave.allows(o)]
            choices += [((source, place),) for place in places]
        options.append(choices)
    return [tuple(leave for part in parts for leave in part) for parts in product(*options)]


def _spends(terms: Terms, ignores: tuple[tuple[str, int], ...]) -> int:
    used = {source for source, _ in ignores if terms.ignoring[source].per == "job"}
    return sum(1 << n for n, source in enumerate(SOURCES) if source in used)
