"""What lens and sensor do to a sharp picture: blur, exposure, noise, compression."""

import cv2
import numpy as np

from vision.camera import Image
from vision.simulated.difficulty import Difficulty
from vision.simulated.painter import Box

#: The noise tile is this much larger than the picture; each frame cuts it elsewhere, px.
_SLACK_PX = 192


class Sensor:
    """Turns the sharp picture into frames, repeatably for one seed."""

    def __init__(self, width: int, height: int, difficulty: Difficulty, seed: int) -> None:
        self._difficulty = difficulty
        self._rng = np.random.default_rng(seed)
        self._size = (width, height)
        self._blurred: Image = np.zeros((height, width, 3), np.uint8)
        self._exposed = self._blurred
        self._light = 1.0
        self._tiles = self._noise_tiles() if difficulty.noise > 0 else None

    def expose(self, sharp: Image, boxes: list[Box], light: float) -> None:
        """Take in the parts of the sharp picture that changed."""
        for box in boxes:
            self._blur(sharp, box)
        if light != self._light or boxes:
            bright = (
                self._blurred if light == 1.0 else cv2.convertScaleAbs(self._blurred, alpha=light)
            )
            self._exposed, self._light = np.asarray(bright, dtype=np.uint8), light

    def frame(self) -> Image:
        """Return one frame of what was last exposed; no two have the same noise."""
        noisy = self._noisy()
        quality = self._difficulty.jpeg_quality
        if quality is None:
            return noisy
        _, packed = cv2.imencode(".jpg", noisy, [cv2.IMWRITE_JPEG_QUALITY, quality])
        return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), dtype=np.uint8)

    def _blur(self, sharp: Image, box: Box) -> None:
        sigma = self._difficulty.blur_px
        reach = int(np.ceil(3 * sigma)) if sigma > 0 else 0
        left, top = max(box[0] - reach, 0), max(box[1] - reach, 0)
        right, bottom = box[2] + reach, box[3] + reach
        around = sharp[max(top - reach, 0) : bottom + reach, max(left - reach, 0) : right + reach]
        if sigma > 0:
            around = np.asarray(cv2.GaussianBlur(around, (0, 0), sigma), dtype=np.uint8)
        dx, dy = left - max(left - reach, 0), top - max(top - reach, 0)
        target = self._blurred[top:bottom, left:right]
        target[:] = around[dy : dy + target.shape[0], dx : dx + target.shape[1]]

    def _noise_tiles(self) -> tuple[Image, Image]:
        """Return what to add and what to take away: noise of mean 0 in bytes."""
        shape = (self._size[1] + _SLACK_PX, self._size[0] + _SLACK_PX, 3)
        noise = self._rng.standard_normal(shape, dtype=np.float32) * self._difficulty.noise
        rounded = np.rint(noise)
        over = np.clip(rounded, 0, 255).astype(np.uint8)
        return over, np.clip(-rounded, 0, 255).astype(np.uint8)

    def _noisy(self) -> Image:
        if self._tiles is None:
            return self._exposed.copy()
        over, under = self._tiles
        x, y = (int(n) for n in self._rng.integers(0, _SLACK_PX, 2))
        region = np.s_[y : y + self._size[1], x : x + self._size[0]]
        brighter = cv2.add(self._exposed, over[region])
        return np.asarray(cv2.subtract(brighter, under[region], dst=brighter), np.uint8)
