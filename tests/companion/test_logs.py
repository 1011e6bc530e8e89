"""The log is structured, bounded, and holds nothing that a player may not know."""

import json
import logging
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from companion import logs
from companion.cards import Seat
from companion.commands import Deal, Declare, SetLogged
from companion.game import IllegalAction, TableError
from companion.games import GAMES
from companion.recovery import open_journal
from companion.store import StoreError
from tests.web.house import House, post
from vision.camera import CameraError

SECRET = "p1 holds the seven of spades"


@pytest.fixture
def logged(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Iterator[Callable[[], str]]:
    """Log into a folder; return a function that reads everything that was written."""
    assert logs.start_logging(tmp_path) == ""
    yield lambda: "".join(f.read_text() for f in (tmp_path / logs.FOLDER).iterdir())
    logs.stop_logging()


def raised(error: Exception) -> None:
    try:
        raise error
    except Exception:
        logging.getLogger("test").exception("it broke: %s", error)


def test_a_line_is_an_object_that_says_where_and_what(logged: Callable[[], str]) -> None:
    raised(OSError("no space left"))

    line = json.loads(logged())
    assert (line["level"], line["logger"], line["error"]) == ("error", "test", "OSError")
    assert line["message"] == "it broke: no space left"
    assert line["where"][-1].endswith(" raised")


@pytest.mark.parametrize("kind", [ValueError, KeyError, TableError, IllegalAction, RuntimeError])
def test_an_error_of_the_rules_is_told_by_its_kind_alone(
    logged: Callable[[], str], capsys: pytest.CaptureFixture[str], kind: type[Exception]
) -> None:
    error = IllegalAction(SECRET, ()) if kind is IllegalAction else kind(SECRET)
    raised(error)

    terminal = capsys.readouterr().err
    assert SECRET not in logged() + terminal
    assert kind.__name__ in logged()
    assert kind.__name__ in terminal


@pytest.mark.parametrize(
    "error", [StoreError("disk is full"), CameraError("loose cable", "push it in")]
)
def test_an_error_of_the_machine_speaks(logged: Callable[[], str], error: Exception) -> None:
    raised(error)

    assert json.loads(logged())["text"] == str(error)


def test_the_log_is_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(logs, "MOST_BYTES", 2000)
    logs.start_logging(tmp_path)
    for number in range(500):
        logging.getLogger("test").info("line %d of many", number)
    logs.stop_logging()

    files = list((tmp_path / logs.FOLDER).iterdir())
    assert len(files) == logs.OLD_FILES + 1
    assert sum(file.stat().st_size for file in files) <= 2000 * len(files)
    assert "line 499" in (tmp_path / logs.FOLDER / logs.FILE).read_text()


def test_a_log_that_cannot_be_written_stops_nothing(tmp_path: Path) -> None:
    (tmp_path / logs.FOLDER).write_text("a file where the folder should be")

    said = logs.start_logging(tmp_path)
    logging.getLogger("test").info("still here")
    logs.stop_logging()

    assert said.startswith("There is no log file")


def test_a_whole_game_with_errors_leaves_no_secret_in_the_log(
    logged: Callable[[], str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    house, rng = House(), Random(5)
    phones = {Seat("p1"): house.phone("Ann"), Seat("p2"): house.phone("Ben")}
    for seat in phones:
        house.table.do(SetLogged(seat, True))
    house.table.do(Deal())
    secrets = {"the-host-key-of-this-test", "token-1", "token-2"}
    session = house.table.session()
    while session.play is not None and not session.game.outcome(session.play.state):
        act = rng.choice(session.game.legal(session.play.state))
        secrets |= {str(act), *_errors(house, phones, act)}
        house.table.do(Declare(act.seat, str(act)))
        session = house.table.session()
    secrets |= {player.key for player in session.players}
    _break_everything(house, phones, monkeypatch)
    (tmp_path / "j").write_bytes(b"")
    _unreadable_journal(tmp_path, next(iter(secrets)))

    text = logged()
    assert "refused: NotationError" in text
    assert "KeyError at " in text
    assert [secret for secret in secrets | {SECRET} if secret in text] == []


def _errors(house: House, phones: dict, act: object) -> set[str]:  # type: ignore[type-arg]
    """Let everybody do something wrong; return what the errors say of it."""
    said = set()
    for seat, phone in phones.items():
        post(phone, "/seat/act", {"notation": f"{seat} plays 99 on p9"})
        post(phone, "/seat/ask", {"notation": str(act)})
    for command in (Declare("host", str(act)), Declare(Seat("p1"), f"{act} {act}")):
        with pytest.raises(TableError) as error:
            house.table.do(command)
        said.add(str(error.value))
        logging.getLogger("companion").warning("refused: %s", error.value)
    return {text for text in said if len(text) > 12}


def _break_everything(house: House, phones: dict, monkeypatch: pytest.MonkeyPatch) -> None:  # type: ignore[type-arg]
    """Let the inside of the table fail with a secret in its error."""

    def fail(*args: object) -> None:
        raise KeyError(SECRET)

    for name in ("published", "ask", "askable", "do", "seat_of"):
        with monkeypatch.context() as broken:
            broken.setattr(house.table, name, fail)
            for phone in phones.values():
                with suppress(KeyError):
                    phone.get("/seat/view")
                with suppress(KeyError):
                    post(phone, "/seat/ask", {"notation": SECRET})


def _unreadable_journal(folder: Path, secret: str) -> None:
    from companion.store import SqliteJournal

    path = folder / "table.sqlite"
    journal = SqliteJournal(path)
    journal.append([f"act {secret}"])
    journal.close()
    journal, notices = open_journal(path, GAMES)
    for notice in notices:
        logging.getLogger("companion").warning("%s", notice)
    journal.close()
