import sys
import types

import numpy as np
import pytest

from vision.camera import CameraError, CameraOptions, CameraProfile
from vision.cameras import open_camera
from vision.cameras.pi import PiCamera

MODES = [
    {"size": (1536, 864), "bit_depth": 10, "crop_limits": (768, 432, 3072, 1728)},
    {"size": (2304, 1296), "bit_depth": 10, "crop_limits": (0, 0, 4608, 2592)},
    {"size": (4608, 2592), "bit_depth": 10, "crop_limits": (0, 0, 4608, 2592)},
]
METADATA = {
    "SensorTimestamp": 7_000_000_000,
    "ExposureTime": 9977,
    "AnalogueGain": 1.5,
    "ColourGains": (2.1, 1.9),
    "LensPosition": 1.4,
    "ScalerCrop": (0, 0, 4608, 2592),
    "AeLocked": True,
}
LOCKED = {
    "AfMode": 0,
    "LensPosition": 1.4,
    "ExposureTime": 9977,
    "AnalogueGain": 1.5,
    "ColourGains": (2.1, 1.9),
}
LIMITS = {
    "AfMode": (0, 2, 0),
    "ExposureTime": (26, 220_417_486, 20_000),
    "AnalogueGain": (1.1, 16.0, 1.1),
    "LensPosition": (0.0, 15.0, 1.0),
}
IDENT = "/base/soc/i2c0mux/i2c@1/imx708@1a"


class FakeRequest:
    def __init__(self, device):
        self.device, self.released = device, False
        device.held += 1

    def make_array(self, name):
        assert not self.released
        if name == "main":
            return np.full((1296, 2304, 3), 50, np.uint8)
        assert name == "lores"
        # I420 of 320 x 180 in rows padded to 384.
        padded = np.full((270, 384), 255, np.uint8)
        padded[:180, :320] = 66
        return padded

    def get_metadata(self):
        assert not self.released
        return METADATA | self.device.set

    def release(self):
        assert not self.released
        self.released = True
        self.device.held -= 1


class FakeJob:
    def __init__(self, result):
        self.result = result

    def get_result(self, timeout=None):
        assert timeout is not None
        if self.result is None:
            raise TimeoutError
        return self.result()


class FakePicamera2:
    """A strict stand-in for picamera2.Picamera2: wrong order or unknown calls fail."""

    found = ({"Model": "imx708", "Id": IDENT, "Num": 0},)
    busy = False
    opened: list["FakePicamera2"]

    @classmethod
    def global_camera_info(cls):
        return list(cls.found)

    def __init__(self, number):
        if type(self).busy:
            raise RuntimeError("Camera __init__ sequence did not complete.")
        self.number, self.state = number, "open"
        self.sensor_modes, self.camera_controls = MODES, dict(LIMITS)
        self.set: dict[str, object] = {}
        self.configurations, self.flushed, self.steps = [], [], []
        self.held, self.stuck = 0, False
        type(self).opened.append(self)

    def create_video_configuration(self, *, main, lores, sensor, controls, buffer_count):
        assert self.state == "open"
        return {
            "main": main,
            "lores": lores,
            "sensor": sensor,
            "controls": dict(controls),
            "buffer_count": buffer_count,
        }

    def configure(self, configuration):
        assert self.state == "open"
        self.configurations.append(configuration)

    def start(self):
        assert self.state == "open"
        assert self.configurations
        self.state = "running"

    def stop(self):
        self.steps.append("stop")
        self.state = "open"

    def close(self):
        self.steps.append("close")
        self.state = "closed"

    def set_controls(self, controls):
        assert self.state == "running"
        # The sensor exposes in whole rows of 16 microseconds.
        self.set |= {
            name: value // 16 * 16 if name == "ExposureTime" else value
            for name, value in controls.items()
        }

    def cancel_all_and_flush(self):
        self.steps.append("cancel")

    def autofocus_cycle(self, *, wait):
        assert wait is False
        assert self.state == "running"
        return FakeJob(lambda: True)

    def capture_request(self, *, wait, flush=None):
        assert wait is False
        assert self.state == "running"
        self.flushed.append(flush)
        return FakeJob(None if self.stuck else lambda: FakeRequest(self))


