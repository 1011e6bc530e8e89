"""A record that leaves the house calls cards by names that say nothing of the printed deck."""

from dataclasses import replace

import pytest

from companion.games import game_named
from companion.games.good_cop_bad_cop import GoodCopBadCop, handles
from companion.record import Record, dump, parse, replay
from companion.redaction import as_seen_by, in_full
from tests.companion.test_record import RECORDS

GAME = GoodCopBadCop(lambda: ("A3F",))
HEADER = "[game good_cop_bad_cop]\n[seats p1, p2, p3, p4]\n[first p1]\n[rules backs=A3F]\n"
#: p3 exchanges two cards after the first act, and the table agrees; p1 has both leaders.
PLAYED = """\
p1 lays agent.1 honest.7 crooked.1
p2 lays kingpin.1 ? honest.2
p2 lays ? crooked.2 ?
p3 lays honest.3 honest.4 crooked.3
p4 lays crooked.4 crooked.5 honest.5
p1 arms
refused GC-26: p1 flips left honest
p1 flips middle honest
p1 aims p2
p3 lays honest.4 honest.3 ?
"""
#: Which of several cards with one face are printed with which back is drawn for each deck.
OTHER = {"honest.7": "honest.9", "honest.3": "honest.4", "honest.4": "honest.3"}


def whole(text: str) -> str:
    return dump(in_full(GAME, parse(HEADER + text))).removeprefix(HEADER)


def with_another_key(text: str) -> str:
    words = text.replace("\n", " \n ").split(" ")
    return " ".join(OTHER.get(word, word) for word in words).replace(" \n ", "\n")


def test_cards_are_called_in_the_order_in_which_they_lay_and_hidden_ones_have_no_face() -> None:
    assert whole(PLAYED).splitlines() == [
        "p1 lays ?.1 honest.1 ?.2",
        "p2 lays ?.3 ? ?.4",
        "p2 lays ? ?.5 ?",
        "p3 lays ?.6 ?.7 ?.8",
        "p4 lays ?.9 ?.10 ?.11",
        "p1 arms",
        "refused GC-26 ?: p1 flips left honest",
        "p1 flips middle honest",
        "p1 aims p2",
        "p3 lays ?.7 ?.6 ?",
    ]


def test_such_a_record_reads_back_and_can_be_replayed() -> None:
    record = parse(HEADER + whole(PLAYED))
    states = replay(GAME, record)

    assert len(states) == 1 + sum("refused" not in line for line in PLAYED.splitlines())
    assert in_full(GAME, record) == record
    assert dump(as_seen_by(GAME, record, "table")) == dump(
        as_seen_by(GAME, parse(HEADER + PLAYED), "table")
    )


def test_decks_that_differ_in_equal_cards_alone_have_the_same_record() -> None:
    assert PLAYED != with_another_key(PLAYED)
    assert whole(PLAYED) == whole(with_another_key(PLAYED))


def test_a_name_of_the_deck_that_is_let_through_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(handles, "for_everyone", lambda states, actions: tuple(actions))

    assert whole(PLAYED) != whole(with_another_key(PLAYED))


def test_a_card_that_was_taken_back_has_come_up_all_the_same() -> None:
    told = whole(PLAYED.partition("p1 aims")[0] + "undo 1\n").splitlines()

    assert told[0] == "p1 lays ?.1 honest.1 ?.2"


@pytest.mark.parametrize("file", sorted(RECORDS.glob("*/*.rec")), ids=lambda f: f.stem)
def test_records_from_before_can_be_saved_anew(file) -> None:  # type: ignore[no-untyped-def]
    record: Record = parse(file.read_text(encoding="utf-8"))
    game = game_named(record.game)
    saved = in_full(game, record)

    assert parse(dump(saved)) == saved
    assert replay(game, saved)
    if record.setup.rules.get("backs") is None:
        assert replace(saved, entries=record.entries) == saved
