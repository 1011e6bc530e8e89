"""Is the board flat? Its corners are set free and measured along with the lens.

After Strobl and Hirzinger, "More accurate pinhole camera calibration with imperfect planar
target" (ICCV workshops 2011): OpenCV's `calibrateCameraRO`. It needs views of the whole board.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.calibration.board import BoardSpec, Points
from vision.calibration.solve import USUAL, Lens, Seen, flat_shape, lens_of

#: Views of the whole board from which its shape can be told, and beyond which more of them
#: only take time.
FEWEST_WHOLE, ENOUGH_WHOLE = 10, 30
#: A smooth surface higher than this, from its lowest to its highest corner, is a bow, mm.
FLAT_MM = 0.35


@dataclass(frozen=True, slots=True, eq=False)
class Bow:
    """The board's measured shape.

    Args:
        shape: of its corners, (N, 3), mm: x and y as printed, z the smooth height.
        height_mm: from the lowest to the highest corner.
        lens: that was measured along with it.

    """

    shape: Points
    height_mm: float
    lens: Lens

    @property
    def is_bowed(self) -> bool:
        """Tell whether it is more than measuring makes of a flat board."""
        return self.height_mm > FLAT_MM


def measure_bow(spec: BoardSpec, seen: Sequence[Seen], size: tuple[int, int]) -> Bow | None:
    """Measure the board's shape; None with too few views of the whole board.

    Args:
        spec: the board.
        seen: all views.
        size: of the pictures, (width, height), px.

    """
    whole = [corners for ids, corners in seen if len(ids) == spec.corners]
    if len(whole) < FEWEST_WHOLE:
        return None
    whole = whole[:: 1 + len(whole) // ENOUGH_WHOLE]
    flat = spec.corners_mm()
    objects = [flat_shape(flat).astype(np.float32)] * len(whole)
    images = [corners.astype(np.float32).reshape(-1, 1, 2) for corners in whole]
    try:
        # The top right corner stays where it is, as do the first and the last one's height.
        _, matrix, bend, _, _, freed = cv2.calibrateCameraRO(
            objects, images, size, spec.columns - 2, np.eye(3), np.zeros(5), flags=cv2.CALIB_USE_LU
        )
    except cv2.error:
        return None
    heights = _smooth(flat, np.asarray(freed, dtype=np.float64).reshape(-1, 3)[:, 2])
    lens = lens_of(matrix, bend, USUAL)
    return Bow(np.column_stack([flat, heights]), float(np.ptp(heights)), lens)


def _smooth(flat: Points, heights: Points) -> Points:
    """Return the curved part of heights (N,): paper bends, it has no single high corners."""
    x, y = ((flat - flat.mean(axis=0)) / np.ptp(flat, axis=0)).T
    plane = np.column_stack([np.ones_like(x), x, y])
    curved = np.column_stack([x * x, x * y, y * y, x**3, x * x * y, x * y * y, y**3])
    terms, *_ = np.linalg.lstsq(np.column_stack([plane, curved]), heights, rcond=None)
    return np.asarray(curved @ terms[3:], dtype=np.float64)
