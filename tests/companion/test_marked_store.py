"""The keys of decks with marked backs: drawn by chance, read by their owner, said by nobody."""

import json
import logging
from dataclasses import replace
from pathlib import Path
from random import Random

import pypdfium2 as pdfium
import pytest
from click.testing import CliRunner

from companion import marked_cards
from companion.backup import back_up, restore
from companion.cards import BACK
from companion.cli import main
from companion.commands import Refused
from companion.games.good_cop_bad_cop import GoodCopBadCop
from companion.marked_backs import (
    card_names,
    draw_key,
    free_backs,
    is_marked,
    printed_deck,
    read_deck,
)
from companion.marked_cards import MarkedCards
from companion.marked_store import MARKED, MOST_KEYS, KeyStoreError, KeyTaken, MarkedStore
from companion.settings import Settings
from vision import tags

DECK, FACES = GoodCopBadCop.deck, GoodCopBadCop.marked_faces
NAMES = card_names(DECK, FACES)


@pytest.fixture
def store(tmp_path: Path) -> MarkedStore:
    return MarkedStore(tmp_path / MARKED, DECK, FACES, Random(4))


def test_a_key_is_kept_for_its_owner_alone(store: MarkedStore, tmp_path: Path) -> None:
    key = store.draw()
    store.keep(key)
    (file,) = (tmp_path / MARKED).iterdir()

    assert file.stat().st_mode & 0o777 == 0o600
    assert file.parent.stat().st_mode & 0o777 == 0o700
    assert store.numbers() == (key.number,)
    assert MarkedStore(tmp_path / MARKED, DECK, FACES).key(key.number) == key
    assert sorted(key.cards.values()) == sorted(NAMES)


def test_a_key_shows_in_no_text(store: MarkedStore) -> None:
    key = store.draw()

    assert not {"honest", "back"} & {*repr(key).split("."), *str(key).split(".")}
    assert all(name not in repr(key) for name in (*NAMES, *key.cards))


def test_every_deck_is_drawn_anew_and_a_back_says_nothing_by_itself() -> None:
    """Whatever the key, each back is as likely any card's, and the camera looks for all."""
    keys = [draw_key(DECK, FACES, "A3F", Random(seed)) for seed in range(400)]
    first = free_backs(DECK)[0].id
    faces = [key.cards[first].partition(".")[0] for key in keys if first in key.cards]
    share = sum(face == "honest" for face in faces) / len(faces)

    assert len({tuple(sorted(key.cards.items())) for key in keys}) == 400
    assert 0.35 < share < 0.56  # 11 of 24, and 275 draws
    assert {len(faces) > 220, len(faces) < 330} == {True}
    assert read_deck(DECK) == read_deck(DECK)


def test_the_printed_deck_has_the_same_cards_with_a_back_each() -> None:
    key = draw_key(DECK, FACES, "A3F", Random(1))
    printed = printed_deck(DECK, key)
    cards = list(printed.physical_cards())
    behind = [printed.print_of(card.behind) for card in cards if card.behind]
    plain = [card.face for card in DECK.physical_cards()]

    assert [card.face for card in cards] == plain
    assert len({tags.slot_of(printed, back) for back in behind}) == 24
    assert {back.face for back in behind} == {BACK}
    assert [tags.slot_of(printed, c) for c in cards] == [
        tags.slot_of(DECK, c) for c in DECK.physical_cards()
    ]
    # The camera's deck claims no place twice, and all of its own cards are in it.
    owners = tags.slots([read_deck(DECK)])
    assert {tags.slot_of(printed, back) for back in behind} < owners.keys()


def test_as_many_decks_as_can_be_told_apart(store: MarkedStore) -> None:
    for _ in range(MOST_KEYS):
        store.keep(store.draw())
    with pytest.raises(Refused, match="marked_decks_full"):
        store.draw()
    gone = store.numbers()[0]
    store.forget(gone)

    assert len(store.numbers()) == MOST_KEYS - 1
    assert store.key(gone) is None
    with pytest.raises(Refused, match="no_such_marked_deck"):
        store.forget(gone)


class OneNumber(Random):
    """Draws a number that somebody else has drawn a moment ago, then another one."""

    def randrange(self, *given: int) -> int:  # type: ignore[override]
        if given == (16**3,):
            self.left = getattr(self, "left", [0xA3F, 0xA3F, 0xB40])
            return self.left.pop(0)
        return super().randrange(*given)


def test_of_two_decks_printed_at_one_moment_none_loses_its_key(tmp_path: Path) -> None:
    one = MarkedStore(tmp_path / MARKED, DECK, FACES, Random(1))
    two = MarkedStore(tmp_path / MARKED, DECK, FACES, OneNumber(2))
    first = replace(one.draw(), number="A3F")
    second = two.draw()
    one.keep(first)
    with pytest.raises(KeyTaken, match="A3F"):
        two.keep(second)

    assert second.number == "A3F"
    assert MarkedStore(tmp_path / MARKED, DECK, FACES).key("A3F") == first
    assert [file.name for file in (tmp_path / MARKED).iterdir()] == ["A3F.json"]


