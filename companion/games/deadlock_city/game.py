"""Deadlock City behind the game contract; each question is answered in its own module."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random

from companion.cards import UNKNOWN, Face, Seat
from companion.game import (
    TABLE,
    Correction,
    Finding,
    Game,
    IllegalAction,
    Knowledge,
    Message,
    Outcome,
    Prompt,
    Setup,
    View,
    Viewer,
    Violation,
)
from companion.games.deadlock_city import (
    actions,
    adoption,
    candidates,
    corrections,
    dealing,
    effects,
    faults,
    following,
    hindsight,
    ledger,
    surroundings,
    telling,
    views,
)
from companion.games.deadlock_city.actions import Act
from companion.games.deadlock_city.belief import DeadlockBelief
from companion.games.deadlock_city.cards import DECK, FACES
from companion.games.deadlock_city.state import (
    DRAW,
    PLAY,
    REDRAW,
    Position,
    State,
)
from companion.games.judged import Judged
from companion.layout import Layout, ZoneSpec

#: Above this many remembered answers the memory is emptied; a table meets a few dozen.
REMEMBERED = 20_000
#: Faults in spite of which it is plain what an act does once it is done.
OVERLOOKED = frozenset(
    {
        "impossible_result",
        "no_copy_left",
        "not_held",
        "number_one",
        "seven_forced",
        "target_missing",
        "target_protected",
        "wrong_answer",
        "zero_springs",
    }
)


@dataclass(frozen=True, slots=True)
class Playout:
    """The end of a game that was played on, and how many choices and acts led to it."""

    state: State
    moves: int
    acts: int


class DeadlockCity(Game[State, Act]):
    """The rules of Deadlock City; what a table may see of them goes through `view`."""

    name = views.GAME_NAME
    clause_prefix = "DC"
    deck = DECK
    min_seats = dealing.FEWEST
    max_seats = dealing.MOST
    house_rules = dealing.HOUSE_RULES
    dealt_openly = frozenset({"removed"})

    def __init__(self) -> None:
        """Begin with no remembered answers."""
        self._plays: dict[object, tuple[Act, ...]] = {}
        self._judged = Judged(faults.faults)

    def zones(self, seats: tuple[Seat, ...]) -> tuple[ZoneSpec, ...]:
        """Return a pile and a hand for each seat, the deck, and cards removed (DC-03)."""
        return surroundings.zones(seats)

    def shuffled(self, setup: Setup, rng: Random) -> Mapping[str, tuple[Face, ...]]:
        """Return a complete random deal: each seat, "hidden", "stock" and "removed"."""
        return dealing.shuffled(setup, rng)

    def setup(self, setup: Setup) -> State:
        """Return the state after the deal; raise SetupError where it cannot be."""
        return dealing.first_state(setup)

    def random_state(self, setup: Setup, rng: Random) -> State:
        """Return the state after a complete random deal, for simulations."""
        return dealing.random_state(setup, rng)

    def candidates(self, state: State) -> Iterator[Act]:
        """Yield what could be done or declared now, likely acts first."""
        return candidates.candidates(state)

    def violations(self, state: State, action: Act) -> tuple[Violation, ...]:
        """Return every reason why `action` is illegal; empty means legal."""
        return self._judged.against(state, action)

    def legal(self, state: State) -> tuple[Act, ...]:
        """Return the candidates that break no rule; only acts that are due can be legal."""
        acts = self._legal(state)
        self._judged.within(state).update(dict.fromkeys(acts, ()))
        return acts

    def _legal(self, position: Position) -> tuple[Act, ...]:
        if not position.agenda:
            return ()
        due = position.agenda[0]
        if due.step is PLAY:
            return self._legal_plays(position, due.seat)
        if due.step is DRAW or due.step is REDRAW:
            return (following.draw_by(due.seat),)
        acts = candidates.due_candidates(position)
        return tuple(action for action in acts if not faults.faults(position, action))

    def _legal_plays(self, position: Position, seat: Seat) -> tuple[Act, ...]:
        """Return the legal ways to put a card down, remembered by all that they depend on."""
        hand = position.player(seat).hand
        closed = 0  # one bit for each seat that can't be chosen
        for player in position.players:
            closed = 2 * closed + (player.out or player.protected)
        unseen = ledger.unseen(position, seat) if UNKNOWN in hand else None
        key = (hand, seat, closed, unseen, position.table.seats)
        plays = self._plays.get(key)
        if plays is None:
            if len(self._plays) >= REMEMBERED:
                self._plays.clear()
            plays = self._plays[key] = tuple(_find_legal_plays(position, seat))
        return plays

    def apply(self, state: State, action: Act) -> State:
        """Return the state after a legal action; raise IllegalAction otherwise."""
        violations = self.violations(state, action)
        if violations:
            raise IllegalAction(action, violations)
        return effects.after(state, action)

    def after(self, state: State, action: Act) -> State:
        """Return the state after an action out of `legal` or `forced`, unchecked.

        For simulations, which would otherwise judge each action twice.
        """
        return effects.after(state, action)

    def playout(self, state: State, rng: Random) -> Playout:
        """Play on at random to the end: any legal act where there is a choice.

        Draws, and answers and reveals that follow from known cards, are no choice. All
        acts are carried out on one draft, and none is judged twice.
        """
        draft, moves, draw = state.draft(), 0, rng.random
        acts = effects.until_choice(draft)
        while draft.agenda:
            legal = self._legal(draft)
            effects.carry_out(draft, legal[int(draw() * len(legal))])
            moves += 1
            acts += 1 + effects.until_choice(draft)
        return Playout(draft.frozen(), moves, acts)

    def forced(self, state: State) -> Act | None:
        """Return the answer or reveal that follows from what the engine knows, if any.

        What players told their phones may be wrong, and then nothing follows from it.
        """
        action = following.forced(state)
        return None if action is None or self.violations(state, action) else action

    def layout(self, state: State) -> Layout:
        """Return what the table should look like."""
        return surroundings.layout(state)

    def layout_after(self, state: State, action: Act) -> Layout:
        """Return the table once `action` was done, its effects only if it is legal."""
        if self.violations(state, action):
            return surroundings.layout_after_illegal(state, action)
        return surroundings.layout(effects.after(state, action))

    def view(self, state: State, viewer: Viewer) -> View:
        """Return what `viewer` may know; whoever is no seat sees what the table sees."""
        legal = self.legal(state) if viewer != TABLE else ()
        return views.view(state, viewer, legal, self.outcome(state))

    def seen_by(self, state: State, action: Act, viewer: Viewer) -> str | None:
        """Return the notation as `viewer` may read it, None for what others tell privately."""
        return telling.seen_by(action, viewer)

    def told(self, state: State, action: Act, viewer: Viewer) -> Message | None:
        """Return the action as a message for the history."""
        return telling.told(state, action, viewer)

    def belief(self, setup: Setup, viewer: Viewer) -> DeadlockBelief:
        """Return what `viewer` may conclude after the deal."""
        return DeadlockBelief.begun(setup, viewer)

    def hindsight(
        self,
        setup: Setup,
        steps: Sequence[Act | Correction | None],
        shown: Mapping[str, tuple[Face, ...]],
    ) -> tuple[Finding, ...]:
        """Return what was not right, as the cards that have come up since show."""
        return hindsight.look_back(setup, steps, shown)

    def unshown(self, state: State) -> tuple[str, ...]:
        """Return who still holds a card, and the hidden card (DC-46)."""
        held = [str(seat) for seat, player in state.seated() if player.hand]
        return (*held, *(["hidden"] if state.hidden else []))

    def carried_out(self, state: State, action: Act) -> State | None:
        """Return what comes of an illegal act, if that is plain enough."""
        plain = all(fault.code in OVERLOOKED for fault in faults.faults(state, action))
        return effects.after(state, action) if plain else None

    def outcome(self, state: State) -> Outcome | None:
        """Return the result once the game is over (DC-04, DC-40, DC-43)."""
        return surroundings.outcome(state)

    def prompts(self, state: State) -> tuple[Prompt, ...]:
        """Return who must do what now, in public terms."""
        return views.prompts(state)

    def parse(self, text: str) -> Act:
        """Read one act; raise NotationError."""
        return actions.parse(text)

    def corrections(self, state: State) -> tuple[Correction, ...]:
        """Return every field the host may correct, hidden faces as "?"."""
        return corrections.corrections(state)

    def correct(self, state: State, correction: Correction) -> State:
        """Return the corrected state; raise NotationError where it makes no sense."""
        return corrections.correct(state, correction)

    def adopt(self, state: State, seen: Layout) -> tuple[Correction, ...]:
        """Return the corrections that make the record agree with the table."""
        return adoption.adopt(state, seen)

    def knowledge(self, state: State) -> frozenset[Knowledge]:
        """Return the ledger, with each seat's own cards as cards he has seen."""
        own = frozenset(ledger.own_cards(state))
        return own | ledger.learned(state) | ledger.revealed(state)

    def with_knowledge(self, state: State, kept: frozenset[Knowledge]) -> State:
        """Return `state` with `kept` added to the ledger: undo makes nobody forget."""
        return ledger.with_kept(state, kept)


def _find_legal_plays(state: Position, seat: Seat) -> Iterator[Act]:
    hand = state.player(seat).hand
    for face in FACES:
        if face in hand or UNKNOWN in hand:
            for play in candidates.plays_of(state, seat, face):
                if not faults.faults(state, play):
                    yield play


__all__ = ["DeadlockCity", "Playout"]
