"""Where exactly the edges of the board are, how blurred, and whether light drowns them.

An edge blurred by a Gaussian of standard deviation s rises at most by contrast / (s * sqrt(2
pi)) per pixel, so the steepest rise tells s. It is taken in the middle of each side that two
neighbouring corners share: there a black square meets the white rim of a tag.
"""

import math
from dataclasses import dataclass

import cv2
import numpy as np

from vision.calibration.board import BoardSpec, Ids, Points
from vision.camera import Image

#: How far to both sides of an edge it is sampled, as a share of the square's side: the white
#: rim of our tags is 0.15 wide.
_REACH = 0.13
_SAMPLES = 33
#: A wider window brings no more, px.
_WIDEST_PX = 9
#: Light this bright carries no detail, grey levels.
SATURATED = 250
#: A white area larger than so many squares is the lamp's, not the board's.
_GLARE_SQUARES = 1.5


@dataclass(frozen=True, slots=True, eq=False)
class Edges:
    """The blur of each edge: `places` (N, 2) px, `blur_px` (N,), the Gaussian's deviation."""

    places: Points
    blur_px: Points

    @property
    def blur(self) -> float:
        """Return the upper quartile, px: motion blurs only the edges across its way."""
        return float(np.percentile(self.blur_px, 75)) if len(self.blur_px) else 0.0


def refined(grey: Image, spec: BoardSpec, ids: Ids, corners: Points) -> Points:
    """Return the corners (N, 2), px, where two edges cross; the arguments are as below.

    OpenCV refines them too, but up to 4.11 it then tells them half a pixel too far right and
    down. From here on a pixel's place is that of its centre, whatever the version.
    """
    first, second = _neighbours(spec, ids)
    if not len(first):
        return corners
    side = float(np.linalg.norm(corners[first] - corners[second], axis=1).min())
    reach = int(np.clip(round(_REACH * side), 2, _WIDEST_PX))
    stop = (cv2.TERM_CRITERIA_COUNT | cv2.TERM_CRITERIA_EPS, 40, 0.002)
    start = corners.astype(np.float32).reshape(-1, 1, 2)
    fine = cv2.cornerSubPix(grey, start, (reach, reach), (-1, -1), stop)
    return np.asarray(fine, dtype=np.float64).reshape(-1, 2)


def measure_edges(grey: Image, spec: BoardSpec, ids: Ids, corners: Points) -> Edges:
    """Measure the blur of the edges between neighbouring corners.

    Args:
        grey: the picture, (height, width).
        spec: the board.
        ids: of the corners that were seen, (N,).
        corners: where, (N, 2), px.

    """
    first, second = _neighbours(spec, ids)
    if not len(first):
        return Edges(np.empty((0, 2)), np.empty(0))
    return _across(grey, corners[first], corners[second])


def measure_quads(grey: Image, quads: Points) -> Edges:
    """Measure the blur of the sides of dark quads (N, 4, 2), px, as tags have them."""
    return _across(grey, quads.reshape(-1, 2), np.roll(quads, -1, axis=1).reshape(-1, 2))


def _across(grey: Image, start: Points, end: Points) -> Edges:
    """Measure the blur in the middle of edges from `start` (N, 2) to `end`, px."""
    along = end - start
    # Turned by 90 degrees it runs across the edge; its length is the square's side.
    across = np.stack([-along[:, 1], along[:, 0]], axis=1) * _REACH
    steps = np.linspace(-1, 1, _SAMPLES)
    middle = (start + end) / 2
    places = (middle[:, None] + across[:, None] * steps[None, :, None]).astype(np.float32)
    profile = cv2.remap(
        grey, np.ascontiguousarray(places[..., 0]), np.ascontiguousarray(places[..., 1]),
        cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE,
    ).astype(np.float64)  # fmt: skip
    return Edges(middle, _blur(profile, np.linalg.norm(across, axis=1)))


def drowned(grey: Image, outline: Points, square_px: float) -> tuple[float, float]:
    """Return how much of the board is saturated, 0 to 1, and the largest patch in squares.

    `outline` (4, 2) px is the board's; the patch is counted in squares of `square_px`.
    """
    inside = np.zeros(grey.shape, np.uint8)
    cv2.fillConvexPoly(inside, np.rint(outline).astype(np.int32), 255)
    _, drowned_px = cv2.threshold(grey, SATURATED - 1, 255, cv2.THRESH_BINARY)
    bright = cv2.bitwise_and(drowned_px, inside)
    area = max(cv2.countNonZero(inside), 1)
    share = cv2.countNonZero(bright) / area
    # White squares touch at their corners: a thin bridge of blur must not join them.
    parted = cv2.erode(bright, np.ones((5, 5), np.uint8))
    _, _, stats, _ = cv2.connectedComponentsWithStats(parted, connectivity=4)
    sizes = np.asarray(stats)[1:, cv2.CC_STAT_AREA]
    return share, float(sizes.max(initial=0)) / max(square_px**2, 1.0)


def is_glare(patch_squares: float) -> bool:
    """Tell whether a saturated patch is too large for the board's own white."""
    return patch_squares > _GLARE_SQUARES


def _neighbours(spec: BoardSpec, ids: Ids) -> tuple[Ids, Ids]:
    across = spec.columns - 1
    place = np.full(spec.corners, -1)
    place[ids] = np.arange(len(ids))
    grid = place.reshape(spec.rows - 1, across)
    pairs = [(grid[:, :-1], grid[:, 1:]), (grid[:-1], grid[1:])]
    first = np.concatenate([a.ravel() for a, _ in pairs])
    second = np.concatenate([b.ravel() for _, b in pairs])
    both = (first >= 0) & (second >= 0)
    return first[both], second[both]


def _blur(profile: Points, reach_px: Points) -> Points:
    step_px = 2 * reach_px / (_SAMPLES - 1)
    low, high = np.percentile(profile, 8, axis=1), np.percentile(profile, 92, axis=1)
    # Over four samples, so that noise does not look like a steep edge.
    slope = np.abs(profile[:, 4:] - profile[:, :-4]).max(axis=1) / (4 * step_px)
    contrast = np.maximum(high - low, 1.0)
    return np.asarray(contrast / (np.maximum(slope, 1e-6) * math.sqrt(2 * math.pi)))
