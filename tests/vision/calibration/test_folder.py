import json

import cv2
import numpy as np
import pytest

from tests.vision.calibration.shooting import A4
from vision.calibration.board import BoardSpec
from vision.calibration.errors import CalibrationError
from vision.calibration.folder import calibrate_folder
from vision.calibration.verdict import Grade


def write(folder, pictures):
    for number, picture in enumerate(pictures):
        packed = cv2.imencode(".png", picture)[1]
        (folder / f"{number:02}.png").write_bytes(packed.tobytes())


def refusals(judged):
    return {each.name: [message.code for message in each.refused] for each in judged}


def test_a_folder_of_good_pictures_gives_the_lens(tmp_path, good_pictures):
    write(tmp_path, good_pictures)
    report, judged = calibrate_folder(tmp_path, A4)

    assert report.grade in (Grade.GOOD, Grade.USABLE)
    assert report.fit.lens.focal_px == pytest.approx(925, rel=0.01)
    assert len(judged) == len(good_pictures)
    assert json.loads(json.dumps(report.to_plain("fr")))["lens"]["size"] == [1152, 648]


def test_broken_and_empty_files_are_passed_over_with_a_reason(tmp_path, plain_picture):
    write(tmp_path, [plain_picture])
    (tmp_path / "broken.jpg").write_bytes(b"not a picture")
    (tmp_path / "empty.png").write_bytes(b"")
    _, judged = calibrate_folder(tmp_path, A4)

    assert refusals(judged) == {"00.png": [], "broken.jpg": ["broken"], "empty.png": ["broken"]}


def test_several_resolutions_are_refused_and_all_named(tmp_path, plain_picture):
    write(tmp_path, [plain_picture, plain_picture, plain_picture[:600]])

    with pytest.raises(CalibrationError) as refused:
        calibrate_folder(tmp_path, A4)
    assert "2 of 1152 x 648 px (such as 00.png)" in refused.value.reason
    assert "1 of 1152 x 600 px (such as 02.png)" in refused.value.reason
    assert "keep one kind only" in refused.value.remedy


def test_the_same_picture_twice_counts_once(tmp_path, plain_picture):
    write(tmp_path, [plain_picture] * 3)
    report, judged = calibrate_folder(tmp_path, A4)

    assert refusals(judged) == {"00.png": [], "01.png": ["duplicate"], "02.png": ["duplicate"]}
    assert [message.code for message in report.reasons] == ["few_views"]


@pytest.mark.parametrize("count", [1, 3])
def test_too_few_views_say_how_many_are_needed(tmp_path, good_pictures, count):
    write(tmp_path, good_pictures[:count])
    report, _ = calibrate_folder(tmp_path, A4)

    assert report.grade is Grade.NOT_USABLE
    assert [dict(message.facts)["have"] for message in report.reasons] == [str(count)]


def test_the_wrong_board_is_named_for_every_picture(tmp_path, plain_picture):
    write(tmp_path, [plain_picture])
    _, judged = calibrate_folder(tmp_path, BoardSpec(9, 7, 25, 17.5))

    assert refusals(judged) == {"00.png": ["other_pattern"]}


def test_pictures_without_a_board_are_no_views(tmp_path):
    write(tmp_path, [np.zeros((480, 640, 3), np.uint8)])
    report, judged = calibrate_folder(tmp_path, A4)

    assert refusals(judged) == {"00.png": ["no_board"]}
    assert report.grade is Grade.NOT_USABLE


def test_an_empty_folder_is_refused(tmp_path):
    with pytest.raises(CalibrationError, match="no pictures in"):
        calibrate_folder(tmp_path, A4)


def test_a_missing_folder_is_refused(tmp_path):
    with pytest.raises(CalibrationError, match="can't be opened"):
        calibrate_folder(tmp_path / "nowhere", A4)
