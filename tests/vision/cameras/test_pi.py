import sys
import threading
import types
from pathlib import Path

import numpy as np
import pytest

from tests.vision.cameras.fake_picamera2 import (
    CONTROLS,
    FOCUS,
    IDENT,
    WEBCAM,
    FakePicamera2,
)
from tests.vision.cameras.fake_picamera2 import library as library_with
from vision.camera import CameraError, CameraOptions, CameraProfile, LensMisfit
from vision.cameras import open_camera, pi_device
from vision.cameras.pi import PiCamera

LOCKED = {
    "AfMode": 0,
    "LensPosition": 1.4,
    "ExposureTimeMode": 1,
    "AnalogueGainMode": 1,
    "ExposureTime": 9977,
    "AnalogueGain": 1.5,
    "ColourGains": (2.1, 1.9),
}
OLD = {n: c for n, c in (CONTROLS | FOCUS).items() if not n.endswith(("TimeMode", "GainMode"))}


@pytest.fixture
def library():
    return library_with()


@pytest.fixture
def open_files():
    folder = Path("/proc/self/fd")
    if not folder.is_dir():
        pytest.skip("this system does not count open files so")
    return lambda: len(list(folder.iterdir()))


def opened(library, **options):
    return PiCamera(
        0,
        CameraOptions(**options),
        library,
        now=lambda: 50.0,
        boot_ns=lambda: library.clock_ns + 850_000_000,
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

    assert controls == {
        "FrameDurationLimits": (50000, 50000),
        "NoiseReductionMode": 1,
        **LOCKED,
    }


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
    for _ in range(20):
        camera.capture()

    assert library.opened[0].in_use == 0


def test_after_a_button_a_frame_is_exposed_from_then_on_and_only_the_next(library):
    camera = opened(library)
    camera.flush()
    pressed_ns = library.clock_ns
    after = [camera.capture(), camera.capture()]
    shown_ns = library.clock_ns

    # A frame is there 150 ms after its exposure of 10 ms: two periods, and one for the next.
    assert (shown_ns - pressed_ns, [frame.number for frame in after]) == (300_000_000, [1, 2])


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


def test_a_fixed_focus_camera_is_asked_for_no_focus():
    library = library_with(controls=CONTROLS)
    opened(library)

    controls = library.opened[0].configurations[-1]["controls"]

    assert not {"AfMode", "LensPosition"} & set(controls)


def test_before_libcamera_0_5_nothing_is_set_that_it_does_not_know():
    library = library_with(controls=OLD)
    opened(library)

    controls = library.opened[0].configurations[-1]["controls"]

    assert set(controls) == {"NoiseReductionMode", "FrameDurationLimits", *LOCKED} - {
        "ExposureTimeMode",
        "AnalogueGainMode",
    }


def test_while_things_settle_frames_may_come_faster_for_focus_takes_dozens(library):
    opened(library, fps=10)

    paces = [c["controls"]["FrameDurationLimits"] for c in library.opened[0].configurations]

    assert paces == [(33_333, 100_000), (100_000, 100_000)]


@pytest.mark.parametrize("ends", [{"focuses": False}, {"focusing_frames": None}])
def test_a_table_that_cannot_be_focused_on_still_has_its_camera(ends, caplog):
    library = library_with(**ends)
    frame = opened(library).capture()

    assert (frame.number, len(library.opened)) == (1, 1)
    assert "the Pi camera imx708 finds no focus" in caplog.text


def test_a_size_that_libcamera_gives_instead_is_what_the_profile_says():
    library = library_with(given_size=(1920, 1080))
    camera = opened(library)

    assert (camera.profile.width, camera.capture().image.shape) == (1920, (1080, 1920, 3))


def test_a_lens_of_the_size_that_was_asked_for_does_not_fit_another():
    library = library_with(given_size=(1920, 1080))

    with pytest.raises(LensMisfit, match="at 2304x1296, not the Pi camera imx708"):
        opened(library, profile=calibrated())


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
    assert (found["red"].low, found["red"].high) == (0.0, 32.0)


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

    assert library.algorithms["ColourGains"] == (2.1, 1.2)


def test_another_focus_is_another_lens(library):
    camera = opened(library, profile=calibrated())
    camera.adjust("focus", 3.0)

    assert not camera.profile.known
    assert camera.profile.sensor["LensPosition"] == "3.0"


def test_what_a_camera_lacks_can_not_be_set(library):
    with pytest.raises(CameraError, match="can't set temperature; set something else"):
        opened(library).adjust("temperature", 5000)


@pytest.mark.parametrize("value", [-1.0, 101.0, 1e12])
def test_what_is_out_of_range_is_refused_and_changes_nothing(library, value):
    camera = opened(library, fps=10)
    with pytest.raises(CameraError, match=r"can't set exposure to .*; choose another value"):
        camera.adjust("exposure", value)

    assert library.algorithms["ExposureTime"] == 9977


@pytest.mark.parametrize("controls", [CONTROLS | FOCUS, OLD])
def test_locking_lets_the_automatics_settle_anew(controls):
    library = library_with(controls=controls)
    camera = opened(library)
    camera.adjust("gain", 4.0)
    camera.adjust("exposure", 5.0)
    camera.adjust("red", 1.0)
    set_by_hand = values(camera)
    camera.lock()

    assert (set_by_hand["gain"], set_by_hand["exposure"], set_by_hand["red"]) == (4.0, 4.992, 1.0)
    assert values(camera) == pytest.approx(
        {"exposure": 9.977, "gain": 1.5, "red": 2.1, "blue": 1.9, "focus": 1.4}
    )
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


def test_no_camera_is_a_sentence_about_the_cable(tmp_path):
    library = library_with(found=())

    with pytest.raises(CameraError, match="no camera is connected to this Pi; push the ribbon"):
        pi_device.information(library, 0, tmp_path)


def test_a_webcam_is_no_camera_of_the_pis_connector(tmp_path):
    library = library_with(found=(WEBCAM | {"Num": 0},))

    with pytest.raises(CameraError, match="no camera is connected to this Pi"):
        pi_device.information(library, 0, tmp_path)


def test_devices_that_this_user_may_not_open_are_told_from_no_camera(tmp_path, monkeypatch):
    (tmp_path / "media0").touch()
    monkeypatch.setattr(pi_device.os, "access", lambda path, mode: False)

    with pytest.raises(CameraError, match=r"you may not use .*media0; .* -aG video"):
        pi_device.information(library_with(found=()), 0, tmp_path)


@pytest.mark.parametrize("index", [1, 2])
def test_a_camera_number_too_high_names_those_there_are(index):
    library = library_with(found=(*FakePicamera2.found, WEBCAM))

    with pytest.raises(CameraError, match=f"there is no Pi camera {index}; choose pi:0"):
        PiCamera(index, CameraOptions(), library)


def test_a_busy_camera_names_what_may_hold_it_and_keeps_nothing_open(library, open_files):
    library.busy = True
    before = open_files()
    for _ in range(3):
        with pytest.raises(CameraError, match=r"imx708 is busy .*close other programs"):
            opened(library)

    assert open_files() == before


def test_a_camera_that_hangs_is_not_called_busy(library, monkeypatch):
    unplugged = threading.Event()
    monkeypatch.setattr(pi_device, "LETTING_GO_S", 0.01)
    camera = opened(library)
    monkeypatch.setattr(library, "stop", lambda device: unplugged.wait(10))
    library.opened[0].stuck, library.busy = True, True
    with pytest.raises(CameraError, match="gave no frame"):
        camera.capture(timeout_s=0.5)
    with pytest.raises(CameraError, match=r"imx708 hangs; .*ribbon cable"):
        camera.capture()
    unplugged.set()


def test_what_keeps_it_from_starting_is_a_sentence_too():
    library = library_with(fails_to_start=OSError(12, "Cannot allocate memory"))

    with pytest.raises(CameraError, match=r"does not start \(.*memory\); close other programs"):
        opened(library)

    assert library.opened[0].state == "closed"


def test_missing_picamera2_names_the_package(monkeypatch):
    monkeypatch.setitem(sys.modules, "picamera2", None)

    with pytest.raises(CameraError, match=r"picamera2 is not installed; .*python3-picamera2"):
        open_camera("pi")


def test_what_picamera2_itself_lacks_is_named(monkeypatch):
    class Lacking(types.ModuleType):
        def __getattr__(self, name):
            raise ModuleNotFoundError("No module named 'libcamera'", name="libcamera")

    monkeypatch.setitem(sys.modules, "picamera2", Lacking("picamera2"))

    with pytest.raises(CameraError, match=r"can't be loaded \(No module named 'libcamera'\)"):
        open_camera("pi")


def test_a_picamera2_that_cannot_wait_for_a_fresh_frame_is_too_old(monkeypatch):
    old = type("Picamera2", (), {"capture_request": lambda self, wait=None: None})
    monkeypatch.setitem(sys.modules, "picamera2", types.SimpleNamespace(Picamera2=old))

    with pytest.raises(CameraError, match=r"too old; .*full-upgrade"):
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
