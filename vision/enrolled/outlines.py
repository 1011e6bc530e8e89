"""Find outlines that may be those of cards lying free: quads of about the right shape.

No single threshold fits every table, so the picture is split in several ways and all the
quads are kept; comparing them with the faces costs little.
"""

from collections.abc import Iterator
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from vision.camera import Image
from vision.enrolled.picture import Points, clockwise, light_of, side_lengths, smoothed

Contour = npt.NDArray[Any]

#: Share of the picture a card may take.
SMALLEST, LARGEST = 0.004, 0.75
#: A card seen at a slant may look this much shorter or longer than it is.
SLANT = 1.3
#: Share of its hull and of its quad that a shape has to fill.
FILLED = 0.75
#: Outlines whose corners are closer than this, px, are one.
SAME_PX = 4.0
#: The cosine of a right angle is less than this, at a slant.
SQUARE = 0.35
#: Shapes with more corners are no cards lying on each other.
MOST_CORNERS = 40


def outlines(picture: Image, aspect: float) -> list[Points]:
    """Return the outlines of what may be cards, `aspect` times as high as wide.

    Each is (4, 2), px, clockwise; which end is the top is not known.
    """
    found: list[Points] = []
    distinct = Distinct()
    for split in _splits(picture):
        for contour in _contours(split, cv2.RETR_LIST):
            outline = _quad(contour.reshape(-1, 1, 2), picture.shape, aspect)
            if outline is not None and distinct.add(outline, SAME_PX):
                found.append(outline)
    return found


def erected(picture: Image, aspect: float, size: tuple[float, float] | None) -> Iterator[Points]:
    """Yield outlines raised on straight edges of pale shapes: of cards that are half hidden.

    An edge between two right angles is taken for a whole side. With a known `size`, width
    and height in px, every right angle is taken for a corner of a card.
    """
    distinct = Distinct()
    # On wood or cloth that is bright but coloured, paper stands out by its darkest channel.
    for grey in (light_of(picture, 1.2), smoothed(picture.min(axis=2), 1.2)):
        for split in _at_levels(grey, (1.0,), None):
            for contour in _large(split):
                for outline in _raised(contour, aspect, size):
                    if distinct.add(outline, 2 * SAME_PX):
                        yield outline


def _large(split: Image) -> list[Contour]:
    """Return the outer contours of what is white, the largest first."""
    contours = _contours(split, cv2.RETR_EXTERNAL)
    large = [one for one in contours if cv2.contourArea(one) > SMALLEST * split.size]
    return sorted(large, key=cv2.contourArea, reverse=True)


def _raised(contour: Contour, aspect: float, size: tuple[float, float] | None) -> Iterator[Points]:
    rough = 0.012 * cv2.arcLength(contour, closed=True)
    corners = cv2.approxPolyDP(contour, rough, closed=True).reshape(-1, 2).astype(np.float32)
    if len(corners) < 3 or len(corners) > MOST_CORNERS:
        return
    if cv2.contourArea(corners, oriented=True) < 0:
        corners = corners[::-1]
    sides = np.roll(corners, -1, axis=0) - corners
    lengths = np.linalg.norm(sides, axis=1)
    along = sides / np.maximum(lengths[:, None], 1e-3)
    before = np.roll(along, 1, axis=0)
    # In a picture y runs down, so a clockwise shape turns by a positive cross product.
    cross = before[:, 0] * along[:, 1] - before[:, 1] * along[:, 0]
    right = (cross > 0) & (np.abs((before * along).sum(axis=1)) < SQUARE)
    for n in np.flatnonzero(right):
        following = (n + 1) % len(corners)
        if right[following]:
            yield from _on_side(corners[n], sides[n], aspect)
        if size is not None:
            width, height = size
            for first, second in ((width, height), (height, width)):
                x, y = along[n] * first, -before[n] * second
                corner = corners[n]
                yield clockwise(np.array([corner, corner + x, corner + x + y, corner + y]))


