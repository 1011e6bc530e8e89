"""One file that makes another card the same table."""

import zipfile
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from random import Random

import numpy as np
import pytest
from click.testing import CliRunner

from companion.backup import BackupError, back_up, restore
from companion.cards import Face
from companion.cli import main
from companion.commands import Deal, Join
from companion.deck_store import DeckStore
from companion.enrolling import EnrolledDecks
from companion.games import GAMES
from companion.games.deadeye_dinah.practice import practice_text
from companion.recovery import FolderInUse, host_key, lock_folder
from companion.session import Session
from companion.settings import Settings
from companion.store import SqliteJournal
from companion.table import Table
from vision.enrolled.deck import EnrolledDeck


def played(data: Path) -> tuple[Table, SqliteJournal]:
    journal = SqliteJournal(data / "table.sqlite")
    table = Table(GAMES, journal, Random(1), lambda: 0.0)
    return table, journal


def session_in(data: Path) -> Session:
    table, journal = played(data)
    session = table.session()
    table.close()
    journal.close()
    return session


@pytest.fixture
def first(tmp_path: Path) -> Settings:
    """Return the settings of a card with a game, a key, settings and a profile."""
    data = tmp_path / "first"
    table, journal = played(data)
    for command in (Join("Ann", "a"), Join("Ben", "b"), Deal()):
        table.do(command)
    table.close()
    journal.close()
    host_key(data / "host.key")
    (data / "profiles").mkdir()
    (data / "profiles" / "imx708.lens.json").write_text('{"lens": 1}')
    source = tmp_path / "settings.toml"
    source.write_text("port = 8123\n")
    return replace(Settings(data=data), source=source)


def test_a_backup_makes_another_card_the_same_table(first: Settings, tmp_path: Path) -> None:
    file, second = tmp_path / "table.zip", tmp_path / "second"
    back_up(first, file)

    aside = restore(file, second, tmp_path / "etc" / "settings.toml")

    assert aside == ()
    assert session_in(second) == session_in(first.data)
    assert host_key(second / "host.key") == host_key(first.data / "host.key")
    assert (tmp_path / "etc" / "settings.toml").read_text() == "port = 8123\n"
    assert (second / "profiles" / "imx708.lens.json").read_text() == '{"lens": 1}'
    assert file.stat().st_mode & 0o077 == 0


def test_the_owners_cards_go_along_with_their_photos(first: Settings, tmp_path: Path) -> None:
    store, second = DeckStore(first.data / "decks"), DeckStore(tmp_path / "second" / "decks")
    deck = store.create("My print", practice_text())
    store.save(deck)
    store.play(deck)
    store.put_photo(deck, "3-play", b"jpeg")
    (first.data / "decks" / deck / "note.txt").write_text("not ours")
    back_up(first, tmp_path / "table.zip")
    restore(tmp_path / "table.zip", tmp_path / "second", tmp_path / "etc" / "settings.toml")

    assert second.played() == store.played()
    assert second.draft(deck) == store.draft(deck)
    assert second.photo(deck, "3-play") == b"jpeg"
    assert not (tmp_path / "second" / "decks" / deck / "note.txt").exists()


