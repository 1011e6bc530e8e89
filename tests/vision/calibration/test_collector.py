import numpy as np
import pytest

from tests.vision.calibration.shooting import A4
from vision.calibration.collector import Collector
from vision.calibration.errors import CalibrationError
from vision.simulated.sheet import SheetPose


@pytest.fixture
def collector():
    return Collector(A4)


def codes(offer):
    return [message.code for message in offer.refused]


def test_a_board_that_is_still_is_taken_once(collector, plain_picture):
    offers = [collector.offer(plain_picture, time_s) for time_s in (0.0, 0.2, 0.4, 0.6)]

    assert [offer.taken is not None for offer in offers] == [False, False, True, False]
    assert codes(offers[0]) == ["moving"]
    assert codes(offers[3]) == ["duplicate"]
    assert dict(offers[3].refused[0].facts)["view"] == "1"


def test_a_board_that_moves_is_not_taken(collector, camera):
    poses = [SheetPose(x_mm=4.0 * step, distance_mm=600) for step in range(4)]
    offers = [collector.offer(camera.picture(pose), 0.3 * time) for time, pose in enumerate(poses)]

    assert [codes(offer) for offer in offers] == [["moving"]] * 4


def test_a_board_that_goes_away_has_to_be_still_again(collector, camera, plain_picture):
    away = camera.picture(SheetPose(x_mm=5000))
    frames = ((plain_picture, 0.0), (away, 0.4), (plain_picture, 0.8), (plain_picture, 1.2))
    taken = [collector.offer(frame, time_s).taken is not None for frame, time_s in frames]

    assert taken == [False, False, False, True]


def test_another_tilt_in_the_same_place_is_new(collector, camera):
    first = collector.consider(camera.picture(SheetPose(distance_mm=600)))
    second = collector.consider(camera.picture(SheetPose(distance_mm=600, tilt_deg=20)))

    assert first.taken is not None
    assert second.taken is not None


def test_a_deleted_view_may_be_taken_again(collector, plain_picture):
    collector.consider(plain_picture)
    collector.views.delete(1)

    assert collector.consider(plain_picture).taken.number == 2


def test_an_offer_says_what_is_still_missing(collector, plain_picture):
    offer = collector.consider(plain_picture)

    assert offer.missing[0].code == "need_tilt"


def test_a_view_has_a_thumbnail(collector, plain_picture):
    view = collector.consider(plain_picture).taken

    assert view.thumbnail.startswith(b"\xff\xd8")
    assert len(view.thumbnail) < 20_000


def test_another_resolution_is_refused_and_changes_nothing(collector, plain_picture):
    collector.consider(plain_picture)

    with pytest.raises(CalibrationError, match="1152 x 648 px and this picture 576 x 324 px"):
        collector.offer(np.ascontiguousarray(plain_picture[::2, ::2]), 1.0)
    assert len(collector.views) == 1
