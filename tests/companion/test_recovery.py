"""Broken files: the table starts, says so, has the last good state, and loses nothing."""

import os
import shutil
import subprocess
import sys
from datetime import datetime
from pathlib import Path
from random import Random

import pytest

from companion.cards import Seat
from companion.commands import Deal, Join, PutAway, SetLogged
from companion.events import evolve, summary
from companion.files import save, set_aside
from companion.games import GAMES
from companion.logs import start_logging, stop_logging
from companion.recovery import FolderInUse, host_key, lock_folder, open_journal
from companion.session import Session
from companion.store import SqliteJournal
from companion.table import Table

#: The journal of a table that was closed or killed in the middle of a game.
EVENTS = ("join p1 a Ann", "join p2 b Ben", "logged p1 yes", "deal p1", "act p1 draws")


def journal_file(folder: Path, events: tuple[str, ...] = EVENTS) -> Path:
    path = folder / "table.sqlite"
    journal = SqliteJournal(path)
    for event in events:
        journal.append([event])
    journal.close()
    return path


def opened(path: Path) -> tuple[list[str], tuple[str, ...]]:
    journal, notices = open_journal(path, GAMES)
    kept = list(journal.events())
    if isinstance(journal, SqliteJournal):
        journal.close()
    return kept, notices


def asides(path: Path) -> list[Path]:
    return sorted(path.parent.glob(f"{path.name}.damaged-*"))


def test_a_sound_journal_gives_no_notice(tmp_path: Path) -> None:
    assert opened(journal_file(tmp_path)) == (list(EVENTS), ())


def test_garbage_in_place_of_the_journal_is_kept_and_the_twin_steps_in(tmp_path: Path) -> None:
    path = journal_file(tmp_path)
    garbage = b"\x00\xff not a database" * 1000
    path.write_bytes(garbage)

    kept, notices = opened(path)

    assert kept == list(EVENTS)
    assert [aside.read_bytes() for aside in asides(path)] == [garbage]
    assert asides(path)[0].name in notices[0]


@pytest.mark.parametrize("page", [0, 1, 2, 3])
def test_a_damaged_page_is_found_and_nothing_is_lost(tmp_path: Path, page: int) -> None:
    path = journal_file(tmp_path)
    raw = bytearray(path.read_bytes())
    raw[page * 4096 : page * 4096 + 64] = b"\xa5" * 64
    path.write_bytes(raw)

    kept, notices = opened(path)

    assert kept == list(EVENTS)
    assert len(notices) == 1
    assert asides(path)[0].read_bytes() == bytes(raw)


def test_without_a_twin_what_the_damaged_file_still_tells_is_used(tmp_path: Path) -> None:
    path = journal_file(tmp_path)
    Path(f"{path}.twin").unlink()
    journal = SqliteJournal(path)
    journal.append(["act p9 nonsense", "join p3 c Cy"])
    journal.close()
    Path(f"{path}.twin").unlink()

    kept, notices = opened(path)

    assert kept == list(EVENTS)
    assert "nonsense" not in notices[0]  # An event may name a card.


def test_a_twin_with_a_bad_line_is_believed_up_to_it(tmp_path: Path) -> None:
    path = journal_file(tmp_path)
    twin = Path(f"{path}.twin")
    twin.write_text(twin.read_text().replace("act p1 draws", "act p1 stays"))
    path.write_bytes(b"gone")

    kept, _ = opened(path)

    assert kept == list(EVENTS[:-1])


def test_two_damaged_journals_in_one_second_are_both_kept(tmp_path: Path) -> None:
    path = tmp_path / "table.sqlite"
    names = set()
    for content in (b"one", b"two", b"three"):
        path.write_bytes(content)
        names.add(set_aside(path, now=lambda: datetime(2030, 1, 1)))

    assert {name.read_bytes() for name in names} == {b"one", b"two", b"three"}


def test_a_journal_that_was_rescued_goes_on(tmp_path: Path) -> None:
    path = journal_file(tmp_path)
    path.write_bytes(b"gone")

    journal, _ = open_journal(path, GAMES)
    journal.append(["decline p1"])
    assert isinstance(journal, SqliteJournal)
    journal.close()

    assert opened(path) == ([*EVENTS, "decline p1"], ())


def test_a_broken_host_key_is_kept_aside_and_replaced(tmp_path: Path) -> None:
    file = tmp_path / "host.key"
    first, _ = host_key(file)
    again, said = host_key(file)
    file.write_bytes(b"\x00\x00")
    (tmp_path / "host.key.copy").unlink()
    fresh, notices = host_key(file)

    assert (first, ()) == (again, said)
    assert fresh != first
    assert fresh == host_key(file)[0]
    assert len(notices) == 1
    assert [f.read_bytes() for f in tmp_path.glob("host.key.damaged-*")] == [b"\x00\x00"]
    assert file.stat().st_mode & 0o077 == 0


def test_a_second_table_on_the_same_folder_is_refused(tmp_path: Path) -> None:
    first = lock_folder(tmp_path)
    assert first is not None

    with pytest.raises(FolderInUse, match="--data"):
        lock_folder(tmp_path)

    first.close()
    second = lock_folder(tmp_path)
    assert second is not None
    second.close()


