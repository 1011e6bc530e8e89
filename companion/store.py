"""The journal on disk: SQLite in WAL mode, every append flushed before it returns."""

import sqlite3
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path

from companion.game import TableError

_SCHEMA = """
PRAGMA journal_mode = WAL;
PRAGMA synchronous = FULL;
CREATE TABLE IF NOT EXISTS event (number INTEGER PRIMARY KEY, line TEXT NOT NULL);
"""


class StoreError(TableError, OSError):
    """The journal cannot be read or written; says which file and what to do."""


class SqliteJournal:
    """A journal in one SQLite file."""

    def __init__(self, path: Path) -> None:
        """Open or create the journal; raise StoreError where it cannot be used."""
        self._path = path
        self._lock = threading.Lock()
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._connection = sqlite3.connect(path, check_same_thread=False)
            self._connection.executescript(_SCHEMA)
        except (sqlite3.Error, OSError) as error:
            raise self._failure("open", error) from error

    def append(self, events: Sequence[str]) -> None:
        """Write these events in one transaction; on return they are on disk."""
        rows = [(event,) for event in events]
        try:
            with self._lock, self._connection:
                self._connection.executemany("INSERT INTO event (line) VALUES (?)", rows)
        except sqlite3.Error as error:
            raise self._failure("write", error) from error

    def events(self) -> Iterator[str]:
        """Yield every event, oldest first."""
        try:
            with self._lock:
                rows = self._connection.execute("SELECT line FROM event ORDER BY number")
                lines = [line for (line,) in rows]
        except sqlite3.Error as error:
            raise self._failure("read", error) from error
        yield from lines

    def close(self) -> None:
        """Close the file."""
        with self._lock:
            self._connection.close()

    def _failure(self, verb: str, error: Exception) -> StoreError:
        return StoreError(
            f"cannot {verb} the journal {self._path}: {error}; nothing was changed. "
            "Free some disk space or check the folder's permissions, then try again"
        )


class MemoryJournal:
    """A journal that lives as long as the process: for demos and tests."""

    def __init__(self, events: Sequence[str] = ()) -> None:
        """Start with these events."""
        self._events = list(events)

    def append(self, events: Sequence[str]) -> None:
        """Remember these events."""
        self._events.extend(events)

    def events(self) -> Iterator[str]:
        """Yield every event, oldest first."""
        yield from tuple(self._events)
