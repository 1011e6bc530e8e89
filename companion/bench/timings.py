"""Whether the time of an answer tells a secret.

In two worlds that a viewer must not tell apart, the engine may have more to do in one: an act
that is secretly forbidden has reasons that he is not told. The same request goes to both in
turns, and the difference of its times is compared with what chance makes of it (after
Reparaz, Balasch and Verbauwhede, "Dude, is my code constant time?", 2017, but over pairs of
worlds). A planted leak, which puts also those reasons into words, has to show.

Times are taken within the process, where microseconds show that a network would swallow.
"""

import statistics
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from random import Random
from time import perf_counter_ns

from flask import Response, request
from flask.testing import FlaskClient

from companion.bench.pages import Fault, client_of, post, session_at, still_house
from companion.bench.result import BenchResult
from companion.bench.worlds import Twins, twins
from companion.games.deadlock_city import DeadlockCity
from companion.rulebooks import rulebook
from companion.session import Session

PAIRS = 240
ROUNDS = 25
WARM_UP = 3
SEED = 30
#: Of the differences so many at either end are left out: what else the machine did (share).
ODD = 0.1
#: Half an interval that holds the true mean in 99 of 100 benches, in standard errors.
WIDE = 2.58


@dataclass(frozen=True, slots=True)
class Trial:
    """An act, and two worlds that look alike to a seat; in `heavy` more forbids it, secretly."""

    heavy: Session
    light: Session
    seat: str
    act: str


Request = Callable[[FlaskClient, Trial], object]
REQUESTS: Mapping[str, Request] = {
    "view": lambda client, trial: client.get("/seat/view"),
    "ask": lambda client, trial: post(client, "/seat/ask", {"notation": trial.act}),
    "act": lambda client, trial: post(client, "/seat/act", {"notation": trial.act}),
}


def run(pairs: int = PAIRS) -> BenchResult:
    """Time views, rulings and refusals, and see that the planted leak shows."""
    figures: dict[str, float] = {}
    for name, asked in REQUESTS.items():
        difference, error = measured(pairs, asked)
        figures |= {f"{name}_difference_us": difference, f"{name}_error_us": error}
    planted, error = measured(pairs, REQUESTS["ask"], all_reasons_worded)
    return BenchResult("timings", figures | {"planted": 1, "planted_caught": planted > error})


def measured(pairs: int, asked: Request, fault: Fault | None = None) -> tuple[float, float]:
    """Return by how much heavy worlds answer later, and how far chance may be off; both µs."""
    houses = [still_house(fault), still_house(fault)]
    found = []
    for trial in islice(trials(), pairs):
        clients = []
        for (table, app), session in zip(houses, (trial.heavy, trial.light), strict=True):
            table.show(session)
            clients.append(client_of(app, trial.seat))
        found.append(_difference_us(clients, trial, asked))
        # Each house is to have the heavy world as often as the other.
        houses.reverse()
    kept = sorted(found)[round(ODD * pairs) : pairs - round(ODD * pairs)]
    return statistics.fmean(kept), WIDE * statistics.stdev(kept) / len(kept) ** 0.5


def _difference_us(clients: list[FlaskClient], trial: Trial, asked: Request) -> float:
    """Ask both worlds in turns; return by how much the first answers later, µs."""
    for client in clients * WARM_UP:
        asked(client, trial)
    times: list[list[int]] = [[], []]
    for turn in range(ROUNDS):
        for which in (turn % 2, 1 - turn % 2):
            started = perf_counter_ns()
            asked(clients[which], trial)
            times[which].append(perf_counter_ns() - started)
    heavy, light = (statistics.median(taken) for taken in times)
    return (heavy - light) / 1000


def trials(seed: int = SEED) -> Iterator[Trial]:
    """Yield acts of others without end that are secretly forbidden more in one of two worlds."""
    game, rng = DeadlockCity(), Random(seed)
    for twin in twins(game, rng):
        if twin.viewer in twin.one.states[-1].table.seats:
            yield from _of(game, twin, rng)


def _of(game: DeadlockCity, twin: Twins, rng: Random) -> Iterator[Trial]:
    """Yield an act of another seat, if any can tell the two worlds apart by its reasons."""
    one, other = twin.one.states[-1], twin.other.states[-1]
    acts = [act for act in game.candidates(one) if act.seat != twin.viewer]
    for act in rng.sample(acts, len(acts)):
        more = len(game.violations(one, act)) - len(game.violations(other, act))
        if more:
            worlds = (twin.one, twin.other) if more > 0 else (twin.other, twin.one)
            heavy, light = (session_at(game, world, len(world.actions)) for world in worlds)
            yield Trial(heavy, light, twin.viewer, str(act))
            return


def all_reasons_worded(session: Session, response: Response) -> Response:
    """Leak: each reason is put into words, and only then left out."""
    game, play, data = session.game, session.play, request.get_json(silent=True) or {}
    if play is not None and "notation" in data:
        words = rulebook(game.name, "en")
        for violation in game.violations(play.state, game.parse(data["notation"])):
            words.say(violation, {})
    return response
