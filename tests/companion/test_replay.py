"""`marshal replay`: told in words, checked line by line, and shown on a table screen."""

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from companion.cli import main
from companion.record import ReplayError
from companion.replay import Read, on_screen, opening
from tests.companion.test_record import RECORDS

GOLDEN = RECORDS / "deadlock_city" / "golden-three-players.rec"
HEADER = "[game deadlock_city]\n[seats p1 Ann, p2 Ben]\n[first p1]\n"


def run(*words: object, input_text: str | None = None) -> Result:
    return CliRunner().invoke(main, ["replay", *map(str, words)], input=input_text)


@pytest.fixture
def wrong(tmp_path: Path) -> Path:
    file = tmp_path / "wrong.rec"
    file.write_text(HEADER + "p1 draws\np1 draws\nnonsense\np1 plays 1 > p2 = 1\n", "utf-8")
    return file


@pytest.fixture(params=sorted(RECORDS.glob("deadlock_city/golden*.rec")), ids=lambda f: f.stem)
def golden(request: pytest.FixtureRequest) -> Path:
    return Path(request.param)


def test_a_good_record_passes_the_check(golden: Path) -> None:
    result = run("--check", golden)

    assert result.exit_code == 0
    assert "all in order" in result.output


def test_each_fault_is_named_with_line_clause_and_sentence(wrong: Path) -> None:
    result = run("--check", wrong)
    lines = result.output.splitlines()

    assert result.exit_code == 1
    assert len(lines) == 3
    assert lines[0].startswith(f"{wrong}:5: DC-48: Ann has already drawn.")
    assert lines[1].startswith(f"{wrong}:6: This line can't be read.")
    assert lines[2].startswith(f"{wrong}:7: DC-27: ")


def test_faults_are_said_in_french(wrong: Path) -> None:
    result = run("--check", "--language", "fr", wrong)

    assert "Ann a déjà pioché" in result.output


def test_a_record_is_told_step_by_step_with_its_faults(wrong: Path) -> None:
    result = run("--step", wrong, input_text="\n\n")

    assert result.exit_code == 1
    assert "   4 p1 draws\n     Ann draws." in result.output
    assert f"   ! {wrong}:5: DC-48" in result.output
    assert f"{wrong}:6" in result.output


def test_a_file_that_is_no_text_is_refused_in_one_sentence(tmp_path: Path) -> None:
    file = tmp_path / "picture.rec"
    file.write_bytes(b"\xff\xfe\x00")
    result = run("--check", file)

    assert result.exit_code == 1
    assert "can't be read as text" in result.output


def test_the_screen_shows_each_step_before_it_is_told(golden: Path) -> None:
    read = Read.of(golden.read_text("utf-8"), str(golden), "en")
    steps: list[None] = []
    said = list(on_screen(read, ("127.0.0.1", 0), "en", lambda: steps.append(None)))

    assert said[0].startswith("Table screen  http://127.0.0.1:")
    assert len(steps) == len(said) - 1 == len(read.found.lines)


def test_a_deal_that_is_written_down_is_shown_as_well() -> None:
    text = HEADER + "[deal p1=3 stock=5,4]\np1 draws\np1 plays 5 > p2\n"

    assert opening(Read.of(text, "a file", "en"))[-1] == "deal p1 p1=3 stock=5,4"


def test_what_cannot_be_shown_says_why() -> None:
    with pytest.raises(ReplayError, match="no game 'poker'"):
        opening(Read.of("[game poker]\n[seats p1]\n[first p1]\n", "a file", "en"))
    with pytest.raises(ReplayError, match="in order"):
        opening(Read.of(HEADER.replace("p1 Ann, p2 Ben", "p2, p1"), "a file", "en"))
