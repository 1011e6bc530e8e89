"""What holds in every game, whatever is dealt and played; `test_machine` has what never changes."""

from collections import Counter

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.cards import UNKNOWN
from companion.game import Correction, IllegalAction, NotationError
from companion.games.good_cop_bad_cop.candidates import tellings
from companion.games.good_cop_bad_cop.faults import faults
from companion.games.good_cop_bad_cop.state import State

seeds = st.integers(min_value=0, max_value=2**32)
some_games = settings(
    max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
few_games = settings(some_games, max_examples=4)


def integrity(state: State) -> Counter:
    cards = (*(card for _, _, card in state.located()), *state.removed)
    return Counter(card.face for card in cards)


def tools(state: State) -> Counter:
    hands = (f for p in state.players for f in (*p.equipment, *p.front, *p.spent))
    return Counter((*state.stock, *state.discard, *hands))


@some_games
@given(seeds)
def test_somebody_can_always_act_until_the_end(game, random_game, seed) -> None:
    states, _ = random_game(seed)
    for state in states:
        over = game.outcome(state) is not None

        assert over or game.legal(state)
        assert not over or not game.legal(state)


@few_games
@given(seeds)
def test_apply_refuses_exactly_what_violates_and_changes_nothing(game, random_game, seed) -> None:
    for state in random_game(seed, most=60)[0][::6]:
        before = repr(state)
        for action in game.candidates(state):
            if game.violations(state, action):
                with pytest.raises(IllegalAction):
                    game.apply(state, action)
            else:
                game.apply(state, action)

        assert repr(state) == before


@few_games
@given(seeds)
def test_every_act_prints_and_parses_back(game, random_game, seed) -> None:
    for state in random_game(seed, most=60)[0][::6]:
        told = [act for seat in state.table.seats for act in tellings(state, seat)]
        for action in [*game.candidates(state), *told[::9]]:
            assert game.parse(str(action)) == action
            assert action.path()[0][0] == "verb"


@few_games
@given(seeds)
def test_layout_after_a_legal_act_is_the_next_layout(game, random_game, seed) -> None:
    zones = {spec.name for spec in game.zones(("p1", "p2", "p3", "p4"))}
    for state in random_game(seed, seats=4, most=60)[0][::6]:
        for action in game.legal(state)[::5]:
            assert game.layout_after(state, action) == game.layout(game.apply(state, action))
        for action in game.candidates(state):
            assert game.layout_after(state, action).keys() == zones


@few_games
@given(seeds)
def test_what_follows_by_itself_is_legal(game, random_game, seed) -> None:
    for state in random_game(seed)[0]:
        forced = game.forced(state)

        assert forced is None or not faults(state, forced)


@some_games
@given(seeds, st.data())
def test_a_correction_is_refused_or_conserves_everything(game, random_game, seed, data) -> None:
    state = data.draw(st.sampled_from(random_game(seed, most=60)[0]))
    fields = [c.field for c in game.corrections(state)]
    words = ["none", "?", "? ?", "? ? ?", "agent ? ?", "honest honest honest", "held", "p1"]
    words += ["p2", "left", "somewhere", "yes", "no", "counter_clockwise", "planted_evidence"]
    correction = Correction(data.draw(st.sampled_from(fields)), data.draw(st.sampled_from(words)))
    before = repr(state)
    try:
        corrected = game.correct(state, correction)
    except NotationError as error:
        assert "nothing was changed" in str(error)
        assert repr(state) == before
        return

    assert integrity(corrected).total() == integrity(state).total()
    assert tools(corrected).total() == len(state.table.equipment)
    assert corrected.guns >= 0
    assert game.outcome(corrected) is not None or game.prompts(corrected)


@some_games
@given(seeds)
def test_corrections_state_what_is(game, random_game, seed) -> None:
    """Writing down what is so changes no card, gun or turn, and hides what is hidden."""
    for state in random_game(seed, most=40)[0][::8]:
        hidden = sum(len(player.hidden) for player in state.players)
        words = [c for c in game.corrections(state) if c.field.endswith(".integrity")]

        assert sum(c.value.count(UNKNOWN) for c in words) == hidden
        if state.ending is None:
            for correction in game.corrections(state):
                if correction.field != "turn" and not correction.field.endswith(".wound"):
                    assert game.layout(game.correct(state, correction)) == game.layout(state)


@some_games
@given(seeds)
def test_the_table_as_it_is_needs_no_correction(game, random_game, seed) -> None:
    for state in random_game(seed, most=60)[0]:
        assert game.adopt(state, game.layout(state)) == ()


def test_games_by_lot_end_in_all_three_ways(game, random_game) -> None:
    """Both leaders in one hand are rare: about one game of four players in thirty."""
    ends = set()
    for seed in range(56, 66):
        states, _ = random_game(seed, seats=4, most=400, windows="shots")
        ends.add(game.outcome(states[-1]).reason.code)

    assert ends == {"agent_dead", "kingpin_dead", "both_leaders"}
