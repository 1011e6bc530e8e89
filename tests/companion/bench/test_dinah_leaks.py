"""The check for leaks of a hand finds nothing in Deadeye Dinah, and finds what is planted."""

from random import Random

import pytest

from companion.bench.dinah_leaks import PLANTED, SURFACES, leaks, twins


def test_nobody_else_learns_of_a_hand() -> None:
    assert leaks(SURFACES, 400) == []


@pytest.mark.parametrize("name", PLANTED)
def test_a_planted_leak_of_a_hand_is_caught(name: str) -> None:
    assert name in leaks({name: PLANTED[name]}, 40)


def test_twins_differ_in_the_hand() -> None:
    pairs = twins(Random(3))
    for _ in range(20):
        one, other = next(pairs)

        assert one.states[2] != other.states[2]
        assert len(one.states) == len(other.states)
