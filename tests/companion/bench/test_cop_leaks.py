"""The check for leaks in Good Cop Bad Cop finds nothing, and finds every planted leak."""

import pytest

from companion.bench.cop_leaks import PATIENCE, PLANTED, SURFACES, leaks


def test_no_surface_leaks() -> None:
    assert leaks(SURFACES, 1_500, seed=3) == []


@pytest.mark.parametrize("name", PLANTED)
def test_planted_leak_is_caught(name: str) -> None:
    assert leaks({name: PLANTED[name]}, PATIENCE, first=True)
