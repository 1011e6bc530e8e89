"""What holds in every campaign, whatever is dealt and played."""

from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.cards import UNKNOWN, Seat
from companion.game import TABLE, IllegalAction, NotationError, Setup, SetupError
from companion.games.deadeye_dinah.actions import (
    Escape,
    GiveUp,
    Hunt,
    Pay,
    Play,
    Played,
    Ride,
    Stack,
)
from companion.games.deadeye_dinah.cards import CardId
from companion.games.deadeye_dinah.choosing import stacks
from companion.games.deadeye_dinah.hints import best_line
from companion.games.deadeye_dinah.numbers import EVERY
from companion.games.deadeye_dinah.resolution import kind_of
from companion.games.deadeye_dinah.state import State, Step
from companion.games.deadeye_dinah.steps import carried_out

P1 = Seat("p1")
seeds = st.integers(min_value=0, max_value=2**32)
names = st.sampled_from(
    [CardId(card) for card in ("mabel", "otis", "ruth", "silas", "wanda", "ezra", "vera", "josiah")]
)
perhaps = st.one_of(st.none(), names)
every_campaign = settings(
    max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)


def played() -> st.SearchStrategy[Played]:
    items = st.builds(
        Played,
        names,
        st.just(True),
        st.lists(st.integers(1, 9), max_size=3).map(tuple),
        perhaps,
        st.one_of(st.none(), st.sampled_from([-2, -1, 1, 2])),
        st.none(),
    )
    rifles = st.builds(
        Played,
        names,
        st.just(True),
        st.just(()),
        names,
        st.none(),
        st.tuples(st.integers(0, 9), st.integers(0, 9)),
    )
    return st.one_of(st.builds(Played, names), items, rifles)


plays = st.builds(
    Play,
    st.just(P1),
    st.lists(played(), min_size=1, max_size=4).map(tuple),
    st.sampled_from([-1, 0, 1]),
    st.lists(st.tuples(st.sampled_from(["legend", "boss"]), st.integers(1, 9)), max_size=1).map(
        tuple
    ),
    perhaps,
)
acts = st.one_of(
    plays,
    st.builds(Hunt, st.just(P1), names),
    st.builds(Stack, st.just(P1), st.lists(names, min_size=1, max_size=8).map(tuple)),
    st.builds(Pay, st.just(P1), names, perhaps),
    st.builds(Escape, st.just(P1), st.lists(names, max_size=4).map(tuple), perhaps),
    st.builds(Ride, st.just(P1), names),
    st.just(GiveUp(P1)),
)


def options(game, state: State) -> list:
    """Return what may be done, every possible set-up included."""
    return list(stacks(state)) if state.step is Step.STACK else list(game.legal(state))


def campaign(game, seed: int) -> list[State]:
    """Return every state of a job played at random, and of a few that follow it."""
    rng = Random(seed)
    setup = Setup((P1,), P1)
    states = [game.setup(Setup((P1,), P1, deal=game.shuffled(setup, rng)))]
    while len(states) < 25 and states[-1].step is not Step.OVER:
        legal = options(game, states[-1])
        going_on = [act for act in legal if not isinstance(act, GiveUp)] or legal
        states.append(game.apply(states[-1], rng.choice(going_on)))
    return states


@every_campaign
@given(seeds)
def test_kit_lucky_scenes_lost_and_boss_are_always_the_eight_cards(game, seed: int) -> None:
    for state in campaign(game, seed):
        if state.job:
            job = state.job
            held = [held.card for held in (*job.kit, *job.lucky)]

            assert sorted([*held, *job.scenes, *job.lost, job.boss]) == sorted(game.jobs.by_id)
            assert job.kit


@every_campaign
@given(seeds)
def test_hats_and_ranges_stay_between_0_and_9(game, seed: int) -> None:
    for state in campaign(game, seed):
        if state.job:
            job, kind = state.job, kind_of(state.job)
            for held in (*job.kit, *job.lucky):
                bullets, hat = job.terms.edge(held.card, held.side, job.is_lucky(held.card), kind)

                assert 0 <= hat <= 9
                assert bullets & ~EVERY == 0


@given(acts)
def test_an_act_reads_back_as_it_is_written(game, act) -> None:
    assert game.parse(str(act)) == act


@every_campaign
@given(seeds)
def test_listed_acts_read_back_and_are_legal(game, seed: int) -> None:
    for state in campaign(game, seed)[:6]:
        for act in game.legal(state)[:40]:
            assert game.parse(str(act)) == act
            assert game.violations(state, act) == ()
            assert act.path()[0][0] == "verb"


@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(seeds, st.lists(acts, min_size=5, max_size=5))
def test_apply_refuses_exactly_what_has_violations(game, seed: int, tried: list) -> None:
    state = campaign(game, seed % 40)[seed % 7]
    for act in tried:
        if game.violations(state, act):
            with pytest.raises(IllegalAction):
                game.apply(state, act)
        else:
            assert game.apply(state, act) == carried_out(state, act)


