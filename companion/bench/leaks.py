"""Look for leaks: compare what a viewer is shown in worlds he must not tell apart.

`marshal bench leaks` makes at least a hundred thousand comparisons, and checks itself on
planted leaks: a check that misses one of those proves nothing.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random

from companion.bench.result import BenchResult
from companion.bench.surfaces import PLANTED, SURFACES, Surface
from companion.bench.worlds import Twins, twins
from companion.games.deadlock_city import DeadlockCity

COMPARISONS = 100_000
#: Within so many comparisons a planted leak has to show.
PATIENCE = 20_000
SEED = 20


@dataclass(frozen=True, slots=True)
class Leak:
    """A surface showed the viewer a difference after so many acts."""

    surface: str
    at: int
    pair: Twins


@dataclass(slots=True)
class Findings:
    """How often was compared, and what leaked."""

    comparisons: int = 0
    leaks: list[Leak] = field(default_factory=list)


def compare(name: str, surface: Surface, game: DeadlockCity, pair: Twins, into: Findings) -> None:
    """Compare a surface at every point of two twin worlds."""
    for at in range(len(pair.one.states)):
        into.comparisons += 1
        shown = surface(game, pair.one, at, pair.viewer)
        if shown != surface(game, pair.other, at, pair.viewer):
            into.leaks.append(Leak(name, at, pair))


def search(surfaces: Mapping[str, Surface], comparisons: int, seed: int = SEED) -> Findings:
    """Compare all surfaces on random twins until `comparisons` are made."""
    game, findings = DeadlockCity(), Findings()
    pairs = twins(game, Random(seed))
    while findings.comparisons < comparisons:
        pair = next(pairs)
        for name, surface in surfaces.items():
            compare(name, surface, game, pair, findings)
    return findings


def is_caught(name: str, surface: Surface, seed: int = SEED) -> bool:
    """Tell whether the check finds this planted leak; stops at the first sight of it."""
    game, findings = DeadlockCity(), Findings()
    pairs = twins(game, Random(seed))
    while findings.comparisons < PATIENCE and not findings.leaks:
        compare(name, surface, game, next(pairs), findings)
    return bool(findings.leaks)


def run(
    surfaces: Mapping[str, Surface] = SURFACES,
    planted: Mapping[str, Surface] = PLANTED,
    comparisons: int = COMPARISONS,
) -> BenchResult:
    """Compare the surfaces, and see that every planted leak is caught.

    Other rooms hand in their own surfaces and planted leaks with those of the engine.
    """
    findings = search(surfaces, comparisons)
    caught = sum(is_caught(name, leak) for name, leak in planted.items())
    return BenchResult(
        "leaks",
        {
            "comparisons": findings.comparisons,
            "leaks": len(findings.leaks),
            "planted": len(planted),
            "planted_caught": caught,
        },
    )
