"""The shelf of benches: `marshal bench NAME` finds them here."""

import importlib
from collections.abc import Iterator, Mapping

from companion.bench.result import BenchResult
from companion.game import TableError

#: Each module has a `run() -> BenchResult`. They are imported only when asked for.
BENCHES: Mapping[str, str] = {
    "engine": "companion.bench.engine",
    "belief": "companion.bench.belief",
    "vision": "vision.bench",
    "push": "companion.bench.push",
    "leaks": "companion.bench.pages",
    "solver": "companion.bench.solver",
    "panel": "companion.bench.panel",
    "soak": "companion.bench.soak",
}
SOAK = "soak"


class NoSuchBench(TableError, LookupError):
    """There is no bench of this name, or none that goes on for so long; says which there are."""


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
