"""The shelf of benches: `marshal bench NAME` finds them here."""

import importlib
from collections.abc import Iterator, Mapping
from pathlib import Path

from companion.bench.result import BenchResult
from companion.game import TableError

#: Each module has a `run() -> BenchResult`. They are imported only when asked for.
BENCHES: Mapping[str, str] = {
    "engine": "companion.bench.engine",
    "belief": "companion.bench.belief",
    "vision": "vision.bench",
    "push": "companion.bench.push",
    "leaks": "companion.bench.pages",
    "timings": "companion.bench.timings",
    "solver": "companion.bench.solver",
    "panel": "companion.bench.panel",
    "aims": "companion.bench.aims",
    "soak": "companion.bench.soak",
    "calibration": "companion.bench.calibration",
}
SOAK = "soak"
VISION = "vision"


class NoSuchBench(TableError, LookupError):
    """There is no bench of this name, or none that goes on for so long; says which there are."""


def run_photos(name: str, photos: Path | None, faces: Path | None, every: int) -> BenchResult:
    """Score the reading of the owner's cards on labelled photos; only vision has that."""
    _only_vision(name, "--photos")
    if photos is None or faces is None:
        raise NoSuchBench("--photos DIR and --enrol DIR go together: give both")
    result: BenchResult = importlib.import_module("vision.photos_bench").run(photos, faces, every)
    return result


def run_hard(name: str) -> BenchResult:
    """Read 20,000 cards in hard scenes; only vision has that."""
    _only_vision(name, "--hard")
    result: BenchResult = importlib.import_module(BENCHES[VISION]).run_hard()
    return result


def _only_vision(name: str, option: str) -> None:
    if name != VISION:
        raise NoSuchBench(f"bench {name} knows no {option}; that is for {VISION}")


def run_benches(name: str, minutes: float | None = None) -> Iterator[BenchResult]:
    """Run one bench, or all of them one after the other; a soak goes on for `minutes`."""
    if minutes is not None:
        if name != SOAK:
            raise NoSuchBench(f"bench {name} takes the time it takes; --minutes is for {SOAK}")
        yield importlib.import_module(BENCHES[SOAK]).run(minutes=minutes)
        return
    if name != "all" and name not in BENCHES:
        raise NoSuchBench(f"no bench {name!r}; choose one of: {', '.join(BENCHES)}, all")
    for chosen in BENCHES if name == "all" else (name,):
        yield importlib.import_module(BENCHES[chosen]).run()
