"""Cards without tags, drawn for tests."""

import cv2
import numpy as np

from vision.camera import Image


def painted(number: int) -> Image:
    """Return a face like no other: blots on white paper, the same upside down."""
    rng = np.random.default_rng(number)
    half = np.full((175, 250, 3), 245, np.uint8)
    for _ in range(6):
        place = (int(rng.integers(30, 220)), int(rng.integers(25, 150)))
        colour = tuple(int(c) for c in rng.integers(0, 190, 3))
        cv2.circle(half, place, int(rng.integers(9, 24)), colour, -1)
    return np.vstack([half, half[::-1, ::-1]])
