import json

import cv2
import pytest
from click.testing import CliRunner

from companion.cli import main
from tests.vision.calibration.shooting import (
    QUIET,
    SMALL,
    flat_poses,
    good_poses,
    printed,
    whole_poses,
)
from vision.camera import CameraProfile
from vision.simulated.sheet import SheetCamera


def folder_of(path, poses):
    camera = SheetCamera(SMALL, printed(), QUIET)
    for number, pose in enumerate(poses):
        packed = cv2.imencode(".jpg", camera.picture(pose))[1]
        (path / f"{number:02}.jpg").write_bytes(packed.tobytes())
    return path


@pytest.fixture(scope="module")
def good(tmp_path_factory):
    return folder_of(tmp_path_factory.mktemp("good"), [*good_poses(24), *whole_poses(13)])


@pytest.fixture(scope="module")
def flat(tmp_path_factory):
    return folder_of(tmp_path_factory.mktemp("flat"), flat_poses(12))


def marshal(*arguments):
    return CliRunner().invoke(main, [str(argument) for argument in arguments])


def test_a_careful_set_is_good_and_gives_a_profile(good, tmp_path):
    profile = tmp_path / "lens.json"
    result = marshal(
        "calibrate", "--images", good, "--json", "--camera", "desk", "--output", profile
    )
    data = json.loads(result.stdout)
    lens = CameraProfile.from_json(profile.read_text(), "lens.json")

    assert result.exit_code == 0
    assert data["grade"] == "good"
    assert data["lens"]["size"] == [1152, 648]
    assert data["lens"]["focal_px"] == pytest.approx(925, rel=0.003)
    assert 0 < data["lens"]["rms_px"] < data["lens"]["held_out_px"] < 0.15
    assert max(data["lens"]["table_mm"]["corners"]) < 0.5
    assert (lens.camera_id, lens.width, lens.height) == ("desk", 1152, 648)


def test_flat_views_are_not_usable_and_give_no_profile(flat, tmp_path):
    result = marshal("calibrate", "--images", flat, "--output", tmp_path / "lens.json")

    assert result.exit_code == 1
    assert "Verdict: not usable." in result.stdout
    assert "Tilt the board by 15 to 45 degrees, to all four sides." in result.stdout
    assert "No profile was written." in result.stdout
    assert not (tmp_path / "lens.json").exists()


def test_it_speaks_french(flat):
    result = marshal("calibrate", "--images", flat, "--language", "fr")

    assert "Verdict\u00a0: inutilisable." in result.stdout


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--images", "/nowhere/at/all"), "can't be opened"),
        (("--images", ".", "--board", "A7"), "'A7' is no board"),
        (("--images", ".", "--ruler", "10"), "measure from its 0 to its 100 again"),
    ],
)
def test_a_slip_is_one_sentence_with_a_remedy(arguments, said):
    result = marshal("calibrate", *arguments)

    assert result.exit_code == 1
    assert said in result.stderr
    assert "Traceback" not in result.output


@pytest.mark.parametrize("sheet", ["board", "calibration-mat"])
@pytest.mark.parametrize("paper", ["A4", "A3", "Letter"])
def test_the_sheets_are_printed(tmp_path, sheet, paper):
    target = tmp_path / "sheet.pdf"
    result = marshal("print", sheet, "--paper", paper, "--output", target)

    assert result.exit_code == 0
    assert target.read_bytes().startswith(b"%PDF")
