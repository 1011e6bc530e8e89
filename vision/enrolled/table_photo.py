"""The middle of the mat as a picture of its own, seen straight from above at a known scale."""

import cv2
import numpy as np

from vision.camera import Image
from vision.plan import MAT_HEIGHT_MM, MAT_WIDTH_MM
from vision.pose import TablePose

#: The picture shows so many cards' heights.
CARDS_HIGH = 2.2
#: Finer than this shows nothing new, px per mm.
FINEST = 8.0


def middle_of(picture: Image, pose: TablePose, card_height_mm: float) -> tuple[Image, float]:
    """Return the square in the middle of the mat, BGR, and its scale in px per mm.

    Args:
        picture: of the whole table, BGR.
        pose: of the mat in it.
        card_height_mm: how high a card is.

    """
    half = CARDS_HIGH * card_height_mm / 2
    middle = np.array([MAT_WIDTH_MM / 2, MAT_HEIGHT_MM / 2])
    square = middle + half * np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)])
    seen = pose.to_px(square).astype(np.float32)
    sides = np.linalg.norm(seen - np.roll(seen, -1, axis=0), axis=1)
    scale = min(FINEST, float(sides.mean()) / (2 * half))
    side = round(2 * half * scale)
    target = np.array([(0, 0), (side, 0), (side, side), (0, side)], dtype=np.float32)
    matrix = cv2.getPerspectiveTransform(seen, target)
    cut = cv2.warpPerspective(picture, matrix, (side, side), flags=cv2.INTER_LINEAR)
    return np.asarray(cut, dtype=np.uint8), scale
