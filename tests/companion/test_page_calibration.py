"""What the calibration page says of a camera that is not there."""

from pathlib import Path
from random import Random

from companion.calibration_room import CalibrationRoom
from companion.camera_loop import CameraLoop, Watched
from companion.games import game_named
from companion.lookout import usual_seats
from companion.page_calibration import PageCalibration
from companion.store import MemoryJournal
from companion.table import Table
from vision.camera import Camera, CameraError

GAME = game_named("deadlock_city")


def never() -> Camera:
    raise AssertionError("nobody asked for the camera")


def page_of(folder: Path, trouble: Exception) -> PageCalibration:
    """Return the page of a table whose camera's thread has this trouble and runs no errand."""
    table = Table({GAME.name: GAME}, MemoryJournal(), Random(1), lambda: 0.0)
    room = CalibrationRoom(folder, table, lambda: None)
    plan = room.zones.plan_for(GAME, usual_seats(GAME))
    loop = CameraLoop(table, never, lambda: Watched(plan, GAME.deck))
    loop.trouble = trouble
    return room.page(loop, None)


def test_it_says_at_once_why_there_is_no_picture_and_what_to_do(tmp_path: Path) -> None:
    """As the host's page has it, in either language; the camera's thread is not waited for."""
    gone = CameraError(
        "{camera} stopped", "check its cable, plug it in directly without a hub", camera="usb:0"
    )
    page = page_of(tmp_path, gone)

    told = [page.state(language)["camera"]["trouble"] for language in ("en", "fr")]

    assert told == [
        "usb:0 stopped; check its cable, plug it in directly without a hub",
        "usb:0 s’est arrêtée\u202f; vérifiez son câble, branchez-la directement, "
        "sans concentrateur",
    ]


def test_what_a_driver_may_say_stays_in_the_log(tmp_path: Path) -> None:
    """An error that is not ours could name anything."""
    page = page_of(tmp_path, ValueError("card 7 of Ann"))

    assert page.state("en")["camera"]["trouble"] == "ValueError"
