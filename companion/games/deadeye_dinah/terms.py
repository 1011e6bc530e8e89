"""The terms of one job: every printed number after the boss's and the legend's effects.

Effects are in force the whole job (DD-39, DD-40). They change what is printed, so they
come before items and cover (DD-10).
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cache

from companion.games.deadeye_dinah.cards import (
    Boss,
    CardId,
    Effect,
    EffectKind,
    Item,
    JobDeck,
    Kind,
    Outlaw,
    Peril,
    Shootout,
    Side,
)
from companion.games.deadeye_dinah.numbers import Numbers, shifted, shifted_number, widened

#: An escape leaves two kit cards where that costs more than the usual one (DD-27).
ESCAPE_LEAVES = 2
ESCAPE_COSTS = 1

#: Whose effect lets an outlaw be ignored.
SOURCES = ("legend", "boss")


@dataclass(frozen=True, slots=True)
class Ignoring:
    """A printed leave to ignore one outlaw: which kind, and how often."""

    hearts: str
    per: str

    def allows(self, outlaw: Outlaw) -> bool:
        """Tell whether this outlaw may be ignored."""
        return self.hearts == "any" or outlaw.tough == (self.hearts == "many")


class Terms:
    """What cards, outlaws and boss count as during one job; equal if they rest on the same."""

    def __init__(self, deck: JobDeck, boss: CardId, reputation: int) -> None:
        """Combine the boss's effects with the legend's step for this reputation."""
        self._key = (deck.fingerprint, boss, deck.step(reputation).reputation)
        self.deck = deck
        self.boss_id = boss
        by_source = {
            "legend": deck.step(reputation).effects,
            "boss": deck.by_id[boss].boss.effects,
        }
        self.effects = (*by_source["legend"], *by_source["boss"])
        self.boss = _affected_boss(deck.by_id[boss].boss, self.effects)
        self.banned = frozenset(e.item for e in self._of(EffectKind.BAN_ITEM) if e.item)
        self.ignoring = {s: i for s in SOURCES if (i := _ignoring(by_source[s]))}
        self._leaves = ESCAPE_LEAVES + sum(e.keeps for e in self._of(EffectKind.ESCAPE))
        self._costs = ESCAPE_COSTS + sum(e.by for e in self._of(EffectKind.ESCAPE))
        # The same few edges are asked for again and again, by the solver above all.
        self.edge = cache(self._edge)
        self.outlaws = cache(self._outlaws)
        self.covers = cache(self._covers)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Terms) and self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)

    def _of(self, kind: EffectKind) -> list[Effect]:
        return [effect for effect in self.effects if effect.kind is kind]

    def _edge(self, card: CardId, side: Side, lucky: bool, kind: Kind) -> tuple[Numbers, int]:
        """Return bullet and hat of a held card; effects on "kit" leave lucky cards out."""
        edge = self.deck.by_id[card].edge(side)
        own = ("played",) if lucky else ("played", "kit")
        chosen = [e for e in self.effects if not e.scenes or kind in e.scenes]
        return _affected(edge.bullets, edge.hat, [e for e in chosen if e.of in own])

    def item(self, card: CardId, side: Side) -> Item | None:
        """Return the item a held card may be used as; a scrap side has none (DD-21)."""
        item = self.deck.by_id[card].edge(side).item
        return None if item in self.banned else item

    def peril(self, card: CardId) -> Peril | None:
        """Return the peril on a scene card, if it is one."""
        scene = self.deck.by_id[card].scene
        return scene if isinstance(scene, Peril) else None

    def kind(self, card: CardId) -> Kind:
        """Return whether a scene card is a peril or a shootout."""
        return Kind.PERIL if self.peril(card) else Kind.SHOOTOUT

    def _outlaws(self, card: CardId) -> tuple[Outlaw, ...]:
        """Return the outlaws of a shootout in printed order."""
        scene = self.deck.by_id[card].scene
        outlaws = scene.outlaws if isinstance(scene, Shootout) else ()
        return tuple(self._affected_outlaw(outlaw) for outlaw in outlaws)

    def _affected_outlaw(self, outlaw: Outlaw) -> Outlaw:
        hearts, numbers = outlaw.hearts, outlaw.numbers
        for effect in self._of(EffectKind.ADD_HEARTS):
            if effect.numbers & outlaw.numbers:
                hearts = max(1, hearts + effect.by)
        for effect in self._of(EffectKind.SHIFT_OUTLAWS):
            numbers = shifted(numbers, effect.by)
        return Outlaw(numbers, hearts)

    def _covers(self, card: CardId) -> tuple[int, ...]:
        """Return the cover values that may be chosen; 0 always may (DD-11)."""
        scene = self.deck.by_id[card].scene
        if not isinstance(scene, Shootout) or self._of(EffectKind.NO_COVER):
            return (0,)
        more = [value for effect in self._of(EffectKind.ADD_COVER) for value in effect.cover]
        return tuple(dict.fromkeys((0, *scene.cover, *more)))

    def escape_cost(self, kit: int) -> int:
        """Return how many of so many kit cards an escape costs (DD-27)."""
        return min(kit, max(0, self._costs, kit - self._leaves))


def _affected(numbers: Numbers, hat: int, effects: Iterable[Effect]) -> tuple[Numbers, int]:
    """Return bullet and hat after the effects, in printed order."""
    for effect in effects:
        if effect.kind is EffectKind.SHIFT_BULLETS:
            numbers = shifted(numbers, effect.by)
        elif effect.kind is EffectKind.WIDEN_BULLETS:
            numbers = widened(numbers, effect.low, effect.high)
        elif effect.kind is EffectKind.SHIFT_HATS:
            hat = shifted_number(hat, effect.by)
    return numbers, hat


def _affected_boss(boss: Boss, effects: Iterable[Effect]) -> Boss:
    numbers, hat = _affected(boss.bullets, boss.hat, [e for e in effects if e.of == "boss"])
    return replace(boss, bullets=numbers, hat=hat)


def _ignoring(effects: Iterable[Effect]) -> Ignoring | None:
    for effect in effects:
        if effect.kind is EffectKind.IGNORE_OUTLAW:
            return Ignoring(effect.hearts, effect.per)
    return None
