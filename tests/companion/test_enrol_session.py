"""Enrolling on a terminal: each card asked for, kept at once, and gone on with later."""

from pathlib import Path

import cv2
from click.testing import CliRunner, Result

from companion.cli import main
from companion.enrolling import EnrolledDecks
from tests.vision.enrolled.conftest import drawn, lay, table
from vision.camera import Image

CAMERA = ("--game", "deadlock-city")


def shot(face: str) -> Image:
    """Return a picture of one card on a table without a mat."""
    picture = table()
    lay(picture, drawn(face), 300, 240, 6, 200)
    return picture


def enrol(data: Path, name: str, keys: list[str], *pictures: Image, more: str = "en") -> Result:
    """Enrol with a camera that shows these pictures one after the other."""
    folder = data / f"shots-{name}-{len(keys)}"
    folder.mkdir()
    for number, picture in enumerate(pictures):
        cv2.imwrite(str(folder / f"{number}.png"), picture)
    words = ["enrol", name, "--data", str(data), "--camera", f"files:{folder}", *CAMERA]
    typed = "\n".join(keys) + "\n"
    return CliRunner().invoke(main, [*words, "--language", more], input=typed)


def test_cards_are_asked_for_in_turn_and_kept_at_once(tmp_path: Path) -> None:
    """A picture that shows none is asked for again; the next run goes on."""
    first = enrol(tmp_path, "mine", ["", "", "q"], table(), shot("A"))
    second = enrol(tmp_path, "mine", ["", "s", "", "q"], shot("5"), shot("R"))
    deck = EnrolledDecks(tmp_path).load("mine")

    assert [first.exit_code, second.exit_code] == [0, 0]
    assert first.output.count("card for 0 (1 of 2)") == 2
    assert "No card is found" in first.output
    assert "card for 0 (2 of 2)" in second.output
    assert "card for 1 (2 of 5)" in second.output
    assert list(deck.stands_for.values()) == ["0", "0", "1"]
    assert deck.expectation is not None
    assert "lacks cards for deadlock_city" in second.output


def test_the_last_photo_can_be_undone(tmp_path: Path) -> None:
    """In French, for a French settings file."""
    told = enrol(tmp_path, "mien", ["", "u", "u", "q"], shot("A"), more="fr")

    assert told.exit_code == 1
    assert "Gardée dans" in told.output
    assert "Il n’y a rien à annuler." in told.output
    assert "has no pictures" in told.output


def test_a_camera_alone_does_not_say_what_is_to_be_enrolled() -> None:
    """The game names the cards that are asked for."""
    told = CliRunner().invoke(main, ["enrol", "mine", "--camera", "usb:0"])

    assert told.exit_code == 2
    assert "--game deadlock-city" in told.output


def test_no_name_leads_out_of_the_folder(tmp_path: Path) -> None:
    """It is refused before the camera is opened."""
    words = ["enrol", "../mine", "--data", str(tmp_path), "--camera", "usb:0", *CAMERA]
    told = CliRunner().invoke(main, words)

    assert told.exit_code == 1
    assert "no name for a deck" in told.output
