"""How fast Deadeye Dinah's solver is: random set-ups of the eight practice jobs.

Each set-up starts with an empty memory, as on a phone that asks for the first time, and
the tables of the job are counted in. `first_win` is the time to the first win found, over
the set-ups that can be won; `decide` is the same over all, the lost ones included, where
every line has to be tried; `best_line` is the time to the acts of the win with the fewest
cards lost, or to the proof that there is none. Times are of one core (process time).

`winnable_<boss>` is the share of all 720 shuffles of a job's stack that can be won, the
bosses hunted in printed order: most are to be, and never all.
"""

import time
from collections.abc import Callable, Iterator, Sequence
from random import Random

from companion.bench.result import BenchResult
from companion.cards import Seat
from companion.game import Correction, Setup
from companion.games.deadeye_dinah import DeadeyeDinah
from companion.games.deadeye_dinah.actions import Hunt, Stack
from companion.games.deadeye_dinah.balance import shares
from companion.games.deadeye_dinah.choosing import solver_for
from companion.games.deadeye_dinah.hints import best_line, is_winnable
from companion.games.deadeye_dinah.practice import PRACTICE
from companion.games.deadeye_dinah.state import State

SETUPS = 200
SEED = 1


def run(setups: int = SETUPS, every: int = 1) -> BenchResult:
    """Measure the solver over so many set-ups, the eight bosses in turn.

    Of the shuffles of each job only every how-manieth is tried.
    """
    won: list[bool] = []
    decide: list[float] = []
    best: list[float] = []
    for state in states(setups, SEED):
        won.append(is_winnable(state))
        decide.append(_cold_ms(is_winnable, state))
        best.append(_cold_ms(best_line, state))
    first = [took for took, win in zip(decide, won, strict=True) if win]
    figures = {
        **_spread("best_line", best),
        **_spread("first_win", first),
        **_spread("decide", decide),
        "setups": float(setups),
        "winnable_share": sum(won) / len(won),
        **{f"winnable_{boss}": share for boss, share in shares(PRACTICE, every).items()},
    }
    return BenchResult("solver", figures)


def states(count: int, seed: int) -> Iterator[State]:
    """Yield jobs just set up, the bosses in turn, those before each already captured."""
    game, rng, seat = DeadeyeDinah(), Random(seed), Seat("p1")
    jobs = PRACTICE.jobs
    for number in range(count):
        boss = jobs[number % len(jobs)]
        state = game.setup(Setup((seat,), seat))
        captured = " ".join(job.id for job in jobs[: number % len(jobs)]) or "none"
        state = game.correct(state, Correction("captured", captured))
        first = PRACTICE.by_item[boss.boss.starts_with].id
        others = [job.id for job in jobs if job.id not in (boss.id, first)]
        rng.shuffle(others)
        state = game.apply(state, Hunt(seat, boss.id))
        yield game.apply(state, Stack(seat, (first, *others)))


def _cold_ms(ask: Callable[[State], object], state: State) -> float:
    """Return how long an answer takes with an empty memory, in milliseconds."""
    solver_for.cache_clear()
    start = time.process_time()
    ask(state)
    return (time.process_time() - start) * 1000


def _spread(name: str, times: Sequence[float]) -> dict[str, float]:
    """Return median, 99th percentile and maximum."""
    ordered = sorted(times)
    places = {"p50": len(ordered) // 2, "p99": int(len(ordered) * 0.99), "max": len(ordered) - 1}
    last = len(ordered) - 1
    return {f"{name}_{key}_ms": ordered[min(place, last)] for key, place in places.items()}
