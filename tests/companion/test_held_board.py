"""The simulated board: held as it is asked for, and seen by the camera like a real one."""

from random import Random

import numpy as np
import pytest

from companion.game import Message
from companion.held_board import AT_FIRST, HeldBoard
from vision.calibration.board import BOARDS
from vision.calibration.look import BoardFinder
from vision.simulated.lens import CameraModel
from vision.simulated.sheet import SheetPose

MODEL = CameraModel().scaled(1152, 648)
TABLE = np.full((648, 1152, 3), (30, 60, 20), np.uint8)


@pytest.fixture(scope="module")
def board():
    return HeldBoard(lambda: MODEL, Random(3))


def test_before_anything_is_held_the_table_is_seen_as_it_is(board):
    assert board.before(TABLE) is TABLE


def test_what_is_held_hides_the_table_and_nothing_else(board):
    board.hold(AT_FIRST)
    picture = board.before(TABLE.copy())
    look = BoardFinder(BOARDS["A4"]).look(picture)
    board.hold(None)

    assert len(look.ids) == BOARDS["A4"].corners
    assert (picture[:20] == TABLE[:20]).all()


@pytest.mark.parametrize(
    ("wanted", "fits"),
    [
        (("need_tilt", "side", "left"), lambda pose: 240 < pose.near_deg < 300),
        (("need_tilt", "side", "bottom"), lambda pose: 150 < pose.near_deg < 210),
        (("need_place", "place", "upper right"), lambda pose: pose.x_mm > 0 > pose.y_mm),
        (("need_place", "place", "lower left"), lambda pose: pose.x_mm < 0 < pose.y_mm),
        (("need_whole", "have", "3"), lambda pose: pose.distance_mm > 550),
    ],
)
def test_a_hand_does_what_is_asked(board, wanted, fits):
    code, name, value = wanted
    poses = []
    for _ in range(5):
        board.show((Message(code, ((name, value),)),), "A4")
        assert isinstance(board.pose, SheetPose)
        poses.append(board.pose)
    board.hold(None)

    assert [fits(pose) and 15 < pose.tilt_deg < 45 for pose in poses] == [True] * 5
