import cv2
import numpy as np
import pytest

from tests.vision.calibration.shooting import A4, SMALL
from vision.calibration.attitude import estimate
from vision.calibration.board import BOARDS, BoardSpec
from vision.calibration.look import BoardFinder
from vision.printing import Paper
from vision.printing.board import board_place
from vision.simulated.difficulty import Difficulty
from vision.simulated.sheet import Sheet, SheetCamera, SheetPose

NEAR = SheetPose(distance_mm=600)


def bare(spec):
    """Return a sheet with OpenCV's own drawing of a board."""
    size = (int(spec.columns * spec.square_mm * 4) + 80, int(spec.rows * spec.square_mm * 4) + 80)
    return Sheet(cv2.cvtColor(spec.pattern().generateImage(size, marginSize=40), 8), 4)


def shot(sheet, pose=NEAR, moved_px=0.0, **difficulty):
    return SheetCamera(SMALL, sheet, Difficulty(**difficulty)).picture(pose, moved_px)


def codes(look):
    return [message.code for message in look.problems]


@pytest.mark.parametrize("near_deg", [0, 90, 180, 270])
def test_corners_are_found_where_they_truly_are(camera, finder, near_deg):
    pose = SheetPose(distance_mm=500, tilt_deg=30, near_deg=near_deg, turn_deg=20)
    look = finder.look(camera.picture(pose))
    truth = camera.project(A4.corners_mm() + board_place(Paper.A4), pose)[look.ids]
    off = np.linalg.norm(look.corners - truth, axis=1)

    assert look.useful
    assert len(look.ids) >= 40
    assert np.sqrt((off**2).mean()) < 0.15


@pytest.mark.parametrize(
    ("near_deg", "side"), [(0, "top"), (90, "right"), (180, "bottom"), (270, "left")]
)
def test_the_attitude_tells_which_side_is_near_and_how_much_it_leans(
    camera, finder, near_deg, side
):
    look = finder.look(camera.picture(SheetPose(0, 0, 550, 30, near_deg, 15)))
    held = estimate(A4, look.ids, look.corners, SMALL.matrix())

    assert held.side == side
    assert held.tilt_deg == pytest.approx(30, abs=1.5)


def test_grey_and_colour_pictures_show_the_same(plain_picture, finder):
    grey = cv2.cvtColor(plain_picture, cv2.COLOR_BGR2GRAY)

    assert np.array_equal(finder.look(grey).corners, finder.look(plain_picture).corners)


@pytest.mark.parametrize("blur_px", [1.0, 1.4])
def test_the_blur_of_the_edges_is_measured(sheet, finder, blur_px):
    look = finder.look(shot(sheet, SheetPose(distance_mm=330), blur_px=blur_px))

    # Pixels are squares and interpolation blurs too: together about half a pixel.
    assert look.edges.blur == pytest.approx(np.hypot(blur_px, 0.5), rel=0.2)


@pytest.mark.parametrize("blur_px", [2.0, 3.0, 4.0])
def test_a_blurred_board_is_called_blurred_even_where_no_tag_is_read(sheet, finder, blur_px):
    assert codes(finder.look(shot(sheet, blur_px=blur_px))) == ["blurred"]


def test_a_board_smeared_by_motion_is_called_blurred(sheet, finder):
    assert codes(finder.look(shot(sheet, moved_px=9))) == ["blurred"]


@pytest.mark.parametrize("distance_mm", [1400, 1900])
def test_a_board_too_far_away_is_called_too_small(sheet, finder, distance_mm):
    assert codes(finder.look(shot(sheet, SheetPose(distance_mm=distance_mm)))) == ["too_small"]


def test_a_lamp_in_the_board_is_called_glare(sheet, finder):
    assert codes(finder.look(shot(sheet, glare=1.0))) == ["glare"]


def test_an_overexposed_board_is_called_too_bright(plain_picture, finder):
    burnt = cv2.convertScaleAbs(plain_picture, alpha=1.5)

    assert codes(finder.look(burnt)) == ["too_bright"]


def test_a_corner_of_the_board_is_too_little(sheet, finder):
    look = finder.look(shot(sheet, SheetPose(385.0, 215.0, 600)))

    assert codes(look) == ["few_corners"]


def test_no_board_is_no_board(sheet, finder):
    away = shot(sheet, SheetPose(x_mm=5000))

    assert codes(finder.look(away, thorough=True)) == ["no_board"]


def test_an_empty_picture_shows_no_board(finder):
    assert codes(finder.look(np.zeros((8, 8), np.uint8))) == ["no_board"]


def test_the_board_of_another_paper_is_named(sheet):
    look = BoardFinder(BOARDS["A3"]).look(shot(sheet))

    assert codes(look) == ["other_board"]
    assert dict(look.problems[0].facts)["board"] == "A4"


def test_many_markers_and_no_corners_mean_another_pattern(sheet):
    look = BoardFinder(BoardSpec(9, 7, 25, 17.5)).look(shot(sheet))

    assert codes(look) == ["markers_without_corners"]
    assert int(dict(look.problems[0].facts)["markers"]) > 20


def test_swapped_rows_and_columns_are_found_out(sheet):
    look = BoardFinder(BoardSpec(9, 7, 25, 17.5)).look(shot(sheet), thorough=True)

    assert codes(look) == ["other_pattern"]
    assert dict(look.problems[0].facts)["board"] == "7x9:25:17.5:DICT_5X5_250"


def test_the_legacy_pattern_is_found_out():
    picture = shot(bare(BoardSpec(7, 8, 25, 17.5, legacy=True)))
    look = BoardFinder(BoardSpec(7, 8, 25, 17.5)).look(picture, thorough=True)

    assert codes(look) == ["other_pattern"]
    assert dict(look.problems[0].facts)["board"].endswith(":legacy")


def test_another_dictionary_is_found_out(finder):
    picture = shot(bare(BoardSpec(7, 9, 25, 17.5, "DICT_6X6_250")))
    look = finder.look(picture, thorough=True)

    assert codes(look) == ["other_dictionary"]
    assert dict(look.problems[0].facts)["dictionary"].startswith("DICT_6X6")


def test_tags_of_another_size_are_found_out(finder):
    look = finder.look(shot(bare(BoardSpec(7, 9, 25, 20))))

    assert codes(look) == ["other_marker_size"]
    assert float(dict(look.problems[0].facts)["measured"]) == pytest.approx(20, abs=0.8)