@pytest.fixture
def library():
    return type("Picamera2", (FakePicamera2,), {"opened": []})


def opened(library, **options):
    return PiCamera(
        0, CameraOptions(**options), library, now=lambda: 50.0, boot_ns=lambda: int(8e9)
    )


def test_every_configuration_asks_for_both_streams_and_the_whole_view(library):
    opened(library)

    for configuration in library.opened[0].configurations:
        assert configuration["main"] == {"size": (2304, 1296), "format": "RGB888"}
        assert configuration["lores"] == {"size": (320, 180), "format": "YUV420"}
        assert configuration["sensor"] == {"output_size": (2304, 1296), "bit_depth": 10}


def test_what_the_automatics_found_is_locked_in_the_last_configuration(library):
    opened(library, fps=20)

    controls = library.opened[0].configurations[-1]["controls"]

    assert controls == {"FrameDurationLimits": (50000, 50000), **LOCKED}


def test_a_frame_is_bgr_with_the_small_grey_cut_from_its_padding(library):
    frame = opened(library).capture()

    assert frame.image.shape == (1296, 2304, 3)
    assert frame.grey.shape == (180, 320)
    assert set(np.unique(frame.grey)) == {66}
    assert frame.number == 1


def test_the_time_of_a_frame_is_its_exposure_on_the_monotonic_clock(library):
    assert opened(library).capture().time_s == 49.0


def test_requests_are_always_given_back(library):
    camera = opened(library)
    camera.capture()

    assert library.opened[0].held == 0


def test_flush_holds_for_the_next_frame_only(library):
    camera = opened(library)
    library.opened[0].flushed.clear()

    camera.flush()
    camera.capture()
    camera.capture()

    assert library.opened[0].flushed == [True, None]


def test_a_stuck_camera_is_let_go_and_opened_again_with_the_same_controls(library):
    camera = opened(library)
    library.opened[0].stuck = True

    with pytest.raises(CameraError) as stuck:
        camera.capture(timeout_s=0.5)
    frame = camera.capture()

    assert stuck.value.reason == "the Pi camera imx708 gave no frame for 0.5 s"
    assert "ribbon cable" in stuck.value.remedy
    assert library.opened[0].steps[-3:] == ["cancel", "stop", "close"]
    assert frame.number == 1
    assert len(library.opened[1].configurations) == 1
    assert LOCKED.items() <= library.opened[1].configurations[0]["controls"].items()


def test_a_fixed_focus_camera_is_asked_for_no_focus(library, monkeypatch):
    monkeypatch.delitem(METADATA, "LensPosition")
    original = library.__init__

    def without_focus(self, number):
        original(self, number)
        self.camera_controls = {}

    monkeypatch.setattr(library, "__init__", without_focus)
    opened(library)

    controls = library.opened[0].configurations[-1]["controls"]

    assert not {"AfMode", "LensPosition"} & set(controls)


def test_the_profile_names_what_a_calibration_hangs_on(library):
    profile = opened(library).profile

    assert profile == CameraProfile(
        IDENT,
        2304,
        1296,
        sensor={
            "ScalerCrop": "(0, 0, 4608, 2592)",
            "LensPosition": "1.4",
            "SensorMode": "2304x1296-10",
        },
    )


def values(camera):
    return {control.name: control.value for control in camera.controls()}


def test_controls_tell_what_is_held_and_how_far_it_goes(library):
    found = {control.name: control for control in opened(library, fps=20).controls()}

    assert values(opened(library)) == pytest.approx(
        {"exposure": 9.977, "gain": 1.5, "red": 2.1, "blue": 1.9, "focus": 1.4}
    )
    assert (found["exposure"].low, found["exposure"].high) == (0.026, 50.0)
    assert (found["red"].low, found["red"].high) == (None, None)


