import cv2
import numpy as np
import pytest

from vision.simulated.difficulty import Difficulty
from vision.simulated.lens import CameraModel
from vision.simulated.sheet import Sheet, SheetCamera, SheetPose

MODEL = CameraModel(640, 480, 600.0)
CLEAR = Difficulty(shadow=0.0, blur_px=0.0, noise=0.0)
#: Middles of four dots on a sheet of 100 by 60 mm.
DOTS = np.array([(20.0, 15.0), (80.0, 15.0), (80.0, 45.0), (20.0, 45.0)])


def dotted(**bends):
    picture = np.full((480, 800, 3), 255, np.uint8)
    for x, y in DOTS:
        cv2.circle(picture, (round(x * 8 - 0.5), round(y * 8 - 0.5)), 24, (0, 0, 0), -1)
    return Sheet(picture, 8, **bends)


def middle_of_dot(picture, place):
    x, y = np.round(place).astype(int)
    part = 255 - cv2.cvtColor(picture[y - 16 : y + 17, x - 16 : x + 17], cv2.COLOR_BGR2GRAY)
    moments = cv2.moments(np.where(part > 100, part, 0).astype(np.uint8))
    centre = np.array([moments["m10"], moments["m01"]]) / moments["m00"]
    return centre + np.array([x - 16, y - 16])


@pytest.mark.parametrize("bow_mm", [0.0, 6.0])
@pytest.mark.parametrize(
    "pose",
    [
        SheetPose(0, 0, 300),
        SheetPose(20, -15, 280, 25, 0, 10),
        SheetPose(-10, 10, 260, 30, 130, -40),
    ],
)
def test_what_is_drawn_lies_where_the_truth_says(pose, bow_mm):
    camera = SheetCamera(MODEL, dotted(bow_mm=bow_mm), CLEAR)
    picture = camera.picture(pose)

    for place in camera.project(DOTS, pose):
        assert np.allclose(middle_of_dot(picture, place), place, atol=0.6)


@pytest.mark.parametrize(("near_deg", "larger"), [(0, 0), (90, 1), (180, 2), (270, 3)])
def test_the_near_edge_is_the_larger_one(near_deg, larger):
    camera = SheetCamera(MODEL, dotted(), CLEAR)
    corners = camera.project(np.array([(0, 0), (100, 0), (100, 60), (0, 60)]), SheetPose(0, 0, 300))
    leaning = camera.project(
        np.array([(0, 0), (100, 0), (100, 60), (0, 60)]), SheetPose(0, 0, 300, 30, near_deg)
    )

    def sides(points):
        return np.linalg.norm(np.roll(points, -1, axis=0) - points, axis=1)

    growth = sides(leaning) / sides(corners)

    assert growth[larger] > growth[(larger + 2) % 4]
    assert growth[larger] > 1


def test_a_sheet_that_is_out_of_sight_leaves_the_table():
    picture = SheetCamera(MODEL, dotted(), CLEAR).picture(SheetPose(9000, 0, 300))

    assert (picture == picture[0, 0]).all()


def test_the_same_seed_gives_the_same_frames():
    frames = [SheetCamera(MODEL, dotted(), seed=4).picture(SheetPose()) for _ in range(2)]

    assert np.array_equal(*frames)


def test_glare_and_motion_spoil_the_picture():
    plain = SheetCamera(MODEL, dotted(), CLEAR).picture(SheetPose(0, 0, 300))
    bright = SheetCamera(MODEL, dotted(), Difficulty(glare=1.0)).picture(SheetPose(0, 0, 300))
    smeared = SheetCamera(MODEL, dotted(), CLEAR).picture(SheetPose(0, 0, 300), moved_px=12)

    assert bright[240, 320].min() >= 250
    assert cv2.Laplacian(smeared, cv2.CV_64F).var() < 0.6 * cv2.Laplacian(plain, cv2.CV_64F).var()
