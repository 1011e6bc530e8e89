"""The state of a campaign: what was captured, and the job that is on.

Everything is open to the player; only the order of the stack is fixed at the set-up.
"""

from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property

from companion.cards import Seat
from companion.game import Message
from companion.games.deadeye_dinah.cards import CardId, JobDeck, Side
from companion.games.deadeye_dinah.terms import Terms


class Step(Enum):
    """What has to happen now."""

    HUNT = "hunt"
    STACK = "stack"
    SCENE = "scene"
    DUEL = "duel"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Held:
    """A card in hand and which of its sides is active."""

    card: CardId
    side: Side = Side.KIT

    @property
    def turned(self) -> "Held":
        """Return the card turned to its other side."""
        return Held(self.card, self.side.turned)


@dataclass(frozen=True)
class Job:
    """One attempt to capture a boss.

    Args:
        terms: what every number counts as during this job.
        kit: left to right.
        lucky: rescued cards, in the order in which they were.
        scenes: top first.
        lost: out of play until the next set-up (DD-02), in the order lost.
        resting: the Horse, from a switch until the next scene is finished (DD-23).
        used: effects that work once a job and have.

    """

    terms: Terms = field(repr=False)
    kit: tuple[Held, ...]
    scenes: tuple[CardId, ...]
    lucky: tuple[Held, ...] = ()
    lost: tuple[CardId, ...] = ()
    resting: CardId | None = None
    used: frozenset[str] = frozenset()

    @classmethod
    def begun(cls, terms: Terms, stack: tuple[CardId, ...]) -> "Job":
        """Return a job after its set-up: the kit is as many top cards as the boss says."""
        size = terms.boss.kit
        return cls(terms, tuple(Held(card) for card in stack[:size]), stack[size:])

    @property
    def boss(self) -> CardId:
        """Return the boss card."""
        return self.terms.boss_id

    @property
    def scene(self) -> CardId:
        """Return the scene card that is faced; there is one while `scenes` is not empty."""
        return self.scenes[0]

    @cached_property
    def hand(self) -> dict[CardId, Held]:
        """Return every card that may be played or lost, kit first, by its id."""
        return {held.card: held for held in (*self.kit, *self.lucky)}

    def is_lucky(self, card: CardId) -> bool:
        """Tell whether the card was rescued."""
        return any(held.card == card for held in self.lucky)


@dataclass(frozen=True, slots=True)
class Attempt:
    """A job that is over: whom it was for, how it ended and what it cost.

    Args:
        result: the code of the message that told the end, "captured" or "failed_…".
        lost: cards lost in this job, scene cards included.
        passed: scenes overcome or escaped.

    """

    boss: CardId
    result: str
    lost: int
    passed: int


@dataclass(frozen=True)
class State:
    """A campaign of Deadeye Dinah at one moment.

    Args:
        deck: the cards it is played with.
        captured: bosses, in the order of their capture.
        hunting: the boss of the job that is on or being set up.
        attempts: jobs begun so far, failed ones included.
        last: how the last job ended.
        log: the jobs that are over, oldest first; nothing that can be done rests on it.

    """

    deck: JobDeck = field(repr=False)
    seat: Seat
    step: Step = Step.HUNT
    captured: tuple[CardId, ...] = ()
    hunting: CardId | None = None
    attempts: int = 0
    job: Job | None = None
    last: Message | None = None
    log: tuple[Attempt, ...] = field(default=(), compare=False)

    @cached_property
    def reputation(self) -> int:
        """Return the stars of everyone captured."""
        return sum(self.deck.by_id[card].boss.stars for card in self.captured)
