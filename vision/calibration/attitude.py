"""How the board is held: its tilt, which side of it is near, how large it appears."""

import math
from dataclasses import dataclass

import cv2
import numpy as np

from vision.calibration.board import BoardSpec, Ids, Points

#: The four ways a board may lean: which of its edges, as the picture shows it, is near.
SIDES = ("top", "right", "bottom", "left")
#: A lens of 66 degrees across, for want of something better: focal length over width.
USUAL_FOCAL = 0.77


@dataclass(frozen=True, slots=True)
class Attitude:
    """How one view shows the board.

    Args:
        tilt_deg: between the board and the picture plane.
        near_deg: where in the picture its near edge is, clockwise: 0 top, 90 right.
        distance_mm: of the board's middle from the lens, along the optical axis.

    """

    tilt_deg: float
    near_deg: float
    distance_mm: float

    @property
    def lean_deg(self) -> tuple[float, float]:
        """Return the tilt as a vector in the picture, right and down, degrees."""
        near = math.radians(self.near_deg)
        return self.tilt_deg * math.sin(near), -self.tilt_deg * math.cos(near)

    @property
    def side(self) -> str:
        """Return which of the four sides is near."""
        return SIDES[round(self.near_deg / 90) % 4]


def guessed_matrix(width: int, height: int, focal_px: float | None = None) -> Points:
    """Return a camera matrix (3, 3), px, before anything was measured."""
    focal = focal_px or USUAL_FOCAL * max(width, height)
    return np.array([[focal, 0, (width - 1) / 2], [0, focal, (height - 1) / 2], [0, 0, 1]])


def attitude_of(rotation: Points, middle: Points) -> Attitude:
    """Return the attitude of a board.

    Args:
        rotation: from the board's directions to the camera's, (3, 3).
        middle: of the board in the camera's frame, (3,), mm.

    """
    normal = rotation[:, 2]
    # The normal points away from the camera, and leans to where the board is near.
    tilt = math.degrees(math.acos(float(np.clip(normal[2], -1, 1))))
    near = math.degrees(math.atan2(normal[0], -normal[1])) % 360
    return Attitude(tilt, near, float(middle[2]))


def rotation_matrix(rvec: Points) -> Points:
    """Return the matrix (3, 3) of a rotation vector."""
    return np.asarray(cv2.Rodrigues(rvec)[0], dtype=np.float64)


def estimate(spec: BoardSpec, ids: Ids, corners: Points, matrix: Points) -> Attitude:
    """Return the attitude of a board seen through a lens that bends nothing.

    Args:
        spec: the board.
        ids: of the corners, (N,), four or more and not in one line.
        corners: where they are, (N, 2), px.
        matrix: of the camera, (3, 3), px.

    """
    flat = spec.corners_mm()[ids]
    solid = np.column_stack([flat, np.zeros(len(flat))])
    _, rvec, tvec = cv2.solvePnP(solid, corners.reshape(-1, 1, 2), matrix, np.zeros(5))
    rotation = rotation_matrix(np.asarray(rvec, dtype=np.float64))
    width, height = spec.size_mm
    middle = rotation @ np.array([width / 2, height / 2, 0]) + np.asarray(tvec).ravel()
    return attitude_of(rotation, middle)
