"""A camera that was bumped while the power was off is noticed with the first pictures."""

from pathlib import Path

import pytest

from companion.commands import HOST
from tests.scenarios.conftest import Film
from vision.calibration.aims import AimStore
from vision.simulated.things import Nudge

BUMPED = Nudge(14.0, -9.0, 1.0)


def start(film: Film, file: Path, nudge: Nudge) -> list[str]:
    """Start the table with the camera hanging like this; return what the host is warned of."""
    film.aims = AimStore(file)
    film.scene.nudge_camera(nudge)
    film.begin(hands="6 7 3", draws="5 4 4")
    return warned(film)


def warned(film: Film) -> list[str]:
    return [message.code for message in film.shown(HOST).warnings]


def test_a_camera_moved_between_two_starts_is_named_until_it_is_aimed_anew(
    film: Film, tmp_path: Path
) -> None:
    file = tmp_path / "profiles" / "aims.json"
    told = [start(film, file, Nudge())]
    film.end()
    told.append(start(film, file, BUMPED))
    film.end()
    # It is said again as long as nothing was done about it.
    told.append(start(film, file, BUMPED))
    film.loop.aim()
    film.roll(4)
    told.append(warned(film))
    film.end()
    told.append(start(film, file, BUMPED))

    assert told == [[], ["camera_moved"], ["camera_moved"], [], []]


@pytest.mark.parametrize("left", ["", "{", '{"version": 1, "aims": {"simulated 2304x1296": 5}}'])
def test_a_broken_file_is_as_good_as_none(film: Film, tmp_path: Path, left: str) -> None:
    file = tmp_path / "aims.json"
    file.write_text(left, "utf-8")
    told = start(film, file, BUMPED)

    assert told == []
    assert "px" in file.read_text("utf-8")
