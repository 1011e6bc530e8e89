"""Records on paper: parse, dump, replay, and errors that name the line."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.cards import Face, Seat
from companion.game import Correction, NotationError, Setup, TableError
from companion.games import GAMES, game_named
from companion.record import Act, Record, Refused, ReplayError, Result, Undo, dump, parse, replay

RECORDS = Path(__file__).parents[1] / "records"

words = st.text(st.characters(codec="ascii", categories=("L", "N")), min_size=1, max_size=8)
seats = st.lists(st.integers(1, 8), min_size=1, max_size=8, unique=True).map(
    lambda numbers: tuple(Seat(f"p{n}") for n in numbers)
)
faces = st.lists(words.map(Face), max_size=4).map(tuple)
clauses = st.lists(st.integers(1, 48).map(lambda n: f"DC-{n:02}"), min_size=1, max_size=3)
entries = st.one_of(
    st.tuples(words, words).map(lambda pair: Act(f"p1 {pair[0]} {pair[1]}")),
    st.builds(Undo, st.integers(1, 9)),
    st.builds(Correction, words, words),
    st.builds(lambda c, t: Refused(tuple(c), f"p2 {t}"), clauses, words),
    st.builds(Result, seats, words, st.sampled_from(["", "DC-43"])),
)


@st.composite
def records(draw: st.DrawFn) -> Record:
    sitting = draw(seats)
    setup = Setup(
        seats=sitting,
        first=draw(st.sampled_from(sitting)),
        rules=draw(st.dictionaries(words, words, max_size=3)),
        logged=frozenset(draw(st.lists(st.sampled_from(sitting), unique=True))),
        deal=draw(st.dictionaries(words, faces, max_size=3)),
    )
    names = draw(st.dictionaries(st.sampled_from(sitting), words, max_size=3))
    return Record(draw(words), setup, names, tuple(draw(st.lists(entries, max_size=8))))


@given(records())
def test_what_is_written_reads_back_the_same(record: Record) -> None:
    assert record == parse(dump(record))


@given(st.text(max_size=200))
def test_any_text_is_a_record_or_a_notation_error(text: str) -> None:
    try:
        record = parse(text)
    except NotationError:
        return

    assert record == parse(dump(record))


@given(st.text(max_size=60))
def test_any_line_as_an_act_is_an_act_or_a_table_error(line: str) -> None:
    for game in GAMES.values():
        try:
            action = game.parse(line)
        except TableError:
            continue

        assert action == game.parse(str(action))


def test_a_record_without_seats_says_what_to_write() -> None:
    with pytest.raises(NotationError, match="seats, first"):
        parse("[game deadlock_city]\np1 draws\n")


def test_a_header_that_stands_twice_is_refused_with_its_line() -> None:
    with pytest.raises(NotationError, match="line 2"):
        parse("[game a]\n[game b]\n")


def test_a_half_written_undo_is_no_act() -> None:
    with pytest.raises(NotationError, match="line 4"):
        parse("[game g]\n[seats p1]\n[first p1]\nundo\n")


def test_an_illegal_act_in_a_record_is_named_with_its_number() -> None:
    text = "[game deadlock_city]\n[seats p1, p2]\n[first p1]\np1 draws\np1 draws\n"

    with pytest.raises(ReplayError, match="entry 2"):
        replay(game_named("deadlock_city"), parse(text))


def test_a_noted_refusal_that_is_legal_is_a_fault() -> None:
    text = "[game deadlock_city]\n[seats p1, p2]\n[first p1]\nrefused DC-11: p1 draws\n"

    with pytest.raises(ReplayError, match="legal"):
        replay(game_named("deadlock_city"), parse(text))


def test_a_wrong_result_is_a_fault() -> None:
    text = "[game deadlock_city]\n[seats p1, p2]\n[first p1]\nresult p1: highest_card DC-04\n"

    with pytest.raises(ReplayError, match="goes on"):
        replay(game_named("deadlock_city"), parse(text))


@pytest.mark.parametrize("file", sorted(RECORDS.glob("*/*.rec")), ids=lambda file: file.stem)
def test_every_record_follows_the_rules(file: Path) -> None:
    record = parse(file.read_text(encoding="utf-8"))

    assert record == parse(dump(record))
    if record.game in GAMES:
        assert replay(game_named(record.game), record)
