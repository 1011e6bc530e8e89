import numpy as np
import pytest

from tests.vision.calibration.shooting import A4, SMALL, good_poses, true_views, whole_poses
from vision.calibration.lens import fit_lens
from vision.calibration.solve import Lens
from vision.calibration.uncertainty import (
    intrinsic_covariance,
    intrinsic_values,
    lens_with,
    measured_points,
    table_uncertainty,
    usual_hanging,
)

TRUTH = Lens(SMALL.matrix(), np.array(SMALL.distortion))


def fitted(seed, noise_px=0.1, views=12):
    poses = [*good_poses(views, seed), *whole_poses(10, seed)]
    return fit_lens(A4, true_views(poses, noise_px=noise_px, seed=seed + 100))


@pytest.fixture(scope="module")
def fits():
    return [fitted(seed) for seed in range(6)]


def off_mm(fit, seed):
    """Return how far the five points are truly measured wrong, (5,), mm."""
    over = usual_hanging(fit.size, TRUTH)
    rng = np.random.default_rng(seed)
    jitter = rng.normal(0, 0.1, (len(over.tag_points), 2))
    measured = measured_points(TRUTH, fit.lens, over, jitter)
    return np.linalg.norm(measured - over.asked_points, axis=1)


def test_the_uncertainty_of_a_table_point_is_honest(fits):
    within, ratios = [], []
    for seed, fit in enumerate(fits):
        doubt = table_uncertainty(fit)
        promised = np.array([doubt.centre_mm, *doubt.corners_mm])
        for draw in range(10):
            truly = off_mm(fit, 10 * seed + draw)
            within.append(truly <= promised)
            ratios.append(truly / promised)

    # 95 % is promised; and it must not be honest merely by promising little.
    assert np.mean(within) >= 0.93
    assert np.sqrt(np.mean(np.square(ratios))) > 0.2


def test_noisier_views_leave_more_doubt():
    calm, noisy = (table_uncertainty(fitted(3, noise)).worst_mm for noise in (0.05, 0.2))

    assert noisy > 2.5 * calm


def test_the_covariance_covers_the_true_intrinsics(fits):
    scores = []
    for fit in fits:
        off = intrinsic_values(fit.lens)[:4] - intrinsic_values(TRUTH)[:4]
        scores.append(off / np.sqrt(np.diag(intrinsic_covariance(fit))[:4]))

    assert np.sqrt(np.mean(np.square(scores))) < 1.5
    assert np.sqrt(np.mean(np.square(scores))) > 0.4


def test_a_lens_becomes_numbers_and_back(fits):
    again = lens_with(intrinsic_values(fits[0].lens))

    assert np.allclose(again.matrix, fits[0].lens.matrix)
    assert np.allclose(again.distortion, fits[0].lens.distortion)


def test_the_true_lens_measures_without_error():
    over = usual_hanging((SMALL.width, SMALL.height), TRUTH)

    assert np.allclose(measured_points(TRUTH, TRUTH, over), over.asked_points, atol=1e-3)
