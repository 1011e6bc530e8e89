import numpy as np
import pytest

from tests.vision.calibration.shooting import (
    A4,
    SMALL,
    flat_poses,
    good_poses,
    true_views,
    whole_poses,
)
from vision.calibration.board import Points
from vision.calibration.collector import Collector
from vision.calibration.errors import CalibrationError
from vision.calibration.lens import LensFit, fit_lens
from vision.calibration.solve import USUAL, WIDE, flat_shape, posed, projected
from vision.printing import Paper
from vision.printing.board import board_place
from vision.simulated.lens import CameraModel
from vision.simulated.sheet import Sheet, SheetPose

NEARLY = (-0.06, 0.03, 0.0004, -0.0003, 0.0)
LENSES = {
    "usual": CameraModel(1152, 648, 925.0, NEARLY),
    "barrel": CameraModel(1152, 648, 860.0, (-0.24, 0.08, 0.0002, 0.0003, -0.01)),
    "pincushion": CameraModel(1152, 648, 1150.0, (0.12, -0.08, 0.0, 0.0002, 0.02)),
    "decentred": CameraModel(1152, 648, 900.0, (-0.1, 0.04, 0.004, -0.003, 0.0)),
    "wide": CameraModel(1152, 648, 560.0, (0.3, 0.02, 0.0003, -0.0002, 0.0, 0.62, 0.1, 0.0)),
}


def blank(**bends):
    return Sheet(np.zeros((1188, 840, 3), np.uint8), 4, **bends)


def careful_views(model, noise_px=0.05, seed=1, *, sheet=None, count=24):
    """Return views as near to a lens as its field of view wants."""
    share = model.focal_px / SMALL.focal_px
    poses = [
        SheetPose(p.x_mm, p.y_mm, p.distance_mm * share, p.tilt_deg, p.near_deg, p.turn_deg)
        for p in [*good_poses(count, seed), *whole_poses(seed=seed)]
    ]
    return true_views(poses, model, sheet, noise_px, seed)


def true_error(fit: LensFit, model, noise_px) -> float:
    """Return how far fresh noisy corners are from where the lens puts the true board, px."""
    fresh = careful_views(model, 0.0, seed=77)
    rng = np.random.default_rng(5)
    squares: list[Points] = []
    for view in fresh:
        shape = flat_shape(A4.corners_mm())
        pose = posed(shape, (view.ids, view.corners), fit.lens)
        seen = view.corners + rng.normal(0, noise_px, view.corners.shape)
        squares.append(((projected(shape[view.ids], *pose, fit.lens) - seen) ** 2).sum(axis=1))
    return float(np.sqrt(np.concatenate(squares).mean()))


@pytest.mark.parametrize("model", LENSES.values(), ids=LENSES)
def test_the_focal_length_and_its_error_are_found_for_any_lens(model):
    fit = fit_lens(A4, careful_views(model, noise_px=0.1, count=48))

    assert fit.lens.focal_px == pytest.approx(model.focal_px, rel=0.003)
    assert fit.held_out_px == pytest.approx(true_error(fit, model, 0.1), rel=0.2)


def test_real_pictures_give_the_focal_length_within_a_third_of_a_percent(good_pictures):
    collector = Collector(A4)
    for picture in good_pictures:
        collector.consider(picture)
    fit = fit_lens(A4, tuple(collector.views))

    assert len(fit.seen) >= 20
    assert fit.lens.focal_px == pytest.approx(SMALL.focal_px, rel=0.003)
    assert fit.held_out_px < 0.15


def test_the_held_out_error_grows_with_the_noise():
    errors = [fit_lens(A4, careful_views(SMALL, noise)).held_out_px for noise in (0.05, 0.2)]

    assert errors[1] == pytest.approx(4 * errors[0], rel=0.15)


def test_the_held_out_error_is_never_below_that_of_the_fit(good_fit):
    assert good_fit.held_out_px > good_fit.rms_px


def test_a_simple_lens_is_described_simply(good_fit):
    assert good_fit.model == USUAL


def test_a_lens_the_usual_model_cannot_describe_gets_the_wide_one():
    fit = fit_lens(A4, careful_views(LENSES["wide"], noise_px=0.02))

    assert fit.model == WIDE


@pytest.mark.parametrize(("bow_mm", "sag_mm"), [(4.0, 0.0), (3.0, -2.0)])
def test_a_bowed_board_is_measured_and_makes_no_error(bow_mm, sag_mm):
    sheet = blank(bow_mm=bow_mm, sag_mm=sag_mm)
    fit = fit_lens(A4, careful_views(SMALL, sheet=sheet))

    assert fit.bowed_mm == pytest.approx(curved_mm(sheet), rel=0.15)
    assert fit.lens.focal_px == pytest.approx(SMALL.focal_px, rel=0.003)
    assert fit.held_out_px < 0.1


def curved_mm(sheet):
    """Return how far the corners are from their best plane: a plane is no bow."""
    x, y = (A4.corners_mm() + board_place(Paper.A4)).T
    height = sheet.height_mm(x, y)
    middle, span = (x.mean(), y.mean()), (np.ptp(x), np.ptp(y))
    u, v = (x - middle[0]) / span[0], (y - middle[1]) / span[1]
    terms = np.column_stack([np.ones_like(u), u, v, u * u, u * v, v * v])
    found, *_ = np.linalg.lstsq(terms, height, rcond=None)
    return float(np.ptp(terms[:, 3:] @ found[3:]))


def test_without_the_cure_a_bowed_board_would_spoil_the_lens():
    views = careful_views(SMALL, sheet=blank(bow_mm=4.0))
    partial = [view for view in views if len(view.ids) < A4.corners]
    fit = fit_lens(A4, partial)

    assert fit.bow is None
    assert fit.held_out_px > 0.2


def test_a_flat_board_is_not_called_bowed(good_fit):
    assert good_fit.bow is not None
    assert good_fit.bowed_mm == 0


def test_flat_views_give_a_small_error_and_a_wrong_focal_length(flat_views):
    fit = fit_lens(A4, flat_views)

    assert fit.held_out_px < 0.1
    assert abs(fit.lens.focal_px / SMALL.focal_px - 1) > 0.05


def test_a_print_stretched_one_way_is_cured_by_measuring_its_rulers(good_views):
    # The true board is as designed: told that it is stretched, the tool must find it wrong.
    told_wrong = fit_lens(A4.measured(100.0, 48.5), good_views)
    told_right = fit_lens(A4.measured(100.0, 50.0), good_views)

    assert told_right.held_out_px < 0.1
    assert told_wrong.held_out_px > 3 * told_right.held_out_px


def test_errors_are_told_view_by_view(good_views, good_fit):
    assert set(good_fit.per_view_px) == {view.number for view in good_views}
    assert max(good_fit.per_view_px.values()) < 0.2


@pytest.mark.parametrize("count", [0, 1, 3, 5])
def test_too_few_views_are_refused(good_views, count):
    with pytest.raises(CalibrationError, match=f"{count} usable views are too few"):
        fit_lens(A4, good_views[:count])


def test_views_of_two_resolutions_are_refused(good_views):
    other = true_views(flat_poses(3), CameraModel().scaled(576, 324))

    with pytest.raises(CalibrationError, match="576 x 324, 1152 x 648; keep one"):
        fit_lens(A4, [*good_views, *other])
