"""The state of a game of Good Cop Bad Cop, and the stack of what is due in it.

A state models the physical table. Of cards that nobody has told it holds `UNKNOWN`. A
card keeps its id, its state and who has seen it wherever it goes (GC-09, GC-32).
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from functools import cached_property
from typing import Any

from companion.cards import Face, Seat
from companion.games.good_cop_bad_cop.actions import PLACES, Act
from companion.games.good_cop_bad_cop.cards import Edition, equipment_set, integrity_counts
from companion.marked_backs import PLAIN, UNREAD, CardName

Words = tuple[tuple[Seat, Face], ...]


@dataclass(frozen=True)
class Table:
    """What is fixed for the whole game: seats clockwise, and house rules.

    Args:
        guns: how many there are.
        again: after a shot that came to nothing its shooter acts again (GC-20).
        own_cards: phones go on showing their player his own face-down cards (GC-25).
        notes: phones remember what their player has seen of others.
        all_windows: the game waits at every moment of GC-24, not at two only.
        backs: the number of the deck with marked backs that is played with, or PLAIN.

    """

    seats: tuple[Seat, ...]
    guns: int
    logged: frozenset[Seat] = frozenset()
    edition: Edition = Edition.SEED
    again: bool = False
    own_cards: bool = True
    notes: bool = True
    all_windows: bool = False
    backs: str = PLAIN

    @cached_property
    def place(self) -> Mapping[Seat, int]:
        """Return where each seat stands in `seats`."""
        return {seat: place for place, seat in enumerate(self.seats)}

    @property
    def fourth(self) -> bool:
        """Tell whether the fourth edition is played."""
        return self.edition is Edition.FOURTH

    @property
    def equip_flips(self) -> bool:
        """Tell whether drawing equipment turns a card up: not by the French rules (GC-01)."""
        return self.edition is not Edition.SEED

    @cached_property
    def equipment(self) -> tuple[Face, ...]:
        """Return the equipment cards in the game."""
        return equipment_set(self.edition, len(self.seats))

    @cached_property
    def integrity(self) -> Mapping[Face, int]:
        """Return how many integrity cards of each face are in the game."""
        return integrity_counts(len(self.seats))


class Step(Enum):
    """What is due. The first seven await somebody's act, the others happen by themselves."""

    WINDOW = "window"
    """Everyone with equipment may react or passes; `about` says to what (GC-24)."""
    ACTION = "action"
    AIM = "aim"
    FLIP = "flip"
    """Turn a card up; a card id in `card` leaves no choice."""
    KEEP = "keep"
    CHOOSE = "choose"
    """Choose what the equipment card in `about` asks for; `target`, `card`: chosen so far."""
    REDIRECT = "redirect"
    MIX = "mix"
    REVEAL = "reveal"
    COUNTER = "counter"
    PERFORM = "perform"
    SHOT = "shot"
    HIT = "hit"
    END = "end"


@dataclass(frozen=True, slots=True)
class Task:
    """One thing that is due, and from whom."""

    step: Step
    seat: Seat
    about: str = ""
    target: Seat | None = None
    card: int | None = None
    act: Act | None = None


Agenda = tuple[Task, ...]


@dataclass(frozen=True, slots=True)
class Card:
    """One integrity card.

    Args:
        face: what the table knows it to be: it was turned up, or its back is marked.
        marked: it is known wherever it goes, as its back is marked or the deal recorded.
        name: which of the deck's cards it is, once its marked back was read.
        wounded: the wound lies on it. After a mix it may be on any of a row's cards; the
            leader card among them has it then, and no other (GC-10).
        seen: seats that were allowed to look at it.
        told: what seats have told their own phones that it is.
        doubted: what they had told when all words could not be true, said anew or not.
        fresh: its owner has got it in this turn, and may look at it (GC-25).

    """

    id: int
    face: Face
    seen: frozenset[Seat]
    up: bool = False
    wounded: bool = False
    told: Words = ()
    doubted: Words = ()
    fresh: bool = True
    marked: bool = False
    name: CardName = UNREAD

    def word_of(self, seat: Seat) -> Face | None:
        """Return what `seat` has told his phone of this card."""
        return next((face for teller, face in self.told if teller == seat), None)


Row = tuple[Card | None, Card | None, Card | None]


@dataclass(frozen=True, slots=True)
class Player:
    """One seat at one moment.

    Args:
        row: his integrity cards left, middle, right.
        equipment: faces of what he holds face down.
        front: lasting equipment that lies before him.
        spent: equipment he used this turn; at its end it is put away.
        aim: whom his gun threatens, None once that player is dead (GC-08).
        barrel: where the gun points as it lies.

    """

    row: Row
    equipment: tuple[Face, ...] = ()
    front: tuple[Face, ...] = ()
    spent: tuple[Face, ...] = ()
    armed: bool = False
    aim: Seat | None = None
    barrel: Seat | None = None
    out: bool = False

    @property
    def cards(self) -> tuple[Card, ...]:
        """Return his integrity cards without gaps."""
        return tuple(card for card in self.row if card)

    def card(self, place: str) -> Card | None:
        """Return the card in that place."""
        return self.row[PLACES.index(place)]

    @property
    def hidden(self) -> tuple[str, ...]:
        """Return the places where a card lies face down."""
        cards = zip(PLACES, self.row, strict=True)
        return tuple(place for place, card in cards if card and not card.up)


