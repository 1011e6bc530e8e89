"""The state of a game of Deadlock City, and what is due in it.

A state models the physical table. Of cards that nobody has told it holds `UNKNOWN`.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cached_property, lru_cache
from typing import Any, cast

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

    @cached_property
    def clockwise(self) -> Mapping[Seat, tuple[int, ...]]:
        """Return for each seat the places that follow it, its own last."""
        places = tuple(range(len(self.seats)))
        return {
            seat: (*places[place + 1 :], *places[: place + 1]) for seat, place in self.place.items()
        }


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

    # Members are single objects, and their identity hashes faster than their name.
    __hash__ = object.__hash__


DRAW, PLAY, ANSWER, LOOK, COMPARE, DROP, REDRAW, SHOW = Step


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
    return (task(DRAW, seat), task(PLAY, seat))


@lru_cache(maxsize=64)
def redraw_of(seat: Seat) -> tuple[Task, ...]:
    """Return what a player does who is made to put his card down."""
    return (task(DROP, seat), task(REDRAW, seat))


@dataclass(frozen=True, slots=True)
class Player:
    """One seat at one moment.

    Args:
        hand: faces, the older card first.
        pile: what he has put down, bottom to top.
        known: what others have learned about his hand.

    """

    hand: tuple[Face, ...]
    pile: tuple[Face, ...] = ()
    out: bool = False
    protected: bool = False
    known: tuple[Knowledge, ...] = ()


@dataclass(slots=True)
class ChangingPlayer:
    """A player in a draft: the fields of `Player`, changeable."""

    hand: tuple[Face, ...]
    pile: tuple[Face, ...]
    out: bool
    protected: bool
    known: tuple[Knowledge, ...]


AnyPlayer = Player | ChangingPlayer


class Position:
    """What a state and a draft of one have in common: how to read them."""

    __slots__ = ()

    table: Table
    players: Sequence[AnyPlayer]
    turn: Seat
    agenda: tuple[Task, ...]
    stock: tuple[Face, ...]
    hidden: tuple[Face, ...]
    removed: tuple[Face, ...]
    played: Play | None

    def player(self, seat: Seat) -> AnyPlayer:
        """Return the player on `seat`, or raise KeyError."""
        return self.players[self.table.place[seat]]

    def seated(self) -> Iterable[tuple[Seat, AnyPlayer]]:
        """Return seats with their players, clockwise."""
        return zip(self.table.seats, self.players, strict=True)

    def living(self) -> list[Seat]:
        """Return the seats that are still in the game, clockwise."""
        # Not by `seated`: this is asked whenever somebody goes out in a playout.
        pairs = zip(self.table.seats, self.players, strict=True)
        return [seat for seat, player in pairs if not player.out]


@dataclass(frozen=True, slots=True)
class State(Position):
    """A game of Deadlock City at one moment.

    Args:
        players: in the order of `table.seats`.
        turn: whose turn it is, or was when the game ended.
        agenda: what is due, first thing first; empty when the game is over.
        stock: the deck above the hidden card, top first.
        hidden: the card under the deck, () once it was drawn.
        removed: cards laid out before the game (DC-03).
        played: the card put down last, whose effect may still be running.

    """

    table: Table
    players: tuple[Player, ...]
    turn: Seat
    agenda: tuple[Task, ...]
    stock: tuple[Face, ...]
    hidden: tuple[Face, ...]
    removed: tuple[Face, ...] = ()
    played: Play | None = None

    def draft(self) -> "Draft":
        """Return a copy that one act may change."""
        return Draft(
            self.table,
            [ChangingPlayer(p.hand, p.pile, p.out, p.protected, p.known) for p in self.players],
            self.turn,
            self.agenda,
            self.stock,
            self.hidden,
            self.removed,
            self.played,
        )


@dataclass(slots=True)
class Draft(Position):
    """The next state while one act is carried out: the fields of `State`, changeable."""

    table: Table
    players: list[ChangingPlayer]
    turn: Seat
    agenda: tuple[Task, ...]
    stock: tuple[Face, ...]
    hidden: tuple[Face, ...]
    removed: tuple[Face, ...]
    played: Play | None

    def player(self, seat: Seat) -> ChangingPlayer:
        """Return the player on `seat`, who may be changed."""
        return self.players[self.table.place[seat]]

    def frozen(self) -> State:
        """Turn this draft into a state; it can't be changed any more.

        The objects only change their class for one with the same slots. Writing frozen
        fields takes four times as long, and every act of a playout passes through here.
        """
        for player in self.players:
            player.__class__ = Player  # type: ignore[assignment]
        draft: Any = self
        draft.players = tuple(self.players)
        draft.__class__ = State
        return cast(State, draft)
