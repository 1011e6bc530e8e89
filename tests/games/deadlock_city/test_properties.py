"""What holds in every game, whatever is dealt and played."""

from collections import Counter
from itertools import pairwise
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.cards import UNKNOWN, Seat
from companion.game import TABLE, Correction, IllegalAction, NotationError
from companion.games.deadlock_city.candidates import tellings
from companion.games.deadlock_city.cards import COPIES
from companion.games.deadlock_city.state import State, Step

seats = st.integers(min_value=2, max_value=5)
seeds = st.integers(min_value=0, max_value=2**32)
every_game = settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)


def cards_of(state: State) -> Counter:
    places = [state.stock, state.hidden, state.removed]
    places += [cards for player in state.players for cards in (player.hand, player.pile)]
    return Counter(card for place in places for card in place)


@every_game
@given(seats, seeds)
def test_twenty_cards_are_always_somewhere(random_states, seats, seed) -> None:
    for state in random_states(seats, seed):
        assert cards_of(state) == Counter(COPIES)


@every_game
@given(seats, seeds)
def test_hands_hold_one_card_or_two_in_ones_turn(random_states, seats, seed) -> None:
    for state in random_states(seats, seed):
        due = state.agenda[0] if state.agenda else None
        for seat, player in state.seated():
            two = due is not None and due.step is Step.PLAY and due.seat == seat
            may_be_empty = player.out or due is None or due.step in (Step.REDRAW, Step.SHOW)
            allowed = {2} if two else {0, 1} if may_be_empty else {1}

            assert len(player.hand) in allowed


@every_game
@given(seats, seeds)
def test_somebody_can_always_act_until_one_survives(game, random_states, seats, seed) -> None:
    states = random_states(seats, seed)
    for state in states[:-1]:
        assert game.legal(state)
        assert game.outcome(state) is None
        assert state.living()

    assert game.outcome(states[-1]).winners
    assert set(game.outcome(states[-1]).winners) <= set(states[-1].living())
    assert game.legal(states[-1]) == ()


@every_game
@given(seats, seeds)
def test_protection_ends_exactly_at_the_own_turn(random_states, seats, seed) -> None:
    states = random_states(seats, seed)
    for before, after in pairwise(states):
        for seat, player in before.seated():
            still = after.player(seat).protected
            if player.protected:
                assert still == (after.turn != seat or after.turn == before.turn)


@settings(every_game, max_examples=8)
@given(seats, seeds)
def test_legal_is_what_the_rules_leave_of_the_candidates(game, random_states, seats, seed) -> None:
    for state in random_states(seats, seed):
        for seen in (state, untold(game, state, seed)):
            left = tuple(a for a in game.candidates(seen) if not game.violations(seen, a))

            assert game.legal(seen) == left


@settings(every_game, max_examples=8)
@given(seats, seeds)
def test_apply_refuses_exactly_what_violates_and_changes_nothing(
    game, random_states, seats, seed
) -> None:
    for state in random_states(seats, seed):
        before = repr(state)
        for action in game.candidates(state):
            if game.violations(state, action):
                with pytest.raises(IllegalAction):
                    game.apply(state, action)
            else:
                game.apply(state, action)

        assert repr(state) == before


@settings(every_game, max_examples=8)
@given(seats, seeds)
def test_every_act_prints_and_parses_back(game, random_states, seats, seed) -> None:
    for state in random_states(seats, seed):
        acts = [*game.candidates(state)]
        acts += [telling for seat in state.table.seats for telling in tellings(state, seat)]
        for action in acts:
            assert game.parse(str(action)) == action
            assert action.path()[0][0] == "verb"


@every_game
@given(seats, seeds)
def test_layout_after_a_legal_act_is_the_next_layout(game, random_states, seats, seed) -> None:
    for state in random_states(seats, seed)[::5]:
        for action in game.legal(state):
            assert game.layout_after(state, action) == game.layout(game.apply(state, action))


@every_game
@given(seats, seeds)
def test_what_others_told_their_phones_leaves_no_trace(game, random_states, seats, seed) -> None:
    """A view is the same whether the other players' cards are known or not."""
    for state in random_states(seats, seed, frozenset({Seat("p1"), Seat("p2")})):
        for viewer in (TABLE, *state.table.seats):
            assert game.view(state, viewer) == game.view(
                untold(game, state, seed, keep=viewer), viewer
            )


def untold(game, state: State, seed: int, keep: str = "") -> State:
    """Return the state in which nobody but `keep` has told his cards."""
    draft = state.draft()
    for seat in state.table.seats:
        if seat != keep:
            changed = draft.player(seat)
            changed.hand = (UNKNOWN,) * len(changed.hand)
    return draft.frozen()


@every_game
@given(seats, seeds, st.data())
def test_a_correction_is_refused_or_conserves_the_cards(
    game, random_states, seats, seed, data
) -> None:
    state = data.draw(st.sampled_from(random_states(seats, seed)))
    field = data.draw(st.sampled_from([c.field for c in game.corrections(state)]))
    values = ["none", "1", "9 9", "3 5", "?", "? ?", "yes", "no", "p1", "p2", "hidden", "cards"]
    before = repr(state)
    try:
        corrected = game.correct(state, Correction(field, data.draw(st.sampled_from(values))))
    except NotationError as error:
        assert "nothing was changed" in str(error)
        assert repr(state) == before
        return

    assert sum(cards_of(corrected).values()) == 20
    assert corrected.living()
    assert play_on(game, corrected)


def play_on(game, state: State) -> bool:
    """Play to the end by the first legal act that is no idle one."""
    for _ in range(200):
        if game.outcome(state):
            return True
        state = game.apply(state, game.forced(state) or game.legal(state)[0])
    return False


@every_game
@given(seats, seeds)
def test_present_values_may_be_saved_unchanged(game, random_states, seats, seed) -> None:
    for state in random_states(seats, seed)[::6]:
        for correction in game.corrections(state):
            if not correction.field.endswith(".hand") and correction.field != "turn":
                assert game.layout(game.correct(state, correction)) == game.layout(state)


@every_game
@given(seats, seeds)
def test_a_playout_does_the_same_acts_at_one_go(game, random_states, seats, seed) -> None:
    for state in random_states(seats, seed)[::4]:
        end = game.playout(state, Random(seed))
        rng, stepwise, acts = Random(seed), state, 0
        while stepwise.agenda:
            legal = game.legal(stepwise)
            sole = stepwise.agenda[0].step in (Step.DRAW, Step.REDRAW)
            action = game.forced(stepwise) or legal[0 if sole else int(rng.random() * len(legal))]
            stepwise = game.apply(stepwise, action)
            acts += 1

        assert (end.state, end.acts) == (stepwise, acts)
