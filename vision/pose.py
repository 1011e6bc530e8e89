"""Where the table mat is: from the picture's pixels to millimetres on the mat and back."""

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision import tags
from vision.camera import CameraProfile
from vision.detection import Corners, SeenTags
from vision.plan import Points, TablePlan

#: Mat tags needed to measure the mat anew.
ENOUGH_TAGS = 3
#: A remembered pose holds as long as the tags still in sight lie this close to it, mm.
MOVED_MM = 3.0
#: Mat tags that fit the plan worse than this are not our mat, mm.
WORST_FIT_MM = 6.0


class Lens:
    """Straightens what the lens bent. Without a known profile it changes nothing.

    Intrinsics scale with the resolution as long as the field of view is the same.
    """

    def __init__(self, profile: CameraProfile | None, width: int, height: int) -> None:
        self._matrix: npt.NDArray[np.float64] | None = None
        if profile is not None and profile.known and profile.width and profile.height:
            self._matrix = profile.scaled(width, height).matrix()
            self._bend = profile.coefficients()

    def straight(self, pixels: Points) -> Points:
        """Return where points (N, 2) would lie behind a perfect lens, px."""
        if self._matrix is None or not len(pixels):
            return pixels
        points = np.ascontiguousarray(pixels, dtype=np.float64).reshape(-1, 1, 2)
        straight = cv2.undistortPoints(points, self._matrix, self._bend, P=self._matrix)
        return np.asarray(straight, dtype=np.float64).reshape(-1, 2)

    def bent(self, pixels: Points) -> Points:
        """Return where the real lens puts points (N, 2) of a perfect one, px."""
        if self._matrix is None or not len(pixels):
            return pixels
        rays = np.column_stack([pixels, np.ones(len(pixels))]) @ np.linalg.inv(self._matrix).T
        still = np.zeros(3)
        bent, _ = cv2.projectPoints(rays.reshape(-1, 1, 3), still, still, self._matrix, self._bend)
        return np.asarray(bent, dtype=np.float64).reshape(-1, 2)


@dataclass(frozen=True, slots=True, eq=False)
class TablePose:
    """The mat in the picture.

    Args:
        to_mat: homography (3, 3) from straightened px to mm on the mat.
        to_picture: its inverse.
        lens: of the camera.
        residual_mm: how far the mat tags lie from the plan, root mean square.

    """

    to_mat: npt.NDArray[np.float64]
    to_picture: npt.NDArray[np.float64]
    lens: Lens
    residual_mm: float

    def to_mm(self, pixels: Points) -> Points:
        """Return the mat points, mm, shape (N, 2), under picture points, px."""
        return _mapped(self.to_mat, self.lens.straight(pixels))

    def to_px(self, points: Points) -> Points:
        """Return the picture points, px, shape (N, 2), of mat points, mm."""
        return self.lens.bent(_mapped(self.to_picture, points))


def _mapped(matrix: npt.NDArray[np.float64], points: Points) -> Points:
    if not len(points):
        return np.empty((0, 2))
    lifted = np.column_stack([points, np.ones(len(points))]) @ matrix.T
    return np.asarray(lifted[:, :2] / lifted[:, 2:], dtype=np.float64)


class MatFinder:
    """Measures the mat from its tags and remembers it while a hand covers some.

    With no mat tag in sight at all nothing is known: the light may be off, or the camera
    turned away. The memory is kept for when they come back.
    """

    def __init__(self, plan: TablePlan) -> None:
        self._outlines = {tag.corner: tag.outline() for tag in plan.mat_tags}
        self._remembered: TablePose | None = None

    @property
    def remembered(self) -> TablePose | None:
        """Return the last pose that was measured and not refuted."""
        return self._remembered

    def find(self, seen: SeenTags, lens: Lens) -> TablePose | None:
        """Return the mat's pose, or None where it can't be told."""
        found = self._mat_tags(seen)
        if not found:
            return None
        planned = np.concatenate([self._outlines[corner] for corner in found])
        pixels = np.concatenate(list(found.values()))
        if len(found) >= ENOUGH_TAGS:
            self._remembered = _measured(pixels, planned, lens)
        elif self._remembered is not None:
            off = np.linalg.norm(self._remembered.to_mm(pixels) - planned, axis=1)
            self._remembered = self._remembered if off.max() <= MOVED_MM else None
        return self._remembered

    def _mat_tags(self, seen: SeenTags) -> dict[int, Corners]:
        found: dict[int, Corners] = {}
        doubled: set[int] = set()
        for tag, corners in zip(seen.ids.tolist(), seen.corners, strict=True):
            slot, corner = tags.slot_and_corner(tag)
            if slot == tags.MAT_SLOT and corner in self._outlines:
                doubled |= {corner} & found.keys()
                found[corner] = corners
        return {corner: found[corner] for corner in found.keys() - doubled}


def _measured(pixels: Points, planned: Points, lens: Lens) -> TablePose | None:
    matrix, _ = cv2.findHomography(lens.straight(pixels), planned, 0)
    if matrix is None:
        return None
    to_mat = np.asarray(matrix, dtype=np.float64)
    off = _mapped(to_mat, lens.straight(pixels)) - planned
    residual = float(np.sqrt((off**2).sum(axis=1).mean()))
    to_picture = np.asarray(np.linalg.inv(to_mat), dtype=np.float64)
    return TablePose(to_mat, to_picture, lens, residual) if residual <= WORST_FIT_MM else None