@every_campaign
@given(seeds)
def test_every_set_up_that_is_listed_may_be_told(game, seed: int) -> None:
    for state in campaign(game, seed):
        if state.step is Step.STACK:
            told = list(stacks(state))

            assert len(set(told)) == 720
            assert [act for act in told[::40] if game.violations(state, act)] == []


@every_campaign
@given(seeds)
def test_there_is_always_something_to_do(game, seed: int) -> None:
    assert all(options(game, state) for state in campaign(game, seed))


@every_campaign
@given(seeds)
def test_the_table_is_told_no_card_in_hand_and_no_scene_to_come(game, seed: int) -> None:
    for state in campaign(game, seed):
        view = game.view(state, TABLE)
        raised = {state.job.resting} if state.job else set()
        open_cards = {state.hunting, *state.captured, *raised}
        if state.job:
            open_cards |= {*state.job.scenes[:1]}
        secret = set(game.jobs.by_id) - open_cards

        if state.step is not Step.STACK:
            assert [card for card in secret if f"{card}." in repr(view)] == []
        assert view.choices == ()
        assert set(view.seats[0].hand) <= {UNKNOWN}


@every_campaign
@given(seeds)
def test_what_is_corrected_to_what_it_is_stays_what_it_is(game, seed: int) -> None:
    for state in campaign(game, seed):
        if state.job:
            assert game.adopt(state, game.layout(state)) == ()
        captured = game.corrections(state)[-1]
        assert game.correct(state, captured).captured == state.captured


def test_the_set_up_and_what_an_escape_costs_are_private(game, begun) -> None:
    state = begun("mabel")
    stack = game.parse("p1 stacks silas otis ruth wanda ezra vera josiah")
    escape = game.parse("p1 escapes, loses otis ruth, rescues otis")

    assert game.seen_by(state, stack, TABLE) == "p1 stacks ? ? ? ? ? ? ?"
    assert game.seen_by(state, escape, TABLE) == "p1 escapes, loses ? ?, rescues ?"
    assert game.seen_by(state, escape, P1) == str(escape)
    assert "otis" not in repr(game.told(state, escape, TABLE))


def test_eight_jobs_are_solved_from_the_first_hunt_to_the_last_capture(game, new) -> None:
    state, rng = new, Random(20)
    while game.outcome(state) is None:
        state = game.apply(state, rng.choice(options(game, state)))
        if state.step is Step.STACK:
            state = game.apply(state, rng.choice(options(game, state)))
            for act in best_line(state) or (GiveUp(P1),):
                state = game.apply(state, act)

    assert sorted(state.captured) == sorted(game.jobs.by_id)
    assert state.reputation == sum(job.boss.stars for job in game.jobs.jobs)
    assert state.attempts >= 8


def test_a_layout_with_a_kit_card_missing_is_adopted_as_lost(game, position) -> None:
    state = position("mabel", "silas.kit otis.kit ruth.kit | | wanda vera")
    seen = game.layout(position("mabel", "silas.kit ruth.scrap | | wanda vera"))
    (correction,) = game.adopt(state, seen)

    assert game.layout(game.correct(state, correction)) == seen
    assert "otis" in game.correct(state, correction).job.lost


@pytest.mark.parametrize(
    ("field", "value", "reason"),
    [
        ("cards", "silas.kit | | wanda", "three bars"),
        ("cards", "silas | | wanda | otis", "has no side"),
        ("cards", "silas.kit | | wanda | otis", "name each card"),
        ("cards", " | | wanda | otis ruth silas ezra vera josiah", "no kit card"),
        ("captured", "nobody", "is no boss"),
        ("captured", "mabel", "not the one who is hunted"),
        ("hat", "3", "no such field"),
    ],
)
def test_a_correction_that_makes_no_sense_is_refused(
    game, begun, field: str, value: str, reason: str
) -> None:
    from companion.game import Correction

    with pytest.raises(NotationError, match=reason):
        game.correct(begun("mabel"), Correction(field, value))


@pytest.mark.parametrize(
    ("setup", "reason"),
    [
        (Setup((P1, Seat("p2")), P1), "for one player"),
        (Setup((P1,), P1, {"deck": "00000000"}), "another deck"),
        (Setup((P1,), P1, {"colour": "red"}), "unknown"),
        (Setup((P1,), P1, deal={"pile": ()}), "no place pile"),
        (Setup((P1,), P1, deal={"stack": ()}), "needs its boss"),
        (Setup((P1,), P1, deal={"boss": ("nobody.boss",)}), "no_such_boss"),
        (Setup((P1,), P1, deal={"boss": ("mabel.boss",), "stack": ("otis.kit",)}), "stack_start"),
    ],
)
def test_a_campaign_that_cannot_begin_says_why(game, setup: Setup, reason: str) -> None:
    with pytest.raises(SetupError, match=reason):
        game.setup(setup)
