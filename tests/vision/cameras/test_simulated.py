import pytest

from vision.camera import CameraError, CameraProfile
from vision.cameras.simulated import SimulatedCamera


def test_frames_are_numbered_and_a_period_apart(hand_clock, picture):
    camera = SimulatedCamera(lambda: picture(80), CameraProfile(), 10, hand_clock.clock())

    frames = [camera.capture() for _ in range(3)]

    assert [frame.number for frame in frames] == [1, 2, 3]
    assert [frame.time_s for frame in frames] == pytest.approx([100.0, 100.1, 100.2])


def test_time_lost_by_the_reader_is_not_caught_up(hand_clock, picture):
    camera = SimulatedCamera(lambda: picture(80), CameraProfile(), 10, hand_clock.clock())
    camera.capture()
    hand_clock.now_s += 5

    late, following = camera.capture().time_s, camera.capture().time_s

    assert (late, following) == pytest.approx((105.0, 105.1))


def test_flush_takes_the_next_frame_at_once(hand_clock, picture):
    camera = SimulatedCamera(lambda: picture(80), CameraProfile(), 2, hand_clock.clock())
    camera.capture()

    camera.flush()
    camera.capture()

    assert hand_clock.waits == []


def test_each_frame_shows_the_table_as_it_is_then(hand_clock, picture):
    levels = iter((10, 200))
    camera = SimulatedCamera(lambda: picture(next(levels)), CameraProfile(), 10, hand_clock.clock())

    first, second = camera.capture(), camera.capture()

    assert first.image.mean() < 60 < second.image.mean()
    assert first.grey.shape == (180, 320)
    assert first.grey.mean() < 60 < second.grey.mean()


def test_a_closed_camera_gives_no_frames(hand_clock, picture):
    with SimulatedCamera(lambda: picture(1), CameraProfile(), 10, hand_clock.clock()) as camera:
        pass

    with pytest.raises(CameraError, match="open it again"):
        camera.capture()


@pytest.fixture
def camera(hand_clock, picture):
    profile = CameraProfile("simulated", 640, 360, (1.0,) * 9, (0.0,) * 5)
    return SimulatedCamera(lambda: picture(80), profile, 10, hand_clock.clock())


def test_half_the_exposure_is_half_as_bright(camera):
    usual = camera.capture().image.mean()
    camera.adjust("exposure", 10.0)

    assert camera.capture().image.mean() == pytest.approx(usual / 2, abs=1)


def test_out_of_focus_it_is_a_lens_that_nobody_measured(camera):
    before = camera.profile.known
    camera.adjust("focus", 3.0)

    assert (before, camera.profile.known) == (True, False)
    assert camera.profile.sensor == {"LensPosition": "3"}


def test_locking_finds_exposure_and_focus_again(camera):
    for name, value in (("exposure", 50.0), ("gain", 2.0), ("focus", 0.0)):
        camera.adjust(name, value)
    camera.lock()

    assert [control.value for control in camera.controls()] == [20.0, 1.0, 1.3]


def test_no_control_goes_further_than_it_says(camera):
    with pytest.raises(CameraError, match="can't set focus to 9; choose another value"):
        camera.adjust("focus", 9.0)
