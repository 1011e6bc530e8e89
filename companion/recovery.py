"""What the table does about broken files: it sets them aside, starts, and says what happened.

Each function returns what can be used, and notices: sentences for the terminal and for the
host's page. A damaged file is renamed, never overwritten.
"""

import re
import secrets
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import IO, Any

from companion.files import save, set_aside
from companion.game import Game, NotationError, TableError
from companion.session import Session, evolve
from companion.store import (
    TWIN,
    DamagedJournal,
    MemoryJournal,
    SqliteJournal,
    StoreError,
    Twin,
    readable_lines,
)

try:
    import fcntl
except ImportError:  # Windows, where nobody keeps a table for long.
    fcntl = None  # type: ignore[assignment, unused-ignore]

Games = Mapping[str, Game[Any, Any]]
Notices = tuple[str, ...]

LOCK = "table.lock"
_KEY = re.compile(r"[A-Za-z0-9_-]{16,64}")


class FolderInUse(TableError, OSError):
    """Another table runs with the same data folder; says what to do."""


def open_journal(path: Path, games: Games) -> tuple[SqliteJournal | MemoryJournal, Notices]:
    """Open the journal, or what can be had in its place.

    A damaged journal, or one whose events this version cannot follow, is set aside and
    what can be read of it begins a new one. Where nothing can be written, the evening
    goes on in memory, and a notice says so.
    """
    try:
        journal = SqliteJournal(path)
    except DamagedJournal as error:
        return _rescued(path, games, str(error))
    except StoreError as error:
        return _in_memory(path, games, str(error))
    try:
        journal.check()
        _follow_all(journal.events(), games)
    except (DamagedJournal, NotationError) as error:
        journal.close()
        # An event may name a card, so it is not repeated.
        why = str(error) if isinstance(error, StoreError) else "it has an event that does not fit"
        return _rescued(path, games, why)
    return journal, ()


def followed(lines: Iterable[str], games: Games) -> list[str]:
    """Return the lines up to the first that does not fit those before it."""
    session, kept = _start(games), []
    for line in lines:
        try:
            session = evolve(session, line)
        except TableError:
            break
        kept.append(line)
    return kept


def _follow_all(lines: Iterable[str], games: Games) -> None:
    session = _start(games)
    for line in lines:
        try:
            session = evolve(session, line)
        except TableError as error:
            raise NotationError("an event does not fit") from error


def _start(games: Games) -> Session:
    return Session(games, next(iter(games.values())))


def _rescued(path: Path, games: Games, why: str) -> tuple[SqliteJournal, Notices]:
    twin = Path(f"{path}{TWIN}")
    kept = max(followed(Twin(twin).lines(), games), followed(readable_lines(path), games), key=len)
    aside = set_aside(path)
    with suppress(OSError):
        set_aside(twin)
    journal = SqliteJournal(path)
    journal.append(kept)
    journal.check()
    rest = "nothing of it could be read, so the table starts empty."
    if kept:
        rest = f"{len(kept)} of its steps could be read. Compare with the real table."
    return journal, (f"The journal is damaged ({why}). It is kept as {aside.name}; {rest}",)


def _in_memory(path: Path, games: Games, why: str) -> tuple[MemoryJournal, Notices]:
    kept = followed(readable_lines(path), games)
    notice = (
        f"NOTHING IS BEING SAVED: {why}. The last saved state is on the table, and you can "
        "play on, but what happens now is gone at the next stop."
    )
    return MemoryJournal(kept), (notice,)


def host_key(file: Path) -> tuple[str, Notices]:
    """Return the host's secret, the same after a restart; make a new one where it is broken."""
    try:
        key = file.read_bytes().decode("ascii", errors="replace").strip()
    except FileNotFoundError:
        return _new_host_key(file, ())
    except OSError as error:
        return secrets.token_urlsafe(16), (f"The host's key cannot be read ({error}).",)
    if _KEY.fullmatch(key):
        return key, ()
    aside = set_aside(file).name
    said = f"The host's key was damaged (kept as {aside}), so the host has a new link."
    return _new_host_key(file, (said,))


def _new_host_key(file: Path, notices: Notices) -> tuple[str, Notices]:
    key = secrets.token_urlsafe(16)
    try:
        save(file, key.encode())
    except OSError as error:
        said = f"The host's key cannot be saved ({error}): his link is new after each start."
        return key, (*notices, said)
    return key, notices


def lock_folder(folder: Path) -> IO[bytes] | None:
    """Hold the data folder for this process until the returned file is closed.

    None where the system has no such locks or the folder cannot be written. Raises
    FolderInUse.
    """
    if fcntl is None:
        return None
    try:
        folder.mkdir(parents=True, exist_ok=True)
        file = (folder / LOCK).open("ab")
    except OSError:
        return None
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        file.close()
        remedy = "stop that one first, or choose another folder with --data"
        raise FolderInUse(f"another table runs with the folder {folder}; {remedy}") from error
    return file
