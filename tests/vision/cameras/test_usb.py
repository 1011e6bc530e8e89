import os
import queue

import cv2
import numpy as np
import pytest

from vision.camera import CameraError, CameraOptions, CameraProfile
from vision.cameras.usb import QUEUED_FRAMES, UsbCamera, why_closed


class FakeVideo:
    """A strict stand-in for cv2.VideoCapture: read() waits for a frame that a test sends."""

    def __init__(self, *, opens=True, refuses=()):
        self.opens, self.refuses = opens, refuses
        self.properties = {cv2.CAP_PROP_EXPOSURE: 157.0, cv2.CAP_PROP_FOCUS: 30.0}
        self.calls = []
        self.frames = queue.Queue()
        self.released = 0

    def isOpened(self):  # noqa: N802
        return self.opens

    def set(self, prop, value):
        assert self.released == 0
        self.calls.append((prop, value))
        if prop in self.refuses:
            return False
        self.properties[prop] = float(value)
        return True

    def get(self, prop):
        return self.properties.get(prop, 0.0)

    def read(self):
        assert self.released == 0
        frame = self.frames.get(timeout=10)
        return (False, None) if frame is None else (True, frame)

    def release(self):
        self.released += 1

    def send(self, *levels):
        for level in levels:
            self.frames.put(np.full((360, 640, 3), level, np.uint8))

    def unplug(self):
        self.frames.put(None)


class Plug:
    """Opens the prepared videos one after the other and notes what was asked for."""

    def __init__(self, *videos):
        self.videos, self.asked = list(videos), []

    def __call__(self, device):
        self.asked.append(device)
        return self.videos.pop(0)


@pytest.fixture
def video():
    fake = FakeVideo()
    yield fake
    fake.unplug()


def opened(video, device="0", **options):
    return UsbCamera(device, CameraOptions(**options), Plug(video))


