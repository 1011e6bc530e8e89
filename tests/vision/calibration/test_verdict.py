from dataclasses import replace

import numpy as np
import pytest

from tests.vision.calibration.shooting import A4, flat_poses, good_poses, true_views, whole_poses
from tests.vision.calibration.test_lens import blank
from vision.calibration.data_sheet import crop_of, data_sheets, nearest_sheet
from vision.calibration.report import report_on
from vision.calibration.solve import Lens
from vision.calibration.verdict import Grade, judge


def codes(messages):
    return {message.code for message in messages}


def test_a_careful_set_is_good(good_views, good_fit):
    verdict = judge(A4, good_views, good_fit)

    assert (verdict.grade, verdict.reasons) == (Grade.GOOD, ())


@pytest.mark.parametrize(("noise_px", "seed"), [(0.0, 1), (0.02, 2), (0.1, 3), (0.3, 4)])
def test_flat_views_are_not_usable_whatever_their_error(noise_px, seed):
    report = report_on(A4, true_views(flat_poses(20, seed), noise_px=noise_px, seed=seed))

    assert report.grade is Grade.NOT_USABLE
    assert "flat_views" in codes(report.reasons)


def test_views_that_lean_one_way_only_are_not_good(good_views):
    views = [view for view in good_views if view.attitude.side in ("top", "bottom")]
    report = report_on(A4, views)

    assert report.grade is not Grade.GOOD
    assert {"need_tilt"} <= codes(report.reasons)


def test_views_of_the_middle_alone_are_not_good():
    report = report_on(A4, true_views(whole_poses(24)))

    assert report.grade is Grade.NOT_USABLE
    assert "unseen_places" in codes(report.reasons)


def test_a_bow_that_could_not_be_measured_keeps_it_from_being_good():
    poses = [*good_poses(40), *whole_poses(20)]
    views = [view for view in true_views(poses, sheet=blank(bow_mm=4.0)) if len(view.ids) < 48]
    report = report_on(A4, views)

    assert report.grade is not Grade.GOOD
    assert "bow_unknown" in codes(report.reasons)


def test_a_bow_that_was_measured_is_told():
    views = true_views([*good_poses(), *whole_poses()], sheet=blank(bow_mm=4.0))
    report = report_on(A4, views)

    assert report.grade is Grade.GOOD
    assert "bowed" in codes(report.verdict.notes)


def test_a_large_error_is_not_usable():
    views = true_views([*good_poses(), *whole_poses()], noise_px=1.2)
    report = report_on(A4, views)

    assert report.grade is Grade.NOT_USABLE
    assert "held_out_bad" in codes(report.reasons)


def test_a_view_that_was_spoilt_is_named(good_views):
    spoilt = good_views[7]
    rng = np.random.default_rng(1)
    wrong = replace(spoilt, corners=spoilt.corners + rng.normal(0, 1.0, spoilt.corners.shape))
    report = report_on(A4, [*good_views[:7], wrong, *good_views[8:]])
    named = [dict(m.facts)["view"] for m in report.verdict.notes if m.code == "outlier"]

    assert named == [str(spoilt.number)]


def test_the_same_view_again_and_again_is_not_usable(good_views):
    views = [replace(good_views[0], number=number) for number in range(1, 11)]

    assert report_on(A4, views).grade is Grade.NOT_USABLE


@pytest.mark.parametrize("count", [0, 1, 3])
def test_too_few_views_are_not_usable_and_say_so(good_views, count):
    report = report_on(A4, good_views[:count])

    assert (report.grade, report.fit) == (Grade.NOT_USABLE, None)
    assert codes(report.reasons) == {"few_views"}


def test_a_focal_length_the_maker_rules_out_is_not_usable(good_views, good_fit):
    # 1152 px of a Camera Module 2: 3.04 mm / 1.12 um * 1152 / 3280 = 953 px.
    lens = Lens(good_fit.lens.matrix * np.array([[1.25], [1.25], [1]]), good_fit.lens.distortion)
    verdict = judge(A4, good_views, replace(good_fit, lens=lens), "imx219")

    assert "focal_impossible" in codes(verdict.reasons)


def test_a_focal_length_near_the_data_sheet_is_confirmed(good_views, good_fit):
    verdict = judge(A4, good_views, good_fit, "/base/soc/i2c0mux/i2c@1/imx219@10")
    sheet, ratio = verdict.sheet

    assert sheet.name == "Camera Module 2"
    assert ratio == pytest.approx(925 / 953.3, abs=0.005)
    assert verdict.grade is Grade.GOOD


def test_the_data_sheet_of_the_camera_module_three_gives_its_field_of_view():
    (sheet,) = data_sheets("imx708_noir")

    assert sheet.focal_px((4608, 2592)) == pytest.approx(3386, abs=1)
    assert sheet.focal_px((2304, 1296)) == pytest.approx(1693, abs=1)
    assert sheet.focal_px((2304, 1296), (2304, 1296)) == pytest.approx(3386, abs=1)


def test_an_id_that_does_not_tell_the_wide_lens_allows_both():
    sheet, ratio = nearest_sheet("i2c@1/imx708@1a", (2304, 1296), 990.0)

    assert sheet.name == "Camera Module 3 Wide"
    assert ratio == pytest.approx(1.008, abs=0.003)


@pytest.mark.parametrize("camera", ["", "imx477", "usb:0", "simulated"])
def test_other_cameras_have_no_data_sheet(camera):
    assert nearest_sheet(camera, (640, 480), 500.0) is None


@pytest.mark.parametrize(
    ("text", "crop"),
    [("(0, 0, 4608, 2592)", (4608, 2592)), ("", None), (None, None), ("(1, 2)", None)],
)
def test_the_crop_is_read_as_libcamera_writes_it(text, crop):
    assert crop_of(text) == crop
