"""What is printed on a card, told from its paper in the lights cards lie in.

Pixels of a card are compared as *ink*: one minus their share of the paper's colour, per
channel. White paper is 0 in any light, so shade and a warm lamp change little. Light that
is even but for a slope is the usual one. Where a shadow falls across a card, or the sun
burns it out, no slope describes the light, and it is told in another way.
"""

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.camera import Image
from vision.enrolled.picture import DARKEST_PAPER, Ink, Mask

Paper = npt.NDArray[np.float32]

#: What is brighter than the paper counts as negative ink down to here.
LEAST_INK = -0.25
#: Ink fainter than this is the paper's own.
FAINT_INK = 0.05
#: Print is narrower than this, px of the card frame; shadows are wider.
PRINT_PX = 11
#: A picture is smoothed by so much before the light on the paper is looked for, and after.
GRAIN_PX, EDGE_PX = 0.7, 1.0
#: Least and most light on a part of the paper, against the whole of it.
DARK, GLARING = 0.2, 1.5
#: Paper so bright in each channel, grey levels, is burnt out, and so much was lost.
BURNT_OUT, LOST = 250.0, 2.0


@dataclass(frozen=True, slots=True)
class Light:
    """A light cards may lie in.

    Args:
        ink: tells the ink of a card's picture (height, width, 3), BGR, by the paper's
            colour (3,) and which pixels are the card's (None: all).
        seen: says how printed ink looks in it.

    """

    ink: Callable[[Image, Paper, Mask | None], Ink]
    seen: Callable[[Ink], Ink]


def uneven_light_on(paper: Paper) -> Light:
    """Return the light to try where cards are not read in an even one."""
    return BURNT if float(paper.min()) >= BURNT_OUT else SHADOWED


def _ink_in_slope(cut: Image, paper: Paper, seen: Mask | None) -> Ink:
    light = _light(cut, paper)
    return _ink(light, _slope(light, np.ones(cut.shape[:2], np.bool_) if seen is None else seen))


def _ink_in_shadows(cut: Image, paper: Paper, seen: Mask | None) -> Ink:
    """Return the ink where each place has the light of the paper about it.

    Closing takes what is narrower than its kernel out of the paper, and keeps edges of
    shadows where they are.
    """
    light = _light(cut, paper)
    level = cv2.GaussianBlur(light.mean(axis=2), (0, 0), GRAIN_PX)
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (PRINT_PX, PRINT_PX))
    closed = cv2.morphologyEx(level, cv2.MORPH_CLOSE, kernel, borderType=cv2.BORDER_REPLICATE)
    shade = np.clip(cv2.GaussianBlur(closed, (0, 0), EDGE_PX), DARK, GLARING)
    return _ink(light, np.asarray(shade[..., None], dtype=np.float32))


def _light(cut: Image, paper: Paper) -> Ink:
    return np.asarray(cut / np.maximum(paper, DARKEST_PAPER), dtype=np.float32)


def _ink(light: Ink, shade: Ink) -> Ink:
    ink = np.clip(1.0 - light / shade, LEAST_INK, 1.0)
    return np.asarray(np.sign(ink) * np.maximum(np.abs(ink) - FAINT_INK, 0.0), dtype=np.float32)


def _slope(light: Ink, seen: Mask) -> Ink:
    """Return how bright blank paper would be at each pixel: a plane through what is blank."""
    height, width = light.shape[:2]
    level = light[::2, ::2].mean(axis=2)
    across, down = np.meshgrid(
        np.arange(0, width, 2) / width - 0.5, np.arange(0, height, 2) / height - 0.5
    )
    terms = np.stack([np.ones_like(across), across, down], axis=-1)
    plane = np.array([1.0, 0.0, 0.0])
    for within in (0.12, 0.08):
        blank = (np.abs(level - terms @ plane) < within) & seen[::2, ::2]
        if blank.sum() < 30:
            break
        plane = np.linalg.lstsq(terms[blank], level[blank], rcond=None)[0]
    right, below = np.arange(width) / width - 0.5, np.arange(height) / height - 0.5
    shade = plane[0] + plane[1] * right[None] + plane[2] * below[:, None]
    return np.asarray(np.clip(shade, 0.5, 1.5)[..., None], dtype=np.float32)


def _as_printed(ink: Ink) -> Ink:
    return ink


def _burnt_out(ink: Ink) -> Ink:
    """Return ink as it looks where all is so bright that paper and faint ink are one."""
    return np.maximum(0.0, 1.0 - LOST * (1.0 - np.maximum(ink, 0.0)))


EVEN = Light(_ink_in_slope, _as_printed)
SHADOWED = Light(_ink_in_shadows, _as_printed)
BURNT = Light(_ink_in_slope, _burnt_out)