def _on_side(start: Points, side: Points, aspect: float) -> Iterator[Points]:
    inward = np.array([-side[1], side[0]])
    for depth in (aspect, 1.0 / aspect):
        up = inward * depth
        yield clockwise(np.array([start, start + side, start + side + up, start + up]))


class Distinct:
    """Outlines that are not the same but for some px, whichever end is up."""

    def __init__(self) -> None:
        self._kept = np.empty((0, 4, 2), dtype=np.float32)

    def add(self, outline: Points, within_px: float) -> bool:
        """Keep an outline and tell so, unless one like it was kept before."""
        for turned in (outline, outline[[2, 3, 0, 1]]):
            apart = np.abs(self._kept - turned).max(axis=(1, 2), initial=0.0)
            if (apart <= within_px).any():
                return False
        self._kept = np.concatenate([self._kept, outline[None]])
        return True


def _contours(split: Image, which: int) -> Iterator[Contour]:
    """Yield the contours of what is white and wider than a thread."""
    clean = cv2.morphologyEx(split, cv2.MORPH_OPEN, np.ones((5, 5), np.uint8))
    contours, _ = cv2.findContours(clean, which, cv2.CHAIN_APPROX_SIMPLE)
    return map(np.asarray, contours)


def _splits(picture: Image) -> Iterator[Image]:
    """Yield the picture in black and white, split in several ways."""
    light = light_of(picture, 1.2)
    yield from _at_levels(light, (0.8, 1.0), 0.85)
    yield _split_locally(light)
    # Paper has no colour of its own: its darkest channel is still bright.
    pale = smoothed(picture.min(axis=2), 1.2)
    yield from _at_levels(pale, (1.0,), None)
    for low, high in ((30, 90), (80, 200)):
        edges = cv2.dilate(cv2.Canny(light, low, high), np.ones((3, 3), np.uint8))
        yield np.asarray(255 - edges, dtype=np.uint8)


def _at_levels(grey: Image, shares: tuple[float, ...], top: float | None) -> Iterator[Image]:
    """Split at shares of Otsu's level, halfway from it to the brightest, and below that."""
    otsu, _ = cv2.threshold(grey, 0, 255, cv2.THRESH_BINARY | cv2.THRESH_OTSU)
    brightest = float(np.percentile(grey[::3, ::3], 97))
    levels = [otsu * share for share in shares]
    levels.append(otsu + (brightest - otsu) * 0.5)
    if top is not None:
        levels.append(brightest * top)
    for level in sorted({int(level) for level in levels}):
        yield np.asarray((grey > level) * np.uint8(255), dtype=np.uint8)


def _split_locally(grey: Image) -> Image:
    window = (min(grey.shape) * 2 // 5) | 1
    split = cv2.adaptiveThreshold(
        grey, 255, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY, window, -8
    )
    return np.asarray(split, dtype=np.uint8)


def _quad(contour: Contour, shape: tuple[int, ...], aspect: float) -> Points | None:
    area, whole = cv2.contourArea(contour), shape[0] * shape[1]
    if not SMALLEST * whole < area < LARGEST * whole:
        return None
    hull = np.asarray(cv2.convexHull(contour))
    full = cv2.contourArea(hull)
    if area < FILLED * full:
        return None
    outline = clockwise(_corners(hull))
    across, along = side_lengths(outline)
    quad = cv2.contourArea(outline)
    looks = along / max(across, 1.0)
    shaped = max(1.0, aspect / SLANT) < looks < aspect * SLANT
    return outline if shaped and quad >= FILLED * full and area >= FILLED * quad else None


def _corners(hull: Contour) -> Contour:
    around = cv2.arcLength(hull, closed=True)
    for coarseness in (0.02, 0.04, 0.06):
        corners = cv2.approxPolyDP(hull, coarseness * around, closed=True)
        if len(corners) == 4:
            return np.asarray(corners)
    return np.asarray(cv2.boxPoints(cv2.minAreaRect(hull)))
