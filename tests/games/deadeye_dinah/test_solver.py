"""The solver against a slow second opinion, and what its lines are worth."""

import os
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.cards import Seat
from companion.game import Correction, Setup
from companion.games.deadeye_dinah.actions import GiveUp
from companion.games.deadeye_dinah.balance import shares
from companion.games.deadeye_dinah.cards import Item, Outlaw, Shootout
from companion.games.deadeye_dinah.choosing import candidates
from companion.games.deadeye_dinah.faults import violations
from companion.games.deadeye_dinah.hints import (
    Strength,
    best_line,
    cards_to_lose,
    hint,
    is_winnable,
    why,
)
from companion.games.deadeye_dinah.numbers import EVERY
from companion.games.deadeye_dinah.resolution import shoots_all
from companion.games.deadeye_dinah.search import NEVER, Solver
from companion.games.deadeye_dinah.shots import SHOTS, Demand
from companion.games.deadeye_dinah.state import State
from companion.games.deadeye_dinah.steps import carried_out
from tests.games.deadeye_dinah.naive import least_cost, successors
from tests.games.deadeye_dinah.random_jobs import random_state

P1 = Seat("p1")
#: CI compares all of them; elsewhere a share does, to keep the tests quick.
POSITIONS = 2_000 if os.environ.get("CI") == "true" else 200
BATCH = 50
seeds = st.integers(min_value=0, max_value=2**32)


def small_state(seed: int) -> State:
    """Return a position small enough to try everything; one in five is as big as they get."""
    held, scenes = ((3, 2), (2, 2), (3, 1), (2, 2), (3, 1))[seed % 5]
    return random_state(Random(seed), held, scenes)


def solved(state: State) -> int:
    assert state.job is not None
    solver = Solver(state.job.terms)
    return solver.cost(solver.position(state.job))


@pytest.mark.parametrize("first", range(0, POSITIONS, BATCH))
def test_the_solver_agrees_with_trying_everything(first: int) -> None:
    states = [small_state(seed) for seed in range(first, first + BATCH)]

    assert [solved(state) for state in states] == [least_cost(state) for state in states]


def test_the_positions_compared_hold_every_item_and_kind_of_scene() -> None:
    states = [small_state(seed) for seed in range(200)]
    items, faced = set(), set()
    for state in states:
        job = state.job
        items |= {job.terms.item(held.card, held.side) for held in (*job.kit, *job.lucky)}
        faced |= {job.terms.kind(scene) for scene in job.scenes}

    assert items >= set(Item)
    assert len(faced) == 2
    assert 0.2 < sum(solved(state) < NEVER for state in states) / len(states) < 0.8


@settings(max_examples=40)
@given(seeds)
def test_listed_acts_are_legal_and_lead_to_every_state_there_is(seed: int) -> None:
    state = random_state(Random(seed))
    acts = [act for act in candidates(state) if not isinstance(act, GiveUp)]

    assert [act for act in acts if violations(state, act)] == []
    assert {carried_out(state, act) for act in acts} == successors(state)


numbers = st.integers(min_value=0, max_value=EVERY)
some_outlaws = st.lists(
    st.builds(Outlaw, st.integers(min_value=1, max_value=EVERY), st.integers(1, 3)), max_size=3
)
single = st.builds(Outlaw, st.integers(0, 9).map(lambda n: 1 << n), st.integers(1, 3))


@given(st.lists(numbers, max_size=5), st.one_of(some_outlaws, st.lists(single, max_size=5)))
def test_counting_shots_agrees_with_the_rule(ranges: list[int], outlaws: list[Outlaw]) -> None:
    shots = sum(SHOTS[numbers] for numbers in ranges)

    assert Demand(outlaws).met_by(shots, ranges) == shoots_all(ranges, outlaws)


@settings(max_examples=60)
@given(seeds)
def test_a_best_line_replays_legally_and_captures_at_its_cost(game, seed: int) -> None:
    deal = game.shuffled(Setup((P1,), P1), Random(seed))
    state = game.setup(Setup((P1,), P1, deal=deal))
    cost = cards_to_lose(state)
    for act in best_line(state):
        assert state.job is not None
        left = cards_to_lose(state)
        after = game.apply(state, act)
        if after.job is not None:
            spent = len(after.job.lost) - len(state.job.lost)
            assert left == spent + cards_to_lose(after)
        state = after

    assert (cost is None) == (not state.captured)


def test_each_practice_job_is_won_from_most_shuffles_and_not_from_all(game) -> None:
    found = shares(game.jobs, every=5)

    assert list(found) == [job.id for job in game.jobs.jobs]
    assert {boss: share for boss, share in found.items() if not 0.6 <= share < 1} == {}


def test_practice_cards_hold_each_kind_of_scene_effect_and_number_of_hearts(game) -> None:
    scenes = [job.scene for job in game.jobs.jobs]
    shootouts = [scene for scene in scenes if isinstance(scene, Shootout)]

    assert 0 < len(shootouts) < len(scenes)
    assert {outlaw.tough for scene in shootouts for outlaw in scene.outlaws} == {True, False}
    assert {value for scene in shootouts for value in scene.cover} == {-1, 1}


def test_hints_give_away_more_with_their_strength(position) -> None:
    state = position("mabel", "ezra.kit josiah.kit | | wanda")

    assert hint(state, Strength.WHETHER).message.code == "hint_won"
    assert hint(state, Strength.AIM).message.code.startswith("aim_")
    assert hint(state, Strength.WHETHER).act is None
    assert hint(state, Strength.AIM).act is None
    assert not violations(state, hint(state, Strength.PLAY).act)


def test_every_hint_for_a_lost_job_says_that_it_is_lost(position) -> None:
    state = position("mabel", "otis.kit | | wanda")

    assert not is_winnable(state)
    assert {hint(state, strength).message.code for strength in Strength} == {"hint_lost"}


@pytest.mark.parametrize(
    ("cards", "act", "code"),
    [
        ("ezra.kit otis.kit | |", "p1 plays ezra bullet, otis item > ezra", "why_captures"),
        ("ezra.kit otis.kit | |", "p1 plays ezra bullet", "failed_all_shot"),
        ("ezra.kit otis.kit | |", "p1 gives up", "failed_given_up"),
        ("ezra.kit | | otis", "p1 escapes, loses ezra", "failed_no_kit"),
        ("ezra.kit otis.kit | | ruth", "p1 escapes, loses otis, rescues otis", "why_all_shot"),
        ("ezra.kit vera.kit | | ruth", "p1 escapes, loses vera", "why_all_shot"),
        ("ezra.kit otis.kit wanda.kit | | ruth", "p1 escapes, loses wanda", "why_wins"),
        ("ruth.kit otis.kit | | silas", "p1 escapes, loses otis", "why_no_bullet"),
        ("otis.kit ruth.kit | | vera silas", "p1 escapes, loses ruth", "why_no_way"),
    ],
)
def test_a_play_is_told_what_it_leads_to(game, position, cards: str, act: str, code: str) -> None:
    assert why(position("mabel", cards), game.parse(act)).code == code


def test_the_solver_can_be_asked_in_the_middle_of_a_job(game, position) -> None:
    state = position("mabel", "ezra.kit ruth.kit josiah.kit | | wanda vera")
    corrected = game.correct(
        state, Correction("cards", "ezra.scrap | | wanda vera | ruth josiah otis silas")
    )

    assert is_winnable(state)
    assert not is_winnable(corrected)
