"""Every written game replays, with its refusals and its result."""

from pathlib import Path

import pytest

from companion.game import NotationError
from companion.games import game_named
from companion.record import Act, ReplayError, Result, dump, parse, replay

RECORDS = sorted((Path(__file__).parents[2] / "records" / "deadlock_city").glob("*.rec"))
#: What a record of acts can't show: whether the hidden card is turned over afterwards.
NOT_SHOWN = {46}


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_record_replays(path: Path) -> None:
    record = parse(path.read_text(encoding="utf-8"))

    assert len(replay(game_named(record.game), record)) > 1


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_record_survives_writing_and_reading(path: Path) -> None:
    record = parse(path.read_text(encoding="utf-8"))

    assert parse(dump(record)) == record


def test_every_clause_has_a_record() -> None:
    shown = {int(path.stem[3:5]) for path in RECORDS if path.stem.startswith("dc-")}

    assert shown == set(range(1, 49)) - NOT_SHOWN


def test_every_number_of_players_has_a_golden_game() -> None:
    golden = [parse(path.read_text()) for path in RECORDS if path.stem.startswith("golden")]

    assert sorted(len(record.setup.seats) for record in golden) == [2, 3, 4, 5]
    assert all(isinstance(record.entries[-1], Result) for record in golden)


def test_a_record_that_lies_does_not_replay() -> None:
    record = parse("[game deadlock_city]\n[seats p1, p2]\n[first p1]\nrefused DC-11: p1 draws\n")

    with pytest.raises(ReplayError):
        replay(game_named("deadlock_city"), record)


@pytest.mark.parametrize(
    "line",
    ["p1 plays", "p1 plays 10", "p1 plays 3 > Ben", "p1 plays 1 > p2 = ten", "p0 draws", "", "p1"],
)
def test_malformed_notation_says_what_may_be_written(line: str) -> None:
    with pytest.raises(NotationError, match="p1 plays 1 > p2 = 4"):
        game_named("deadlock_city").parse(line)


def test_forced_acts_are_written_out_in_golden_games() -> None:
    texts = [
        str(entry)
        for path in RECORDS
        for entry in parse(path.read_text()).entries
        if isinstance(entry, Act)
    ]

    assert {"hit", "miss", "looks", "shows", "drops", "compares"} <= {
        text.split()[1] for text in texts
    }
