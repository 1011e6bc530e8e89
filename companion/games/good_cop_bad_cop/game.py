"""Good Cop Bad Cop behind the game contract; each question is answered in its own module."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from random import Random

from companion.cards import Face, Seat
from companion.game import (
    TABLE,
    Backs,
    Correction,
    Game,
    HouseRule,
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
from companion.games.good_cop_bad_cop import (
    adoption,
    backs,
    candidates,
    corrections,
    dealing,
    effects,
    faults,
    following,
    handles,
    ledger,
    notation,
    surroundings,
    teams,
    telling,
    views,
)
from companion.games.good_cop_bad_cop.actions import Act, Pass
from companion.games.good_cop_bad_cop.cards import DECK, GUN, INTEGRITY
from companion.games.good_cop_bad_cop.state import State, Step, around
from companion.games.good_cop_bad_cop.turns import may_react
from companion.games.judged import Judged
from companion.layout import Layout, Zone, ZoneSpec
from companion.marked_backs import PLAIN, RULE


class GoodCopBadCop(Game[State, Act]):
    """The rules of Good Cop Bad Cop; what a table may see of them goes through `view`."""

    name = views.GAME_NAME
    clause_prefix = "GC"
    deck = DECK
    min_seats = dealing.FEWEST
    max_seats = dealing.MOST
    marked_faces = INTEGRITY

    def __init__(self, marked: Callable[[], tuple[str, ...]] = tuple) -> None:
        """Begin with nothing judged; `marked` gives the numbers of decks with marked backs."""
        self._marked = marked
        self._judged = Judged(faults.faults)
        self._laid: tuple[State | None, Layout] = (None, {})
        self._done: tuple[State, Act, State] | None = None

    @property
    def house_rules(self) -> tuple[HouseRule, ...]:  # type: ignore[override]
        """Return the switches of a table; which backs lie there only where that is a choice."""
        return dealing.house_rules(self._marked())

    def offered_rules(self, chosen: Mapping[str, str]) -> tuple[HouseRule, ...]:
        """Return the switches, with a marked deck that is chosen and has lost its key."""
        return dealing.house_rules(self._marked(), chosen.get(RULE, PLAIN))

    def zones(self, seats: tuple[Seat, ...]) -> tuple[ZoneSpec, ...]:
        """Return row, equipment and gun of each seat, and the middle of the table."""
        return surroundings.zones(seats)

    def shuffled(self, setup: Setup, rng: Random) -> Mapping[str, tuple[Face, ...]]:
        """Return a random deal: each seat, its equipment, "removed" and "equipment"."""
        return dealing.shuffled(setup, rng)

    def dealt(self, setup: Setup) -> Mapping[Zone, tuple[Face, ...]]:
        """Return the integrity cards, equipment and guns of a complete deal by zone."""
        return surroundings.dealt(dealing.first_state(setup))

    def setup(self, setup: Setup) -> State:
        """Return the state after the deal; raise SetupError where it cannot be."""
        return dealing.first_state(setup)

    def candidates(self, state: State) -> Iterator[Act]:
        """Yield what could be done or declared now."""
        return candidates.candidates(state)

    def violations(self, state: State, action: Act) -> tuple[Violation, ...]:
        """Return every reason why `action` is illegal; empty means legal."""
        return self._judged.against(state, action)

    def apply(self, state: State, action: Act) -> State:
        """Return the state after a legal action; raise IllegalAction otherwise."""
        violations = self.violations(state, action)
        if violations:
            raise IllegalAction(action, violations)
        return self._after(state, action)

    def _after(self, state: State, action: Act) -> State:
        """Return the next state; the last one is remembered, for its layout is asked first."""
        done = self._done
        if done is None or done[0] is not state or done[1] != action:
            done = self._done = (state, action, effects.after(state, action))
        return done[2]

    def forced(self, state: State) -> Act | None:
        """Return the reveal that follows from cards known for certain, if any."""
        action = following.forced(state)
        return None if action is None or self.violations(state, action) else action

    def layout(self, state: State) -> Layout:
        """Return what the table should look like; remembered like what was judged."""
        of_state, laid = self._laid
        if of_state is not state:
            laid = surroundings.layout(state)
            self._laid = (state, laid)
        return laid

    def layout_after(self, state: State, action: Act) -> Layout:
        """Return the table once `action` was done, its effects only if it is legal."""
        if self.violations(state, action) or surroundings.only_lays_open(state, action):
            return surroundings.after_bare_act(state, action, self.layout(state))
        return surroundings.layout(self._after(state, action))

    def lies_openly(self, zone: ZoneSpec, face: Face) -> bool:
        """Tell whether a card is shown to all: of the open places only guns lie in any."""
        return face == GUN and super().lies_openly(zone, face)

    def layout_on_the_way(self, state: State, action: Act) -> Layout | None:
        """Return the table after the bare act: deaths and turns' ends are tidied up later."""
        if not isinstance(action, surroundings.HANDLED):
            return None
        return surroundings.after_bare_act(state, action, self.layout(state))

    def read_backs(self, state: State, lying: Backs, *, anew: bool = False) -> tuple[Act, ...]:
        """Return what marked backs tell of rows that were not read yet, or of all."""
        return tuple(backs.readings(state, lying, anew=anew))

    def misplaced(self, state: State, lying: Backs) -> Message | None:
        """Return where a face-down card lies that belongs elsewhere (GC-26)."""
        return backs.misplaced(state, lying)

    def rests_on_backs(self, state: State, action: Act) -> bool:
        """Tell whether the act names a hidden card whose back was read."""
        return backs.measures(state, action)

    def unsaid(self, state: State) -> tuple[Act, ...]:
        """Return that everyone who is still waited for passes, in an open window (GC-24)."""
        if state.due is None or state.due.step is not Step.WINDOW:
            return ()
        return tuple(Pass(seat) for seat in may_react(state) if seat not in state.passed)

    def for_everyone(self, states: Iterable[State], actions: Sequence[Act]) -> tuple[Act, ...]:
        """Return the acts with cards called after the order in which they lay (GC-26)."""
        return handles.for_everyone(states, actions)

    def pressed(self, state: State, seat: Seat) -> Act | None:
        """Return that the seat passes, where a window is open to it (GC-24)."""
        due = state.due
        is_open = due is not None and due.step is Step.WINDOW and seat in may_react(state)
        return Pass(seat) if is_open else None

    def heard_first(self, state: State) -> tuple[Seat, ...]:
        """Return the seats clockwise from the active player (GC-23)."""
        return (state.turn, *around(state, state.turn))

    def view(self, state: State, viewer: Viewer) -> View:
        """Return what `viewer` may know; whoever is no seat sees what the table sees."""
        legal = self._legal_of(state, viewer) if viewer != TABLE else ()
        return views.view(state, viewer, legal, self.outcome(state))

    def _legal_of(self, state: State, viewer: Viewer) -> tuple[Act, ...]:
        acts = (act for act in candidates.candidates(state) if act.seat == viewer)
        return tuple(act for act in acts if not self.violations(state, act))

    def seen_by(self, state: State, action: Act, viewer: Viewer) -> str | None:
        """Return the notation as `viewer` may read it, None for what is private."""
        return telling.seen_by(action, viewer)

    def told(self, state: State, action: Act, viewer: Viewer) -> Message | None:
        """Return the action as a message for the history."""
        return telling.told(state, action, viewer)

    def outcome(self, state: State) -> Outcome | None:
        """Return the result once the game is over (GC-12, GC-13, GC-31)."""
        return teams.outcome(state)

    def prompts(self, state: State) -> tuple[Prompt, ...]:
        """Return who must do what now, in public terms."""
        return views.prompts(state)

    def parse(self, text: str) -> Act:
        """Read one act; raise NotationError."""
        return notation.parse(text)

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
        """Return the ledger: which seat has seen which card."""
        return ledger.learned(state)

    def with_knowledge(self, state: State, kept: frozenset[Knowledge]) -> State:
        """Return `state` with `kept` added to the ledger: undo makes nobody forget."""
        return ledger.with_kept(state, kept)
