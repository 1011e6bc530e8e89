"""Pictures are drawn once a session: everything here only looks at them."""

import pytest

from tests.vision.calibration.shooting import (
    A4,
    QUIET,
    SMALL,
    flat_poses,
    good_poses,
    printed,
    true_views,
    whole_poses,
)
from vision.calibration.lens import fit_lens
from vision.calibration.look import BoardFinder
from vision.simulated.sheet import SheetCamera, SheetPose


@pytest.fixture(scope="session")
def finder():
    return BoardFinder(A4)


@pytest.fixture(scope="session")
def sheet():
    return printed()


@pytest.fixture(scope="session")
def camera(sheet):
    return SheetCamera(SMALL, sheet, QUIET)


@pytest.fixture(scope="session")
def plain_picture(camera):
    return camera.picture(SheetPose(distance_mm=600))


@pytest.fixture(scope="session")
def good_views():
    return true_views([*good_poses(), *whole_poses()])


@pytest.fixture(scope="session")
def good_fit(good_views):
    return fit_lens(A4, good_views)


@pytest.fixture(scope="session")
def flat_views():
    return true_views(flat_poses())


@pytest.fixture(scope="session")
def good_pictures(camera):
    return [camera.picture(pose) for pose in [*good_poses(12), *whole_poses(13)]]
