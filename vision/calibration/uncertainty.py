"""How far off a point of the table may be, in mm, because the lens is not known exactly.

The table is measured as the reader does it: the mat's tags give a homography on the picture
that the lens straightened. So a lens error moves the tags as well, and much of it cancels.
Three things are added up in quadrature:

* the noise of the corners, carried through the fit (its covariance, poses eliminated);
* or, where it is more, the scatter of the lenses fitted without one fold each (the jackknife),
  which also knows of errors the model cannot describe;
* the noise of the mat's tags.
"""

from dataclasses import dataclass

import cv2
import numpy as np

from companion.cards import Seat
from vision.calibration.attitude import guessed_matrix
from vision.calibration.board import Points
from vision.calibration.lens import LensFit
from vision.calibration.solve import Lens, projected
from vision.plan import TablePlan, plan_table

#: Two-sided 95 % of a Gaussian, in standard deviations.
CONFIDENCE = 1.96
#: Repetitions for the noise of the mat's tags.
_DRAWS = 60
#: How much more than the mat the picture is thought to show.
_AIR = 1.06


@dataclass(frozen=True, slots=True)
class Uncertainty:
    """95 % of the points are nearer than this to where they are measured, mm.

    `corners_mm` run clockwise from the top left of the mat, a little inside of its tags.
    """

    centre_mm: float
    corners_mm: tuple[float, float, float, float]

    @property
    def worst_mm(self) -> float:
        """Return the largest of them."""
        return max(self.centre_mm, *self.corners_mm)


@dataclass(frozen=True, slots=True, eq=False)
class Hanging:
    """How the camera hangs over the mat: rotation vector and translation (3,), mm."""

    plan: TablePlan
    rvec: Points
    tvec: Points

    @property
    def tag_points(self) -> Points:
        """Return the corners of the mat's tags, (4 * tags, 2), mm."""
        return np.concatenate([tag.outline() for tag in self.plan.mat_tags])

    @property
    def asked_points(self) -> Points:
        """Return the middle of the mat and its four corners, (5, 2), mm."""
        width, height = self.plan.width_mm, self.plan.height_mm
        return np.array([(width / 2, height / 2), (0, 0), (width, 0), (width, height), (0, height)])


def usual_hanging(size: tuple[int, int], lens: Lens) -> Hanging:
    """Return a camera straight above the usual mat, as low as it still sees all of it."""
    plan = plan_table((), (Seat("p1"),))
    width, height = size
    span = max(plan.width_mm / width, plan.height_mm / height) * _AIR
    middle = np.array([plan.width_mm / 2, plan.height_mm / 2, 0.0])
    return Hanging(plan, np.zeros(3), np.array([0, 0, span * lens.focal_px]) - middle)


def table_uncertainty(fit: LensFit, hanging: Hanging | None = None) -> Uncertainty:
    """Return how far off points of the table may be with a fitted lens.

    Args:
        fit: the lens.
        hanging: of the camera; None: straight above the usual mat.

    """
    over = hanging or usual_hanging(fit.size, fit.lens)
    noise = np.maximum(_covariance_mm2(fit, over), _jackknife_mm2(fit, over))
    return _summed(noise + _tag_noise_mm2(fit.lens, over, fit.held_out_px))


def tag_uncertainty(lens: Lens, over: Hanging, error_px: float) -> Uncertainty:
    """Return how far off points may be through the noise of the mat's tags alone.

    `error_px` is how far off a tag's corner is, root mean square of the distance.
    """
    return _summed(_tag_noise_mm2(lens, over, error_px))


def _summed(variances: Points) -> Uncertainty:
    centre, *corners = (float(CONFIDENCE * value) for value in np.sqrt(variances))
    return Uncertainty(centre, (corners[0], corners[1], corners[2], corners[3]))


def measured_points(
    truth: Lens, believed: Lens, over: Hanging, jitter: Points | None = None
) -> Points:
    """Return where the five points are measured if the lens is `truth`, (5, 2), mm.

    Args:
        truth: the lens that takes the picture.
        believed: the lens that the profile tells.
        over: how the camera hangs.
        jitter: what the tags' corners are off, (4 * tags, 2), px.

    """
    tags, asked = over.tag_points, over.asked_points
    pixels = _seen(np.concatenate([tags, asked]), truth, over)
    if jitter is not None:
        pixels[: len(tags)] += jitter
    straight = cv2.undistortPoints(
        pixels.reshape(-1, 1, 2), believed.matrix, believed.distortion
    ).reshape(-1, 2)
    to_mat, _ = cv2.findHomography(straight[: len(tags)], tags, 0)
    lifted = np.column_stack([straight[len(tags) :], np.ones(len(asked))]) @ to_mat.T
    return np.asarray(lifted[:, :2] / lifted[:, 2:], dtype=np.float64)


