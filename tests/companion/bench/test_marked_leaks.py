"""The check for leaks with marked backs finds nothing, and finds every planted leak."""

from itertools import islice
from random import Random

import pytest

from companion.bench.marked_leaks import PATIENCE, PLANTED, SURFACES, pairs, twins
from companion.bench.twins import compare
from companion.games.good_cop_bad_cop.actions import Lay


def test_no_surface_leaks() -> None:
    assert compare(SURFACES, pairs(seed=3), 1_200).leaks == []


@pytest.mark.parametrize("name", PLANTED)
def test_planted_leak_is_caught(name: str) -> None:
    assert compare({name: PLANTED[name]}, pairs(), PATIENCE, first=True).leaks


def test_twins_differ_in_what_backs_mean_and_in_nothing_that_was_done() -> None:
    for _, one, other in islice(twins(Random(3)), 30):
        assert one.states != other.states
        assert [a for a in one.acts if not isinstance(a, Lay)] == [
            a for a in other.acts if not isinstance(a, Lay)
        ]
