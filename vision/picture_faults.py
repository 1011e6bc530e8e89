"""What is wrong with a picture, or with what was printed, where the table cannot be read well."""

from collections.abc import Iterator, Mapping

import cv2
import numpy as np

from companion.game import Message
from vision import tags
from vision.calibration.sharpness import measure_quads
from vision.camera import Image
from vision.cards import Complex
from vision.detection import Corners, SeenTags, flattened
from vision.reading import Warned

#: Where even the brightest hundredth of a picture is below this, it is dark (grey level).
DARK = 32
#: Such levels hold no detail, and so large a share of them drowns the mat's tags.
SATURATED, DROWNED_SHARE = 250, 0.3
#: The steepest step between two pixels of half a picture, as a share of its contrast. A sharp
#: edge has 0.45 and more; from 0.28 down (a blur of 3 px) no tag is read.
SOFT_EDGE = 0.3
#: With less contrast a picture shows nothing that could be sharp (grey levels).
PLAIN = 40
#: Where paper is plain white, its light eats into the black beside it: with so small a share
#: of the mat's black left, tags of cards are lost (0.92: one of twenty; 0.86: one of three).
CLIPPED, BLACK_LEFT = 253, 0.9
#: Blur of the mat's tags, as a share of their side (Gaussian deviation). At 0.027 one tag of
#: ten on the cards is lost, at 0.030 every second.
BLURRED = 0.028
#: Cards as much smaller or larger than the mat's scale are no longer read as one.
SCALE_OFF = 0.05
#: A tag's own size tells its card's scale only so well: its outline is half a pixel off.
_ROUGHLY = 0.12
#: Neighbouring tags of one card are parallel to so many degrees.
_PARALLEL_DEG = 6.0
#: So many pairs of tags are asked before a print is blamed: one card held up has six at most.
_ENOUGH_PAIRS = 8


def too_small(width: int, height: int, least: int) -> Message:
    """Return the message on a picture of so few px."""
    facts = (("width", str(width)), ("height", str(height)), ("least", str(least)))
    return Message(Warned.WRONG_RESOLUTION, facts)


def why_no_mat(grey: Image, seen: SeenTags) -> Message:
    """Return why the mat is not found in a picture (height, width)."""
    fault = fault_of(grey)
    if fault is not None:
        return Message(fault)
    return Message(Warned.MAT_MISSING, (("count", str(int(_of_mat(seen).sum()))),))


def fault_of(grey: Image) -> Warned | None:
    """Return what keeps a picture (height, width) from showing anything; None: nothing does."""
    small = cv2.resize(grey, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    if np.percentile(small, 99) < DARK:
        return Warned.TOO_DARK
    if (small >= SATURATED).mean() > DROWNED_SHARE:
        return Warned.OVEREXPOSED
    return Warned.OUT_OF_FOCUS if _is_soft(np.asarray(small, np.uint8)) else None


def spoilt(grey: Image, seen: SeenTags) -> Iterator[Warned]:
    """Yield why cards are lost in a picture (height, width) in which the mat is found."""
    if is_overexposed(grey, seen):
        yield Warned.OVEREXPOSED
    if is_blurred(grey, seen):
        yield Warned.OUT_OF_FOCUS


def is_overexposed(grey: Image, seen: SeenTags) -> bool:
    """Tell whether the white of the mat's tags eats into their black, as cards' does then."""
    left = []
    for tag, quad in zip(seen.ids.tolist(), seen.corners, strict=True):
        if tag // tags.CORNERS == tags.MAT_SLOT:
            flat = flattened(grey, quad)
            low, high = np.percentile(flat, (5, 95))
            if high < CLIPPED:
                return False
            left.append((flat < (low + high) / 2).mean() / tags.tag_modules(tag).mean())
    return bool(left) and float(np.mean(left)) < BLACK_LEFT


def is_blurred(grey: Image, seen: SeenTags) -> bool:
    """Tell whether the mat's tags are so blurred that smaller ones are lost."""
    quads = seen.corners[_of_mat(seen)]
    if not len(quads):
        return False
    side = float(np.linalg.norm(quads - np.roll(quads, 1, axis=1), axis=2).mean())
    return measure_quads(grey, quads).blur > BLURRED * side


def is_misprinted(seen: SeenTags, corners_mm: Corners, models: Mapping[int, Complex]) -> bool:
    """Tell whether the cards are not of the mat's scale.

    Args:
        seen: the tags.
        corners_mm: their corners on the mat, (N, 4, 2).
        models: per slot the printed corners of its four tags, (4, 4).

    """
    cards = [n for n, tag in enumerate(seen.ids.tolist()) if tag // tags.CORNERS in models]
    if not cards:
        return False
    slots, corners = np.divmod(seen.ids[cards], tags.CORNERS)
    shapes = corners_mm[cards, :, 0] + 1j * corners_mm[cards, :, 1]
    printed = np.array(
        [models[s][c] for s, c in zip(slots.tolist(), corners.tolist(), strict=True)]
    )
    scales = _pair_scales(slots, shapes, printed)
    return len(scales) >= _ENOUGH_PAIRS and bool(abs(np.median(scales) - 1) > SCALE_OFF)


def _pair_scales(slots: Corners, seen: Complex, printed: Complex) -> Corners:
    """Return the scale that each pair of tags of one card has by its distance, about 1."""
    first, second = np.nonzero(np.triu(slots[:, None] == slots[None, :], 1))
    model, place = printed.mean(axis=1), seen.mean(axis=1)
    side, printed_side = seen[:, 1] - seen[:, 0], printed[:, 1] - printed[:, 0]
    own = side / printed_side
    between = model[second] - model[first]
    apart = np.abs(between) > 0
    first, second, between = first[apart], second[apart], between[apart]
    ratio = (place[second] - place[first]) / between
    # Tags of two equal cards side by side say something else than the tags themselves.
    fits = np.ones(len(ratio), dtype=bool)
    for ends in (first, second):
        agreed = ratio / own[ends]
        fits &= np.abs(np.abs(agreed) - 1) < _ROUGHLY
        fits &= np.abs(np.angle(agreed, deg=True)) < _PARALLEL_DEG
    return np.asarray(np.abs(ratio[fits]))


def _is_soft(grey: Image) -> bool:
    """Tell whether a picture has contrast, but no edge that is sharp."""
    low, high = np.percentile(grey, (0.1, 99.9))
    if high - low < PLAIN:
        return False
    across = cv2.Sobel(grey, cv2.CV_32F, 1, 0, scale=0.125)
    down = cv2.Sobel(grey, cv2.CV_32F, 0, 1, scale=0.125)
    steepest = np.percentile(np.hypot(across, down), 99.99)
    return bool(steepest < SOFT_EDGE * (high - low))


def _of_mat(seen: SeenTags) -> Corners:
    return np.asarray(seen.ids // tags.CORNERS == tags.MAT_SLOT)
