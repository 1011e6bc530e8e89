"""From a photo of one card to its picture: cut out, upright, at one size."""

import cv2
import numpy as np

from vision.camera import Image
from vision.enrolled.deck import EnrolledDeckError
from vision.enrolled.outlines import outlines
from vision.enrolled.picture import Points, light_of, side_lengths

#: Width of an enrolled picture, px, and the least a card may have in its photo.
WIDTH_PX, LEAST_PX = 250, 90
#: A photo of this shape, share, is taken for the card alone.
CUT_ALREADY = 0.06
#: Photos are made this large at most before the card is looked for, px.
LONGEST_PX = 1200
#: Grey levels of a photo that is too dark, and of one that is too bright.
DARK, BRIGHT = 35.0, 250.0
#: Spread of the Laplacian below which a card is out of focus, grey levels.
BLURRED = 4.0


def cut_out(photo: Image, width_mm: float, height_mm: float, source: str) -> Image:
    """Return the one card of a photo, BGR, upright as it is in the photo.

    Args:
        photo: BGR; a photo that shows nothing but the card is taken as it is.
        width_mm: of the card, as `height_mm`.
        source: names the photo in errors.

    Raises:
        EnrolledDeckError: no card is found, or it is too small, dark, bright or blurred.

    """
    aspect = height_mm / width_mm
    size = (WIDTH_PX, round(WIDTH_PX * aspect))
    if abs(photo.shape[0] / photo.shape[1] / aspect - 1.0) < CUT_ALREADY:
        outline = _whole(photo)
    else:
        outline = _card_in(photo, aspect, source)
    if side_lengths(outline)[0] < LEAST_PX:
        raise _refused(source, f"the card is less than {LEAST_PX} px wide", "go closer")
    target = np.array([(0, 0), (size[0], 0), size, (0, size[1])], dtype=np.float32)
    matrix = cv2.getPerspectiveTransform(outline, target)
    card = np.asarray(cv2.warpPerspective(photo, matrix, size, flags=cv2.INTER_AREA), np.uint8)
    _refuse_bad(card, source)
    return card


def _whole(photo: Image) -> Points:
    height, width = photo.shape[:2]
    return np.array([(0, 0), (width, 0), (width, height), (0, height)], dtype=np.float32)


def _card_in(photo: Image, aspect: float, source: str) -> Points:
    scale = min(1.0, LONGEST_PX / max(photo.shape[:2]))
    small = cv2.resize(photo, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    found = outlines(np.asarray(small, dtype=np.uint8), aspect)
    if not found:
        remedy = "lay it alone on a dark even table, all four corners in the picture"
        raise _refused(source, "no card is found", remedy)
    largest = max(found, key=lambda outline: float(cv2.contourArea(outline)))
    # The end that is nearer to the picture's top is the card's.
    if largest[:2, 1].mean() > largest[2:, 1].mean():
        largest = np.roll(largest, 2, axis=0)
    return np.asarray(largest / scale, dtype=np.float32)


def _refuse_bad(card: Image, source: str) -> None:
    grey = light_of(card)
    bright = float(np.percentile(grey, 85))
    if bright < DARK:
        raise _refused(source, "the photo is too dark", "turn on a light")
    if float((grey >= BRIGHT).mean()) > 0.97:
        raise _refused(
            source, "the photo is overexposed", "take it without a flash, out of the sun"
        )
    if float(cv2.Laplacian(grey, cv2.CV_32F).std()) < BLURRED:
        raise _refused(
            source, "the card is out of focus", "hold the camera still, a hand further off"
        )


def _refused(source: str, problem: str, remedy: str) -> EnrolledDeckError:
    return EnrolledDeckError(f"{source}: {problem}; {remedy}")
