"""Where the owner's decks are kept: nothing typed is lost, and a campaign is never disturbed."""

import json
from pathlib import Path

import pytest

from companion.commands import Refused
from companion.deck_store import DeckStore
from companion.games.deadeye_dinah.practice import PRACTICE, practice_text
from companion.games.deadeye_dinah.writing import write_deck


@pytest.fixture
def store(tmp_path: Path) -> DeckStore:
    return DeckStore(tmp_path / "decks")


def changed(data, **boss):
    job, *others = data["job"]
    return {**data, "job": [{**job, "boss": {**job["boss"], **boss}}, *others]}


def refusal(code: str):
    return pytest.raises(Refused, match=f"^{code} ")


def test_a_table_without_decks_plays_the_practice_deck(store: DeckStore) -> None:
    assert store.played() == (PRACTICE, ())
    assert store.decks() == ()


def test_what_was_typed_is_kept_right_or_wrong(store: DeckStore, tmp_path: Path) -> None:
    deck = store.create("My print")
    typed = changed(store.draft(deck).data, name="Ida", hat="4x")
    store.keep(deck, 1, typed)
    again = DeckStore(tmp_path / "decks").draft(deck)

    assert (deck, again.revision, again.saved) == ("my_print", 2, False)
    assert again.data["job"][0]["boss"] == {"name": "Ida", "hat": "4x"}
    assert "job.1.boss.hat" in {fault.field for fault in again.faults}


def test_two_pages_never_overwrite_each_other(store: DeckStore) -> None:
    deck = store.create("own")
    store.keep(deck, 1, changed(store.draft(deck).data, name="Ida"))
    with refusal("deck_changed_elsewhere"):
        store.keep(deck, 1, changed(store.draft(deck).data, name="Otto"))

    assert store.draft(deck).data["job"][0]["boss"]["name"] == "Ida"


def test_a_deck_is_written_and_read_back_without_loss(store: DeckStore) -> None:
    deck = store.create("A “copy” of \x7f mine\n", practice_text())
    name = store.draft(deck).data["name"]

    assert store.draft(deck).faults == ()
    assert store.deck(deck).jobs == PRACTICE.jobs
    assert store.deck(deck).legend == PRACTICE.legend
    assert store.deck(deck).name == name == "A “copy” of \x7f mine\n"


def test_a_deck_with_faults_is_not_saved_and_not_played(store: DeckStore) -> None:
    deck = store.create("own")
    with refusal("deck_has_faults"):
        store.save(deck)
    with refusal("deck_not_saved"):
        store.play(deck)

    assert store.plays_practice


def test_changes_do_not_reach_the_table_before_the_deck_is_chosen_again(store: DeckStore) -> None:
    deck = store.create("own", practice_text())
    store.save(deck)
    before = store.play(deck)
    store.keep(deck, 1, changed(store.draft(deck).data, hat=0))
    store.save(deck)
    [info] = store.decks()

    assert store.played() == (before, ())
    assert (info.played, info.stale) == (True, True)
    assert store.play(deck).jobs[0].boss.hat == 0
    assert store.decks()[0].stale is False
    assert store.play("practice") is PRACTICE
    assert store.played()[0] is PRACTICE


def test_a_broken_played_deck_is_set_aside_and_told(store: DeckStore, tmp_path: Path) -> None:
    (tmp_path / "decks").mkdir()
    (tmp_path / "decks" / "played.toml").write_text("schema = 2")
    deck, [notice] = store.played()

    assert deck is PRACTICE
    assert "line 1: schema" in notice
    assert store.played() == (PRACTICE, ())
    assert list((tmp_path / "decks").glob("played.toml.damaged-*"))


def test_a_broken_draft_gives_way_to_what_was_saved(store: DeckStore, tmp_path: Path) -> None:
    deck = store.create("own", practice_text())
    store.save(deck)
    (tmp_path / "decks" / deck / "draft.json").write_bytes(b'{"revision": 3, "da')

    assert store.draft(deck).saved
    assert list((tmp_path / "decks" / deck).glob("draft.json.damaged-*"))


def test_a_deck_is_removed_with_its_photos_but_stays_on_the_table(store: DeckStore) -> None:
    deck = store.create("own", practice_text())
    store.save(deck)
    played = store.play(deck)
    store.put_photo(deck, "3-boss", b"jpeg")

    assert store.photos(deck) == ("3-boss",)
    assert store.photo(deck, "3-boss") == b"jpeg"
    assert store.photo(deck, "4-boss") is None
    store.remove(deck)
    assert store.decks() == ()
    assert store.played()[0] == played


@pytest.mark.parametrize("name", ["../host", "", "x/y", "practice", ".."])
def test_a_name_never_leads_out_of_the_folder(store: DeckStore, name: str) -> None:
    for ask in (store.draft, store.remove, store.photos):
        with refusal("no_such_deck"):
            ask(name)


def test_photos_have_fixed_names(store: DeckStore) -> None:
    deck = store.create("own")
    with refusal("no_such_photo"):
        store.put_photo(deck, "../../x", b"")


def test_there_is_an_end_to_decks_and_names_differ(store: DeckStore) -> None:
    names = [store.create("Été 9") for _ in range(12)]
    with refusal("decks_full"):
        store.create("one more")

    assert len(set(names)) == 12


def test_values_within_values_without_end_are_refused(store: DeckStore) -> None:
    deck = store.create("own")
    deep = json.loads("[" * 60 + "]" * 60)
    with refusal("not_understood"):
        store.keep(deck, 1, {**store.draft(deck).data, "job": deep})


def test_odd_values_make_no_odd_file() -> None:
    text = write_deck({"a b": None, "x": [None, 1.5, True], "job": [1], "y": {"z": "\n"}, "n": ""})

    assert text == 'x = [1.5, true]\njob = [1]\ny = { z = "\\n" }\nn = ""\n'
