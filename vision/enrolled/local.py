"""Decide by local features that lie where they should: for busy pictures, in uneven light.

Features of the card are matched with those of each photo (SIFT, Lowe 2004). A match counts
if it lies at about the same place of the card, and if one homography explains it with the
others (RANSAC, Fischler and Bolles 1981). Frames and corners that all cards share tell
nothing, so a face is believed for what it has and the next one has not.
"""

from functools import lru_cache
from typing import NamedTuple

import cv2
import numpy as np
import numpy.typing as npt

from vision.camera import Image
from vision.enrolled.compare import Comparer, Comparison
from vision.enrolled.features import (
    ALIKE,
    CONTRAST,
    PHOTO_PX,
    FeatureIndex,
    Floats,
    Numbers,
    measured,
    rooted,
)
from vision.enrolled.library import Library
from vision.enrolled.picture import BLOCK_PX, CardFrame, Mask, Points, light_of

#: A feature lies this near its place on the photo, share of the card's width; verified ones
#: lie so near where the homography has them.
NEAR, EXACT = 0.16, 0.035
#: Features that a homography needs, and that a card needs to be believed.
LEAST, ENOUGH = 6, 12
#: Of them so many that the next face has not, and so many times more than it has for itself.
TELLING, TIMES = 6, 3.0
#: Photos whose homography is verified, and faces at least; how often it is guessed.
VERIFIED, GUESSES = 3, 100
#: Features of a card at most, the strongest first.
MOST_FEATURES = 250
#: Outlines are looked at even if block by block they promise nothing.
WORTH_A_LOOK = 0.46
#: An outline whose corners would move by less, px, lies well.
ALIGNED_PX = 1.5
#: Share of what is in sight from which on all of it counts as agreeing.
MOSTLY = 0.5


class _Pairs(NamedTuple):
    """Features of the card that are like ones of photos at about the same place.

    One row each: the feature of the card, the photo's number, where on the photo it lies,
    and how like they are.
    """

    feature: Numbers
    photo: Numbers
    known: Floats
    likeness: Floats

    def of(self, photo: int) -> "_Pairs":
        """Return the best pair of each feature with one photo."""
        own = np.flatnonzero(self.photo == photo)
        own = own[np.argsort(-self.likeness[own], kind="stable")]
        _, first = np.unique(self.feature[own], return_index=True)
        best = own[first]
        return _Pairs(self.feature[best], self.photo[best], self.known[best], self.likeness[best])


class _Match(NamedTuple):
    """What speaks for a photo: features of the card, and the homography from photo to card."""

    photo: int
    features: Numbers
    matrix: npt.NDArray[np.float64]


