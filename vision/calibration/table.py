"""Where the camera hangs over the table: its pose, from the mat's tags alone.

Aiming anew after a nudge is the same again: one look, no board.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from companion.game import Message
from vision import tags
from vision.calibration.attitude import rotation_matrix
from vision.calibration.board import Points
from vision.calibration.errors import CalibrationError
from vision.calibration.lens import LensFit
from vision.calibration.solve import Lens, projected
from vision.calibration.uncertainty import (
    Hanging,
    Uncertainty,
    table_uncertainty,
    tag_uncertainty,
)
from vision.camera import CameraProfile, Image, grey_of
from vision.detection import TagDetector, refined_tag
from vision.plan import TablePlan
from vision.pose import ENOUGH_TAGS

#: Tags this far from the plan are not glued where it has them, mm.
ASKEW_MM = 2.0
#: The camera was nudged if the tags shifted by more, mm.
NUDGED_MM = 1.5
#: Tags are never found better than this, px.
_FINEST_PX = 0.05
_REMEDY = "clear the corners of the mat, aim the camera at all of it and switch the light on"


@dataclass(frozen=True, slots=True, eq=False)
class Aim:
    """The camera's pose over the mat.

    Args:
        rvec: rotation from the mat to the camera as a vector, (3,).
        tvec: where the mat's top left corner is in the camera's frame, (3,), mm.
        tags: corners of the mat whose tags were seen, counted as in the plan.
        residual_px: how far the tags' corners are from where the pose puts them.
        residual_mm: how far they lie from the plan, both root mean square.
        error: how far off a point of the table may be.

    """

    rvec: Points
    tvec: Points
    tags: tuple[int, ...]
    residual_px: float
    residual_mm: float
    error: Uncertainty

    @property
    def height_mm(self) -> float:
        """Return how high the lens is above the mat."""
        return float(abs((rotation_matrix(self.rvec).T @ self.tvec)[2]))

    @property
    def tilt_deg(self) -> float:
        """Return how far the camera leans from looking straight down."""
        return math.degrees(math.acos(min(1.0, abs(rotation_matrix(self.rvec)[2, 2]))))

    @property
    def message(self) -> Message:
        """Return what to say of it."""
        if self.residual_mm > ASKEW_MM:
            return Message("mat_askew", (("mm", f"{self.residual_mm:.1f}"),))
        return Message("mat_good", (("mm", f"{self.error.worst_mm:.2f}"),))


class Aimer:
    """Measures the camera's pose over one mat through one lens. Use it from one thread.

    Args:
        plan: of the mat.
        profile: of the lens.
        fit: the lens as it was measured, so that its own uncertainty counts as well.

    Raises:
        CameraError: the lens is unknown.

    """

    def __init__(self, plan: TablePlan, profile: CameraProfile, fit: LensFit | None = None) -> None:
        profile.matrix()
        self._plan, self._profile, self._fit = plan, profile, fit
        self._outlines = {tag.corner: tag.outline() for tag in plan.mat_tags}
        self._detector = TagDetector([tags.MAT_SLOT])

    def aim(self, pictures: Sequence[Image]) -> Aim:
        """Return the pose from one or more pictures of the unmoved table, BGR or grey.

        Raises:
            CalibrationError: fewer than three tags of the mat are in sight.

        """
        size = (pictures[0].shape[1], pictures[0].shape[0])
        return self.aim_by([self._tags([picture]) for picture in pictures], size)

    def aim_by(self, looks: Sequence[Mapping[int, Points]], size: tuple[int, int]) -> Aim:
        """Return the pose from tags that were found already.

        Args:
            looks: the tags' outlines, (4, 2) px each, by corner; one look a picture.
            size: of the pictures, (width, height), px.

        Raises:
            CalibrationError: fewer than three tags of the mat were seen.

        """
        found = _median(looks)
        if len(found) < ENOUGH_TAGS:
            problem = f"{len(found)} of the mat's tags are in sight, three are needed"
            told = Message("mat_missing", (("count", str(len(found))),))
            raise CalibrationError(problem, _REMEDY, told)
        planned = np.concatenate([self._outlines[corner] for corner in found])
        pixels = np.concatenate(list(found.values()))
        lens = self._lens(size)
        rvec, tvec = _pose(planned, pixels, lens)
        return self._aim(tuple(found), planned, pixels, (rvec, tvec), lens)

    def moved_mm(self, aim: Aim, picture: Image) -> float | None:
        """Return how far the mat's tags shifted since `aim`, mm, the farthest.

        None if no tag is in sight: then nothing can be told.
        """
        found = self._tags([picture])
        if not found:
            return None
        lens = self._lens((picture.shape[1], picture.shape[0]))
        return farthest_mm(found, self._plan, (aim.rvec, aim.tvec), lens)

    def nudge(self, aim: Aim, picture: Image) -> Message:
        """Return whether the camera still hangs as it did at `aim`."""
        moved = self.moved_mm(aim, picture)
        if moved is None:
            return Message("mat_missing", (("count", "0"),))
        return Message("nudged" if moved > NUDGED_MM else "in_place", (("mm", f"{moved:.1f}"),))

    def _aim(
        self,
        corners: tuple[int, ...],
        planned: Points,
        pixels: Points,
        pose: tuple[Points, Points],
        lens: Lens,
    ) -> Aim:
        off_px = projected(_solid(planned), *pose, lens) - pixels
        off_mm = on_mat(pixels, *pose, lens) - planned
        seen = tuple(tag for tag in self._plan.mat_tags if tag.corner in corners)
        over = Hanging(replace(self._plan, mat_tags=seen), *pose)
        error_px = max(_rms(off_px), _FINEST_PX)
        error = tag_uncertainty(lens, over, error_px)
        if self._fit is not None:
            lens_error = table_uncertainty(self._fit, over)
            error = max(error, lens_error, key=lambda each: each.worst_mm)
        return Aim(*pose, corners, _rms(off_px), _rms(off_mm), error)

    def _tags(self, pictures: Sequence[Image]) -> dict[int, Points]:
        """Return the median outline of each of the mat's tags, (4, 2), px."""
        return _median([self._tags_in(grey_of(picture)) for picture in pictures])

    def _tags_in(self, grey: Image) -> dict[int, Points]:
        looked = self._detector.detect(grey)
        return {
            tags.slot_and_corner(tag).corner: refined_tag(grey, outline)
            for tag, outline in zip(looked.ids.tolist(), looked.corners, strict=True)
        }

    def _lens(self, size: tuple[int, int]) -> Lens:
        scaled = self._profile.scaled(*size)
        return Lens(scaled.matrix(), scaled.coefficients())


