"""The card frame: a card cut out of a picture, upright, in blocks; and its paper."""

from math import hypot
from typing import NamedTuple

import cv2
import numpy as np
import numpy.typing as npt

from vision.camera import Image

Points = npt.NDArray[np.float32]
Ink = npt.NDArray[np.float32]
Mask = npt.NDArray[np.bool_]

#: Width of the card frame, and side of the blocks in which cards are compared, px.
WIDTH_PX, BLOCK_PX = 40, 4
#: Share of a block that must be free for it to be in sight.
SEEN_SHARE = 0.7
#: Paper darker than this shows nothing, grey levels.
DARKEST_PAPER = 20.0


class CardFrame(NamedTuple):
    """Size of the upright card's picture, px; whole blocks."""

    width: int
    height: int

    @classmethod
    def of(cls, width_mm: float, height_mm: float) -> "CardFrame":
        """Return the frame of cards of this size in mm."""
        blocks = max(4, round(WIDTH_PX / BLOCK_PX * height_mm / width_mm))
        return cls(WIDTH_PX, blocks * BLOCK_PX)

    @property
    def blocks(self) -> tuple[int, int]:
        """Return how many rows and columns of blocks a card has."""
        return self.height // BLOCK_PX, self.width // BLOCK_PX

    @property
    def corners(self) -> Points:
        """Return the card's corners (4, 2), px, clockwise from its top left."""
        width, height = self
        return np.array([(0, 0), (width, 0), (width, height), (0, height)], dtype=np.float32)

    def to_picture(self, outline: Points) -> npt.NDArray[np.float64]:
        """Return the homography (3, 3) from pixels of the card to those of the picture."""
        return np.asarray(cv2.getPerspectiveTransform(self.corners - 0.5, outline), np.float64)

    def cut(self, picture: Image, outline: Points) -> Image:
        """Return the card with corners `outline` (4, 2) as it is seen upright."""
        double = CardFrame(2 * self.width, 2 * self.height)
        matrix = double.to_picture(outline)
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        cut = cv2.warpPerspective(
            picture, matrix, tuple(double), flags=flags, borderMode=cv2.BORDER_REPLICATE
        )
        return np.asarray(cv2.resize(cut, tuple(self), interpolation=cv2.INTER_AREA), np.uint8)

    def moved(self, before: Points, matrix: npt.NDArray[np.float64]) -> Points | None:
        """Return the outline (4, 2) that a homography gives the card, unless it went astray."""
        corners = self.corners[None] - 0.5
        outline = cv2.perspectiveTransform(corners, matrix).reshape(4, 2).astype(np.float32)
        across, along = side_lengths(outline)
        aspect = self.height / self.width
        shaped = 0.75 * aspect < along / max(across, 1e-3) < 1.35 * aspect
        strayed = float(np.abs(outline - before).max()) > 0.5 * along
        return outline if shaped and cv2.isContourConvex(outline) and not strayed else None

    def free(self, mask: Image, outline: Points) -> Mask:
        """Return which pixels of the card are in the picture and where `mask` is not 0."""
        matrix = self.to_picture(outline)
        flags = cv2.INTER_NEAREST | cv2.WARP_INVERSE_MAP
        return np.asarray(cv2.warpPerspective(mask, matrix, tuple(self), flags=flags) > 0)

    def shown(self, outline: Points, part: Mask) -> Points:
        """Return the corners (N, 2) of some blocks, flat, of a card in the picture, px."""
        rows, columns = np.nonzero(part.reshape(self.blocks))
        offsets = np.array([(0, 0), (1, 0), (1, 1), (0, 1)])
        corners = (np.column_stack([columns, rows])[:, None] + offsets) * BLOCK_PX
        points = corners.reshape(1, -1, 2).astype(np.float32) - 0.5
        moved = cv2.perspectiveTransform(points, self.to_picture(outline))
        return np.asarray(moved, dtype=np.float32).reshape(-1, 2)

    def largest(self, part: Mask) -> Mask:
        """Return the largest connected piece of some blocks, flat."""
        grid = part.reshape(self.blocks).astype(np.uint8)
        count, labels, stats, _ = cv2.connectedComponentsWithStats(grid, connectivity=4)
        if count < 2:
            return np.zeros(len(part), dtype=np.bool_)
        return np.asarray(labels == 1 + int(stats[1:, cv2.CC_STAT_AREA].argmax())).ravel()

    def blocks_in_sight(self, free: Mask) -> Mask:
        """Return which blocks, flat, are mostly free, given which pixels are."""
        rows, columns = self.blocks
        share = free.reshape(rows, BLOCK_PX, columns, BLOCK_PX).mean((1, 3)).ravel()
        return np.asarray(share > SEEN_SHARE)


