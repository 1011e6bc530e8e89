"""A day at the table in a minute or two: is memory flat, the journal small, a restart quick?

Three players without phones play random legal acts, game after game, with a picture after
each act, an undo now and then, and a refusal now and then. Everything goes through the
table and onto the disk as it does in an evening; only the people are quick.
"""

import gc
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from companion.bench.result import BenchResult
from companion.commands import HOST, AskUndo, ChooseGame, Deal, Declare, Join, PutAway
from companion.game import TableError
from companion.games import GAMES
from companion.layout import Layout
from companion.recovery import open_journal
from companion.store import SqliteJournal
from companion.table import Observe, Table

#: Three games an hour with some sixty events each, for 24 hours.
DAY = 24 * 3 * 60
PLAYERS = ("Ann", "Ben", "Cleo")
#: One act in so many is taken back, and one is refused.
SELDOM = 25


def run(events: int = DAY) -> BenchResult:
    """Play so many events and measure what they leave behind."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "table.sqlite"
        journal = SqliteJournal(path)
        table = Table(GAMES, journal, Random(1), time.monotonic)
        try:
            figures = _played(table, events)
        finally:
            table.close()
            journal.close()
        figures["database_kb"] = path.stat().st_size / 1024
        figures["twin_kb"] = Path(f"{path}.twin").stat().st_size / 1024
        figures |= _restarted(path)
    return BenchResult("soak", figures)


def _played(table: Table, wanted: int) -> dict[str, float]:
    """Play, and compare the memory after the first quarter with that at the end."""
    started, events, games, early = time.monotonic(), 0, 0, 0.0
    for count, over in days(table, Random(2)):
        events += count
        games += over
        if not early and events >= wanted / 4:
            early = rss_mb()
        if events >= wanted and over:
            break
    taken, late = time.monotonic() - started, rss_mb()
    return {
        "events": events,
        "games": games,
        "events_per_s": events / taken,
        "rss_mb_after_a_quarter": early,
        "rss_mb_at_the_end": late,
        "rss_growth_mb": late - early,
    }


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


def rss_mb() -> float:
    """Return the memory this process really holds (MB); 0 where the system does not say."""
    gc.collect()
    try:
        status = Path("/proc/self/status").read_text("ascii")
    except OSError:
        return 0.0
    line = next(line for line in status.splitlines() if line.startswith("VmRSS"))
    return int(line.split()[1]) / 1024
