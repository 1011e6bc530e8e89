"""The journal on disk: SQLite in WAL mode, every append flushed before it returns.

A game that was put away moves into an archive, and a few lines that sum it up stay: so a
restart reads one game, however many were played. Beside the journal lies its *twin*, a text
file with the same lines and a checksum for each. It is not flushed, costs next to nothing,
and is what remains where the journal itself is damaged, or where a disk had promised more
than it kept.
"""

import shutil
import sqlite3
import threading
import zlib
from collections.abc import Iterator, Sequence
from contextlib import closing, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from companion.files import PRIVATE, save
from companion.game import TableError
from companion.sentences import sentence

_SCHEMA = """
PRAGMA journal_mode = WAL;
PRAGMA synchronous = FULL;
CREATE TABLE IF NOT EXISTS event (number INTEGER PRIMARY KEY, line TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS summary (number INTEGER PRIMARY KEY, line TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS game (number INTEGER PRIMARY KEY, lines TEXT NOT NULL);
"""
_EVENTS = "SELECT line FROM event ORDER BY number"
_SUMMARY = "SELECT line FROM summary ORDER BY number"
_GAMES = "SELECT lines FROM game ORDER BY number"
TWIN = ".twin"
#: How the twin's first line begins; no event does.
_GAMES_BEFORE = "#games "


_CANNOT = "cannot {verb} the journal {path}: {error}"


class StoreError(TableError, OSError):
    """The journal cannot be read or written; says which file and what to do."""


class DamagedJournal(StoreError):
    """The file is no journal, or no longer; it was left as it is."""


class SqliteJournal:
    """A journal in one SQLite file, readable by its owner alone."""

    def __init__(self, path: Path) -> None:
        """Open or create the journal; raise StoreError where it cannot be used."""
        self._path = path
        self._lock = threading.Lock()
        self._connection: sqlite3.Connection | None = None
        try:
            path.parent.mkdir(PRIVATE, parents=True, exist_ok=True)
            path.touch(mode=0o600)
            self._connection = sqlite3.connect(path, check_same_thread=False)
            self._connection.executescript(_SCHEMA)
        except (sqlite3.Error, OSError) as error:
            self.close()
            raise self._failure("open", error) from error
        self._twin = Twin(Path(f"{path}{TWIN}"))

    def append(self, events: Sequence[str]) -> None:
        """Write these events in one transaction; on return they are on disk."""
        rows = [(event,) for event in events]
        try:
            with self._lock, self._open() as connection:
                connection.executemany("INSERT INTO event (line) VALUES (?)", rows)
        except sqlite3.Error as error:
            raise self._failure("write", error) from error
        self._twin.append(events)

    def archive(self, summary: Sequence[str]) -> None:
        """Put every event into the archive as one game; the summary stands for them all.

        Raises StoreError, and then nothing was changed.
        """
        rows = [(line,) for line in summary]
        try:
            with self._lock, self._open() as connection:
                lines = "\n".join(line for (line,) in connection.execute(_EVENTS))
                connection.execute("INSERT INTO game (lines) VALUES (?)", (lines,))
                connection.execute("DELETE FROM event")
                connection.execute("DELETE FROM summary")
                connection.executemany("INSERT INTO summary (line) VALUES (?)", rows)
        except sqlite3.Error as error:
            raise self._failure("tidy up", error) from error
        self.renew_twin()

    def events(self) -> Iterator[str]:
        """Yield what makes the present evening, oldest first: the summary, then events."""
        yield from (line for (line,) in [*self._rows(_SUMMARY), *self._rows(_EVENTS)])

    def history(self) -> Iterator[str]:
        """Yield every event that was ever appended, oldest first, those of old games too."""
        for (lines,) in self._rows(_GAMES):
            yield from lines.split("\n") if lines else ()
        yield from (line for (line,) in self._rows(_EVENTS))

    def check(self) -> None:
        """Read the whole file; raise DamagedJournal where it is damaged."""
        found = self._rows("PRAGMA quick_check(1)")
        if found != [("ok",)]:
            raise self._failure("trust", sqlite3.DatabaseError(found[0][0]), DamagedJournal)

    def lost(self) -> tuple[str, ...]:
        """Return the lines that the twin has after those of this file, oldest first.

        There are such where the disk lost what it had said was safe.
        """
        mine, games = tuple(self.events()), self._games()
        theirs, same_game = tuple(self._twin.lines()), self._twin.games() == games
        # Nothing at all is a file that was cut down to nothing, whatever was in it.
        if not (same_game or (not mine and not games)) or mine != theirs[: len(mine)]:
            return ()
        return theirs[len(mine) :]

    def renew_twin(self) -> None:
        """Make the twin say what this file says."""
        self._twin.renew(tuple(self.events()), self._games())

    def copy_to(self, path: Path) -> None:
        """Write a copy of the journal as it is now, also while the table is played on."""
        with sqlite3.connect(path) as copy:
            with self._lock:
                self._open().backup(copy)
            # A file by itself, without a log beside it.
            copy.execute("PRAGMA journal_mode = DELETE")
        copy.close()

    def close(self) -> None:
        """Close the file; a second call does nothing."""
        with self._lock:
            if self._connection is not None:
                self._connection.close()
            self._connection = None

    def _games(self) -> int:
        return int(self._rows("SELECT count(*) FROM game")[0][0])

    def _open(self) -> sqlite3.Connection:
        if self._connection is None:
            raise sqlite3.ProgrammingError("the journal is closed")
        return self._connection

    def _rows(self, query: str) -> list[tuple[Any]]:
        try:
            with self._lock:
                return self._open().execute(query).fetchall()
        except sqlite3.Error as error:
            raise self._failure("read", error) from error

    def _failure(
        self, verb: str, error: Exception, kind: type[StoreError] = StoreError
    ) -> StoreError:
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF
        what = sentence(_CANNOT, verb=verb, path=self._path, error=error)
        if kind is DamagedJournal or code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
            return DamagedJournal(what)
        return kind(
            sentence(
                "{what}; nothing was changed. Free some disk space or check the folder's "
                "permissions, then try again",
                what=what,
            )
        )


