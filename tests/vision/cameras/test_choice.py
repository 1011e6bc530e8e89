import sys

import pytest

from vision.camera import CameraError, CameraOptions
from vision.cameras import back_ends, open_camera, register


def test_an_unknown_spec_is_refused_with_the_choices():
    with pytest.raises(CameraError) as refused:
        open_camera("webcam:0")

    assert refused.value.reason == "'webcam:0' is no kind of camera"
    assert refused.value.remedy == "choose one of auto, simulated, files, usb, pi"


def test_a_camera_error_is_a_runtime_error_that_ends_in_its_remedy():
    error = CameraError("the cable is loose", "push it home")

    assert isinstance(error, RuntimeError)
    assert str(error) == "the cable is loose; push it home"


def test_auto_without_a_pi_camera_takes_the_simulated_table_and_says_why(monkeypatch, picture):
    monkeypatch.setitem(sys.modules, "picamera2", None)

    with open_camera("auto", CameraOptions(picture=lambda: picture(90))) as camera:
        said = camera.explanation

    assert camera.name == "the simulated table"
    assert said.startswith("Using the simulated table, because picamera2 is not installed.")
    assert "apt install python3-picamera2" in said
    assert "--camera usb" in said


def test_auto_names_the_pi_camera_it_found(monkeypatch, picture):
    pi = open_camera("simulated", CameraOptions(picture=lambda: picture(90)))
    pi.name = "the Pi camera imx708"
    monkeypatch.setitem(_registry(), "pi", lambda _argument, _options: pi)

    assert open_camera("auto") is pi
    assert pi.explanation == (
        "Using the Pi camera imx708, the camera connected to this Raspberry Pi."
    )


def test_a_registered_back_end_gets_what_follows_the_colon(monkeypatch):
    monkeypatch.setattr("vision.cameras._registry", dict(back_ends()))
    got = []
    register("shelf", lambda argument, options: got.append((argument, options)))

    open_camera("shelf:a:b", CameraOptions(fps=3))

    assert got == [("a:b", CameraOptions(fps=3))]


def test_the_simulated_camera_without_a_table_is_refused():
    with pytest.raises(CameraError, match="no simulated table is set up"):
        open_camera("simulated")


def _registry():
    from vision import cameras

    return cameras._registry


@pytest.mark.parametrize("wish", [{"width": 0}, {"height": -5}, {"fps": 0}, {"fps": float("nan")}])
def test_sizes_and_rates_that_no_camera_has_are_refused(wish):
    with pytest.raises(CameraError, match=r"no camera gives .*; ask for 2304x1296 at 10"):
        CameraOptions(**wish)


def test_auto_takes_no_number():
    with pytest.raises(CameraError, match="'auto:3' is no kind of camera"):
        open_camera("auto:3")
