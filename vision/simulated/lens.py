"""A pinhole camera with a real lens: where a point of the table falls in the picture.

The table's z axis points away from the camera, so that x right, y down, z is a right-handed
frame; heights over the mat are given as positive mm.
"""

import math
from dataclasses import dataclass, replace

import cv2
import numpy as np
import numpy.typing as npt

from vision.camera import CameraProfile
from vision.plan import Points
from vision.simulated.things import Nudge

#: The lens is inverted exactly on a grid this coarse and linearly in between, px.
_GRID_PX = 8
#: The mat keeps this far from the edge of the picture, px.
MARGIN_PX = 14.0


@dataclass(frozen=True, slots=True)
class CameraModel:
    """The simulated camera: its lens, its sensor, and how it hangs over the table.

    Args:
        width: of the picture, px.
        height: the same, px.
        focal_px: focal length; 1770 px at 2304 is the Camera Module 3's 66 degrees.
        distortion: OpenCV's k1, k2, p1, p2, k3.
        aim_mm: the point of the mat it looks at.
        distance_mm: from the lens to that point.
        tilt_deg: how far it leans back from looking straight down.
        turn_deg: its turn about its own axis, clockwise.

    """

    width: int = 2304
    height: int = 1296
    focal_px: float = 1850.0
    distortion: tuple[float, ...] = (-0.06, 0.03, 0.0004, -0.0003, 0.0)
    aim_mm: tuple[float, float] = (450.0, 250.0)
    distance_mm: float = 765.0
    tilt_deg: float = 2.0
    turn_deg: float = 0.4

    def scaled(self, width: int, height: int) -> "CameraModel":
        """Return the same lens behind a sensor of another resolution."""
        factor = min(width / self.width, height / self.height)
        return replace(self, width=width, height=height, focal_px=self.focal_px * factor)

    def fitted(self, size_mm: tuple[float, float]) -> "CameraModel":
        """Return the camera as near as it still sees the whole mat, aimed at its middle."""
        w, h = size_mm
        corners = np.array([(0, 0), (w, 0), (w, h), (0, h)], dtype=np.float64)
        near, far = 200.0, 4000.0
        while far - near > 0.5:
            middle = (near + far) / 2
            model = replace(self, aim_mm=(w / 2, h / 2), distance_mm=middle)
            near, far = (near, middle) if model.sees(corners) else (middle, far)
        return replace(self, aim_mm=(w / 2, h / 2), distance_mm=far)

    def sees(self, points: Points) -> bool:
        """Tell whether all mat points (N, 2), mm, fall well inside the picture."""
        pixels = self.project(points) - MARGIN_PX
        limit = np.array([self.width, self.height]) - 2 * MARGIN_PX
        return bool((pixels >= 0).all() and (pixels < limit).all())

    def matrix(self) -> npt.NDArray[np.float64]:
        """Return the camera matrix, shape (3, 3), px."""
        f, cx, cy = self.focal_px, (self.width - 1) / 2, (self.height - 1) / 2
        return np.array([[f, 0, cx], [0, f, cy], [0, 0, 1]])

    def profile(self) -> CameraProfile:
        """Return the true lens, as a perfect calibration would find it."""
        intrinsics = tuple(float(n) for n in self.matrix().ravel())
        return CameraProfile("simulated", self.width, self.height, intrinsics, self.distortion)

    def pose(self, nudge: Nudge | None = None) -> tuple[Points, Points]:
        """Return rotation (3, 3) and translation (3,), mm, from the table to the camera."""
        push = nudge or Nudge()
        tilt, turn = math.radians(self.tilt_deg), math.radians(self.turn_deg + push.turn_deg)
        lean = np.array(
            [
                [1, 0, 0],
                [0, math.cos(tilt), -math.sin(tilt)],
                [0, math.sin(tilt), math.cos(tilt)],
            ]
        )
        roll = np.array(
            [[math.cos(turn), math.sin(turn), 0], [-math.sin(turn), math.cos(turn), 0], [0, 0, 1]]
        )
        rotation = roll @ lean
        aim = np.array([self.aim_mm[0] + push.x_mm, self.aim_mm[1] + push.y_mm, 0.0])
        return rotation, np.array([0.0, 0.0, self.distance_mm]) - rotation @ aim

    def project(self, points: Points, height_mm: float = 0.0, nudge: Nudge | None = None) -> Points:
        """Return where mat points (N, 2), mm, at one height fall in the picture, px (N, 2)."""
        rotation, translation = self.pose(nudge)
        flat = np.asarray(points, dtype=np.float64).reshape(-1, 2)
        solid = np.column_stack([flat, np.full(len(flat), -height_mm)])
        rvec, _ = cv2.Rodrigues(rotation)
        pixels, _ = cv2.projectPoints(
            solid, rvec, translation, self.matrix(), np.array(self.distortion)
        )
        return np.asarray(pixels, dtype=np.float64).reshape(-1, 2)

    def plane(self, height_mm: float, nudge: Nudge | None = None) -> Points:
        """Return the homography (3, 3) from rays (undistorted, focal length 1) to mat mm."""
        rotation, translation = self.pose(nudge)
        columns = [rotation[:, 0], rotation[:, 1], translation - height_mm * rotation[:, 2]]
        return np.asarray(np.linalg.inv(np.stack(columns, axis=1)))

    def rays(self) -> npt.NDArray[np.float32]:
        """Return for every pixel its undistorted ray at focal length 1, (height, width, 2)."""
        columns = np.arange(0, self.width + _GRID_PX, _GRID_PX, dtype=np.float64)
        rows = np.arange(0, self.height + _GRID_PX, _GRID_PX, dtype=np.float64)
        grid = np.stack(np.meshgrid(columns, rows), axis=-1).reshape(-1, 1, 2)
        coarse = cv2.undistortPoints(grid, self.matrix(), np.array(self.distortion))
        coarse = coarse.reshape(len(rows), len(columns), 2).astype(np.float32)
        fine_x = np.arange(self.width, dtype=np.float32) / _GRID_PX
        fine_y = np.arange(self.height, dtype=np.float32) / _GRID_PX
        map_x, map_y = np.meshgrid(fine_x, fine_y)
        fine = [cv2.remap(coarse[..., k], map_x, map_y, cv2.INTER_LINEAR) for k in range(2)]
        return np.ascontiguousarray(np.stack(fine, axis=-1), dtype=np.float32)
