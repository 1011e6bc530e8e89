"""Pictures for pages: small, straightened, marked, or covered; and their light."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import cv2
import numpy as np

from vision.calibration.board import Points
from vision.calibration.sharpness import SATURATED, Edges
from vision.camera import CameraProfile, Image

#: A page's picture is this wide, px: the camera's would take seconds on a slow phone.
PAGE_WIDTH_PX = 1152
JPEG_QUALITY = 80
BINS = 48
#: Darker than this carries no detail either, grey levels.
CRUSHED = 5
#: Edges of a ninth of the picture from which its sharpness is told.
_ENOUGH_EDGES = 3
_GLARE = (80, 60, 255)
_COVER = (16, 20, 24)


def page_sized(image: Image) -> tuple[Image, float]:
    """Return a picture as wide as a page shows it, and how many times smaller it is."""
    scale = min(1.0, PAGE_WIDTH_PX / image.shape[1])
    size = (round(image.shape[1] * scale), round(image.shape[0] * scale))
    small = cv2.resize(image, size, interpolation=cv2.INTER_AREA)
    return np.asarray(small, dtype=np.uint8), scale


def packed(image: Image) -> bytes:
    """Return a picture as JPEG."""
    _, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])
    return bytes(np.asarray(data).tobytes())


@dataclass(frozen=True, slots=True)
class Light:
    """How bright a picture is.

    Args:
        bins: share of the pixels by brightness, `BINS` of them, dark first.
        drowned: share that is saturated.
        crushed: share that is black.

    """

    bins: tuple[float, ...]
    drowned: float
    crushed: float


def light_of(grey: Image) -> Light:
    """Return the light in a grey picture."""
    counts = np.bincount(grey.ravel(), minlength=256) / grey.size
    edges = np.linspace(0, 256, BINS + 1).astype(int)[:-1]
    bins = tuple(float(share) for share in np.add.reduceat(counts, edges))
    return Light(bins, float(counts[SATURATED:].sum()), float(counts[:CRUSHED].sum()))


def with_glare(image: Image) -> Image:
    """Return a BGR picture in which everything saturated is marked."""
    marked = image.copy()
    marked[image.max(axis=2) >= SATURATED] = _GLARE
    return marked


def covered(image: Image, outlines: Iterable[Points]) -> Image:
    """Return a picture of which nothing but the inside of outlines (N, 2), px, is to be seen."""
    window = np.zeros(image.shape[:2], np.uint8)
    for outline in outlines:
        cv2.fillConvexPoly(window, np.rint(outline).astype(np.int32), 255)
    shown = np.full_like(image, _COVER)
    shown[window > 0] = image[window > 0]
    return shown


class Straightener:
    """Takes out of pictures what a lens bent; the maps are kept for the next picture."""

    def __init__(self) -> None:
        self._for: tuple[CameraProfile, tuple[int, int]] | None = None
        self._maps: tuple[object, object] = (None, None)

    def straighten(self, image: Image, lens: CameraProfile) -> Image:
        """Return the picture as a lens that bends nothing, of the same focal length, had it."""
        size = (image.shape[1], image.shape[0])
        if self._for != (lens, size):
            matrix = lens.scaled(*size).matrix()
            self._maps = cv2.initUndistortRectifyMap(
                matrix, lens.coefficients(), None, matrix, size, cv2.CV_16SC2
            )
            self._for = (lens, size)
        first, second = self._maps
        straight = cv2.remap(image, first, second, cv2.INTER_LINEAR)  # type: ignore[call-overload]
        return np.asarray(straight, dtype=np.uint8)


def sharpness_by_ninth(edges: Edges, size: tuple[int, int]) -> Mapping[int, float]:
    """Return the blur of edges, px, in each ninth of the picture that has enough of them.

    Ninths are counted by rows from the upper left; `size` is the picture's, px.
    """
    if not len(edges.places):
        return {}
    column, row = (edges.places / np.array(size) * 3).astype(int).clip(0, 2).T
    ninth = 3 * row + column
    return {
        int(place): float(np.percentile(edges.blur_px[ninth == place], 75))
        for place in np.unique(ninth)
        if (ninth == place).sum() >= _ENOUGH_EDGES
    }
