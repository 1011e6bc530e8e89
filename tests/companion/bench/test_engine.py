"""The engine's bench measures what it says, with or without peers."""

from random import Random

import pytest

from companion.bench import engine
from companion.bench.peers import installed
from companion.games.deadlock_city import DeadlockCity


def test_a_bench_without_peers_has_its_figures(monkeypatch) -> None:
    monkeypatch.setattr(engine, "installed", dict)
    for name in ("ROUNDS", "GAMES", "JUDGED_GAMES", "WARM_UP"):
        monkeypatch.setattr(engine, name, 2)
    result = engine.run()

    assert {"playouts_per_s", "moves_per_s", "legal_calls_per_s"} <= result.figures.keys()
    assert all(figure > 0 for figure in result.figures.values())
    assert (result.against, result.ratios) == ({}, {})


def test_moves_are_cards_put_down_and_acts_are_all() -> None:
    moves, acts = engine.playouts(DeadlockCity(), Random(4), 20)

    assert 20 < 2 * moves < acts


@pytest.mark.parametrize("name", installed())
def test_each_installed_peer_plays(name: str) -> None:
    assert installed()[name](3) >= 3