def paper_colour(pixels: Image) -> npt.NDArray[np.float32] | None:
    """Return the colour of the paper among pixels (N, 3): the brightest they agree on.

    None if there are too few pixels, or it is too dark to tell.
    """
    if len(pixels) < 50:
        return None
    levels = pixels.sum(axis=1, dtype=np.int32) // 3
    counts = np.bincount(levels, minlength=256).astype(np.float32)
    counts = np.asarray(cv2.GaussianBlur(counts[None], (0, 0), 4), np.float32).ravel()
    brighter = np.cumsum(counts[::-1])[::-1] / counts.sum()
    middle = counts[1:-1]
    peaks = (middle >= counts[:-2]) & (middle >= counts[2:]) & (middle > counts.max() / 4)
    enough = brighter[np.maximum(np.arange(1, 255) - 8, 0)] > 0.06
    found = np.flatnonzero(peaks & enough)
    level = int(found[-1]) + 1 if len(found) else int(np.percentile(levels, 85))
    near = pixels[np.abs(levels - level) < 12]
    if not len(near) or level < DARKEST_PAPER:
        return None
    return np.asarray(np.median(near, axis=0), dtype=np.float32)


def halved(ink: Ink) -> Ink:
    """Return ink at half the size."""
    height, width = ink.shape[:2]
    smaller = cv2.resize(ink, (width // 2, height // 2), interpolation=cv2.INTER_AREA)
    return np.asarray(smaller, dtype=np.float32)


def in_blocks(ink: Ink, side: int) -> Ink:
    """Return pictures (..., height, width, 3) as blocks, shape (..., blocks, side²·3)."""
    *many, height, width, _ = ink.shape
    rows, columns = height // side, width // side
    cut = ink.reshape(*many, rows, side, columns, side, 3).swapaxes(-4, -3)
    return np.ascontiguousarray(cut.reshape(*many, rows * columns, side * side * 3))


def light_of(picture: Image, blur_px: float = 0.0) -> Image:
    """Return the grey of a BGR picture, smoothed."""
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    return smoothed(np.asarray(grey, dtype=np.uint8), blur_px)


def smoothed(grey: Image, blur_px: float) -> Image:
    """Return a picture smoothed by so many px."""
    smooth = cv2.GaussianBlur(grey, (0, 0), blur_px) if blur_px else grey
    return np.asarray(smooth, dtype=np.uint8)


def clockwise(outline: npt.NDArray[np.generic]) -> Points:
    """Return four corners clockwise, so that the first side is a short one."""
    corners = np.asarray(outline, dtype=np.float32).reshape(4, 2)
    if cv2.contourArea(corners, oriented=True) < 0:
        corners = corners[::-1]
    across, along = side_lengths(corners)
    return np.ascontiguousarray(corners if across <= along else np.roll(corners, -1, axis=0))


def side_lengths(outline: Points) -> tuple[float, float]:
    """Return the mean length of the first and third side, and of the other two, px."""
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = outline.tolist()
    across = hypot(bx - ax, by - ay) + hypot(dx - cx, dy - cy)
    return across / 2, (hypot(cx - bx, cy - by) + hypot(ax - dx, ay - dy)) / 2
