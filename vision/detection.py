"""Find printed tags in a grey picture: where their corners are, and which they are.

The dictionary is cut down to the ids that can occur, which saves a third of the time.
Quads that are none of those are looked up once more in the whole dictionary, so that a
strange tag is named instead of being overlooked.
"""

from collections.abc import Iterable
from typing import NamedTuple, Self

import cv2
import numpy as np
import numpy.typing as npt

from vision import tags
from vision.camera import Image

Corners = npt.NDArray[np.float64]
Ids = npt.NDArray[np.intp]

#: From this width on, one threshold window of `LARGE_WINDOW` px replaces three, which
#: finds the larger tags as well in less time.
LARGE_FRAME_PX = 3600
LARGE_WINDOW = 9
#: Shortest outline of a tag, as a share of the frame's width. OpenCV's 0.03 loses two
#: thirds of the tags of a whole table.
SMALL_RATE, LARGE_RATE = 0.010, 0.008
#: One wrong bit may be mended: the tags are 12 apart.
ERROR_CORRECTION = 0.2
#: So many strange quads are looked up at most, and only such as are about square and not
#: of another size than the tags that were read (the mat's are twice as large).
STRANGERS = 32
STRANGER_SIZE = (0.35, 2.4)
SQUARE = 0.6
_CELL_PX = 4
#: How far around a tag's corner its edges are followed, in modules; and the least, px.
WINDOW_MODULES, SMALLEST_WINDOW_PX = 0.5, 2


class Window(NamedTuple):
    """A part of a frame in px: first column and row, and the ones behind the last."""

    left: int
    top: int
    right: int
    bottom: int

    @classmethod
    def around(cls, points: Corners, width: int, height: int) -> Self:
        """Return the smallest window that holds the points (N, 2) inside the frame."""
        low = np.floor(points.min(axis=0)).astype(int)
        high = np.ceil(points.max(axis=0)).astype(int) + 1
        left, top = int(np.clip(low[0], 0, width)), int(np.clip(low[1], 0, height))
        right, bottom = int(np.clip(high[0], 0, width)), int(np.clip(high[1], 0, height))
        return cls(left, top, right, bottom)


class SeenTags(NamedTuple):
    """Tags of one look: `ids` (N,), their `corners` (N, 4, 2) in px of the whole frame.

    `strangers` are ids of the dictionary that no known deck or mat uses.
    """

    ids: Ids
    corners: Corners
    strangers: tuple[int, ...] = ()


def tuned_parameters(frame_width: int, picture_px: int) -> cv2.aruco.DetectorParameters:
    """Return the detector's settings for a picture cut from a frame, sizes in px.

    OpenCV measures outlines against the longer side of the picture it is given, so a
    smaller picture needs a larger share to mean the same size.
    """
    parameters = cv2.aruco.DetectorParameters()
    large = frame_width >= LARGE_FRAME_PX
    shortest = frame_width * (LARGE_RATE if large else SMALL_RATE)
    parameters.minMarkerPerimeterRate = shortest / max(picture_px, 1)
    parameters.maxMarkerPerimeterRate = 4.0
    if large:
        parameters.adaptiveThreshWinSizeMin = LARGE_WINDOW
        parameters.adaptiveThreshWinSizeMax = LARGE_WINDOW
    parameters.perspectiveRemovePixelPerCell = 8
    parameters.errorCorrectionRate = ERROR_CORRECTION
    parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_CONTOUR
    return parameters


def cut_dictionary(ids: Ids) -> cv2.aruco.Dictionary:
    """Return the dictionary of these ids alone; its n-th tag is `ids[n]`."""
    whole = tags.dictionary()
    chosen = np.ascontiguousarray(whole.bytesList[ids])
    return cv2.aruco.Dictionary(chosen, whole.markerSize, whole.maxCorrectionBits)


