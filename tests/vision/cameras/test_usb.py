import os
import queue

import cv2
import numpy as np
import pytest

from vision.camera import CameraError, CameraOptions, CameraProfile
from vision.cameras.usb import BROKEN_FRAMES, QUEUED_FRAMES, UsbCamera
from vision.cameras.usb_devices import Webcam, chosen, webcams, why_closed

SIZES = (cv2.CAP_PROP_FRAME_WIDTH, cv2.CAP_PROP_FRAME_HEIGHT)


class FakeVideo:
    """A strict stand-in for cv2.VideoCapture: read() waits for a frame that a test sends.

    As through Video4Linux, what the driver has not is -1.
    """

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
        if prop in self.refuses:
            return -1.0
        return self.properties.get(prop, 0.0 if prop in SIZES else -1.0)

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
        for _ in range(BROKEN_FRAMES):
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
    return UsbCamera(device, CameraOptions(**options), Plug(video), settling_s=0)


def test_mjpg_is_asked_for_before_the_size(video):
    opened(video, width=1920, height=1080, fps=15)

    assert video.calls[:4] == [
        (cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG")),
        (cv2.CAP_PROP_FRAME_WIDTH, 1920),
        (cv2.CAP_PROP_FRAME_HEIGHT, 1080),
        (cv2.CAP_PROP_FPS, 15),
    ]


def test_exposure_focus_and_white_balance_are_locked_where_they_are(video):
    camera = opened(video)
    video.send(1)
    camera.capture()

    assert video.properties[cv2.CAP_PROP_AUTO_EXPOSURE] == 1
    assert (cv2.CAP_PROP_EXPOSURE, 157.0) in video.calls
    assert (cv2.CAP_PROP_FOCUS, 30.0) in video.calls
    assert (cv2.CAP_PROP_AUTO_WB, 0) in video.calls


def test_a_driver_without_locks_is_used_without_them():
    video = FakeVideo(refuses={cv2.CAP_PROP_AUTO_EXPOSURE, cv2.CAP_PROP_AUTOFOCUS})
    camera = opened(video)
    video.send(1)
    camera.capture()
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

    camera = UsbCamera("0", CameraOptions(), Plug(video), settle=settle, settling_s=0)
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
    camera = UsbCamera("0", CameraOptions(), plug, settling_s=0)
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


def test_the_automatics_have_time_before_they_are_held_and_before_a_frame_counts(video):
    clock = iter([0.0, 1.0, 1.5, 1.5, 1.6, 1.6])
    camera = UsbCamera("0", CameraOptions(), Plug(video), now=lambda: next(clock))
    automatic = video.properties[cv2.CAP_PROP_AUTO_EXPOSURE]
    video.send(10, 20, 30)
    frame = camera.capture(timeout_s=10)

    assert (automatic, video.properties[cv2.CAP_PROP_AUTO_EXPOSURE]) == (3, 1)
    assert int(frame.image[0, 0, 0]) == 30


def test_a_driver_whose_automatic_exposure_goes_by_another_number_has_it(monkeypatch):
    class Other(FakeVideo):
        def set(self, prop, value):
            refused = (prop, value) == (cv2.CAP_PROP_AUTO_EXPOSURE, 3)
            return False if refused else super().set(prop, value)

    video = Other()
    opened(video)
    video.unplug()

    assert video.properties[cv2.CAP_PROP_AUTO_EXPOSURE] == 0


def test_single_broken_frames_are_passed_over(video):
    camera = opened(video)
    for _ in range(BROKEN_FRAMES - 1):
        video.frames.put(None)
    video.send(7)

    assert int(camera.capture(timeout_s=10).image[0, 0, 0]) == 7


def calibrated(focus="45"):
    known = {"intrinsics": (900.0, 0, 640, 0, 900, 360, 0, 0, 1), "distortion": (0.0,) * 5}
    return CameraProfile("usb:0", 1280, 720, **known, sensor={"LensPosition": focus})


def test_a_calibrated_focus_is_set_again_instead_of_finding_one(video):
    camera = opened(video, width=1280, height=720, profile=calibrated())
    video.send(1)
    camera.capture()

    assert video.properties[cv2.CAP_PROP_FOCUS] == 45.0
    assert (cv2.CAP_PROP_AUTOFOCUS, 1) not in video.calls
    assert camera.profile == calibrated()


def test_another_focus_is_another_lens(video):
    camera = opened(video, width=1280, height=720, profile=calibrated())
    video.send(1)
    camera.adjust("focus", 60)

    assert camera.profile == CameraProfile("usb:0", 1280, 720, sensor={"LensPosition": "60"})


def test_where_the_lens_was_held_is_what_a_calibration_will_hang_on(video):
    camera = opened(video, width=1280, height=720)
    video.send(1)
    camera.capture()

    assert camera.profile.sensor == {"LensPosition": "30"}


def test_a_camera_that_is_not_there_names_those_that_are(tmp_path):
    for name in ("video0", "video12", "null"):
        (tmp_path / name).write_text("")

    error = why_closed(3, tmp_path, tmp_path / "none")

    assert str(error) == "there is no camera 3; choose another: usb:0, usb:12"


@pytest.fixture
def system(tmp_path):
    """What Linux tells of a Pi with a codec, and a webcam that has a second device."""
    bus = "devices/pci0000:00/usb1/1-2/1-2:1.0"
    for number, index, name, device in (
        (10, 0, "bcm2835-codec-decode", "devices/platform/bcm2835-codec"),
        (3, 1, "HD Pro Webcam C920", bus),
        (2, 0, "HD Pro Webcam C920", bus),
    ):
        folder = tmp_path / f"class/video{number}"
        folder.mkdir(parents=True)
        (tmp_path / device).mkdir(parents=True, exist_ok=True)
        (folder / "index").write_text(f"{index}\n")
        (folder / "name").write_text(f"{name}\n")
        (folder / "device").symlink_to(tmp_path / device)
    return tmp_path / "class"


def test_a_codec_and_a_second_device_are_no_cameras(system):
    assert webcams(system) == (Webcam(2, "HD Pro Webcam C920"),)


@pytest.mark.parametrize(
    ("wanted", "device"),
    [("", 2), ("c920", 2), ("0", 0), ("/dev/video4", "/dev/video4"), ("Logi", "Logi")],
)
def test_a_camera_goes_by_number_path_or_part_of_its_name(system, wanted, device):
    assert chosen(wanted, system) == device


def test_a_name_that_no_camera_has_names_those_there_are(system, tmp_path):
    error = why_closed("Logi", tmp_path, system)

    assert str(error) == ("there is no camera Logi; choose another: usb:2 (HD Pro Webcam C920)")


def test_no_camera_at_all_asks_for_one(tmp_path):
    assert str(why_closed(0, tmp_path, tmp_path)) == (
        "there is no camera 0; plug one in and check its cable"
    )


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
