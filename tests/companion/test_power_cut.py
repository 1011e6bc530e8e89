"""A pulled plug, at every byte of what was written last.

Each test cuts a file off at every length. Whatever is left, the table starts, nothing that
was acknowledged is lost, and people are told where anything had to be mended.
"""

import os
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, suppress
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from companion import files
from companion.cards import Seat
from companion.files import save
from companion.games import GAMES
from companion.kept_scene import SceneKeeper
from companion.recovery import host_key, open_journal
from companion.simulated_table import SimulatedTable
from companion.starts import Starts, prepare
from companion.store import SqliteJournal
from tests.companion.test_house_camera import FIRST, HERE, SECOND
from vision.calibration.errors import CalibrationError
from vision.calibration.profile_store import ProfileStore
from vision.plan import plan_table

#: SQLite's smallest pages: the same format and the same code, with fewer bytes to cut at.
PAGE_BYTES = 512
EVENTS = ("join p1 a Ann", "join p2 b Ben", "logged p1 yes", "deal p1", "act p1 draws")
SUFFIXES = ("", "-wal", "-shm", ".twin")


@pytest.fixture
def folder(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Return a folder in memory; nothing is flushed, as no plug is really pulled."""
    monkeypatch.setattr(os, "fsync", lambda handle: None)
    memory = Path("/dev/shm")
    place = memory if memory.is_dir() and os.access(memory, os.W_OK) else None
    with tempfile.TemporaryDirectory(dir=place) as name:
        yield Path(name)


class Disk:
    """The files of a journal as they stood at one moment, to be put back and cut off."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.content = {end: self._read(end) for end in SUFFIXES}

    def size(self, end: str) -> int:
        return len(self.content[end] or b"")

    def restart(self, **cuts: int | None) -> tuple[list[str], tuple[str, ...]]:
        """Start from these files, some cut off ("wal=17"); return its events and notices."""
        for other in self.path.parent.iterdir():
            other.unlink()
        for end, content in self.content.items():
            length = cuts.get({"": "db", "-wal": "wal", ".twin": "twin"}.get(end, ""))
            if content is not None and end != "-shm":
                Path(f"{self.path}{end}").write_bytes(content[:length])
        journal, notices = open_journal(self.path, GAMES)
        assert isinstance(journal, SqliteJournal)
        with closing(journal):
            return list(journal.events()), notices

    def _read(self, end: str) -> bytes | None:
        with suppress(FileNotFoundError):
            return Path(f"{self.path}{end}").read_bytes()
        return None


def small_journal(folder: Path) -> SqliteJournal:
    path = folder / "table.sqlite"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(f"PRAGMA page_size = {PAGE_BYTES}")
        connection.execute("VACUUM")
    journal, _ = open_journal(path, GAMES)
    assert isinstance(journal, SqliteJournal)
    return journal


@pytest.fixture
def playing(folder: Path) -> tuple[Disk, Disk]:
    """Return the disk before and after the last event; the plug is pulled while it is open."""
    journal = small_journal(folder)
    journal.append(EVENTS[:-1])
    before = Disk(folder / "table.sqlite")
    journal.append(EVENTS[-1:])
    after = Disk(folder / "table.sqlite")
    journal.close()
    return before, after


def test_a_write_torn_off_before_it_was_acknowledged_is_as_if_it_never_was(
    playing: tuple[Disk, Disk],
) -> None:
    before, after = playing
    after.content[".twin"] = before.content[".twin"]
    starts, ends = before.size("-wal"), after.size("-wal")
    kept = [after.restart(wal=cut) for cut in range(starts, ends)]

    assert starts < ends
    assert all(found == (list(EVENTS[:-1]), ()) for found in kept)
    assert after.restart() == (list(EVENTS), ())


def test_what_a_disk_lost_though_it_was_acknowledged_comes_from_the_twin(
    playing: tuple[Disk, Disk],
) -> None:
    before, after = playing
    starts, ends = before.size("-wal"), after.size("-wal")
    for cut in (*range(0, starts, 17), *range(starts, ends)):
        events, notices = after.restart(wal=cut)

        assert events == list(EVENTS), cut
        assert len(notices) == 1, cut
        assert "the journal" in notices[0]


def test_a_twin_torn_off_anywhere_takes_nothing_from_the_journal(
    playing: tuple[Disk, Disk],
) -> None:
    _, after = playing
    for cut in range(after.size(".twin")):
        assert after.restart(twin=cut) == (list(EVENTS), ()), cut


def test_a_database_torn_off_at_any_byte_loses_nothing_and_says_so(folder: Path) -> None:
    journal = small_journal(folder)
    journal.append(EVENTS)
    journal.close()
    closed = Disk(folder / "table.sqlite")
    # SQLite reads nothing as zeros, so zeros at the end are not missed.
    whole = len((closed.content[""] or b"").rstrip(b"\0"))
    last_page = range(closed.size("") - PAGE_BYTES, closed.size(""))
    for cut in (*range(0, last_page.start, 23), *last_page):
        events, notices = closed.restart(db=cut)

        assert events == list(EVENTS), cut
        assert len(notices) == (cut < whole), cut
        assert all("journal" in notice for notice in notices)


def test_a_twin_from_before_a_game_was_put_away_brings_nothing_back(folder: Path) -> None:
    journal = small_journal(folder)
    journal.append(EVENTS)
    stale = Disk(folder / "table.sqlite").content[".twin"]
    journal.archive(EVENTS[:2])
    journal.close()
    disk = Disk(folder / "table.sqlite")
    disk.content[".twin"] = stale

    assert disk.restart() == (list(EVENTS[:2]), ())


def test_putting_a_game_away_torn_off_anywhere_leaves_the_game_or_its_summary(
    folder: Path,
) -> None:
    journal = small_journal(folder)
    journal.append(EVENTS)
    before = Disk(folder / "table.sqlite")
    journal.archive(EVENTS[:2])
    after = Disk(folder / "table.sqlite")
    journal.close()
    after.content[".twin"] = before.content[".twin"]
    for cut in range(before.size("-wal"), after.size("-wal"), 29):
        assert after.restart(wal=cut) == (list(EVENTS), ()), cut
    assert after.restart() == (list(EVENTS[:2]), ())


def test_a_host_key_torn_off_anywhere_is_the_same_key_again(folder: Path) -> None:
    file = folder / "host.key"
    key, _ = host_key(file)
    whole = file.read_bytes()
    for cut in range(len(whole)):
        file.write_bytes(whole[:cut])
        again, notices = host_key(file)

        assert again == key
        assert len(notices) == (cut < len(key)), cut
        assert file.read_bytes() == whole or cut >= len(key)


def test_a_copy_of_the_host_key_torn_off_anywhere_does_no_harm(folder: Path) -> None:
    file, copy = folder / "host.key", folder / "host.key.copy"
    key, _ = host_key(file)
    whole = copy.read_bytes()
    for cut in range(len(whole)):
        copy.write_bytes(whole[:cut])

        assert host_key(file) == (key, ())
        assert copy.read_bytes().decode().strip() == key


SETTINGS = 'port = 8123\nlanguage = "fr"\n\n[panel]\nbuzzer = 11\n'


@pytest.fixture
def env(folder: Path) -> dict[str, str]:
    """Return the environment of a user whose table has run well with these settings."""
    file = folder / "config" / "table-marshal" / "settings.toml"
    file.parent.mkdir(parents=True)
    file.write_text(SETTINGS)
    env = {"XDG_CONFIG_HOME": f"{folder}/config", "XDG_STATE_HOME": f"{folder}/state"}
    Starts(folder / "state" / "table-marshal").settled(prepare(None, env, {}))
    return env


def test_settings_torn_off_anywhere_never_say_what_they_did_not_say(
    folder: Path, env: dict[str, str]
) -> None:
    good = prepare(None, env, {}).settings
    file = good.source
    assert file is not None
    for cut in range(len(SETTINGS)):
        file.write_text(SETTINGS[:cut])
        prepared = prepare(None, env, {})
        lines = cut == 0 or "\n" in SETTINGS[cut - 1 : cut + 1]

        assert file.read_text() == SETTINGS[:cut]
        assert prepared.settings.port == (8123 if cut else good.port)
        assert SETTINGS[cut:].strip() == "" or len(prepared.notices) == 1, cut
        if not lines:
            assert replace(prepared.settings, source=file) == good, cut


def test_each_state_of_a_faulty_settings_file_is_copied_once(
    folder: Path, env: dict[str, str]
) -> None:
    file, data = folder / "config/table-marshal/settings.toml", folder / "state/table-marshal"
    for faulty in ("port = 0\n", "port = 0\n", "prot = 1\n"):
        file.write_text(faulty)
        said = prepare(None, env, {}).notices[0]

        assert "those that worked last" in said
        assert "is a copy of it" in said

    copies = sorted(copy.read_text() for copy in data.glob("settings.toml.faulty-*"))
    assert copies == ["port = 0\n", "prot = 1\n"]


def test_a_copy_of_good_settings_torn_off_anywhere_is_not_believed(
    folder: Path, env: dict[str, str]
) -> None:
    copy = folder / "state/table-marshal/settings.last-good.toml"
    whole = copy.read_bytes()
    (folder / "config/table-marshal/settings.toml").write_text("port = 0")
    for cut in range(len(whole)):
        copy.write_bytes(whole[:cut])
        prepared = prepare(None, env, {})

        assert prepared.settings.port == 8000, cut
        assert "the defaults" in prepared.notices[0]


def test_a_simulated_table_torn_off_anywhere_lies_as_one_change_earlier(folder: Path) -> None:
    game, seats = GAMES["deadlock_city"], (Seat("p1"), Seat("p2"))
    plan = plan_table(game.zones(seats), seats)
    path, simulated = folder / "scene.json", SimulatedTable(game, plan, Random(1))
    keeper = SceneKeeper(path, simulated)
    keeper._keep()
    lying = simulated.scene.snapshot().cards
    simulated.scene.flip(lying[-1].handle)
    keeper._keep()
    whole, before = path.read_bytes(), path.with_name("scene.json.before").read_bytes()
    again = SimulatedTable(game, plan, Random(2))
    for cut in (*range(0, len(whole), 211), *range(len(whole) - 9, len(whole))):
        path.write_bytes(whole[:cut])
        notices = SceneKeeper(path, again)._restore()

        assert len(notices) == 1, cut
        assert "one change earlier" in notices[0]
        there = again.scene.snapshot().cards
        assert [(c.print_id, c.face_up) for c in there] == [(c.print_id, c.face_up) for c in lying]
    assert path.with_name("scene.json.before").read_bytes() == before


def test_a_calibration_torn_off_anywhere_gives_way_to_the_last_good_one(folder: Path) -> None:
    store = ProfileStore(folder)
    store.save(FIRST)
    path = store.save(SECOND)
    whole = path.read_text()
    for cut in range(len(whole) - 1):
        path.write_text(whole[:cut])
        loaded = store.load(HERE)

        assert loaded is not None
        assert loaded.profile == FIRST, cut
        assert "the last good calibration is used instead" in loaded.note


def test_an_only_calibration_torn_off_anywhere_is_refused_with_a_reason(folder: Path) -> None:
    store = ProfileStore(folder)
    path = store.save(FIRST)
    whole = path.read_text()
    for cut in range(0, len(whole) - 1, 3):
        path.write_text(whole[:cut])
        with pytest.raises(CalibrationError, match=path.name):
            store.load(HERE)


def test_a_plug_pulled_between_any_two_steps_of_a_save_leaves_old_or_new(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each step of `save` in turn is the one that never comes."""

    class PowerCutError(BaseException):
        pass

    def cut(*_: object, **__: object) -> None:
        raise PowerCutError

    file, before = folder / "file", folder / "before"
    steps = [(os, "fsync"), (Path, "chmod"), (Path, "replace"), (files, "flush_folder")]
    for owner, name in steps:
        save(file, b"old")
        with monkeypatch.context() as patch:
            patch.setattr(owner, name, cut)
            with suppress(PowerCutError):
                save(file, b"new", before=before)
        left = [each.read_bytes() for each in (file, before) if each.exists()]

        assert left[0] in (b"old", b"new"), name
        shutil.rmtree(folder)
        folder.mkdir()