def _seen(points: Points, lens: Lens, over: Hanging) -> Points:
    solid = np.column_stack([points, np.zeros(len(points))])
    return projected(solid, over.rvec, over.tvec, lens)


def _jackknife_mm2(fit: LensFit, over: Hanging) -> Points:
    """Return the variance of each point by leaving folds out, (5,), mm2."""
    found = np.array([measured_points(fit.lens, lens, over) for lens in fit.folds])
    spread = ((found - found.mean(axis=0)) ** 2).sum(axis=2)
    return np.asarray(spread.sum(axis=0) * (len(found) - 1) / len(found))


def _tag_noise_mm2(lens: Lens, over: Hanging, error_px: float) -> Points:
    rng = np.random.default_rng(0)
    shape = (_DRAWS, len(over.tag_points), 2)
    draws = rng.standard_normal(shape) * error_px / np.sqrt(2)
    found = np.array([measured_points(lens, lens, over, jitter) for jitter in draws])
    return np.asarray(((found - over.asked_points) ** 2).sum(axis=2).mean(axis=0))


def _covariance_mm2(fit: LensFit, over: Hanging) -> Points:
    """Return the variance of each point by the covariance of the intrinsics, (5,), mm2."""
    values = intrinsic_values(fit.lens)
    spread, ways = np.linalg.eigh(intrinsic_covariance(fit))
    total = np.zeros(len(over.asked_points))
    for variance, way in zip(spread, ways.T, strict=True):
        step = way * np.sqrt(max(variance, 0.0))
        ahead, behind = (
            measured_points(fit.lens, lens_with(values + sign * step), over) for sign in (1, -1)
        )
        total += (((ahead - behind) / 2) ** 2).sum(axis=1)
    return total


def intrinsic_values(lens: Lens) -> Points:
    """Return fx, fy, cx, cy and the distortion as one vector."""
    matrix = lens.matrix
    focal_and_centre = (matrix[0, 0], matrix[1, 1], matrix[0, 2], matrix[1, 2])
    return np.array([*focal_and_centre, *lens.distortion])


def lens_with(values: Points) -> Lens:
    """Return the lens of such a vector."""
    matrix = guessed_matrix(1, 1, 1.0)
    matrix[[0, 1, 0, 1], [0, 1, 2, 2]] = values[:4]
    return Lens(matrix, values[4:])


def intrinsic_covariance(fit: LensFit) -> Points:
    """Return the covariance of `intrinsic_values`, the poses eliminated (Schur complement)."""
    count = 4 + len(fit.lens.distortion)
    information = np.zeros((count, count))
    squares, free = 0.0, -count
    views = zip(fit.seen, fit.solution.rvecs, fit.solution.tvecs, strict=True)
    for (ids, corners), rvec, tvec in views:
        pixels, jacobian = cv2.projectPoints(
            fit.shape[ids], rvec, tvec, fit.lens.matrix, fit.lens.distortion
        )
        poses, lens = np.asarray(jacobian)[:, :6], np.asarray(jacobian)[:, 6 : 6 + count]
        cross = lens.T @ poses
        information += lens.T @ lens - cross @ np.linalg.solve(poses.T @ poses, cross.T)
        squares += float(((np.asarray(pixels).reshape(-1, 2) - corners) ** 2).sum())
        free += 2 * len(ids) - 6
    # Held-out error counts distances, so it has two coordinates' variance in it.
    variance = max(squares / max(free, 1), fit.held_out_px**2 / 2)
    return np.asarray(_inverse(information) * variance)


def _inverse(information: Points) -> Points:
    """Return the inverse of a symmetric matrix whose rows differ by orders of magnitude."""
    scale = 1 / np.sqrt(np.maximum(np.diag(information), 1e-300))
    scaled = information * np.outer(scale, scale)
    return np.asarray(np.linalg.pinv(scaled, hermitian=True) * np.outer(scale, scale))
