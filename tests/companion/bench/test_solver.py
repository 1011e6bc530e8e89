"""The solver's bench: that it measures what it says, never how fast that is."""

from companion.bench.solver import run, states
from companion.games.deadeye_dinah.practice import PRACTICE


def test_every_promised_figure_is_there() -> None:
    figures = run(8, every=60).figures

    assert {
        f"{name}_{place}_ms"
        for name in ("best_line", "first_win")
        for place in ("p50", "p99", "max")
    } <= set(figures)
    assert figures["setups"] == 8
    assert 0 < figures["winnable_share"] <= 1
    assert {f"winnable_{job.id}" for job in PRACTICE.jobs} <= set(figures)


def test_set_ups_take_the_eight_bosses_in_turn() -> None:
    assert [state.hunting for state in states(8, 0)] == [job.id for job in PRACTICE.jobs]


def test_the_same_seed_gives_the_same_set_ups() -> None:
    assert list(states(9, 4)) == list(states(9, 4))
