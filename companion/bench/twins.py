"""Compare what is shown of worlds that a viewer must not tell apart, whatever the game.

A check that misses a planted leak proves nothing, so those are looked for as well.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.bench.result import BenchResult

#: What a surface is called with: a world, and where in it and how it is looked at.
Look = tuple[Any, ...]
#: The same looks at two worlds that must be shown alike.
Pair = Iterable[tuple[Look, Look]]
Surfaces = Mapping[str, Callable[..., object]]


@dataclass(frozen=True, slots=True)
class Leak:
    """A surface showed a difference between these two looks."""

    surface: str
    one: Look
    other: Look


@dataclass(slots=True)
class Findings:
    """How often was compared, and what leaked."""

    comparisons: int = 0
    leaks: list[Leak] = field(default_factory=list)


def compare(
    surfaces: Surfaces, pairs: Iterator[Pair], comparisons: int, *, first: bool = False
) -> Findings:
    """Compare the surfaces on pairs until `comparisons` are made; with `first` until one leaks."""
    findings = Findings()
    while findings.comparisons < comparisons and not (first and findings.leaks):
        for one, other in next(pairs):
            for name, surface in surfaces.items():
                findings.comparisons += 1
                if surface(*one) != surface(*other):
                    findings.leaks.append(Leak(name, one, other))
    return findings


def judged(
    surfaces: Surfaces,
    planted: Surfaces,
    pairs: Callable[[], Iterator[Pair]],
    comparisons: int,
    patience: int,
) -> BenchResult:
    """Compare the surfaces, and see that each planted leak shows within `patience`."""
    findings = compare(surfaces, pairs(), comparisons)
    caught = sum(
        bool(compare({name: leak}, pairs(), patience, first=True).leaks)
        for name, leak in planted.items()
    )
    return BenchResult(
        "leaks",
        {
            "comparisons": findings.comparisons,
            "leaks": len(findings.leaks),
            "planted": len(planted),
            "planted_caught": caught,
        },
    )