def test_an_enrolled_deck_comes_back_as_it_was_and_unmixed(first: Settings, tmp_path: Path) -> None:
    photo = np.full((88, 63, 3), 200, np.uint8)
    faces = {Face("7H"): [photo], Face("8H"): [photo // 2]}
    decks, second = EnrolledDecks(first.data), EnrolledDecks(tmp_path / "second")
    decks.keep("mine", EnrolledDeck("mine", 63.0, 88.0, faces, {Face("7H"): Face("7")}))
    (first.data / "enrolled" / "mine" / "note.txt").write_text("not ours")
    second.keep("mine", EnrolledDeck("other", 63.0, 88.0, {Face("9C"): [photo]}, {}))
    back_up(first, tmp_path / "table.zip")
    aside = restore(tmp_path / "table.zip", tmp_path / "second", tmp_path / "s.toml")

    assert second.load("mine").to_files() == decks.load("mine").to_files()
    assert not (tmp_path / "second" / "enrolled" / "mine" / "note.txt").exists()
    assert [Path(name).name.split(".before")[0] for name in aside] == ["deck.json", "9C_0.png"]


def test_a_backup_while_the_table_is_played_has_all_that_was_acknowledged(tmp_path: Path) -> None:
    table, journal = played(tmp_path / "live")
    table.do(Join("Ann", "a"))
    back_up(Settings(data=tmp_path / "live"), tmp_path / "b.zip")
    table.do(Join("Ben", "b"))
    table.close()
    journal.close()

    restore(tmp_path / "b.zip", tmp_path / "other", tmp_path / "none.toml")

    assert [p.name for p in session_in(tmp_path / "other").players] == ["Ann"]
    assert [p.name for p in session_in(tmp_path / "live").players] == ["Ann", "Ben"]


def test_a_restore_keeps_what_was_there(first: Settings, tmp_path: Path) -> None:
    back_up(first, tmp_path / "b.zip")
    with closing(SqliteJournal(first.data / "table.sqlite")) as journal:
        journal.append(["rename p1 Annabel"])

    restore(tmp_path / "b.zip", first.data, tmp_path / "settings.toml")

    kept = next(first.data.glob("table.sqlite.before-restore-*"))
    with closing(SqliteJournal(kept)) as journal:
        assert "rename p1 Annabel" in list(journal.events())
    assert [p.name for p in session_in(first.data).players] == ["Ann", "Ben"]


def test_a_running_table_is_not_restored_over(first: Settings, tmp_path: Path) -> None:
    back_up(first, tmp_path / "b.zip")
    lock = lock_folder(first.data)
    assert lock is not None

    with closing(lock), pytest.raises(FolderInUse):
        restore(tmp_path / "b.zip", first.data, tmp_path / "s.toml")


@pytest.mark.parametrize(
    "spoil",
    [
        lambda f: f.write_bytes(b"no zip"),
        lambda f: f.write_bytes(f.read_bytes()[:-40]),
        lambda f: zipfile.ZipFile(f, "a").writestr("../evil", "x"),
        lambda f: zipfile.ZipFile(f, "a").writestr("profiles/../../evil.json", "x"),
        lambda f: zipfile.ZipFile(f, "a").writestr("enrolled/mine/../../evil.png", "x"),
        lambda f: f.unlink(),
    ],
)
def test_what_is_no_backup_changes_nothing(first: Settings, tmp_path: Path, spoil) -> None:  # type: ignore[no-untyped-def]
    file = tmp_path / "b.zip"
    back_up(first, file)
    spoil(file)
    before = sorted(first.data.rglob("*"))

    with pytest.raises(BackupError):
        restore(file, first.data, tmp_path / "settings.toml")

    assert sorted(first.data.rglob("*")) == before


def test_a_backup_overwrites_nothing(first: Settings, tmp_path: Path) -> None:
    (tmp_path / "b.zip").write_text("dear to somebody")

    with pytest.raises(BackupError, match="another file"):
        back_up(first, tmp_path / "b.zip")


def test_the_commands_say_what_they_did(tmp_path: Path) -> None:
    data, file = tmp_path / "data", tmp_path / "b.zip"
    session_in(data)
    host_key(data / "host.key")
    env = {"XDG_CONFIG_HOME": str(tmp_path / "etc"), "HOME": str(tmp_path)}

    said = CliRunner().invoke(main, ["backup", "--data", str(data), str(file)], env=env)
    back = CliRunner().invoke(main, ["restore", "--data", str(data), str(file)], env=env)
    link = CliRunner().invoke(main, ["link", "--data", str(data)], env=env)

    assert (said.exit_code, back.exit_code, link.exit_code) == (0, 0, 0)
    assert "table.sqlite" in said.output
    assert "before-restore" in back.output
    assert f"key={host_key(data / 'host.key')[0]}" in link.output