class TagDetector:
    """Finds the tags of some slots; one detector serves frames and parts of frames."""

    def __init__(self, slots: Iterable[int]) -> None:
        wanted = sorted({tags.tag_id(s, c) for s in slots for c in range(tags.CORNERS)})
        self._ids: Ids = np.array(wanted, dtype=np.intp)
        self._detector = cv2.aruco.ArucoDetector(cut_dictionary(self._ids))

    def detect(self, grey: Image) -> SeenTags:
        """Find the tags of a whole grey frame."""
        height, width = grey.shape
        return self.detect_cut(grey, Window(0, 0, width, height), width, strangers=True)

    def detect_cut(
        self, cut: Image, window: Window, frame_width: int, *, strangers: bool = False
    ) -> SeenTags:
        """Find the tags of a grey picture that was cut from a frame at a window.

        `strangers` asks for the ids of tags that no deck uses.
        """
        if min(cut.shape) < tags.MODULES:
            return SeenTags(np.empty(0, dtype=np.intp), np.empty((0, 4, 2)))
        self._detector.setDetectorParameters(tuned_parameters(frame_width, max(cut.shape)))
        corners, found, rejected = self._detector.detectMarkers(cut)
        places = np.array([], dtype=np.intp) if found is None else found.ravel()
        quads = _stacked(corners)
        return SeenTags(
            self._ids[places],
            quads + np.array([window.left, window.top]),
            self._strangers(cut, _tag_like(_stacked(rejected), quads)) if strangers else (),
        )

    def _strangers(self, grey: Image, quads: Corners) -> tuple[int, ...]:
        known = set(self._ids.tolist())
        found = (_identify(grey, quad) for quad in quads[:STRANGERS])
        return tuple(tag for tag in found if tag is not None and tag not in known)


def refined_tag(grey: Image, outline: Corners) -> Corners:
    """Return a tag's corners (4, 2) to a fraction of a pixel.

    The detector follows the contour of the black border, which runs half a pixel inside of
    the edge. Nothing but border and rim, one module wide each, may be within the window, so
    this is for tags that appear large, as the mat's do; others are returned as they are.
    """
    side = float(np.linalg.norm(outline - np.roll(outline, 1, axis=0), axis=1).min())
    reach = round(WINDOW_MODULES * side / tags.MODULES)
    if reach < SMALLEST_WINDOW_PX:
        return outline
    stop = (cv2.TERM_CRITERIA_COUNT | cv2.TERM_CRITERIA_EPS, 40, 0.005)
    corners = outline.astype(np.float32).reshape(-1, 1, 2)
    fine = cv2.cornerSubPix(grey, corners, (reach, reach), (-1, -1), stop)
    return np.asarray(fine, dtype=np.float64).reshape(4, 2)


def _stacked(quads: Iterable[npt.ArrayLike]) -> Corners:
    # OpenCV 4 gives (1, 4, 2) a quad, 5 may give (4, 2).
    return np.array([np.asarray(quad).reshape(4, 2) for quad in quads], dtype=np.float64).reshape(
        -1, 4, 2
    )


def _sides(quads: Corners) -> Corners:
    return np.asarray(np.linalg.norm(quads - np.roll(quads, 1, axis=1), axis=2))


def _tag_like(quads: Corners, read: Corners) -> Corners:
    """Return the quads (N, 4, 2) that may be tags, going by those that were read."""
    sides = _sides(quads)
    good = sides.min(axis=1, initial=np.inf) >= SQUARE * sides.max(axis=1, initial=0.0)
    if len(read):
        usual = float(np.median(_sides(read)))
        size = sides.mean(axis=1)
        good &= (size > STRANGER_SIZE[0] * usual) & (size < STRANGER_SIZE[1] * usual)
    return np.asarray(quads[good])


def flattened(grey: Image, quad: Corners) -> Image:
    """Return a tag cut out and flat: shape (32, 32), four pixels a module."""
    side = tags.MODULES * _CELL_PX
    square = np.array([(0, 0), (side, 0), (side, side), (0, side)], dtype=np.float32)
    matrix = cv2.getPerspectiveTransform(quad.astype(np.float32), square - 0.5)
    return np.asarray(cv2.warpPerspective(grey, matrix, (side, side)), dtype=np.uint8)


def _identify(grey: Image, quad: Corners) -> int | None:
    flat = flattened(grey, quad)
    modules = cv2.resize(flat, (tags.MODULES, tags.MODULES), interpolation=cv2.INTER_AREA)
    level, _ = cv2.threshold(flat, 0, 255, cv2.THRESH_BINARY | cv2.THRESH_OTSU)
    white = (modules > level).astype(np.uint8)
    bits = np.ascontiguousarray(white[1:-1, 1:-1])
    if white.sum() != bits.sum():
        return None
    found, tag, _ = tags.dictionary().identify(bits, 0.0)
    return int(tag) if found else None