def test_mjpg_is_asked_for_before_the_size(video):
    opened(video, width=1920, height=1080, fps=15)

    assert video.calls[:4] == [
        (cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG")),
        (cv2.CAP_PROP_FRAME_WIDTH, 1920),
        (cv2.CAP_PROP_FRAME_HEIGHT, 1080),
        (cv2.CAP_PROP_FPS, 15),
    ]


def test_exposure_focus_and_white_balance_are_locked_where_they_are(video):
    opened(video)

    assert video.properties[cv2.CAP_PROP_AUTO_EXPOSURE] == 1
    assert (cv2.CAP_PROP_EXPOSURE, 157.0) in video.calls
    assert (cv2.CAP_PROP_FOCUS, 30.0) in video.calls
    assert (cv2.CAP_PROP_AUTO_WB, 0) in video.calls


def test_a_driver_without_locks_is_used_without_them():
    video = FakeVideo(refuses={cv2.CAP_PROP_AUTO_EXPOSURE, cv2.CAP_PROP_AUTOFOCUS})
    opened(video)
    video.unplug()

    asked = {prop for prop, _ in video.calls}

    assert not asked & {cv2.CAP_PROP_EXPOSURE, cv2.CAP_PROP_FOCUS}


def test_what_the_driver_does_not_tell_is_no_control(video):
    camera = opened(video)
    video.send(1)

    controls = {control.name: control.value for control in camera.controls()}

    assert controls == {"exposure": 15.7, "focus": 30.0}


def test_a_control_is_set_between_two_frames(video):
    camera = opened(video)
    video.send(1)
    camera.adjust("exposure", 8.0)

    assert video.properties[cv2.CAP_PROP_EXPOSURE] == 80.0


def test_a_control_the_driver_does_not_take_is_said():
    video = FakeVideo(refuses={cv2.CAP_PROP_GAIN})
    camera = opened(video)
    video.send(1)

    with pytest.raises(CameraError, match="does not set gain to 3; choose another value"):
        camera.adjust("gain", 3)
    video.unplug()


def test_locking_lets_the_automatics_run_and_holds_what_they_found(video):
    seen = []

    def settle(seconds):
        seen.append(video.properties[cv2.CAP_PROP_AUTO_EXPOSURE])
        video.properties[cv2.CAP_PROP_EXPOSURE] = 99.0
        video.send(2)

    camera = UsbCamera("0", CameraOptions(), Plug(video), settle=settle)
    video.send(1)
    camera.lock()

    assert (seen, video.properties[cv2.CAP_PROP_AUTO_EXPOSURE]) == ([3], 1)
    assert video.calls[-4:-2] == [(cv2.CAP_PROP_EXPOSURE, 99.0), (cv2.CAP_PROP_AUTOFOCUS, 0)]


def test_an_index_is_a_number_and_a_path_stays_a_path():
    first, second = FakeVideo(), FakeVideo()
    plug = Plug(first, second)
    UsbCamera("2", CameraOptions(), plug)
    UsbCamera("/dev/video7", CameraOptions(), plug)
    first.unplug()
    second.unplug()

    assert plug.asked == [2, "/dev/video7"]


def test_frames_come_numbered_and_each_only_once(video):
    camera = opened(video)
    video.send(10)
    first = camera.capture()
    video.send(20)
    second = camera.capture()

    assert [(f.number, int(f.image[0, 0, 0])) for f in (first, second)] == [(1, 10), (2, 20)]
    assert second.grey.shape == (180, 320)


def test_flush_passes_over_the_frames_on_their_way(video):
    camera = opened(video)
    video.send(10)
    camera.capture()

    camera.flush()
    video.send(*range(20, 20 + QUEUED_FRAMES), 99)

    assert int(camera.capture().image[0, 0, 0]) == 99


def test_no_frame_in_time_is_an_error_with_a_remedy(video):
    camera = opened(video)

    with pytest.raises(CameraError) as late:
        camera.capture(timeout_s=0.01)

    assert late.value.reason == "the USB camera 0 gave no frame for 0.01 s"
    assert late.value.remedy == "check its cable, plug it in directly without a hub"


def test_a_camera_whose_cable_was_loose_is_opened_again():
    lost, back = FakeVideo(), FakeVideo()
    plug = Plug(lost, back)
    camera = UsbCamera("0", CameraOptions(), plug)
    lost.unplug()

    with pytest.raises(CameraError, match="the USB camera 0 stopped"):
        camera.capture(timeout_s=10)
    back.send(77)
    frame = camera.capture(timeout_s=10)
    back.unplug()

    assert int(frame.image[0, 0, 0]) == 77
    assert lost.released == 1
    assert plug.asked == [0, 0]


def test_closing_lets_the_device_go_exactly_once(video):
    with opened(video) as camera:
        reader = camera._reader
    video.send(1)
    reader.join(10)

    assert video.released == 1


def test_an_uncalibrated_camera_says_that_its_lens_is_unknown(video):
    camera = opened(video, width=1280, height=720)

    assert camera.profile == CameraProfile("usb:0", 1280, 720)
    assert not camera.profile.known


def test_a_camera_that_is_not_there_names_those_that_are(tmp_path):
    for name in ("video0", "video12", "null"):
        (tmp_path / name).write_text("")

    error = why_closed(3, tmp_path)

    assert str(error) == "there is no camera 3; choose another: usb:0, usb:12"


def test_no_camera_at_all_asks_for_one(tmp_path):
    assert str(why_closed(0, tmp_path)) == ("there is no camera 0; plug one in and check its cable")


def test_a_forbidden_camera_names_the_group(tmp_path, monkeypatch):
    (tmp_path / "video0").write_text("")
    monkeypatch.setattr(os, "access", lambda _path, _mode: False)

    error = why_closed(0, tmp_path)

    assert error.reason == f"you may not use {tmp_path / 'video0'}"
    assert "sudo usermod -aG video $USER" in error.remedy


def test_a_camera_that_exists_but_does_not_open_is_busy(tmp_path):
    path = tmp_path / "video0"
    path.write_text("")
    video = FakeVideo(opens=False)

    with pytest.raises(CameraError, match="does not open, probably it is busy; close the program"):
        UsbCamera(str(path), CameraOptions(), Plug(video))

    assert video.released == 1