def test_a_file_is_written_whole_or_not_at_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "settings"
    save(file, b"old")

    def power_cut(handle: int) -> None:
        raise OSError("no more")

    monkeypatch.setattr(os, "fsync", power_cut)
    with pytest.raises(OSError, match="no more"):
        save(file, b"new")

    assert [f.read_bytes() for f in tmp_path.iterdir()] == [b"old"]


def test_an_archived_evening_starts_as_it_stood(tmp_path: Path) -> None:
    path = tmp_path / "table.sqlite"
    journal = SqliteJournal(path)
    table = Table(GAMES, journal, Random(3), lambda: 0.0)
    for command in (Join("Ann", "a"), Join("Ben", "b"), SetLogged(Seat("p1"), True)):
        table.do(command)
    for _ in range(3):
        table.do(Deal())
        table.do(PutAway())
    before = table.session()
    table.close()
    journal.close()

    again = SqliteJournal(path)
    restarted = Table(GAMES, again, Random(4), lambda: 0.0)
    after, lines = restarted.session(), list(again.events())
    whole = list(again.history())
    restarted.close()
    again.close()

    assert after == before
    assert lines == list(summary(before))
    assert folded(whole) == before


def folded(lines: list[str]) -> Session:
    session = Session(GAMES, next(iter(GAMES.values())))
    for line in lines:
        session = evolve(session, line)
    return session


def test_a_summary_leads_to_the_session_it_sums_up() -> None:
    lines = [
        *("join p1 a Ann", "join p3 c Cy Young", "logged p3 yes", "rule tie = pile_sum"),
        "winner p3",
    ]
    session = folded(lines)

    assert folded(list(summary(session))) == session
    assert session.last_winner == "p3"


MOUNTED = """
import sys
from pathlib import Path
from companion.cards import Seat
from companion.commands import Join
from companion.games import GAMES
from companion.recovery import host_key, open_journal
from companion.starts import Starts
from companion.table import Table
from random import Random

folder = Path(sys.argv[1])
journal, notices = open_journal(folder / "table.sqlite", GAMES)
table = Table(GAMES, journal, Random(1), lambda: 0.0)
print([player.name for player in table.session().players])
table.do(Join("Dan", "d"))
print([player.name for player in table.session().players])
print(*notices)
_, said = host_key(folder / "host.key")
print(*said)
Starts(folder).begin()
table.close()
"""


def on_a_disk(folder: Path, prepare: str) -> str:
    """Run a table in a namespace of its own, in which `prepare` spoils the disk."""
    unshare = shutil.which("unshare")
    if unshare is None or subprocess.run([unshare, "-rm", "true"], check=False).returncode:
        pytest.skip("this system lets nobody mount a disk of his own")
    script = f'set -e; disk="$1"; {prepare}; exec "$2" -c "$3" "$disk"'
    done = subprocess.run(
        [unshare, "-rm", "sh", "-c", script, "sh", str(folder), sys.executable, MOUNTED],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


READ_ONLY = 'mount --bind "$disk" "$disk"; mount -o remount,bind,ro "$disk"'
FULL = (
    'cp -r "$disk" "$disk.kept"; mount -t tmpfs -o size=128k tmpfs "$disk"; '
    'cp "$disk.kept/"table.sqlite* "$disk"; cat /dev/zero > "$disk/full" 2>&- || true'
)


@pytest.mark.parametrize("prepare", [READ_ONLY, FULL], ids=["read-only", "full"])
def test_a_disk_that_takes_nothing_gives_its_last_state_and_a_loud_notice(
    tmp_path: Path, prepare: str
) -> None:
    folder = tmp_path / "data"
    journal_file(folder, EVENTS[:2])

    out = on_a_disk(folder, prepare)

    assert "['Ann', 'Ben']\n['Ann', 'Ben', 'Dan']\n" in out
    assert "NOTHING IS BEING SAVED" in out
    assert "key cannot be saved" in out
    assert opened(folder / "table.sqlite") == (list(EVENTS[:2]), ())


def test_a_damaged_key_on_a_disk_that_takes_nothing_keeps_nobody_from_the_table(
    tmp_path: Path,
) -> None:
    folder = tmp_path / "data"
    journal_file(folder, EVENTS[:2])
    (folder / "host.key").write_bytes(b"\x00\x00")

    out = on_a_disk(folder, READ_ONLY)

    assert "key was damaged" in out
    assert "key cannot be saved" in out


def test_a_damaged_journal_on_a_full_disk_goes_on_in_memory(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    path = journal_file(folder, EVENTS[:2])
    path.write_bytes(b"\x00\xff not a database" * 1000)

    out = on_a_disk(folder, FULL)

    assert "['Ann', 'Ben']\n['Ann', 'Ben', 'Dan']\n" in out
    assert "NOTHING IS BEING SAVED" in out


@pytest.mark.parametrize("made_by", ["lock", "log", "journal"])
def test_nobody_else_may_list_a_data_folder_that_is_made(tmp_path: Path, made_by: str) -> None:
    """Sizes and times of its files tell that a phone was told something, and how long it was."""
    data = tmp_path / "data"
    match made_by:
        case "lock":
            lock = lock_folder(data)
            assert lock is not None
            lock.close()
        case "log":
            start_logging(data)
            stop_logging()
        case _:
            SqliteJournal(data / "table.sqlite").close()

    assert data.stat().st_mode & 0o777 == 0o700
