"""The faces of a deck, made ready for comparing: each photo, upright and upside down."""

from collections.abc import Mapping, Sequence

import cv2
import numpy as np
import numpy.typing as npt

from companion.cards import Face
from vision.camera import Image
from vision.enrolled.light import EVEN, Light
from vision.enrolled.picture import BLOCK_PX, CardFrame, Ink, halved, in_blocks, paper_colour

#: Photos of faces are smoothed by so much, px of twice the card frame, as small cards are seen.
SMOOTH_PX = 0.7


class Library:
    """Every photo of every face as ink; number 2n is photo n upright, 2n + 1 upside down.

    Args:
        pictures: per face its photos, upright and cut to the card, BGR of any size.
        frame: the card frame they are compared in.
        light: what ink is told by.

    """

    def __init__(
        self, pictures: Mapping[Face, Sequence[Image]], frame: CardFrame, light: Light = EVEN
    ) -> None:
        self._pictures, self.frame, self.light = pictures, frame, light
        self._under = {light: self}
        self.photos = [(face, photo) for face, photos in pictures.items() for photo in photos]
        numbers = {face: n for n, face in enumerate(pictures)}
        self.faces = tuple(pictures)
        self.owner = np.array([numbers[face] for face, _ in self.photos for _ in range(2)])
        upright = [light.seen(_ink(photo, frame, light)) for _, photo in self.photos]
        ink = np.array([turned for one in upright for turned in (one, one[::-1, ::-1])])
        self.grey = [_as_grey(one) for one in ink]
        self.blocks = in_blocks(ink, BLOCK_PX)
        #: Blocks first, photos last: so one multiplication compares a block with all.
        self.by_block = np.ascontiguousarray(self.blocks.transpose(1, 2, 0))
        self.energy = np.square(self.blocks).mean(axis=-1)
        self.whole = _unit(np.array([halved(np.ascontiguousarray(one)).ravel() for one in ink]))

    def under(self, light: Light) -> "Library":
        """Return the same photos as they look under another light; kept for the next time."""
        if light not in self._under:
            self._under[light] = Library(self._pictures, self.frame, light)
        return self._under[light]

    def face(self, number: int) -> Face:
        """Return the face a photo shows."""
        return self.faces[int(self.owner[number])]

    def likeness(self, ink: Ink) -> npt.NDArray[np.float32]:
        """Return how like each photo a whole card's ink is, -1 to 1, shape (photos,)."""
        seen = _unit(halved(ink).reshape(1, -1))
        return np.asarray(self.whole @ seen[0])


def _ink(photo: Image, frame: CardFrame, light: Light) -> Ink:
    double = 2 * frame.width, 2 * frame.height
    small = cv2.resize(photo, double, interpolation=cv2.INTER_AREA)
    blurred = cv2.GaussianBlur(small, (0, 0), SMOOTH_PX)
    smooth: Image = np.asarray(
        cv2.resize(blurred, tuple(frame), interpolation=cv2.INTER_AREA), dtype=np.uint8
    )
    paper = paper_colour(smooth.reshape(-1, 3))
    white = np.full(3, 255, np.float32) if paper is None else paper
    return light.ink(smooth, white, None)


def _as_grey(ink: Ink) -> Image:
    return np.asarray(255 * (1 - np.clip(ink.mean(axis=2), 0, 1)), dtype=np.uint8)


def _unit(rows: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    length = np.linalg.norm(rows, axis=1, keepdims=True)
    return np.asarray(rows / np.maximum(length, 1e-6), dtype=np.float32)
