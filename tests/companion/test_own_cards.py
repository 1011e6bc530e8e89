"""The owner's deck at a running table: it outlives a restart, and a campaign keeps its cards."""

from pathlib import Path
from random import Random

import pytest

from companion.cards import Seat
from companion.commands import ChooseGame, Deal, Declare, Join, Refused
from companion.deck_store import DeckStore
from companion.games.deadeye_dinah.practice import PRACTICE, practice_text
from companion.own_cards import NAME, OwnCards
from companion.recovery import open_journal
from companion.session import Session
from companion.store import SqliteJournal
from companion.table import Table

P1 = Seat("p1")


@pytest.fixture
def store(tmp_path: Path) -> DeckStore:
    """Return a store with a deck like the practice deck, but for one hat, on the table."""
    found = DeckStore(tmp_path / "decks")
    deck = found.create("own", practice_text().replace("hat = 9", "hat = 8", 1))
    found.save(deck)
    found.play(deck)
    return found


def table_of(cards: OwnCards, folder: Path) -> tuple[Table, SqliteJournal]:
    journal = SqliteJournal(folder / "table.sqlite")
    return Table(cards.games, journal, Random(1), lambda: 0.0), journal


def begun(store: DeckStore, folder: Path) -> Session:
    """Return the session of a campaign that has just begun, its table stopped."""
    table, journal = table_of(OwnCards(store), folder)
    for wish in (ChooseGame(NAME), Join("Dinah", "k"), Deal(P1), Declare(P1, "p1 hunts mabel")):
        table.do(wish)
    session = table.session()
    table.close()
    journal.close()
    return session


def test_a_campaign_goes_on_with_the_owners_cards_after_a_restart(
    store: DeckStore, tmp_path: Path
) -> None:
    before = begun(store, tmp_path)
    table, journal = table_of(OwnCards(store), tmp_path)
    after = table.session()
    table.close()
    journal.close()

    assert before.play is not None
    assert after.play is not None
    assert after.play.state == before.play.state
    assert after.play.state.deck.by_id["mabel"].boss.hat == 8


def test_a_campaign_whose_cards_are_gone_is_told_and_kept_aside(
    store: DeckStore, tmp_path: Path
) -> None:
    begun(store, tmp_path)
    store.play("practice")
    journal, notices = open_journal(tmp_path / "table.sqlite", OwnCards(store).games)
    journal.close()

    assert "another deck" in " ".join(notices)
    assert list(tmp_path.glob("table.sqlite.*-*"))


def test_cards_are_named_by_the_deck_that_is_chosen(store: DeckStore, tmp_path: Path) -> None:
    cards = OwnCards(store)
    table, journal = table_of(cards, tmp_path)
    draft = store.draft("own")
    job, *others = draft.data["job"]
    boss = {**job["boss"], "name": "Ida Newer"}
    store.keep("own", draft.revision, {**draft.data, "job": [{**job, "boss": boss}, *others]})
    store.save("own")
    assert cards.rulebooks[NAME, "en"].faces["mabel.boss"] == "Mabel Quickwater"
    cards.desk(table).play("own")
    named = cards.rulebooks[NAME, "en"]
    table.close()
    journal.close()

    assert named.faces["mabel.boss"] == named.words["mabel"] == "Ida Newer"
    assert named.faces["legend"]


def test_a_refused_choice_changes_nothing(store: DeckStore, tmp_path: Path) -> None:
    cards = OwnCards(store)
    table, journal = table_of(cards, tmp_path)
    for wish in (ChooseGame(NAME), Join("Dinah", "k"), Deal(P1)):
        table.do(wish)
    before = cards.games[NAME]
    with pytest.raises(Refused, match="campaign_is_on"):
        cards.desk(table).play(PRACTICE.id)
    table.close()
    journal.close()

    assert cards.games[NAME] is before
    assert not store.plays_practice