def _median(looks: Sequence[Mapping[int, Points]]) -> dict[int, Points]:
    corners = sorted({corner for look in looks for corner in look})
    return {
        corner: np.median([look[corner] for look in looks if corner in look], axis=0)
        for corner in corners
    }


def _pose(planned: Points, pixels: Points, lens: Lens) -> tuple[Points, Points]:
    points = _solid(planned)
    seen = pixels.reshape(-1, 1, 2)
    _, rvec, tvec = cv2.solvePnP(points, seen, lens.matrix, lens.distortion)
    rvec, tvec = cv2.solvePnPRefineLM(points, seen, lens.matrix, lens.distortion, rvec, tvec)
    return np.asarray(rvec, dtype=np.float64).ravel(), np.asarray(tvec, dtype=np.float64).ravel()


def _solid(planned: Points) -> Points:
    return np.column_stack([planned, np.zeros(len(planned))])


def on_mat(pixels: Points, rvec: Points, tvec: Points, lens: Lens) -> Points:
    """Return the mat points (N, 2), mm, under picture points, px."""
    rays = cv2.undistortPoints(pixels.reshape(-1, 1, 2), lens.matrix, lens.distortion)
    lifted = np.column_stack([np.asarray(rays).reshape(-1, 2), np.ones(len(pixels))])
    rotation = rotation_matrix(rvec)
    to_mat = np.linalg.inv(np.column_stack([rotation[:, 0], rotation[:, 1], tvec]))
    met = lifted @ to_mat.T
    return np.asarray(met[:, :2] / met[:, 2:], dtype=np.float64)


def farthest_mm(
    found: Mapping[int, Points], plan: TablePlan, pose: tuple[Points, Points], lens: Lens
) -> float:
    """Return how far the farthest corner of the mat's tags lies from the plan, mm.

    Args:
        found: outlines of one tag or more, (4, 2) px each, by corner.
        plan: of the mat.
        pose: rotation and translation from the mat to the camera, (3,) each.
        lens: of the picture.

    """
    planned = {tag.corner: tag.outline() for tag in plan.mat_tags}
    there = np.concatenate([planned[corner] for corner in found])
    seen = on_mat(np.concatenate(list(found.values())), *pose, lens)
    return float(np.linalg.norm(seen - there, axis=1).max())


def _rms(off: Points) -> float:
    return float(np.sqrt((off**2).sum(axis=1).mean()))
