from random import Random

import cv2
import numpy as np
import pytest

from companion.cards import Seat
from companion.games.deadlock_city.cards import DECK
from vision.calibration.errors import CalibrationError
from vision.calibration.solve import Lens
from vision.calibration.table import Aimer, on_mat
from vision.calibration.uncertainty import Hanging
from vision.camera import CameraError, CameraProfile
from vision.plan import plan_table
from vision.printing import Paper, calibration_mat_pdf
from vision.printing.calibration_mat import sheet_plan
from vision.printing.raster import page_image
from vision.simulated.difficulty import Difficulty
from vision.simulated.lens import CameraModel
from vision.simulated.renderer import Renderer
from vision.simulated.scene import Scene
from vision.simulated.sheet import Sheet, SheetCamera, SheetPose
from vision.simulated.things import Nudge, Snapshot

MODEL = CameraModel(tilt_deg=6.0, turn_deg=1.0).fitted((900.0, 500.0))


@pytest.fixture(scope="module")
def plan():
    return plan_table((), (Seat("p1"),))


@pytest.fixture(scope="module")
def renderer(plan):
    scene = Scene(DECK, (900.0, 500.0), (), Random(1))
    return Renderer(scene, plan, lambda *_: None, camera=MODEL, difficulty=Difficulty(noise=2.0))


@pytest.fixture(scope="module")
def picture(renderer):
    return renderer.frame_of(Snapshot())


@pytest.fixture(scope="module")
def nudged(renderer):
    return renderer.frame_of(Snapshot(nudge=Nudge(12.0, -7.0, 0.8)))


@pytest.fixture
def aimer(plan):
    return Aimer(plan, MODEL.profile())


def without(picture, *corners):
    """Return the picture with a hand over some corners of the mat."""
    covered = picture.copy()
    height, width = picture.shape[:2]
    for corner in corners:
        left, top = (0 if corner in (0, 3) else width - 260), (0 if corner < 2 else height - 260)
        covered[top : top + 260, left : left + 260] = (90, 110, 150)
    return covered


def off_mm(plan, aim, nudge=None):
    """Return how far off the true points are on the mat as measured, mm."""
    over = Hanging(plan, aim.rvec, aim.tvec)
    lens = Lens(MODEL.matrix(), np.array(MODEL.distortion))
    pixels = MODEL.project(over.asked_points, 0.0, nudge)
    return np.linalg.norm(on_mat(pixels, aim.rvec, aim.tvec, lens) - over.asked_points, axis=1)


def test_the_pose_is_measured_to_a_fraction_of_a_millimetre(plan, aimer, picture):
    aim = aimer.aim([picture])

    assert aim.tags == (0, 1, 2, 3)
    assert off_mm(plan, aim).max() < 0.1
    assert off_mm(plan, aim).max() <= aim.error.worst_mm < 0.2
    assert aim.message.code == "mat_good"


def test_height_and_tilt_of_the_camera_are_told(aimer, picture):
    aim = aimer.aim([picture])

    assert aim.tilt_deg == pytest.approx(6.0, abs=0.1)
    assert aim.height_mm == pytest.approx(MODEL.distance_mm * np.cos(np.deg2rad(6)), rel=0.005)


@pytest.mark.parametrize("hidden", [0, 1, 2, 3])
def test_three_tags_suffice(plan, aimer, picture, hidden):
    aim = aimer.aim([without(picture, hidden)])

    assert len(aim.tags) == 3
    assert off_mm(plan, aim).max() < 0.3


def test_two_tags_do_not(aimer, picture):
    with pytest.raises(CalibrationError, match="2 of the mat's tags are in sight"):
        aimer.aim([without(picture, 0, 2)])


def test_a_camera_that_was_not_moved_is_in_place(aimer, picture):
    aim = aimer.aim([picture])

    assert aimer.nudge(aim, without(picture, 1)).code == "in_place"


def test_a_nudge_is_noticed_and_one_picture_aims_anew(plan, aimer, picture, nudged):
    before = aimer.aim([picture])
    told = aimer.nudge(before, nudged)
    after = aimer.aim([nudged])

    assert told.code == "nudged"
    # 14 mm of push, and 0.8 degrees of turn at 515 mm from the middle.
    assert float(dict(told.facts)["mm"]) == pytest.approx(21, abs=1.5)
    assert off_mm(plan, after, Nudge(12.0, -7.0, 0.8)).max() < 0.1


def test_without_any_tag_nothing_is_said_of_a_nudge(aimer, picture):
    aim = aimer.aim([picture])

    assert aimer.nudge(aim, np.zeros_like(picture)).code == "mat_missing"


def test_several_pictures_are_no_worse_than_one(plan, aimer, renderer, picture):
    frames = [renderer.frame_of(Snapshot()) for _ in range(2)]

    assert off_mm(plan, aimer.aim([picture, *frames])).max() < 0.1


def test_a_mat_that_is_not_as_planned_is_called_askew(picture):
    wrong = plan_table((), (Seat("p1"),))
    shifted = [type(tag)(tag.corner, tag.x_mm, tag.y_mm, tag.size_mm) for tag in wrong.mat_tags]
    first = shifted[0]
    shifted[0] = type(first)(0, first.x_mm + 12, first.y_mm, first.size_mm)
    plan = type(wrong)(wrong.width_mm, wrong.height_mm, tuple(shifted), ())

    assert Aimer(plan, MODEL.profile()).aim([picture]).message.code == "mat_askew"


def test_a_lens_that_was_never_measured_is_refused(plan):
    with pytest.raises(CameraError, match="calibrate the camera"):
        Aimer(plan, CameraProfile("some camera", 2304, 1296))


def test_a_profile_serves_pictures_of_half_the_size(plan, picture):
    half = cv2.resize(picture, (1152, 648), interpolation=cv2.INTER_AREA)

    assert off_mm(plan, Aimer(plan, MODEL.profile()).aim([half])).max() < 0.6


@pytest.mark.parametrize("paper", Paper)
def test_the_calibration_mat_proves_a_lens_on_paper(paper):
    model = CameraModel()
    sheet = Sheet(page_image(calibration_mat_pdf(paper), 0, 4), 4)
    pose = SheetPose(0, 0, 700, 8, 30, 5)
    picture = SheetCamera(model, sheet).picture(pose)
    aim = Aimer(sheet_plan(paper), model.profile()).aim([picture])

    assert aim.residual_mm < 0.15
    assert aim.tilt_deg == pytest.approx(8, abs=0.5)
