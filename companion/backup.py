"""A backup: one file with everything that a table needs on another card.

It is a ZIP file that only its owner may read, since it holds the host's key, what players
told their phones, and the keys of decks with marked backs. A backup may be made while the
table is played on; a restore wants it stopped, and sets what was there aside under dated
names.
"""

import json
import tempfile
import zipfile
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from companion.app import DECKS, HOST_KEY, JOURNAL
from companion.deck_store import is_deck_file
from companion.enrolling import FOLDER as ENROLLED
from companion.enrolling import is_enrolled_file
from companion.files import give_to_owner_of, save, set_aside
from companion.game import TableError
from companion.marked_store import MARKED, is_key_file
from companion.recovery import lock_folder
from companion.settings import Settings
from companion.store import TWIN, SqliteJournal

MANIFEST = "backup.json"
FORMAT = 1
_SETTINGS = "settings.toml"
#: Folders of the data folder that go along, and how their files end.
_FOLDERS = {"profiles": ".json"}
#: Folders of decks, and which files in them are ours.
_DECK_FOLDERS = {DECKS: is_deck_file, ENROLLED: is_enrolled_file, MARKED: is_key_file}
#: More than any evening leaves behind: such a file is not ours. (bytes)
MOST_BYTES = 512 * 1024**2


class BackupError(TableError, OSError):
    """A backup cannot be written or used; says why and what to do. Nothing was changed."""


def back_up(settings: Settings, target: Path) -> tuple[str, ...]:
    """Write a backup and return the names in it; raise BackupError."""
    if target.exists():
        raise BackupError(f"{target} is there already; name another file")
    try:
        with tempfile.TemporaryDirectory(dir=target.parent) as folder:
            packed = Path(folder) / "backup.zip"
            names = _pack(settings, packed)
            save(target, packed.read_bytes())
    except OSError as error:
        remedy = "name another place, or free some space there"
        raise BackupError(f"{target} cannot be written: {error}; {remedy}") from error
    return names


def _pack(settings: Settings, packed: Path) -> tuple[str, ...]:
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        journal = packed.with_name(JOURNAL)
        if (settings.data / JOURNAL).is_file():
            with closing(SqliteJournal(settings.data / JOURNAL)) as opened:
                opened.copy_to(journal)
            archive.write(journal, JOURNAL)
        for name, file in _files(settings):
            archive.write(file, name)
        about = {"format": FORMAT, "made": datetime.now(UTC).isoformat(timespec="seconds")}
        archive.writestr(MANIFEST, json.dumps(about))
        return tuple(archive.namelist())


def _files(settings: Settings) -> Iterator[tuple[str, Path]]:
    if (settings.data / HOST_KEY).is_file():
        yield HOST_KEY, settings.data / HOST_KEY
    if settings.source is not None:
        yield _SETTINGS, settings.source
    for folder, end in _FOLDERS.items():
        for file in sorted((settings.data / folder).glob(f"*{end}")):
            yield f"{folder}/{file.name}", file
    for folder, is_ours in _DECK_FOLDERS.items():
        for file in sorted((settings.data / folder).rglob("*.*")):
            name = file.relative_to(settings.data / folder).as_posix()
            if is_ours(name):
                yield f"{folder}/{name}", file


def restore(source: Path, data: Path, settings_file: Path) -> tuple[str, ...]:
    """Put a backup in place and return the names of what was set aside.

    Everything is read and checked before anything is changed. Raises BackupError, or
    FolderInUse while a table runs.
    """
    content = _read(source)
    lock = lock_folder(data)
    try:
        return tuple(_put(content, data, settings_file))
    except OSError as error:
        remedy = "free some space or check the permissions, and restore again"
        raise BackupError(f"not everything could be written: {error}; {remedy}") from error
    finally:
        if lock is not None:
            lock.close()


def _put(content: dict[str, bytes], data: Path, settings_file: Path) -> Iterator[str]:
    twin = data / f"{JOURNAL}{TWIN}"
    places = {name: settings_file if name == _SETTINGS else data / name for name in content}
    for place in [*places.values(), twin, *_stale_pictures(content, data)]:
        if place.exists():
            yield str(set_aside(place, "before-restore"))
    for name, place in places.items():
        save(place, content[name])
        give_to_owner_of(data, place)
    give_to_owner_of(data, data)


def _stale_pictures(content: dict[str, bytes], data: Path) -> Iterator[Path]:
    """Yield pictures that would mix with an enrolled deck of the same name: it reads them all."""
    decks = {name.split("/")[1] for name in content if name.startswith(f"{ENROLLED}/")}
    for deck in sorted(decks):
        for file in sorted((data / ENROLLED / deck).glob("*")):
            name = f"{ENROLLED}/{deck}/{file.name}"
            if name not in content and _known(name):
                yield file


def _read(source: Path) -> dict[str, bytes]:
    try:
        with zipfile.ZipFile(source) as archive:
            return _checked(archive, source)
    except FileNotFoundError as error:
        raise BackupError(f"{source} is not there; check the name") from error
    except (OSError, zipfile.BadZipFile, ValueError, KeyError) as error:
        raise _useless(source, str(error)) from error


def _checked(archive: zipfile.ZipFile, source: Path) -> dict[str, bytes]:
    if sum(item.file_size for item in archive.infolist()) > MOST_BYTES:
        raise _useless(source, "it is too big")
    bad = archive.testzip()
    if bad is not None:
        raise _useless(source, f"{bad} is damaged")
    content = {name: archive.read(name) for name in archive.namelist()}
    about = json.loads(content.pop(MANIFEST))
    if about["format"] != FORMAT:
        raise _useless(source, f"it is of format {about['format']}, and {FORMAT} is known")
    strange = [name for name in content if not _known(name)]
    if strange:
        raise _useless(source, f"it holds {strange[0]!r}")
    return content


def _known(name: str) -> bool:
    top, _, inside = name.partition("/")
    if top in _DECK_FOLDERS:
        return _DECK_FOLDERS[top](inside)
    folder, slash, file = name.rpartition("/")
    if not slash:
        return name in (JOURNAL, HOST_KEY, _SETTINGS)
    return folder in _FOLDERS and file.endswith(_FOLDERS[folder]) and "\\" not in file


def _useless(source: Path, why: str) -> BackupError:
    return BackupError(f"{source} is no backup of Table Marshal ({why}); choose another file")
