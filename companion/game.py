"""The game contract: what a set of rules must answer, and the types it answers in.

A game is pure: no clock, no files, no randomness but a generator handed in. States and
actions are frozen dataclasses. An action prints as its notation and parses back.

Two rules keep secrets where they belong:

* `Game.view` is the only way out for a state.
* What is legal for a seat may depend only on public facts and on that seat's own cards.
  Otherwise the mere list of legal actions would tell a player what others hold.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from random import Random
from typing import Any, Generic, TypeVar

from companion.cards import Deck, Face, Seat
from companion.layout import OPEN_TO_ALL, Layout, Zone, ZoneSpec
from companion.marked_backs import CardName
from companion.message import (
    Facts,
    IllegalAction,
    Message,
    NotationError,
    OtherCards,
    Outcome,
    Prompt,
    SetupError,
    TableError,
    UnusablePicture,
    Violation,
    message,
)
from companion.steps import (
    Action,
    Belief,
    Correction,
    Finding,
    HouseRule,
    Knowledge,
    Proof,
    Setup,
    TakenBack,
)
from companion.view import TABLE, Choice, SeatView, View, Viewer

__all__ = [
    "TABLE",
    "Action",
    "Backs",
    "Belief",
    "Choice",
    "Correction",
    "Facts",
    "Finding",
    "Game",
    "HouseRule",
    "IllegalAction",
    "Knowledge",
    "Message",
    "NotationError",
    "OtherCards",
    "Outcome",
    "Prompt",
    "Proof",
    "SeatView",
    "Setup",
    "SetupError",
    "TableError",
    "TakenBack",
    "UnusablePicture",
    "View",
    "Viewer",
    "Violation",
    "message",
]

#: What marked backs tell of rows: each card's name from left to right, STRANGER where the
#: back is not known, None where a card lies open. Rows that were not seen are absent.
Backs = Mapping[Zone, tuple[CardName | None, ...]]


S = TypeVar("S")
A = TypeVar("A", bound=Action)


class Game(ABC, Generic[S, A]):
    """The rules of one game, over its state `S` and its actions `A`."""

    name: str
    clause_prefix: str
    deck: Deck
    min_seats: int
    max_seats: int
    house_rules: tuple[HouseRule, ...]
    #: Places of a deal that lie open from the start.
    dealt_openly: frozenset[str] = frozenset()
    #: Whether every player's phone knows his hand, as in a game for one.
    always_logged: bool = False
    #: Faces of the cards whose backs may be marked, so that a camera tells them apart.
    marked_faces: tuple[Face, ...] = ()
    #: Rules that every deal carries: what a save must find again, such as the cards' numbers.
    pinned: Mapping[str, str] = {}

    def offered_rules(self, chosen: Mapping[str, str]) -> tuple[HouseRule, ...]:
        """Return the switches of a table at which these values are chosen.

        Mostly `house_rules`. A value that is to be had no longer stays with its rule while it
        is chosen, so that screens can say what is.
        """
        return self.house_rules

    @abstractmethod
    def zones(self, seats: tuple[Seat, ...]) -> tuple[ZoneSpec, ...]:
        """Return the zones the table needs for these seats."""

    @abstractmethod
    def shuffled(self, setup: Setup, rng: Random) -> Mapping[str, tuple[Face, ...]]:
        """Return a complete random deal for `setup`, for simulation and tests."""

    def dealt(self, setup: Setup) -> Mapping[Zone, tuple[Face, ...]]:
        """Return which cards lie in each zone after a complete deal, for simulated tables.

        They run from the bottom up, or as the zone grows; which of them lie face up is
        for `layout` to say. Nothing at all means: gather every card in the first stack.
        """
        return {}

    @abstractmethod
    def setup(self, setup: Setup) -> S:
        """Return the first state; raise SetupError where it cannot be."""

    @abstractmethod
    def candidates(self, state: S) -> Iterator[A]:
        """Yield what could physically be done or declared now, legal or not."""

    @abstractmethod
    def violations(self, state: S, action: A) -> tuple[Violation, ...]:
        """Return every reason why `action` is illegal; empty means legal."""

    def legal(self, state: S) -> tuple[A, ...]:
        """Return the candidates that break no rule."""
        return tuple(a for a in self.candidates(state) if not self.violations(state, a))

    @abstractmethod
    def apply(self, state: S, action: A) -> S:
        """Return the state after a legal action; raise IllegalAction otherwise."""

    @abstractmethod
    def forced(self, state: S) -> A | None:
        """Return the act that follows from what the engine knows, if any.

        An answer or a reveal whose only outcome is known needs nobody's word; the table
        plays it at once, so that the record still shows it.
        """

    @abstractmethod
    def layout(self, state: S) -> Layout:
        """Return what the table should look like."""

    @abstractmethod
    def view(self, state: S, viewer: Viewer) -> View:
        """Return what `viewer` may know: the only way out for state."""

    def consult(self, state: S, viewer: Viewer, question: Mapping[str, Any]) -> Mapping[str, Any]:
        """Answer what the game's own page asks, from what `viewer` may know.

        Plain values and messages; nothing changes. Raises NotationError for what is no
        question, which is anything where a game has no page of its own.
        """
        raise NotationError(f"{self.name} has no page of its own to ask {dict(question)}")

    @abstractmethod
    def seen_by(self, state: S, action: A, viewer: Viewer) -> str | None:
        """Return the notation of `action`, taken in `state`, as `viewer` may read it.

        Hidden faces print as "?". None where the viewer may not even know that it was
        done (a player telling his own phone).
        """

    @abstractmethod
    def told(self, state: S, action: A, viewer: Viewer) -> Message | None:
        """Return what `action`, taken in `state`, is called in words, as `seen_by` is in notation.

        A message of the rulebook ("did_play" with its facts), for the history on screens.
        """

    @abstractmethod
    def layout_after(self, state: S, action: A) -> Layout:
        """Return what the table looks like once a candidate was done, even if illegal.

        Only the act itself counts, not what a rule makes of it: a forbidden card lies on
        the pile all the same. For a legal action it is the layout of the next state.
        """

    def lies_openly(self, zone: ZoneSpec, face: Face) -> bool:
        """Tell whether such a card, seen face up there, lies there for everyone to see.

        Only then may all be told which it is: elsewhere its player may be peeking at it, in
        sight of the camera and of nobody else.
        """
        return zone.kind in OPEN_TO_ALL

    def layout_on_the_way(self, state: S, action: A) -> Layout | None:
        """Return the table once a legal act was done and what follows from it was not yet.

        Who is shot turns his cards up first, and puts his gun away a moment later. None
        where an act that can be seen is one movement with all that follows.
        """
        return None

    def read_backs(self, state: S, lying: Backs, *, anew: bool = False) -> tuple[A, ...]:
        """Return the acts by which the game learns what marked backs tell.

        They are nobody's to say, nor to hear of (`seen_by`); what follows from them shows in
        views alone. What was read before stays, but with `anew` the record follows the table.
        """
        return ()

    def misplaced(self, state: S, lying: Backs) -> Message | None:
        """Return how to put right a card that lies where another one belongs, if any does.

        Everyone is told: it rests on which card lies where, and never on what it is.
        """
        return None

    def rests_on_backs(self, state: S, action: A) -> bool:
        """Tell whether what the act says of hidden cards is measured by their marked backs.

        Whether such an act is legal tells which cards those are, so nobody but the seat
        itself, or the camera, may do it.
        """
        return False

    def unsaid(self, state: S) -> tuple[A, ...]:
        """Return what has to be done, unseen by the others, before anything else can happen.

        Once the game has gone on everybody knows that it was done, and a record that one
        viewer may read says so.
        """
        return ()

    def for_everyone(self, states: Iterable[S], actions: Sequence[A]) -> tuple[A, ...]:
        """Return the acts of a game that is over as anyone may read them.

        Where physical cards are told apart by more than their faces, they go by names of this
        game alone: none may lead to a mark that a card keeps for ever.

        Args:
            states: every state of the game, those that were taken back included.
            actions: every act of its record.

        """
        return tuple(actions)

    def pressed(self, state: S, seat: Seat) -> A | None:
        """Return what the seat's button says where it says more than "done"; None elsewhere.

        Where several players may answer, a press has nothing to say, and nobody hears of it.
        """
        return None

    def heard_first(self, state: S) -> tuple[Seat, ...]:
        """Return the order in which seats are heard that speak at the same moment.

        Who is not in it is heard as he comes.
        """
        return ()

    def belief(self, setup: Setup, viewer: Viewer) -> Belief | None:
        """Return what `viewer` may conclude after the deal; None where a game has no need.

        It is fed every step of the history, and uses of each only what the viewer may
        know of it (`seen_by`).
        """
        return None

    def hindsight(
        self,
        setup: Setup,
        steps: Sequence[A | Correction | None],
        shown: Mapping[str, tuple[Face, ...]],
    ) -> tuple[Finding, ...]:
        """Return what was not right in a past of which the cards have come up since.

        Accuse nobody of what may have been right, by any cards he may have held.

        Args:
            setup: how the game began.
            steps: what happened and still stands, None for what may not be used.
            shown: cards turned up afterwards, by one of the places of `unshown`.

        """
        return ()

    def unshown(self, state: S) -> tuple[str, ...]:
        """Return where cards may be turned up after the end: none where all lie open."""
        return ()

    def carried_out(self, state: S, action: A) -> S | None:
        """Return what would come of an act that was done though it is illegal.

        None where nothing sensible can come of it: then it did not happen.
        """
        return None

    @abstractmethod
    def outcome(self, state: S) -> Outcome | None:
        """Return the result once the game is over."""

    @abstractmethod
    def prompts(self, state: S) -> tuple[Prompt, ...]:
        """Return who must do what now, in public terms."""

    @abstractmethod
    def parse(self, text: str) -> A:
        """Read one action; `parse(str(a)) == a`. Raise NotationError."""

    @abstractmethod
    def corrections(self, state: S) -> tuple[Correction, ...]:
        """Return every field the host may correct, with its present value.

        Hidden faces print as "?": the host is not entitled to them.
        """

    @abstractmethod
    def correct(self, state: S, correction: Correction) -> S:
        """Return the corrected state; raise NotationError where it makes no sense."""

    @abstractmethod
    def adopt(self, state: S, seen: Layout) -> tuple[Correction, ...]:
        """Return the corrections that make the record agree with the table."""

    @abstractmethod
    def knowledge(self, state: S) -> frozenset[Knowledge]:
        """Return the ledger: which seat has learned which card."""

    @abstractmethod
    def with_knowledge(self, state: S, kept: frozenset[Knowledge]) -> S:
        """Return `state` with `kept` added to the ledger: undo makes nobody forget."""
