"""What the table does about broken files: it sets them aside, starts, and says what happened.

Each function returns what can be used, and notices: sentences for the terminal and for the
host's page. A damaged file is renamed, never overwritten.
"""

import re
import secrets
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO, Any

from companion.events import evolve
from companion.files import PRIVATE, save, set_aside
from companion.game import Game, NotationError, OtherCards, TableError
from companion.sentences import sentence
from companion.session import Session
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

_TWIN_HELPED = (
    "The disk had lost the last {steps} steps that were written to the journal; its twin "
    "still had them. Compare with the real table, and look after the card."
)
_DAMAGED = "The journal is damaged ({why}). It is kept as {aside}; {rest}"
_NOT_SAVED = (
    "NOTHING IS BEING SAVED: {why}. The last saved state is on the table, and you can "
    "play on, but what happens now is gone at the next stop."
)
_UNREADABLE_KEY = "The host's key cannot be read ({error})."
_NEW_LINK = "The host's key was damaged (kept as {aside}), so the host has a new link."
_SAME_LINK = "The host's key was damaged (kept as {aside}); the link is the same, by its copy."
_LINK_UNSAVED = "The host's key cannot be saved ({error}): the link is new after each start."
#: As many signs as `token_urlsafe(16)` gives: fewer are what is left of one.
_KEY = re.compile(r"[A-Za-z0-9_-]{22,64}")


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
        return _rescued(path, games, _reason(error))
    return _caught_up(path, journal, games)


def _reason(error: BaseException) -> str:
    """Return what may be told of an error; an event may name a card, so it is not repeated."""
    if isinstance(error, StoreError | OtherCards):
        return str(error)
    return _reason(error.__cause__) if error.__cause__ else "it has an event that does not fit"


def _caught_up(
    path: Path, journal: SqliteJournal, games: Games
) -> tuple[SqliteJournal | MemoryJournal, Notices]:
    """Give the journal back what its disk lost and the twin still has."""
    before = list(journal.events())
    lost = followed([*before, *journal.lost()], games)[len(before) :]
    if not lost:
        journal.renew_twin()
        return journal, ()
    try:
        journal.append(lost)
    except StoreError as error:
        journal.close()
        return _in_memory(path, games, str(error), [*before, *lost])
    journal.renew_twin()
    return journal, (sentence(_TWIN_HELPED, steps=len(lost)),)


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


def _rescued(path: Path, games: Games, why: str) -> tuple[SqliteJournal | MemoryJournal, Notices]:
    twin = Path(f"{path}{TWIN}")
    kept = max(followed(Twin(twin).lines(), games), followed(readable_lines(path), games), key=len)
    try:
        aside = set_aside(path)
        journal = SqliteJournal(path)
        # Until there is room for a new journal the twin stays where the next start looks.
        with suppress(OSError):
            set_aside(twin)
        journal.append(kept)
    except OSError as error:
        return _in_memory(path, games, sentence("{why}; {error}", why=why, error=error), kept)
    journal.renew_twin()
    rest = sentence("nothing of it could be read, so the table starts empty.")
    if kept:
        some = "{steps} of its steps could be read. Compare with the real table."
        rest = sentence(some, steps=len(kept))
    return journal, (sentence(_DAMAGED, why=why, aside=aside.name, rest=rest),)


def _in_memory(
    path: Path, games: Games, why: str, known: Sequence[str] = ()
) -> tuple[MemoryJournal, Notices]:
    kept = followed(known or readable_lines(path), games)
    return MemoryJournal(kept), (sentence(_NOT_SAVED, why=why),)


def host_key(file: Path) -> tuple[str, Notices]:
    """Return the host's secret, the same after a restart.

    A second file holds it too. Where both are broken a new one is made.
    """
    try:
        key = _key_in(file)
    except FileNotFoundError:
        return _new_host_key(file, ())
    except OSError as error:
        return secrets.token_urlsafe(16), (sentence(_UNREADABLE_KEY, error=error),)
    if key is not None:
        _copy_key(file, key)
        return key, ()
    return _rescued_key(file)


def _key_in(file: Path) -> str | None:
    """Return the key in a file, None where it is damaged; raise OSError."""
    key = file.read_bytes().decode("ascii", errors="replace").strip()
    return key if _KEY.fullmatch(key) else None


def _rescued_key(file: Path) -> tuple[str, Notices]:
    aside, key = file.name, None
    # A disk that takes nothing keeps the file as it is, whatever is tried.
    with suppress(OSError):
        aside = set_aside(file).name
    with suppress(OSError):
        key = _key_in(_copy_of(file))
    if key is None:
        return _new_host_key(file, (sentence(_NEW_LINK, aside=aside),))
    return _saved_key(file, key, (sentence(_SAME_LINK, aside=aside),))


def _new_host_key(file: Path, notices: Notices) -> tuple[str, Notices]:
    return _saved_key(file, secrets.token_urlsafe(16), notices)


def _saved_key(file: Path, key: str, notices: Notices) -> tuple[str, Notices]:
    try:
        save(file, f"{key}\n".encode())
    except OSError as error:
        return key, (*notices, sentence(_LINK_UNSAVED, error=error))
    _copy_key(file, key)
    return key, notices


def _copy_key(file: Path, key: str) -> None:
    """Keep the key in a second file too, where that can be had."""
    with suppress(OSError):
        copy = _copy_of(file)
        if not copy.is_file() or _key_in(copy) != key:
            save(copy, f"{key}\n".encode())


def _copy_of(file: Path) -> Path:
    return file.with_name(f"{file.name}.copy")


def lock_folder(folder: Path) -> IO[bytes] | None:
    """Hold the data folder for this process until the returned file is closed.

    None where the system has no such locks or the folder cannot be written. Raises
    FolderInUse.
    """
    if fcntl is None:
        return None
    try:
        folder.mkdir(PRIVATE, parents=True, exist_ok=True)
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
