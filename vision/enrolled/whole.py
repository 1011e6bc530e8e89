"""Decide by colour and structure of a whole card: for plain faces, dark ones, coloured paper.

Ink is measured against the paper, so a card without white paper, or one that differs from
others by its colour alone, says little there. Here lightness and colour (CIE Lab) are
compared as they are. Only a card that lies free can be read so, and in the light it was
photographed in.
"""

import cv2
import numpy as np
import numpy.typing as npt

from vision.camera import Image
from vision.enrolled.compare import Comparison
from vision.enrolled.library import Library
from vision.enrolled.picture import Points

Floats = npt.NDArray[np.float32]

#: So much of a card must be in sight.
IN_SIGHT = 0.92
#: Least likeness, margin and lean of a card that is believed.
LIKENESS, MARGIN, LEAN = 0.8, 0.04, 0.35
#: How much colour weighs against lightness.
COLOUR = 2.0
#: Contrast of a card, Lab units, below which it shows nothing.
PLAIN = 4.0
#: A card looks so much fainter or stronger than on its photo.
STRENGTHS = (0.65, 1.5)
#: Outlines are tried this much larger and smaller: quads lock onto inner frames.
SIZES = (0.96, 0.98, 1.02, 1.04)
#: Photos looked at closely.
NEAREST = 6


class WholeComparer:
    """Compares whole cards with the photos of a library.

    Args:
        library: the photos.
        left_out: one of them that is not looked at, as it counts among `photos`.

    """

    def __init__(self, library: Library, left_out: int | None = None) -> None:
        self._library = library
        upright = [self._seen(photo) for _, photo in library.photos]
        both = [turned for one in upright for turned in (one, one[::-1, ::-1])]
        self._known = np.array([one.ravel() for one in both], dtype=np.float32)
        self._square = np.square(self._known).sum(axis=1)
        self._allowed = np.ones(len(self._known), dtype=np.bool_)
        if left_out is not None:
            self._allowed[2 * left_out : 2 * left_out + 2] = False

    def second(self) -> None:
        """Return that there is nothing to try where this one left paper unread."""

    def promise(self, picture: Image, outline: Points) -> float:
        """Return how like its best photo a whole card in an outline would be, -1 to 1."""
        seen = self._seen(self._library.frame.cut(picture, outline)).ravel()
        return float(self._likeness(seen).max())

    def compare(self, picture: Image, outline: Points, free: Image) -> Comparison | None:
        """Say which card lies in an outline; None unless all of it is in sight."""
        frame = self._library.frame
        mask = frame.free(free, outline)
        if mask.mean() < IN_SIGHT:
            return None
        cut = frame.cut(picture, outline)
        seen = self._seen(cut).ravel()
        if float(np.square(seen).mean()) < PLAIN * PLAIN:
            return None
        likeness = self._likeness(seen)
        photo = int(likeness.argmax())
        blocks = frame.blocks_in_sight(mask)
        margin, lean, rival = self._against_others(seen, photo, likeness)
        like = float(likeness[photo])
        return Comparison(
            outline=outline,
            photo=photo,
            face=self._library.face(photo),
            agreeing=blocks,
            in_sight=blocks,
            score=like,
            likeness=like,
            margin=margin,
            lean=lean,
            ink=float(self._square[photo] / self._known.shape[1]),
            cut=cut,
            rival=None if rival is None else self._library.face(rival),
            sure=like > LIKENESS and margin > MARGIN and lean > LEAN,
        )

    def aligned(self, picture: Image, found: Comparison, free: Image) -> Comparison:
        """Return the best of comparisons with outlines a little larger and smaller."""
        middle = found.outline.mean(axis=0)
        tried = [middle + (found.outline - middle) * size for size in SIZES]
        again = [self.compare(picture, outline.astype(np.float32), free) for outline in tried]
        return max([found, *filter(None, again)], key=lambda one: one.score)

    def _seen(self, card: Image) -> Floats:
        """Return a card's picture as lightness about its mean, and colour; half the frame."""
        width, height = self._library.frame
        small = cv2.resize(card, (width // 2, height // 2), interpolation=cv2.INTER_AREA)
        scaled = np.asarray(small, dtype=np.float32) / 255.0
        lab = np.asarray(cv2.cvtColor(scaled, cv2.COLOR_BGR2Lab), dtype=np.float32)
        lab[..., 0] -= lab[..., 0].mean()
        lab[..., 1:] *= COLOUR
        return lab

    def _likeness(self, seen: Floats) -> Floats:
        """Return how like each photo a card is: 1 for equal but for a usual difference of light."""
        product = self._known @ seen
        strength = np.clip(product / np.maximum(self._square, 1e-6), *STRENGTHS)
        scaled = np.square(strength) * self._square
        likeness = 2 * strength * product / np.maximum(scaled + np.square(seen).sum(), 1e-6)
        return np.where(self._allowed, likeness, -1.0).astype(np.float32)

    def _against_others(
        self, seen: Floats, photo: int, likeness: Floats
    ) -> tuple[float, float, int | None]:
        """Return the margin to the next face, the least lean against any, and which that is."""
        owner = self._library.owner
        others = np.where((owner != owner[photo]) & self._allowed, likeness, -2.0)
        nearest = [int(n) for n in np.argsort(-others)[:NEAREST] if others[n] > -2.0]
        if not nearest:
            return 1.0, 1.0, None
        own = self._known[photo]
        apart = own - self._known[nearest]
        size = np.square(apart).sum(axis=1)
        off = ((seen - (own + self._known[nearest]) / 2) * apart).sum(axis=1)
        leans = np.clip(2 * off / np.maximum(size, 1e-6), -1.0, 1.0)
        least = int(leans.argmin())
        return float(likeness[photo] - others[nearest[0]]), float(leans[least]), nearest[least]
