"""Look for leaks: compare what a viewer is shown in worlds he must not tell apart.

`marshal bench leaks` makes at least a hundred thousand comparisons, and checks itself on
planted leaks: a check that misses one of those proves nothing.
"""

from collections.abc import Iterator, Mapping
from random import Random

from companion.bench.result import BenchResult
from companion.bench.surfaces import PLANTED, SURFACES, Surface
from companion.bench.twins import Findings, Pair, compare, judged
from companion.bench.worlds import twins
from companion.games.deadlock_city import DeadlockCity

COMPARISONS = 100_000
#: Within so many comparisons a planted leak has to show.
PATIENCE = 20_000
SEED = 20


def pairs(seed: int = SEED) -> Iterator[Pair]:
    """Yield random twins without end, to be looked at after every act."""
    game = DeadlockCity()
    for twin in twins(game, Random(seed)):
        one, other, viewer = twin.one, twin.other, twin.viewer
        yield [
            ((game, one, at, viewer), (game, other, at, viewer)) for at in range(len(one.states))
        ]


def search(surfaces: Mapping[str, Surface], comparisons: int, seed: int = SEED) -> Findings:
    """Compare all surfaces on random twins until `comparisons` are made."""
    return compare(surfaces, pairs(seed), comparisons)


def is_caught(name: str, surface: Surface, seed: int = SEED) -> bool:
    """Tell whether the check finds this planted leak; stops at the first sight of it."""
    return bool(compare({name: surface}, pairs(seed), PATIENCE, first=True).leaks)


def run(
    surfaces: Mapping[str, Surface] = SURFACES,
    planted: Mapping[str, Surface] = PLANTED,
    comparisons: int = COMPARISONS,
) -> BenchResult:
    """Compare the surfaces, and see that every planted leak is caught.

    Other rooms hand in their own surfaces and planted leaks with those of the engine.
    """
    return judged(surfaces, planted, pairs, comparisons, PATIENCE)
