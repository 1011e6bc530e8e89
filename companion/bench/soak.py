"""A day at the table in a minute or two: is memory flat, the journal small, a restart quick?

Three players without phones play random legal acts, game after game, with a picture after
each act, an undo now and then, and a refusal now and then. Everything goes through the
table and onto the disk as it does in an evening; only the people are quick.

With `minutes` it goes on for so long at least, and a second table runs in the same process
with all that a box has: a camera before which a hand never rests, phones that ask, and
fingers on its buttons. What piles up anywhere shows in the memory of the whole.
"""

import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from itertools import count, cycle
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from companion.app import House
from companion.bench.memory import rss_mb
from companion.bench.panel import DOWN_S, busy, open_house
from companion.bench.result import BenchResult
from companion.commands import HOST, AskUndo, ChooseGame, Deal, Declare, Join, PutAway
from companion.game import TableError
from companion.games import GAMES
from companion.layout import Layout
from companion.recovery import open_journal
from companion.store import SqliteJournal
from companion.table import Observe, Table
from hardware.simulated import SimulatedButtons

#: Three games an hour with some sixty events each, for 24 hours.
DAY = 24 * 3 * 60
PLAYERS = ("Ann", "Ben", "Cleo")
#: How often memory is looked at.
SAMPLES = 20
#: One act in so many is taken back, and one is refused.
SELDOM = 25


@dataclass(frozen=True, slots=True)
class _Sample:
    """How it stood at one moment: seconds since the start, events, games over, memory (MB)."""

    at_s: float
    events: int
    games: int
    rss_mb: float


def run(events: int = DAY, minutes: float = 0.0) -> BenchResult:
    """Play so many events, for so long at least, and measure what they leave behind."""
    with ExitStack() as parts:
        path = Path(parts.enter_context(TemporaryDirectory())) / "table.sqlite"
        box = parts.enter_context(_box(path.parent / "box")) if minutes else {}
        journal = SqliteJournal(path)
        table = Table(GAMES, journal, Random(1), time.monotonic)
        try:
            figures = _told(_played(table, events, minutes * 60.0))
        finally:
            table.close()
            journal.close()
        figures["database_kb"] = path.stat().st_size / 1024
        figures["twin_kb"] = Path(f"{path}.twin").stat().st_size / 1024
        figures |= _restarted(path)
    return BenchResult("soak", figures | box)


def _played(table: Table, events: int, seconds: float) -> list[_Sample]:
    """Play until there are so many events and so much time is gone, and a game is over."""
    started, done, games, samples = time.monotonic(), 0, 0, list[_Sample]()
    for happened, over in days(table, Random(2)):
        done += happened
        games += over
        at_s = time.monotonic() - started
        part = max(done / events, 1e-9) if not seconds else min(done / events, at_s / seconds)
        if part >= (len(samples) + 1) / SAMPLES:
            samples.append(_Sample(at_s, done, games, rss_mb()))
        if part >= 1 and over:
            return [*samples, _Sample(at_s, done, games, rss_mb())]
    raise AssertionError("the days do not end")


def _told(samples: Sequence[_Sample]) -> dict[str, float]:
    """Return the figures; memory after the first quarter is what the rest is compared with."""
    end, quarter, half = samples[-1], samples[SAMPLES // 4 - 1], samples[SAMPLES // 2 - 1]
    return {
        "minutes": end.at_s / 60,
        "events": end.events,
        "days_of_play": end.events / DAY,
        "games": end.games,
        "events_per_s": end.events / end.at_s,
        "rss_mb_after_a_quarter": quarter.rss_mb,
        "rss_mb_after_a_half": half.rss_mb,
        "rss_mb_at_the_end": end.rss_mb,
        "rss_growth_mb": end.rss_mb - quarter.rss_mb,
        "rss_growth_in_second_half_mb": end.rss_mb - half.rss_mb,
    }


@contextmanager
def _box(folder: Path) -> Iterator[dict[str, float]]:
    """Run a whole table beside, with camera, phones and buttons; fill in how busy it was."""
    figures: dict[str, float] = {}
    stop, presses = threading.Event(), count()
    with open_house(folder) as house, busy(house) as load:
        finger = threading.Thread(target=_press, args=(house, stop, presses), daemon=True)
        finger.start()
        try:
            yield figures
        finally:
            stop.set()
            finger.join()
    figures |= load | {"presses": next(presses)}


def _press(house: House, stop: threading.Event, presses: "count[int]") -> None:
    """Press one button after the other, as long as nobody says stop."""
    buttons = SimulatedButtons(house.panel)
    for seat in cycle(house.table.session().seats):
        buttons.press(seat)
        if stop.wait(DOWN_S):
            return
        buttons.release(seat)
        next(presses)
        if stop.wait(DOWN_S):
            return


def days(table: Table, rng: Random) -> Iterator[tuple[int, bool]]:
    """Play for ever; yield how many events each step made, and whether a game was over."""
    for name in PLAYERS:
        yield len(table.do(Join(name, "-"))), False
    while True:
        for name, game in GAMES.items():
            if game.min_seats <= len(PLAYERS) <= game.max_seats:
                yield len(table.do(ChooseGame(name))), False
                yield len(table.do(Deal())), False
                for events in _game(table, rng):
                    yield events, False
                yield len(table.do(PutAway())), True


def _game(table: Table, rng: Random) -> Iterator[int]:
    while True:
        session = table.session()
        assert session.play is not None
        acts = session.game.legal(session.play.state)
        if not acts or session.game.outcome(session.play.state):
            return
        if rng.randrange(SELDOM) == 0:
            yield _attempt(table, AskUndo(HOST))
            yield _attempt(table, Declare(HOST, "p1 flies away"))
        else:
            yield len(table.do(Declare(HOST, str(rng.choice(acts)))))
        yield _attempt(table, Observe(_layout(table)))


def _attempt(table: Table, command: object) -> int:
    with suppress(TableError):
        return len(table.do(command))
    return 0


def _layout(table: Table) -> Layout:
    session = table.session()
    return session.game.layout(session.play.state) if session.play else {}


def _restarted(path: Path) -> dict[str, float]:
    started = time.monotonic()
    journal, notices = open_journal(path, GAMES)
    table = Table(GAMES, journal, Random(1), time.monotonic)
    taken = time.monotonic() - started
    table.close()
    assert not notices, notices
    if isinstance(journal, SqliteJournal):
        journal.close()
    return {"restart_ms": taken * 1000}
