"""How long it takes to conclude who may hold what: one act of a random game at a time.

Each figure is one act taken in, and then every chance asked for: of every seat, of the
hidden card and of the next one. In the games all hands are told, so that a seat's belief
has all there is to go by. Times are of one core (process time).
"""

import gc
import time
from collections.abc import Iterator, Mapping
from dataclasses import replace
from random import Random
from statistics import median

from companion.bench.result import BenchResult
from companion.bench.worlds import random_world
from companion.cards import Seat
from companion.game import TABLE, Setup, Viewer
from companion.games.deadlock_city import DeadlockCity
from companion.games.deadlock_city.actions import Act, Draw, Hold
from companion.games.deadlock_city.chances import HIDDEN, STOCK

GAMES = 150
#: Each act is measured so often, its median counts: nothing is kept from one to the next.
ROUNDS = 3
WARM_UP = 10
SEED = 5


def run(games: int = GAMES) -> BenchResult:
    """Measure random games of two to five players, for the table and for one seat."""
    figures: dict[str, float] = {}
    for count in range(2, 6):
        for name, viewer in (("public", TABLE), ("seat", Seat("p1"))):
            taken = sorted(_times(count, viewer, games))
            figures |= {f"{name}_{count}p_{key}_ms": t for key, t in _quantiles(taken).items()}
    return BenchResult("belief", figures)


def _quantiles(taken: list[float]) -> Mapping[str, float]:
    return {
        "p50": taken[len(taken) // 2],
        "p99": taken[len(taken) * 99 // 100],
        "max": taken[-1],
    }


def _times(count: int, viewer: Viewer, games: int) -> Iterator[float]:
    """Yield the milliseconds of each act; the first games warm up."""
    game, rng = DeadlockCity(), Random(SEED)
    for number in range(-WARM_UP, games):
        setup = _setup(game, count, rng)
        acts = _with_tellings(game, setup, rng)
        # A collection in the middle of an act would be counted as its work.
        gc.collect()
        rounds = [tuple(_measured(game, setup, viewer, acts)) for _ in range(ROUNDS)]
        if number >= 0:
            yield from (median(taken) for taken in zip(*rounds, strict=True))


def _measured(game: DeadlockCity, setup: Setup, viewer: Viewer, acts: list[Act]) -> Iterator[float]:
    belief = game.belief(setup, viewer)
    for act in acts:
        if isinstance(act, Hold) and act.seat != viewer:
            continue
        began = time.process_time()
        belief = belief.after(act)
        for place in (*setup.seats, HIDDEN, STOCK):
            belief.possible(place)
        yield (time.process_time() - began) * 1000


def _setup(game: DeadlockCity, count: int, rng: Random) -> Setup:
    seats = tuple(Seat(f"p{number}") for number in range(1, count + 1))
    rules = {rule.name: rng.choice(rule.values) for rule in game.house_rules}
    setup = Setup(seats, rng.choice(seats), rules, frozenset(seats))
    return replace(setup, deal=game.shuffled(setup, rng))


def _with_tellings(game: DeadlockCity, setup: Setup, rng: Random) -> list[Act]:
    """Return a random game in which everyone tells his phone each card he draws."""
    world = random_world(game, setup, rng)
    acts: list[Act] = [Hold(seat, setup.deal[seat]) for seat in setup.seats]
    for act, state in zip(world.actions, world.states[1:], strict=True):
        acts.append(act)
        if isinstance(act, Draw):
            acts.append(Hold(act.seat, state.player(act.seat).hand))
    return acts
