"""Deadeye Dinah behind the game contract; each question is answered in its own module."""

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

from companion.cards import Face, Seat
from companion.game import (
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
from companion.games.deadeye_dinah import (
    actions,
    advice,
    choosing,
    corrections,
    dealing,
    faults,
    steps,
    surroundings,
    telling,
    views,
)
from companion.games.deadeye_dinah.actions import Act
from companion.games.deadeye_dinah.cards import JobDeck
from companion.games.deadeye_dinah.practice import PRACTICE
from companion.games.deadeye_dinah.state import State, Step
from companion.layout import Layout, Zone, ZoneSpec


class DeadeyeDinah(Game[State, Act]):
    """The rules of Deadeye Dinah, played with one deck of job cards."""

    name = views.GAME_NAME
    clause_prefix = "DD"
    min_seats = 1
    max_seats = 1
    house_rules: tuple[HouseRule, ...] = ()
    always_logged = True

    def __init__(self, jobs: JobDeck = PRACTICE) -> None:
        """Play with these cards; the practice deck unless the owner has entered his own."""
        self.jobs = jobs
        self.deck = surroundings.printed(jobs)
        self.pinned = {dealing.DECK_RULE: jobs.fingerprint}

    def zones(self, seats: tuple[Seat, ...]) -> tuple[ZoneSpec, ...]:
        """Return the fan of the one player."""
        return surroundings.zones(seats)

    def shuffled(self, setup: Setup, rng: Random) -> Mapping[str, tuple[Face, ...]]:
        """Return a random boss and stack for the first job."""
        return dealing.shuffled(self.jobs, rng)

    def dealt(self, setup: Setup) -> Mapping[Zone, tuple[Face, ...]]:
        """Return the fan of the set-up."""
        return dealing.dealt(self.jobs, setup)

    def setup(self, setup: Setup) -> State:
        """Return the campaign as it begins; raise SetupError where it cannot be."""
        return dealing.first_state(self.jobs, setup)

    def candidates(self, state: State) -> Iterator[Act]:
        """Yield what can be done now, one act for each thing that can come of it."""
        return choosing.candidates(state)

    def violations(self, state: State, action: Act) -> tuple[Violation, ...]:
        """Return every reason why `action` is illegal; empty means legal."""
        return faults.violations(state, action)

    def legal(self, state: State) -> tuple[Act, ...]:
        """Return the legal candidates: all that are listed, but for bosses captured before."""
        if state.step is Step.HUNT:
            return super().legal(state)
        return tuple(choosing.candidates(state))

    def apply(self, state: State, action: Act) -> State:
        """Return the state after a legal action; raise IllegalAction otherwise."""
        found = faults.violations(state, action)
        if found:
            raise IllegalAction(action, found)
        return steps.carried_out(state, action)

    def forced(self, state: State) -> Act | None:
        """Return None: everything in this game is the player's choice."""
        return None

    def layout(self, state: State) -> Layout:
        """Return what the fan should look like."""
        return surroundings.layout(state)

    def view(self, state: State, viewer: Viewer) -> View:
        """Return what `viewer` may know; only the player sees his hand and his choices."""
        legal = self.legal(state) if viewer == state.seat else ()
        return views.view(state, viewer, legal, self.outcome(state))

    def consult(
        self, state: State, viewer: Viewer, question: Mapping[str, Any]
    ) -> Mapping[str, Any]:
        """Answer the player's question about a play, a hint or a fan."""
        return advice.answer(state, viewer, question)

    def seen_by(self, state: State, action: Act, viewer: Viewer) -> str | None:
        """Return the notation as `viewer` may read it."""
        return telling.seen_by(action, viewer)

    def told(self, state: State, action: Act, viewer: Viewer) -> Message | None:
        """Return the action as a message for the history."""
        return telling.told(state, action, viewer)

    def layout_after(self, state: State, action: Act) -> Layout:
        """Return the table once `action` was done; a forbidden play is slid back."""
        if faults.violations(state, action):
            return surroundings.layout(state)
        return surroundings.layout(steps.carried_out(state, action))

    def outcome(self, state: State) -> Outcome | None:
        """Return the result once all eight bosses are captured."""
        if state.step is not Step.OVER:
            return None
        facts = (("seat", str(state.seat)), ("number", str(state.reputation)))
        return Outcome((state.seat,), Message("campaign_won", facts, "DD-01"))

    def prompts(self, state: State) -> tuple[Prompt, ...]:
        """Return what has to happen now, in public terms."""
        return views.prompts(state)

    def parse(self, text: str) -> Act:
        """Read one act; raise NotationError."""
        return actions.parse(text)

    def corrections(self, state: State) -> tuple[Correction, ...]:
        """Return every field the host may correct, hidden cards as "?"."""
        return corrections.corrections(state)

    def correct(self, state: State, correction: Correction) -> State:
        """Return the corrected state; raise NotationError where it makes no sense."""
        return corrections.correct(state, correction)

    def adopt(self, state: State, seen: Layout) -> tuple[Correction, ...]:
        """Return the correction that makes the record agree with the table."""
        return corrections.adopt(state, seen)

    def knowledge(self, state: State) -> frozenset[Knowledge]:
        """Return nothing: nobody holds a card that someone else could learn of."""
        return frozenset()

    def with_knowledge(self, state: State, kept: frozenset[Knowledge]) -> State:
        """Return `state`: there is nothing to remember."""
        return state