@dataclass(frozen=True, slots=True)
class Ending:
    """How the game ends: both leaders with one seat, or the leader of one side dead."""

    solo: Seat | None = None
    fallen: Face | None = None


@dataclass(frozen=True, slots=True)
class Mistold:
    """What a phone had been told of a card, and what it turned out to be."""

    teller: Seat
    told: Face
    face: Face


@dataclass(frozen=True, slots=True)
class State:
    """A game of Good Cop Bad Cop at one moment.

    Args:
        players: in the order of `table.seats`.
        turn: whose turn it is.
        agenda: what is due, first thing first: a stack. Empty when the game is over.
        stock: the equipment deck, top first.
        discard: fourth edition only: used equipment.
        removed: integrity cards out of the game.
        turning: the order of play is reversed at the end of this turn.
        following: who has used Coffee and takes the next turn.
        barred: the active player may not take a gun this turn.
        hold_fire: the active player has just stolen a gun and may not shoot with it.
        passed: who has nothing more to say in the open window.
        looked: ids of the cards that were investigated just now.
        swapped: integrity cards were exchanged, so one player may hold both leaders.
        begun: something has been done since the deal.
        doubt: what phones were told cannot all be true; renewed by public acts only, so
            that the moment does not tell whose word it was.

    """

    table: Table
    players: tuple[Player, ...]
    turn: Seat
    agenda: Agenda
    stock: tuple[Face, ...]
    discard: tuple[Face, ...] = ()
    removed: tuple[Card, ...] = ()
    clockwise: bool = True
    turning: bool = False
    following: Seat | None = None
    barred: bool = False
    hold_fire: bool = False
    passed: frozenset[Seat] = frozenset()
    looked: tuple[int, ...] = ()
    swapped: bool = False
    begun: bool = False
    doubt: bool = False
    ending: Ending | None = None
    mistold: tuple[Mistold, ...] = ()

    @property
    def due(self) -> Task | None:
        """Return what is due first."""
        return self.agenda[0] if self.agenda else None

    def player(self, seat: Seat) -> Player:
        """Return the player on `seat`, or raise KeyError."""
        return self.players[self.table.place[seat]]

    def seated(self) -> Iterator[tuple[Seat, Player]]:
        """Yield seats with their players, clockwise."""
        return zip(self.table.seats, self.players, strict=True)

    def living(self) -> tuple[Seat, ...]:
        """Return the seats that are still in the game, clockwise."""
        return tuple(seat for seat, player in self.seated() if not player.out)

    def armed(self) -> tuple[Seat, ...]:
        """Return the seats that hold a gun, clockwise."""
        return tuple(seat for seat, player in self.seated() if player.armed)

    @property
    def guns(self) -> int:
        """Return how many guns lie in the middle."""
        return self.table.guns - len(self.armed())

    def located(self) -> Iterator[tuple[Seat, str, Card]]:
        """Yield every integrity card on the table with its seat and place."""
        for seat, player in self.seated():
            for place, card in zip(PLACES, player.row, strict=True):
                if card:
                    yield seat, place, card

    def where(self, card_id: int) -> tuple[Seat, str, Card] | None:
        """Return where a card lies, if it is still on the table."""
        return next((found for found in self.located() if found[2].id == card_id), None)

    def with_player(self, seat: Seat, **changes: Any) -> "State":
        """Return the state with some fields of one player changed."""
        place = self.table.place[seat]
        player = replace(self.players[place], **changes)
        return replace(self, players=(*self.players[:place], player, *self.players[place + 1 :]))

    def with_card(self, seat: Seat, place: str, **changes: Any) -> "State":
        """Return the state with some fields of one card changed."""
        card = self.player(seat).card(place)
        assert card is not None
        return self.with_row(seat, {place: replace(card, **changes)})

    def with_row(self, seat: Seat, cards: Mapping[str, Card | None]) -> "State":
        """Return the state with other cards in some places of a row."""
        row = zip(PLACES, self.player(seat).row, strict=True)
        return self.with_player(seat, row=tuple(cards.get(place, card) for place, card in row))

    def then(self, *tasks: Task) -> "State":
        """Return the state in which `tasks` are due before everything else."""
        return replace(self, agenda=(*tasks, *self.agenda))

    def done(self) -> "State":
        """Return the state without what was due first."""
        return replace(self, agenda=self.agenda[1:])


def pending_shot(state: State) -> Task | None:
    """Return the shot that was declared and is not resolved yet."""
    return next((task for task in state.agenda if task.step is Step.SHOT), None)


def neighbours(state: State, seat: Seat) -> tuple[Seat, ...]:
    """Return the nearest living players on both sides of a seat."""
    order = [s for s in (*around(state, seat), seat) if s == seat or not state.player(s).out]
    return tuple(dict.fromkeys((order[0], order[-2]))) if len(order) > 1 else ()


def around(state: State, seat: Seat) -> tuple[Seat, ...]:
    """Return the other seats clockwise from `seat`."""
    place = state.table.place[seat]
    return (*state.table.seats[place + 1 :], *state.table.seats[:place])
