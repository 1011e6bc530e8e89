"""What the nine cards say: eight job cards and the legend, as printed.

No card of the real game is public. These types hold what an owner reads on his own
print, or what the practice deck says.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property
from hashlib import sha256
from typing import NewType

from companion.cards import Face
from companion.games.deadeye_dinah.numbers import NONE, Numbers

CardId = NewType("CardId", str)

JOBS = 8
LEGEND = Face("legend")


def card_of(face: Face) -> CardId:
    """Return the card that shows this face, whichever end or side it is."""
    return CardId(face.partition(".")[0])


class Item(Enum):
    """The eight items; each sits on the kit side of exactly one job card."""

    ROPE = "rope"
    FIRE = "fire"
    HORSE = "horse"
    KNIFE = "knife"
    RIFLE = "rifle"
    FLASK = "flask"
    TIN_STAR = "tin_star"
    DYNAMITE = "dynamite"


class Side(Enum):
    """Which edge of a held card is active."""

    KIT = "kit"
    SCRAP = "scrap"

    @property
    def turned(self) -> "Side":
        """Return the other side."""
        return Side.SCRAP if self is Side.KIT else Side.KIT


class Kind(Enum):
    """Where cards are played."""

    PERIL = "peril"
    SHOOTOUT = "shootout"
    DUEL = "duel"


class EffectKind(Enum):
    """What a boss or a legend may change. Effects combine freely.

    Own cards are "kit" (lucky cards left out, DD-34) or "played" (every card played).
    """

    SHIFT_BULLETS = "shift_bullets"
    WIDEN_BULLETS = "widen_bullets"
    SHIFT_HATS = "shift_hats"
    SHIFT_OUTLAWS = "shift_outlaws"
    ADD_HEARTS = "add_hearts"
    ADD_COVER = "add_cover"
    NO_COVER = "no_cover"
    IGNORE_OUTLAW = "ignore_outlaw"
    ESCAPE = "escape"
    BAN_ITEM = "ban_item"


@dataclass(frozen=True, slots=True)
class Effect:
    """One change, as data; which fields count depends on the kind.

    Args:
        of: whose bullets or hats: "kit", "played" or "boss".
        by: how far (shift_*), how many hearts (add_hearts), how many more kit cards an
            escape costs (escape; -1 for one less).
        low: numbers added below (widen_bullets).
        high: numbers added above (widen_bullets).
        keeps: how many more kit cards an escape leaves at least (escape).
        cover: cover values that are allowed too (add_cover).
        numbers: outlaws that are meant (add_hearts).
        hearts: outlaws that may be ignored: "any", "one" or "many" (ignore_outlaw).
        per: "scene" or "job": how often (ignore_outlaw).
        item: the item that does nothing (ban_item).
        scenes: where the effect is in force; everywhere if empty.

    """

    kind: EffectKind
    of: str = "played"
    by: int = 0
    low: int = 0
    high: int = 0
    keeps: int = 0
    cover: tuple[int, ...] = ()
    numbers: Numbers = NONE
    hearts: str = "any"
    per: str = "scene"
    item: Item | None = None
    scenes: tuple[Kind, ...] = ()


@dataclass(frozen=True, slots=True)
class Edge:
    """One side of a held card: its bullet, its hat and, on the kit side, an item."""

    bullets: Numbers
    hat: int
    item: Item | None = None


@dataclass(frozen=True, slots=True)
class Outlaw:
    """An outlaw: his numbers are bullet and hat in one (DD-09)."""

    numbers: Numbers
    hearts: int = 1

    @property
    def tough(self) -> bool:
        """Tell whether hearts are printed above his head."""
        return self.hearts >= 2


@dataclass(frozen=True, slots=True)
class Peril:
    """A danger: `item` and `number` are the top chances, `prices` the bottom ones."""

    item: Item
    number: int
    prices: tuple[Item | int, ...]


@dataclass(frozen=True, slots=True)
class Shootout:
    """A fight; `cover` lists what is printed besides 0, which always may be chosen."""

    outlaws: tuple[Outlaw, ...]
    cover: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Boss:
    """The boss face of a job card."""

    name: str
    stars: int
    bullets: Numbers
    hat: int
    kit: int
    starts_with: Item
    effects: tuple[Effect, ...] = ()
    text: Mapping[str, str] | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class JobCard:
    """One of the eight job cards."""

    id: CardId
    boss: Boss
    kit: Edge
    scrap: Edge
    scene: Peril | Shootout

    def edge(self, side: Side) -> Edge:
        """Return what the given side says."""
        return self.kit if side is Side.KIT else self.scrap

    def face(self, side: Side) -> Face:
        """Return the face of the card with this side active."""
        return Face(f"{self.id}.{side.value}")

    @property
    def boss_face(self) -> Face:
        """Return the face that shows the boss."""
        return Face(f"{self.id}.boss")


@dataclass(frozen=True, slots=True)
class LegendStep:
    """What the legend card gives from this reputation on."""

    reputation: int
    effects: tuple[Effect, ...] = ()
    text: Mapping[str, str] | None = field(default=None, compare=False)


@dataclass(frozen=True)
class JobDeck:
    """A complete deck: eight job cards in printed order, and the legend's steps."""

    id: str
    name: str
    jobs: tuple[JobCard, ...]
    legend: tuple[LegendStep, ...]

    @cached_property
    def by_id(self) -> Mapping[CardId, JobCard]:
        """Return the job cards by their ids."""
        return {job.id: job for job in self.jobs}

    @cached_property
    def by_item(self) -> Mapping[Item, JobCard]:
        """Return the job cards by the items on their kit sides."""
        return {job.kit.item: job for job in self.jobs if job.kit.item}

    def step(self, reputation: int) -> LegendStep:
        """Return the highest legend step reached (DD-40)."""
        return [step for step in self.legend if step.reputation <= reputation][-1]

    @cached_property
    def fingerprint(self) -> str:
        """Return eight hexadecimal digits that change with any number on any card."""
        says = [(job.id, _rules_of(job.boss), job.kit, job.scrap, job.scene) for job in self.jobs]
        steps = [(step.reputation, step.effects) for step in self.legend]
        return sha256(repr((says, steps)).encode()).hexdigest()[:8]


def _rules_of(boss: Boss) -> tuple[object, ...]:
    """Return what a boss does; his name and the words of his effect may change freely."""
    return (boss.stars, boss.bullets, boss.hat, boss.kit, boss.starts_with, boss.effects)
