import json
from dataclasses import replace

import numpy as np
import pytest

from tests.vision.calibration.shooting import A4
from vision.calibration.errors import CalibrationError
from vision.calibration.profile import CalibrationProfile, profile_of
from vision.calibration.table import Aim
from vision.calibration.uncertainty import Uncertainty
from vision.calibration.verdict import Grade, judge
from vision.camera import CameraProfile
from vision.pose import Lens

SENSOR = {"ScalerCrop": "(0, 0, 4608, 2592)", "LensPosition": "1.5", "SensorMode": "2304x1296"}
CAMERA = CameraProfile("imx708", 1152, 648, sensor=SENSOR)


@pytest.fixture(scope="module")
def verdict(good_views, good_fit):
    return judge(A4, good_views, good_fit)


@pytest.fixture
def profile(good_fit, verdict):
    return profile_of(CAMERA, A4, good_fit, verdict, "2026-01-02T20:00:00+00:00")


def test_a_profile_survives_as_text(profile):
    assert CalibrationProfile.from_json(profile.to_json(), "here") == profile


def test_the_pose_over_the_mat_is_kept_with_it(profile):
    doubt = Uncertainty(0.1, (0.2, 0.2, 0.3, 0.2))
    aim = Aim(np.zeros(3), np.array([1.0, 2.0, 3.0]), (0, 1, 2), 0.1, 0.05, doubt)
    again = CalibrationProfile.from_json(profile.aimed(aim).to_json(), "here")

    assert again.hung.tvec == (1.0, 2.0, 3.0)
    assert again.hung.error_mm == 0.3


def test_the_same_text_is_a_camera_profile_for_the_reader(profile):
    lens = CameraProfile.from_json(profile.to_json(), "here")

    assert lens == profile.lens
    assert lens.known
    assert Lens(lens, 1152, 648).straight(np.array([[10.0, 10.0]])).shape == (1, 2)


def test_an_unusable_lens_makes_no_profile(good_fit, verdict):
    with pytest.raises(CalibrationError, match="not usable"):
        profile_of(CAMERA, A4, good_fit, replace(verdict, grade=Grade.NOT_USABLE))


@pytest.mark.parametrize(
    "camera",
    [
        CAMERA,
        replace(CAMERA, sensor={**SENSOR, "LensPosition": "1.52"}),
        replace(CAMERA, width=2304, height=1296),
        replace(CAMERA, camera_id="unknown", sensor={}),
        CameraProfile(),
    ],
)
def test_it_fits_the_camera_it_belongs_to(profile, camera):
    profile.check_fits(camera)


@pytest.mark.parametrize(
    ("camera", "said"),
    [
        (replace(CAMERA, camera_id="imx219"), "belongs to camera imx708, and this is imx219"),
        (
            replace(CAMERA, width=1152, height=864),
            "belongs to resolution 1152 x 648, and this is 1152 x 864",
        ),
        (
            replace(CAMERA, width=2304, height=1296, sensor={}),
            "belongs to resolution 1152 x 648, and this is 2304 x 1296",
        ),
        (
            replace(CAMERA, sensor={**SENSOR, "ScalerCrop": "(1152, 648, 2304, 1296)"}),
            "belongs to ScalerCrop",
        ),
        (replace(CAMERA, sensor={**SENSOR, "SensorMode": "1536x864"}), "belongs to SensorMode"),
        (
            replace(CAMERA, sensor={**SENSOR, "LensPosition": "2.5"}),
            "belongs to LensPosition 1.5, and this is 2.5",
        ),
    ],
)
def test_it_is_refused_where_it_does_not_fit(profile, camera, said):
    with pytest.raises(CalibrationError) as refused:
        profile.check_fits(camera)

    assert said in str(refused.value)
    assert "calibrate this camera as it is now" in refused.value.remedy


def changed(profile, **changes):
    return json.dumps({**json.loads(profile.to_json()), **changes})


def test_an_empty_text_is_refused(profile):
    with pytest.raises(CalibrationError, match="here is empty"):
        CalibrationProfile.from_json(" \n", "here")


def test_half_a_text_is_refused(profile):
    text = profile.to_json()

    with pytest.raises(CalibrationError, match="here is no calibration"):
        CalibrationProfile.from_json(text[: len(text) // 2], "here")


@pytest.mark.parametrize("text", ["[]", "3", "null", "{}", '{"format": "other"}'])
def test_another_kind_of_file_is_refused(text):
    with pytest.raises(CalibrationError, match="no calibration of Table Marshal"):
        CalibrationProfile.from_json(text, "here")


def test_a_newer_version_is_refused(profile):
    with pytest.raises(CalibrationError, match="has version 2, known is 1; update"):
        CalibrationProfile.from_json(changed(profile, version=2), "here")


@pytest.mark.parametrize(
    "changes",
    [
        {"intrinsics": None},
        {"intrinsics": [1, 2, 3]},
        {"intrinsics": [float("nan")] * 9},
        {"distortion": ["a"]},
        {"width": 0},
        {"calibration": {}},
        {"calibration": None},
    ],
)
def test_numbers_that_are_no_lens_are_refused(profile, changes):
    with pytest.raises(CalibrationError):
        CalibrationProfile.from_json(changed(profile, **changes), "here")
