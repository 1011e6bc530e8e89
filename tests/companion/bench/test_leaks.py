"""The check for leaks finds nothing in the engine, and finds every planted leak."""

from random import Random

import pytest

from companion.bench.leaks import is_caught, run, search
from companion.bench.surfaces import PLANTED, SURFACES
from companion.bench.worlds import seen_cards, twins
from companion.games.deadlock_city import DeadlockCity


def test_no_surface_of_the_engine_leaks() -> None:
    findings = search(SURFACES, 4_000, seed=7)

    assert findings.leaks == []


@pytest.mark.parametrize("name", PLANTED)
def test_planted_leak_is_caught(name: str) -> None:
    assert is_caught(name, PLANTED[name])


def test_nine_leaks_are_planted_in_the_engine() -> None:
    assert len(PLANTED) == 9


def test_twins_differ_in_cards_that_the_viewer_never_saw() -> None:
    pairs = twins(DeadlockCity(), Random(3))
    for _ in range(60):
        pair = next(pairs)

        assert pair.one.states != pair.other.states
        for one, other in zip(pair.one.states, pair.other.states, strict=True):
            assert seen_cards(one, None, pair.viewer) == seen_cards(other, None, pair.viewer)


def test_surfaces_of_other_rooms_are_checked_alike() -> None:
    def etag(game, world, at, viewer):
        return hash(world.states[at])

    result = run({"view": SURFACES["view"]}, {"etag": etag}, comparisons=500)

    assert result.figures["leaks"] == 0
    assert (result.figures["planted"], result.figures["planted_caught"]) == (1, 1)
