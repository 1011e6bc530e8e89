"""The state of a game of Deadlock City, and what is due in it.

A state models the physical table. Of cards that nobody has told it holds `UNKNOWN`.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property, lru_cache

from companion.cards import Face, Seat
from companion.game import Knowledge
from companion.games.deadlock_city.actions import Play


@dataclass(frozen=True)
class Table:
    """What is fixed for the whole game: seats clockwise, and house rules."""

    seats: tuple[Seat, ...]
    logged: frozenset[Seat] = frozenset()
    two_player_removal: bool = False
    sprung_zero_redrawn: bool = False
    tie_by_pile_sum: bool = False

    @cached_property
    def place(self) -> Mapping[Seat, int]:
        """Return where each seat stands in `seats`."""
        return {seat: place for place, seat in enumerate(self.seats)}


class Step(Enum):
    """What a seat has to do now."""

    DRAW = "draw"
    PLAY = "play"
    ANSWER = "answer"
    LOOK = "look"
    COMPARE = "compare"
    DROP = "drop"
    REDRAW = "redraw"
    SHOW = "show"


@dataclass(frozen=True, slots=True)
class Task:
    """One thing that is due, and from whom."""

    step: Step
    seat: Seat


@lru_cache(maxsize=64)
def task(step: Step, seat: Seat) -> Task:
    """Return the one task object of this kind."""
    return Task(step, seat)


@lru_cache(maxsize=64)
def turn_of(seat: Seat) -> tuple[Task, ...]:
    """Return what a turn consists of (DC-48)."""
    return (task(Step.DRAW, seat), task(Step.PLAY, seat))


@lru_cache(maxsize=64)
def redraw_of(seat: Seat) -> tuple[Task, ...]:
    """Return what a player does who is made to put his card down."""
    return (task(Step.DROP, seat), task(Step.REDRAW, seat))


@dataclass(frozen=True, slots=True)
class Player:
    """One seat: hand (older card first), own pile bottom to top, and standing."""

    hand: tuple[Face, ...]
    pile: tuple[Face, ...] = ()
    out: bool = False
    protected: bool = False


@dataclass(frozen=True, slots=True)
class State:
    """A game of Deadlock City at one moment.

    Args:
        players: in the order of `table.seats`.
        turn: whose turn it is, or was when the game ended.
        agenda: what is due, first thing first; empty when the game is over.
        stock: the deck above the hidden card, top first.
        hidden: the card under the deck, () once it was drawn.
        removed: cards laid out before the game (DC-03).
        played: the card put down last, whose effect may still be running.
        ledger: who has learned which card of others.

    """

    table: Table
    players: tuple[Player, ...]
    turn: Seat
    agenda: tuple[Task, ...]
    stock: tuple[Face, ...]
    hidden: tuple[Face, ...]
    removed: tuple[Face, ...] = ()
    played: Play | None = None
    ledger: frozenset[Knowledge] = field(default=frozenset())

    def player(self, seat: Seat) -> Player:
        """Return the player on `seat`, or raise KeyError."""
        return self.players[self.table.place[seat]]

    def seated(self) -> Iterable[tuple[Seat, Player]]:
        """Return seats with their players, clockwise."""
        return zip(self.table.seats, self.players, strict=True)

    def living(self) -> list[Seat]:
        """Return the seats that are still in the game, clockwise."""
        return [seat for seat, player in self.seated() if not player.out]

    def with_player(self, seat: Seat, player: Player) -> tuple[Player, ...]:
        """Return the players, one of them replaced."""
        place = self.table.place[seat]
        return (*self.players[:place], player, *self.players[place + 1 :])

    def but(
        self,
        *,
        players: tuple[Player, ...] | None = None,
        turn: Seat | None = None,
        agenda: tuple[Task, ...] | None = None,
        stock: tuple[Face, ...] | None = None,
        hidden: tuple[Face, ...] | None = None,
        played: Play | None = None,
        ledger: frozenset[Knowledge] | None = None,
    ) -> "State":
        """Return this state with some fields changed.

        Written out because `dataclasses.replace` takes three times as long, and every
        act of a playout passes through here.
        """
        return State(
            self.table,
            self.players if players is None else players,
            self.turn if turn is None else turn,
            self.agenda if agenda is None else agenda,
            self.stock if stock is None else stock,
            self.hidden if hidden is None else hidden,
            self.removed,
            self.played if played is None else played,
            self.ledger if ledger is None else ledger,
        )
