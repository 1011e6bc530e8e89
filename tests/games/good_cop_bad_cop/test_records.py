"""Every written game replays, with its refusals and its result."""

import re
from pathlib import Path

import pytest

from companion.game import NotationError
from companion.games.good_cop_bad_cop.cards import Edition, clause_of, equipment_set
from companion.record import Result, dump, parse, replay

RECORDS = sorted((Path(__file__).parents[2] / "records" / "good_cop_bad_cop").glob("*.rec"))


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_record_replays(game, path: Path) -> None:
    record = parse(path.read_text(encoding="utf-8"))

    assert replay(game, record)


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_record_survives_writing_and_reading(path: Path) -> None:
    record = parse(path.read_text(encoding="utf-8"))

    assert parse(dump(record)) == record


def shown() -> set[str]:
    names = (re.match(r"gc-(\d\d|e\d\d|t\d)", path.stem) for path in RECORDS)
    return {f"GC-{found[1].upper()}" for found in names if found}


def test_every_ruling_has_a_record() -> None:
    assert {f"GC-{number:02d}" for number in range(1, 33)} <= shown()


@pytest.mark.parametrize("edition", Edition)
def test_every_equipment_card_has_a_record_in_each_edition_that_has_it(edition: Edition) -> None:
    played = {
        f"GC-{path.stem[3:6].upper()}"
        for path in RECORDS
        if path.stem.startswith("gc-e") and f"edition={edition.value}" in setup_of(path)
    }

    assert played == {clause_of(face) for face in equipment_set(edition, 8)}


def setup_of(path: Path) -> str:
    """Return what stands above a record's acts, the usual edition written out."""
    head = path.read_text(encoding="utf-8").partition("]\np")[0]
    return head if "edition=" in head else f"{head} edition={Edition.SEED.value}"


def test_every_edition_has_a_golden_game() -> None:
    golden = [parse(path.read_text()) for path in RECORDS if path.stem.startswith("golden")]

    assert {record.setup.rules.get("edition", "seed") for record in golden} == {
        "seed",
        "printed",
        "fourth",
    }
    assert {4, 6, 8} <= {len(record.setup.seats) for record in golden}
    assert {record.entries[-1].reason for record in golden if record.entries} == {
        "agent_dead",
        "kingpin_dead",
        "both_leaders",
    }
    assert all(isinstance(record.entries[-1], Result) for record in golden)


@pytest.mark.parametrize(
    "line",
    ["p1 uses", "p1 uses rope", "p1 aims Ben", "p1 flips left", "p1 shoots", "p0 arms", "", "p1"],
)
def test_malformed_notation_says_what_may_be_written(game, line: str) -> None:
    with pytest.raises(NotationError, match="p1 investigates p2 left"):
        game.parse(line)
