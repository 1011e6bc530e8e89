"""Every written campaign replays, with its refusals and its result."""

from pathlib import Path

import pytest

from companion.game import NotationError
from companion.record import Result, dump, parse, replay

RECORDS = sorted((Path(__file__).parents[2] / "records" / "deadeye_dinah").glob("*.rec"))


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_record_replays(game, path: Path) -> None:
    record = parse(path.read_text(encoding="utf-8"))

    assert len(replay(game, record)) > 1


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_record_survives_writing_and_reading(path: Path) -> None:
    record = parse(path.read_text(encoding="utf-8"))

    assert parse(dump(record)) == record


def test_every_clause_has_a_record() -> None:
    shown = {int(path.stem[3:5]) for path in RECORDS if path.stem.startswith("dd-")}

    assert shown == set(range(1, 48))


def test_a_whole_campaign_is_on_record(game) -> None:
    (path,) = [path for path in RECORDS if path.stem.startswith("golden")]
    record = parse(path.read_text(encoding="utf-8"))

    assert record.entries[-1] == Result(("p1",), "campaign_won", "DD-01")
    assert len(replay(game, record)[-1].captured) == 8


@pytest.mark.parametrize(
    "line",
    [
        "p1 plays",
        "p1 plays mabel",
        "p1 plays mabel bullet, cover 1",
        "p1 plays mabel item > 0",
        "p1 hunts",
        "p1 escapes, loses",
        "p1 rides Mabel",
        "",
    ],
)
def test_malformed_notation_says_what_may_be_written(game, line: str) -> None:
    with pytest.raises(NotationError, match=r"write e\.g\."):
        game.parse(line)
