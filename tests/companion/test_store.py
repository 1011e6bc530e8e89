"""The journal on disk: what was acknowledged is there after anything that may happen."""

import signal
import sqlite3
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from companion.games import GAMES
from companion.store import SqliteJournal, StoreError
from companion.table import Table

#: A table whose every acknowledged event is printed, until it is killed.
ACKNOWLEDGING = """
import sys
from pathlib import Path
from random import Random
from companion.commands import HOST, Deal, Declare, Join, PutAway
from companion.games import GAMES
from companion.store import SqliteJournal
from companion.table import Table

table = Table(GAMES, SqliteJournal(Path(sys.argv[1])), Random(1), lambda: 0.0)
rng = Random(int(sys.argv[2]))

def do(command):
    for event in table.do(command):
        print(event, flush=True)

if not table.session().seats:
    do(Join("Ann", "a")), do(Join("Ben", "b"))
while True:
    session = table.session()
    if session.play is None:
        do(Deal())
    elif session.game.outcome(session.play.state):
        do(PutAway())
    else:
        do(Declare(HOST, str(rng.choice(session.game.legal(session.play.state)))))
"""


def killed_after(path: Path, lines: int, seed: int) -> list[str]:
    """Run the table until it has acknowledged so many events, then kill it; return them."""
    command = [sys.executable, "-c", ACKNOWLEDGING, str(path), str(seed)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        acknowledged = [process.stdout.readline().strip() for _ in range(lines)]
        process.send_signal(signal.SIGKILL)
        acknowledged += [line.strip() for line in process.stdout if line.endswith("\n")]
    return acknowledged


def test_no_acknowledged_event_is_lost_to_kill_nine(tmp_path: Path) -> None:
    path, rng = tmp_path / "table.sqlite", Random(42)
    acknowledged: list[str] = []

    for round_number in range(8):
        acknowledged += killed_after(path, rng.randint(1, 60), round_number)
        journal = SqliteJournal(path)
        kept = list(journal.history())
        table = Table(GAMES, journal, rng, lambda: 0.0)
        table.close()
        journal.close()

        # The last event may have been written without the word getting out.
        assert kept[: len(acknowledged)] == acknowledged
        acknowledged = kept


def test_events_survive_a_restart_in_their_order(tmp_path: Path) -> None:
    journal = SqliteJournal(tmp_path / "deep" / "table.sqlite")
    journal.append(["join p1 a Ann", "join p2 b Ben"])
    journal.append(["deal p1"])
    journal.close()

    again = SqliteJournal(tmp_path / "deep" / "table.sqlite")
    assert ["join p1 a Ann", "join p2 b Ben", "deal p1"] == list(again.events())
    again.close()


def test_the_journal_flushes_every_commit(tmp_path: Path) -> None:
    journal = SqliteJournal(tmp_path / "table.sqlite")
    connection: sqlite3.Connection = journal._open()

    assert ("wal",) == connection.execute("PRAGMA journal_mode").fetchone()
    assert (2,) == connection.execute("PRAGMA synchronous").fetchone()  # FULL
    journal.close()


def test_a_file_that_is_no_journal_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "table.sqlite"
    path.write_bytes(b"not a database, but dear to somebody" * 50)
    before = path.read_bytes()

    with pytest.raises(StoreError, match=r"table\.sqlite"):
        SqliteJournal(path)

    assert before == path.read_bytes()


def test_a_full_disk_refuses_the_event_and_keeps_the_rest(tmp_path: Path) -> None:
    journal = SqliteJournal(tmp_path / "table.sqlite")
    journal.append(["join p1 a Ann"])
    pages = journal._open().execute("PRAGMA page_count").fetchone()[0]
    journal._open().execute(f"PRAGMA max_page_count = {pages}")

    with pytest.raises(StoreError, match="Free some disk space"):
        journal.append(["rename p1 " + "A" * 100_000])

    assert ["join p1 a Ann"] == list(journal.events())
    journal._open().execute("PRAGMA max_page_count = 1000000")
    journal.append(["leave p1"])
    assert ["join p1 a Ann", "leave p1"] == list(journal.events())
    journal.close()
