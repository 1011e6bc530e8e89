"""An evening at the table, at one moment: who sits where, the house rules, and the game.

It comes from the journal, event by event: see `companion.events`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.cards import Face, Seat
from companion.eye_memory import NOTHING, EyeMemory
from companion.game import Game, HouseRule, Setup
from companion.record import Record


@dataclass(frozen=True, slots=True)
class Player:
    """A taken seat. `key` identifies the seat's phone, "-" where it has none."""

    seat: Seat
    name: str
    key: str


@dataclass(frozen=True, slots=True)
class Play:
    """A game in progress or finished: its record and the state after each step.

    Args:
        stands: past illegal acts that the host lets stand, by step and code.
        shown: cards turned over after the end, by place.
        void: the host has declared that this game does not count.

    """

    record: Record
    states: tuple[Any, ...]
    stands: frozenset[tuple[int, str]] = frozenset()
    shown: Mapping[str, tuple[Face, ...]] = field(default_factory=dict)
    void: bool = False

    @property
    def state(self) -> Any:
        """Return the present state."""
        return self.states[-1]


def is_over(game: Game[Any, Any], play: Play) -> bool:
    """Tell whether nothing is to be done any more: there is a result, or it does not count."""
    return play.void or game.outcome(play.state) is not None


@dataclass(frozen=True, slots=True)
class Offer:
    """A wish that needs consent, and who has agreed so far.

    Args:
        keep: go back to the state after so many steps; None: the table is right, and the
            record is to follow it.

    """

    by: Seat
    keep: int | None
    agreed: frozenset[Seat] = frozenset()


@dataclass(frozen=True, slots=True)
class Session:
    """Everything the journal says, at one moment."""

    games: Mapping[str, Game[Any, Any]]
    game: Game[Any, Any]
    players: tuple[Player, ...] = ()
    rules: Mapping[str, str] = field(default_factory=dict)
    logged: frozenset[Seat] = frozenset()
    play: Play | None = None
    offer: Offer | None = None
    last_winner: Seat | None = None
    timer_s: int = 0
    spent: Mapping[Seat, float] = field(default_factory=dict)
    halted: bool = False
    memory: EyeMemory = NOTHING

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Return the taken seats, clockwise."""
        return tuple(player.seat for player in self.players)

    @property
    def tellers(self) -> frozenset[Seat]:
        """Return the seats whose players tell their phones what they hold."""
        return frozenset(self.seats) if self.game.always_logged else self.logged

    def player(self, seat: Seat) -> Player | None:
        """Return who sits on `seat`, if anyone."""
        return next((p for p in self.players if p.seat == seat), None)

    def seat_of(self, key: str) -> Seat | None:
        """Return the seat that the phone with this key belongs to."""
        return next((p.seat for p in self.players if p.key == key != "-"), None)


def offered_rules(session: Session) -> tuple[HouseRule, ...]:
    """Return the switches of the table as it is set, or as it was at the deal."""
    chosen = session.play.record.setup.rules if session.play else session.rules
    return session.game.offered_rules(chosen)


def setup_of(session: Session, first: Seat) -> Setup:
    """Return the setup that a deal would freeze now."""
    return Setup(session.seats, first, dict(session.rules), session.tellers)
