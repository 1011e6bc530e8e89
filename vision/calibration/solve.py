"""The optimiser's boundary: OpenCV's calibration in, plain arrays out."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.calibration.board import Ids, Points
from vision.calibration.errors import CalibrationError

#: (ids, corners) of a view.
Seen = tuple[Ids, Points]


@dataclass(frozen=True, slots=True)
class Model:
    """How a lens is described: its name, OpenCV's flags, how many coefficients it has."""

    name: str
    flags: int
    coefficients: int


#: k1, k2, p1, p2, k3: enough for lenses of up to about 80 degrees.
USUAL = Model("k1 k2 p1 p2 k3", 0, 5)
#: The same over a polynomial of k4, k5, k6: for wide lenses.
WIDE = Model("rational", cv2.CALIB_RATIONAL_MODEL, 8)


@dataclass(frozen=True, slots=True, eq=False)
class Lens:
    """A measured lens: `matrix` (3, 3) px, `distortion` (n,), OpenCV's order."""

    matrix: Points
    distortion: Points

    @property
    def focal_px(self) -> float:
        """Return the focal length, px, the mean of both directions."""
        return float(self.matrix[0, 0] + self.matrix[1, 1]) / 2


@dataclass(frozen=True, slots=True, eq=False)
class Solution:
    """What the optimiser found: the lens, and for each view rotation and translation."""

    lens: Lens
    rvecs: tuple[Points, ...]
    tvecs: tuple[Points, ...]
    rms_px: float


def solve(
    shape: Points,
    seen: Sequence[Seen],
    size: tuple[int, int],
    model: Model,
    start: Lens | None = None,
) -> Solution:
    """Fit lens and poses to views.

    Args:
        shape: of the board, (corners, 3), mm.
        seen: the views.
        size: of the pictures, (width, height), px.
        model: of the lens.
        start: a lens to begin with; needed unless the board is flat.

    Raises:
        CalibrationError: the views do not determine a lens.

    """
    objects = [shape[ids].astype(np.float32) for ids, _ in seen]
    images = [corners.astype(np.float32).reshape(-1, 1, 2) for _, corners in seen]
    flags, matrix, bend = model.flags, np.eye(3), np.zeros(model.coefficients)
    if start is not None:
        flags |= cv2.CALIB_USE_INTRINSIC_GUESS
        matrix = start.matrix.copy()
        bend[: len(start.distortion)] = start.distortion
    try:
        rms, found, bent, rvecs, tvecs = cv2.calibrateCamera(
            objects, images, size, matrix, bend, flags=flags
        )
    except cv2.error as error:
        raise _undetermined() from error
    lens = lens_of(found, bent, model)
    return Solution(lens, _flat(rvecs), _flat(tvecs), float(rms))


def lens_of(matrix: npt.ArrayLike, bend: npt.ArrayLike, model: Model) -> Lens:
    """Return a lens of OpenCV's output; raise CalibrationError if it is no lens."""
    lens = Lens(
        np.asarray(matrix, dtype=np.float64).reshape(3, 3),
        np.asarray(bend, dtype=np.float64).ravel()[: model.coefficients],
    )
    if not (np.isfinite(lens.matrix).all() and np.isfinite(lens.distortion).all()):
        raise _undetermined()
    return lens


def _undetermined() -> CalibrationError:
    problem = "these views do not determine a lens"
    return CalibrationError(problem, "take views that lean and that fill the whole picture")


def _flat(vectors: Sequence[object]) -> tuple[Points, ...]:
    return tuple(np.asarray(vector, dtype=np.float64).ravel() for vector in vectors)


def flat_shape(corners_mm: Points) -> Points:
    """Return points (N, 2), mm, as a flat board (N, 3)."""
    return np.column_stack([corners_mm, np.zeros(len(corners_mm))])


def posed(shape: Points, seen: Seen, lens: Lens) -> tuple[Points, Points]:
    """Return rotation and translation vectors, (3,) each, of one board seen by a lens."""
    ids, corners = seen
    points, pixels = shape[ids], corners.reshape(-1, 1, 2)
    # A nearly flat board confuses the general method: start as if it were flat.
    _, rvec, tvec = cv2.solvePnP(flat_shape(points[:, :2]), pixels, lens.matrix, lens.distortion)
    if np.ptp(points[:, 2]):
        rvec, tvec = cv2.solvePnPRefineLM(points, pixels, lens.matrix, lens.distortion, rvec, tvec)
    return np.asarray(rvec, dtype=np.float64).ravel(), np.asarray(tvec, dtype=np.float64).ravel()


def projected(points: Points, rvec: Points, tvec: Points, lens: Lens) -> Points:
    """Return where points (N, 3), mm, fall in the picture, px (N, 2)."""
    pixels, _ = cv2.projectPoints(points, rvec, tvec, lens.matrix, lens.distortion)
    return np.asarray(pixels, dtype=np.float64).reshape(-1, 2)