class LocalComparer:
    """Compares cards with the photos of a library by their features; for one thread.

    Args:
        library: the photos.
        left_out: one of them that is not looked at, as it counts among `photos`.

    """

    def __init__(self, library: Library, left_out: int | None = None) -> None:
        self._library, self._blocks = library, Comparer(library, left_out)
        self._last: tuple[Points | None, _Match | None] = (None, None)
        width, height = library.frame
        self._large = CardFrame(PHOTO_PX, round(PHOTO_PX * height / width))
        self._sift = cv2.SIFT.create(nfeatures=MOST_FEATURES, contrastThreshold=CONTRAST)
        described = _described(library)
        counts = [0 if n == left_out else len(d[1]) for n, d in enumerate(described)]
        self._owner = np.repeat(np.arange(len(counts)), counts)
        kept = [one for one, count in zip(described, counts, strict=True) if count]
        empty = (np.empty((0, 4), np.float32), np.empty((0, 128), np.float32))
        self._places = np.vstack([places for places, _ in (*kept, empty)])[:, :2]
        self._descriptors = np.vstack([raw for _, raw in (*kept, empty)]).T

    def second(self) -> None:
        """Return that there is nothing to try where this one left paper unread."""

    def promise(self, picture: Image, outline: Points) -> float:
        """Return what block by block an outline promises, but enough for a look."""
        return max(self._blocks.promise(picture, outline), WORTH_A_LOOK)

    def compare(self, picture: Image, outline: Points, free: Image) -> Comparison | None:
        """Say which card lies in an outline; None if no photo has enough of its features."""
        frame = self._library.frame
        mask = frame.free(free, outline)
        places, descriptors, cut = self._features(picture, outline, mask)
        matches = sorted(self._matches(places, descriptors), key=lambda m: -len(m.features))
        if not matches:
            return None
        best = matches[0]
        self._last = (outline, best)
        face = self._library.face(best.photo)
        other = next((m for m in matches if self._library.face(m.photo) != face), None)
        own, others = len(best.features), 0 if other is None else len(other.features)
        mine = len(best.features) if other is None else len(_only(best, other))
        theirs = 0 if other is None else len(_only(other, best))
        in_sight = frame.blocks_in_sight(mask)
        return Comparison(
            outline=outline,
            photo=best.photo,
            face=face,
            agreeing=self._agreeing(places[best.features], in_sight),
            in_sight=in_sight,
            score=float(own),
            likeness=own / (own + LEAST),
            margin=(own - others) / own,
            lean=(mine - theirs) / max(mine + theirs, 1),
            ink=own / ENOUGH,
            cut=cut,
            rival=None if other is None else self._library.face(other.photo),
            sure=own >= ENOUGH and mine >= TELLING and mine >= TIMES * theirs,
        )

    def aligned(self, picture: Image, found: Comparison, free: Image) -> Comparison:
        """Return the comparison after laying the outline where the homography has it."""
        frame, match = self._library.frame, self._match_of(picture, found, free)
        if match is None:
            return found
        outline = frame.moved(found.outline, frame.to_picture(found.outline) @ match.matrix)
        if outline is None or float(np.abs(outline - found.outline).max()) < ALIGNED_PX:
            return found
        again = self.compare(picture, outline, free)
        return again if again is not None and again.score >= found.score else found

    def _match_of(self, picture: Image, found: Comparison, free: Image) -> _Match | None:
        """Return what speaks for a comparison; it is mostly the last one that was made."""
        outline, match = self._last
        if outline is found.outline:
            return match
        mask = self._library.frame.free(free, found.outline)
        places, descriptors, _ = self._features(picture, found.outline, mask)
        pairs = self._pairs(places, descriptors)
        return _verified(found.photo, places, pairs, self._library.frame)

    def _features(
        self, picture: Image, outline: Points, mask: Mask
    ) -> tuple[Floats, Floats, Image]:
        """Return places (N, 2), px of the card frame, and descriptors of what is in sight."""
        cut = self._large.cut(picture, outline)
        size = tuple(self._large)
        seen = cv2.resize(mask.astype(np.uint8) * 255, size, interpolation=cv2.INTER_NEAREST)
        points, raw = self._sift.detectAndCompute(light_of(cut), np.asarray(seen, np.uint8))
        if raw is None:
            return np.empty((0, 2), np.float32), np.empty((0, 128), np.float32), cut
        places = measured(points)[:, :2] * (self._library.frame.width / PHOTO_PX)
        return places, rooted(np.asarray(raw)), cut

    def _matches(self, places: Floats, descriptors: Floats) -> list[_Match]:
        if len(places) < LEAST:
            return []
        pairs = self._pairs(places, descriptors)
        photos = np.unique(pairs.photo * len(places) + pairs.feature) // len(places)
        numbers, counts = np.unique(photos, return_counts=True)
        likely = [int(numbers[n]) for n in np.argsort(-counts) if counts[n] >= LEAST]
        faces: dict[str, int] = {}
        for photo in likely:
            faces.setdefault(self._library.face(photo), photo)
        chosen = dict.fromkeys([*likely[:VERIFIED], *list(faces.values())[:VERIFIED]])
        found = (_verified(photo, places, pairs, self._library.frame) for photo in chosen)
        return [match for match in found if match is not None]

    def _pairs(self, places: Floats, descriptors: Floats) -> _Pairs:
        likeness = descriptors @ self._descriptors
        feature, known = np.nonzero(likeness > ALIKE)
        width, height = self._library.frame
        seen, upright = places[feature], self._places[known]
        parts = []
        for upside_down in (0, 1):
            at = np.array([width, height], np.float32) - upright if upside_down else upright
            near = np.flatnonzero(np.abs(seen - at).max(axis=1, initial=0.0) < NEAR * width)
            rows, columns = feature[near], known[near]
            photo = 2 * self._owner[columns] + upside_down
            parts.append(_Pairs(rows, photo, at[near], likeness[rows, columns]))
        return _Pairs(*(np.concatenate(rows) for rows in zip(*parts, strict=True)))

    def _agreeing(self, places: Floats, in_sight: Mask) -> Mask:
        """Return the blocks among the features; all in sight if those are most of them."""
        rows, columns = self._library.frame.blocks
        grid = np.zeros((rows, columns), dtype=np.uint8)
        hull = cv2.convexHull(np.floor(places / BLOCK_PX).astype(np.int32))
        cv2.fillConvexPoly(grid, np.asarray(hull), 1)
        part = (grid.ravel() > 0) & in_sight
        return in_sight if part.sum() > MOSTLY * in_sight.sum() else part


@lru_cache(maxsize=1)
def _described(library: Library) -> list[tuple[Floats, Floats]]:
    """Return the features of each photo: leaving one out after the other asks again and again."""
    index = FeatureIndex(library)
    return [index.of_photo(photo) for _, photo in library.photos]


def _verified(photo: int, places: Floats, pairs: _Pairs, frame: CardFrame) -> _Match | None:
    """Return the features that one homography from a photo explains, if there are enough."""
    own = pairs.of(photo)
    if len(own.feature) < LEAST:
        return None
    matrix, fits = cv2.findHomography(
        own.known, places[own.feature], cv2.RANSAC, EXACT * frame.width, maxIters=GUESSES
    )
    if matrix is None:
        return None
    kept = own.feature[np.asarray(fits).ravel() > 0]
    return _Match(photo, kept, np.asarray(matrix, np.float64)) if len(kept) >= LEAST else None


def _only(one: _Match, other: _Match) -> Numbers:
    return np.setdiff1d(one.features, other.features)