def test_a_deck_whose_number_was_taken_meanwhile_is_drawn_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    decks, other = MarkedCards(tmp_path / MARKED), MarkedStore(tmp_path / MARKED, DECK, FACES)
    theirs = replace(other.draw(), number="A3F")
    printed = list[str]()

    def sheets(deck: object, *how: object) -> bytes:
        """Draw nothing; meanwhile somebody else has printed a deck of the same number."""
        (says,) = {d.says for d in deck.prints if d.face == BACK and d.says}  # type: ignore[attr-defined]
        printed.append(dict(says)["deck"])
        if len(printed) == 1:
            other.keep(theirs)
        return b"sheets"

    monkeypatch.setattr(marked_cards, "deck_pdf", sheets)
    decks._store._rng = OneNumber(3)
    number, _ = decks.printed("A4", "en", "long")

    assert printed == ["A3F", "B40"]
    assert number == "B40"
    assert sorted(other.numbers()) == ["A3F", "B40"]
    assert other.key("A3F") == theirs


@pytest.mark.parametrize("damage", ["cut off", "another deck", "two alike", "not ours", "deep"])
def test_a_damaged_key_is_set_aside_and_said_without_its_cards(
    tmp_path: Path, damage: str, caplog: pytest.LogCaptureFixture
) -> None:
    decks, store = MarkedCards(tmp_path / MARKED), MarkedStore(tmp_path / MARKED, DECK, FACES)
    key = store.draw()
    store.keep(key)
    number = key.number
    file = tmp_path / MARKED / f"{number}.json"
    found = json.loads(file.read_text())
    cards = dict(found["cards"])
    texts = {
        "cut off": file.read_text()[:-40],
        "another deck": json.dumps({**found, "deck": "000"}),
        "two alike": json.dumps({**found, "cards": dict.fromkeys(cards, "agent.1")}),
        "not ours": json.dumps({**found, "cards": {"back.99": "agent.1"}}),
        "deep": "[" * 100_000,
    }
    file.write_text(texts[damage])
    with caplog.at_level(logging.DEBUG):
        (notice,) = decks.notices({"backs": number})

    assert decks.key(number) is None
    assert not file.exists()
    assert f"{number} is damaged" in notice
    assert "restore a backup" in notice
    assert not [n for n in (*NAMES, *cards) if n in notice + caplog.text]
    assert "is gone" in decks.notices({"backs": number})[0]
    assert decks.notices({"backs": "plain"}) == ()


def test_a_folder_that_takes_nothing_is_said_and_names_no_card(tmp_path: Path) -> None:
    (tmp_path / MARKED).write_text("in the way")
    store = MarkedStore(tmp_path / MARKED, DECK, FACES)

    with pytest.raises(KeyStoreError, match="cannot be written") as told:
        store.keep(store.draw())
    assert not [name for name in NAMES if name in str(told.value)]


def test_printing_keeps_a_key_and_its_sheets_say_no_card_in_words(tmp_path: Path) -> None:
    target, runner = tmp_path / "sheets.pdf", CliRunner()
    given = ["--marked-backs", "--data", str(tmp_path), "--output", str(target)]
    done = runner.invoke(main, ["print", "deck", "good-cop-bad-cop", *given])
    (number,) = MarkedStore(tmp_path / MARKED, DECK, FACES).numbers()
    sheets = pdfium.PdfDocument(target)
    words = " ".join(page.get_textpage().get_text_range() for page in sheets)
    about = str(sheets.get_metadata_dict())
    sheets.close()

    assert done.exit_code == 0, done.output
    assert f"deck {number}" in done.output
    assert "Delete it" in done.output
    assert target.stat().st_mode & 0o777 == 0o600
    assert f"deck {number}" in words
    told = words + about + target.name + done.output
    assert not [n for n in (*NAMES, *(b.id for b in free_backs(DECK))) if n in told]


def test_other_games_have_no_marked_backs(tmp_path: Path) -> None:
    given = ["--marked-backs", "--data", str(tmp_path)]
    done = CliRunner().invoke(main, ["print", "deck", "deadlock-city", *given])

    assert (done.exit_code, (tmp_path / MARKED).exists()) == (1, False)
    assert "only good-cop-bad-cop" in done.output


def test_a_backup_has_the_keys_and_says_so(tmp_path: Path) -> None:
    data, second = tmp_path / "first", tmp_path / "second"
    store = MarkedStore(data / MARKED, DECK, FACES)
    store.keep(store.draw())
    (number,) = store.numbers()
    said = CliRunner().invoke(main, ["backup", str(tmp_path / "b.zip"), "--data", str(data)])
    restore(tmp_path / "b.zip", second, tmp_path / "settings.toml")

    assert "marked decks by its back" in said.output
    assert MarkedCards(second / MARKED).key(number) == store.key(number) is not None
    assert back_up(replace(Settings(data=tmp_path / "none")), tmp_path / "c.zip") == (
        "backup.json",
    )


def test_a_table_is_marked_by_its_rule() -> None:
    assert is_marked({"backs": "A3F"})
    assert not is_marked({"backs": "plain"})
    assert not is_marked({})