def test_a_control_is_read_back_and_held_after_a_reopening(library):
    camera = opened(library)
    camera.adjust("exposure", 5.0)
    library.opened[0].stuck = True
    with pytest.raises(CameraError):
        camera.capture(timeout_s=0.5)
    camera.capture()

    assert values(camera)["exposure"] == 4.992
    assert library.opened[1].configurations[0]["controls"]["ExposureTime"] == 4992


def test_one_gain_of_the_white_balance_leaves_the_other(library):
    camera = opened(library)
    camera.adjust("blue", 1.2)

    assert library.opened[0].set == {"ColourGains": (2.1, 1.2)}


def test_another_focus_is_another_lens(library):
    camera = opened(library, profile=calibrated())
    camera.adjust("focus", 3.0)

    assert not camera.profile.known
    assert camera.profile.sensor["LensPosition"] == "3.0"


def test_what_a_camera_lacks_can_not_be_set(library):
    with pytest.raises(CameraError, match="can't set temperature; set something else"):
        opened(library).adjust("temperature", 5000)


def test_locking_lets_the_automatics_settle_anew(library):
    camera = opened(library)
    camera.adjust("gain", 4.0)
    camera.lock()

    assert values(camera)["gain"] == 1.5
    assert library.opened[0].state == "closed"


def calibrated(**changes):
    known = {
        "camera_id": IDENT,
        "width": 2304,
        "height": 1296,
        "intrinsics": (1800.0, 0, 1152, 0, 1800, 648, 0, 0, 1),
        "distortion": (0.0,) * 5,
        "sensor": {"ScalerCrop": "(0, 0, 4608, 2592)", "LensPosition": "2.25"},
    }
    return CameraProfile(**{**known, **changes})


def test_a_calibrated_lens_is_set_where_it_was_calibrated(library):
    camera = opened(library, profile=calibrated())

    assert camera.profile == calibrated()
    assert library.opened[0].configurations[-1]["controls"]["LensPosition"] == 2.25


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"camera_id": "another"}, "belongs to another at 2304x1296"),
        ({"width": 4608, "height": 2592}, "at 4608x2592, not the Pi camera"),
        ({"sensor": {"ScalerCrop": "(768, 432, 3072, 1728)"}}, "another crop of the sensor"),
    ],
)
def test_a_profile_that_does_not_fit_is_refused(library, changes, problem):
    with pytest.raises(CameraError, match=problem):
        opened(library, profile=calibrated(**changes))

    assert all(device.state == "closed" for device in library.opened)


def test_no_camera_is_a_sentence_about_the_cable(library):
    library.found = ()

    with pytest.raises(CameraError, match="no camera is connected to this Pi; push the ribbon"):
        opened(library)


def test_a_camera_number_too_high_names_those_there_are(library):
    with pytest.raises(CameraError, match="there is no Pi camera 1; choose pi:0"):
        PiCamera(1, CameraOptions(), library)


def test_a_busy_camera_names_what_may_hold_it(library):
    library.busy = True

    with pytest.raises(CameraError, match=r"imx708 is busy .*close other programs"):
        opened(library)


def test_missing_picamera2_names_the_package(monkeypatch):
    monkeypatch.setitem(sys.modules, "picamera2", None)

    with pytest.raises(CameraError, match=r"picamera2 is not installed; .*python3-picamera2"):
        open_camera("pi")


def test_a_numpy_clash_is_told_from_a_missing_package(monkeypatch):
    class Clashing(types.ModuleType):
        def __getattr__(self, name):
            raise ValueError("numpy.dtype size changed, may indicate binary incompatibility")

    monkeypatch.setitem(sys.modules, "picamera2", Clashing("picamera2"))

    with pytest.raises(CameraError, match=r"built for another numpy .*numpy below 2"):
        open_camera("pi")


def test_a_camera_name_that_is_no_number_is_refused():
    with pytest.raises(CameraError, match="pi:left is no camera; write pi, pi:0 or pi:1"):
        open_camera("pi:left")