class Twin:
    """The journal's lines once more as text, each with its checksum, never flushed.

    It may lag behind and must never stand in the way: what fails here is left out.
    """

    def __init__(self, path: Path) -> None:
        self._path = path

    def append(self, events: Sequence[str]) -> None:
        """Add lines at the end."""
        with suppress(OSError), self._path.open("a", encoding="utf-8") as file:
            file.writelines(map(_sealed, events))

    def renew(self, lines: Sequence[str], games: int) -> None:
        """Replace everything by these lines, which came after so many games put away."""
        with suppress(OSError):
            save(self._path, "".join(map(_sealed, (f"{_GAMES_BEFORE}{games}", *lines))).encode())

    def lines(self) -> Iterator[str]:
        """Yield the lines up to the first that is damaged."""
        yield from (line for line in self._read() if not line.startswith(_GAMES_BEFORE))

    def games(self) -> int | None:
        """Return how many games were put away before these lines; None where it is not said."""
        first = next(self._read(), "")
        return int(first[len(_GAMES_BEFORE) :]) if first.startswith(_GAMES_BEFORE) else None

    def _read(self) -> Iterator[str]:
        with suppress(OSError):
            # The last piece is empty, or a line that a pulled plug tore.
            for sealed in self._path.read_text("utf-8", errors="replace").split("\n")[:-1]:
                if f"{sealed}\n" != _sealed(sealed[9:]):
                    return
                yield sealed[9:]


def _sealed(line: str) -> str:
    return f"{zlib.crc32(line.encode()):08x} {line}\n"


def readable_lines(path: Path) -> list[str]:
    """Return what can still be read of a journal, from its start; perhaps nothing.

    A copy is read where there is room for one, so that nothing touches the file itself.
    """
    with suppress(OSError), TemporaryDirectory() as folder:
        copy = Path(folder) / path.name
        for end in ("", "-wal"):
            with suppress(FileNotFoundError):
                shutil.copyfile(f"{path}{end}", f"{copy}{end}")
        return _read(f"file:{copy}")
    return _read(f"file:{path}?mode=ro")


def _read(uri: str) -> list[str]:
    lines: list[str] = []
    with suppress(sqlite3.Error), closing(sqlite3.connect(uri, uri=True)) as connection:
        for query in (_SUMMARY, _EVENTS):
            with suppress(sqlite3.OperationalError):  # A journal from before there were both.
                lines.extend(line for (line,) in connection.execute(query))
    return lines


class MemoryJournal:
    """A journal that lives as long as the process: for demos and tests."""

    def __init__(self, events: Sequence[str] = ()) -> None:
        """Start with these events."""
        self._events = list(events)

    def append(self, events: Sequence[str]) -> None:
        """Remember these events."""
        self._events.extend(events)

    def archive(self, summary: Sequence[str]) -> None:
        """Forget the past: it is summed up."""
        self._events = list(summary)

    def events(self) -> Iterator[str]:
        """Yield every event, oldest first."""
        yield from tuple(self._events)
