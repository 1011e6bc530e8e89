"""Files that survive a pulled plug: written whole or not at all, and never overwritten broken.

A file that cannot be read is somebody's evening: it is moved aside under a dated name, so
that the table can start and nothing is lost for whoever can mend it.
"""

import os
import tempfile
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from itertools import count
from pathlib import Path

#: The mode of a data folder that is made: how long its files are, and when they were written,
#: tells what a phone was told. A folder that is there already is its owner's own business.
PRIVATE = 0o700
#: What belongs to an SQLite file and has to stay beside it.
SQLITE_COMPANIONS = ("-wal", "-shm")

#: When a file or folder was changed last (ns), its size, and which one it is.
Stamp = tuple[int, int, int]


def stamp(path: Path) -> Stamp | None:
    """Return what tells that a file or a folder's list of names has changed; None: it is gone."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size, found.st_ino


def save(path: Path, data: bytes, mode: int = 0o600, before: Path | None = None) -> None:
    """Put data into a file so that a power cut leaves the old content or the new, whole.

    The old content is kept under the name `before`, if that is given; between the two
    renames it is there alone. Raises OSError, and then the old content is still there.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    temporary = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        temporary.chmod(mode)
        if before is not None and path.exists():
            path.replace(before)
        temporary.replace(path)
    except BaseException:
        with suppress(OSError):
            temporary.unlink()
        raise
    flush_folder(path.parent)


def save_new(path: Path, data: bytes, mode: int = 0o600) -> None:
    """Like `save`, for a name that nobody has yet: of two who want it at once one gets it.

    Raises FileExistsError where there is such a file, and leaves that alone (POSIX: O_EXCL).
    """
    os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode))
    try:
        save(path, data, mode)
    except BaseException:
        with suppress(OSError):
            path.unlink()
        raise


def give_to_owner_of(folder: Path, path: Path) -> None:
    """Let files belong to whom the data folder belongs: root may restore for the table."""
    if os.name == "posix" and os.geteuid() == 0:
        owner = folder.stat()
        for each in (path, *(p for p in path.parents if folder in p.parents)):
            os.chown(each, owner.st_uid, owner.st_gid)


def flush_folder(folder: Path) -> None:
    """Flush a folder: only then are the names in it on the disk."""
    with suppress(PermissionError, NotImplementedError):  # Windows opens no folders.
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def free_name(path: Path, word: str, now: Callable[[], datetime] | None = None) -> Path:
    """Return a dated name beside a file under which there is nothing yet."""
    stamp = (now or datetime.now)().strftime("%Y%m%d-%H%M%S")
    for number in count(1):
        more = "" if number == 1 else f"-{number}"
        target = path.with_name(f"{path.name}.{word}-{stamp}{more}")
        if not any(Path(f"{target}{end}").exists() for end in ("", *SQLITE_COMPANIONS)):
            break
    return target


def set_aside(path: Path, word: str = "damaged", now: Callable[[], datetime] | None = None) -> Path:
    """Rename a file to a dated name beside it, its SQLite companions too; return the name.

    No file is ever replaced: where the name is taken, as after a clock that jumped back, a
    number is added. Raises OSError.
    """
    target = free_name(path, word, now)
    for end in (*SQLITE_COMPANIONS, ""):
        with suppress(FileNotFoundError):
            Path(f"{path}{end}").rename(f"{target}{end}")
    flush_folder(path.parent)
    return target
