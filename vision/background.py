"""Tell a card that was taken away from one that a hand hides.

Where a card is no longer read, the picture can show four things: other cards that are
read, the bare mat (the card is gone), the very card as it was (the reader missed it), or
none of these: something lies over it, and nothing can be said. All pictures here are
small: shape (180, 320, 3).
"""

from enum import Enum

import cv2
import numpy as np
import numpy.typing as npt

from vision.camera import GREY_SIZE, Image
from vision.motion import Mask

Colours = npt.NDArray[np.float32]

#: Two colours are the same if no channel differs by more, levels.
SAME_LEVELS = 18.0
#: Bare mat that was never seen may differ this much from the mat around it.
GUESSED_LEVELS = 45.0
#: So many strange pixels beside a missing card are a hand: 12 px are about 110 mm2.
STRANGE_PX = 12
#: A missing card's place must show this share of mat, or of the card as it was.
ENOUGH_SHARE = 0.6
#: A new look of the bare mat is believed after it stood still this long, seconds.
ADOPT_S = 4.0
#: A region smaller than this tells nothing.
FEW_PX = 6


class Verdict(Enum):
    """Why a card is not read any more."""

    GONE = "gone"
    BURIED = "buried"
    """Other cards that are read lie over it."""

    MISSED = "missed"
    COVERED = "covered"


def small_colours(image: Image) -> Colours:
    """Return a frame (BGR or grey) as a small colour picture."""
    step = max(1, image.shape[1] // (2 * GREY_SIZE[0]))
    small = cv2.resize(
        np.ascontiguousarray(image[::step, ::step]), GREY_SIZE, interpolation=cv2.INTER_AREA
    )
    return np.asarray(np.atleast_3d(small), dtype=np.float32)


class Background:
    """What the bare mat looks like, learned from where no card lies."""

    def __init__(self) -> None:
        self._mat: Colours | None = None
        self._known: Mask = np.zeros(GREY_SIZE[::-1], dtype=np.bool_)
        self._pending: Colours | None = None
        self._since = np.zeros(GREY_SIZE[::-1])

    def forget(self) -> None:
        """Start anew, as when the camera or the mat was moved."""
        self._mat = self._pending = None
        self._known[:] = False

    def learn(self, now: Colours, occupied: Mask, time_s: float) -> None:
        """Take in a still picture; `occupied` marks cards and what is not understood.

        Known mat that looks different now is believed only once it has stood still for
        `ADOPT_S`: it may be a hand that rests there.
        """
        if self._mat is None or self._pending is None:
            self._mat, self._pending = now.copy(), now.copy()
            self._known = ~occupied
            self._since[:] = time_s
            return
        wobbled = ~_same(now, self._pending, SAME_LEVELS) | occupied
        self._pending[wobbled] = now[wobbled]
        self._since[wobbled] = time_s
        alike = _same(now, self._lit_like(now, ~occupied), SAME_LEVELS)
        believed = ~occupied & (~self._known | alike | (time_s - self._since >= ADOPT_S))
        self._mat[believed] = now[believed]
        self._known |= believed

    def judge(
        self, now: Colours, before: Colours, place: Mask, around: Mask, free: Mask
    ) -> Verdict:
        """Say why a card is not read.

        Args:
            now: the picture.
            before: the picture in which it was last read.
            place: where it lay, without what cards that are read now cover.
            around: its surroundings without any card.
            free: the whole mat without any card; tells how the light has changed.

        """
        if self._mat is None:
            return Verdict.COVERED
        lit = self._lit_like(now, free)
        bare = self._bare(now, lit, around)
        same = _same(now, self._gained(before, now, free), SAME_LEVELS)
        if int((around & ~bare & ~same).sum()) > STRANGE_PX:
            return Verdict.COVERED
        size = int(place.sum())
        if size < FEW_PX:
            return Verdict.BURIED
        if (place & bare).sum() >= ENOUGH_SHARE * size:
            return Verdict.GONE
        return Verdict.MISSED if (place & same).sum() >= ENOUGH_SHARE * size else Verdict.COVERED

    def strange(self, now: Colours, place: Mask, around: Mask, free: Mask) -> Mask:
        """Return where in a place without known cards something else than the mat lies.

        What is smaller than a strip of a card, such as a shadow's edge or a printed line, does
        not count. `around` and `free` are as in `judge`.
        """
        if self._mat is None:
            return np.zeros_like(place)
        there = place & ~self._bare(now, self._lit_like(now, free), around)
        lasting = cv2.erode(there.astype(np.uint8), np.ones((3, 3), np.uint8))
        return np.asarray(lasting, dtype=np.bool_)

    def _bare(self, now: Colours, lit: Colours, around: Mask) -> Mask:
        """Tell which pixels look like the bare mat, known or guessed from around."""
        bare = self._known & _same(now, lit, SAME_LEVELS)
        trusted = around & self._known
        if trusted.sum() < FEW_PX:
            # Nothing is known around a zone that was never at rest; a mat is much alike.
            trusted = self._known
        if trusted.sum() >= FEW_PX:
            usual = np.median(lit[trusted], axis=0)
            bare |= ~self._known & _same(now, np.broadcast_to(usual, now.shape), GUESSED_LEVELS)
        return np.asarray(bare, dtype=np.bool_)

    def _lit_like(self, now: Colours, where: Mask) -> Colours:
        assert self._mat is not None
        return self._gained(self._mat, now, where & self._known)

    def _gained(self, picture: Colours, now: Colours, where: Mask) -> Colours:
        """Return a picture as it would look in the light of `now`.

        The median is taken over the whole mat, of which a hand hides the smaller part.
        """
        if where.sum() < FEW_PX:
            return picture
        level = np.median(picture[where], axis=0)
        gain = np.median(now[where], axis=0) / np.maximum(level, 1.0)
        return np.asarray(picture * gain, dtype=np.float32)


def differing(one: Colours, other: Colours, where: Mask) -> int:
    """Return how many pixels are not alike in two pictures taken in about the same light."""
    return int((where & ~_same(one, other, GUESSED_LEVELS)).sum())


def _same(one: Colours, other: Colours, levels: float) -> Mask:
    return np.asarray(np.abs(one - other).max(axis=2) <= levels, dtype=np.bool_)
