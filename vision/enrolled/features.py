"""Where cards may lie, told by local features: each one votes for a whole card.

A feature of a photo that is seen again (SIFT, Lowe 2004, with root-normalised
descriptors, Arandjelovic and Zisserman 2012) says where the whole card must lie, how
large and how turned. True matches of one card agree on that even where they disagree on
the face, as equal pips do, so votes of all faces are counted together (generalised Hough
transform). Upside down is the same outline, so turns count modulo 180 degrees.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import cv2
import numpy as np
import numpy.typing as npt

from vision.camera import Image
from vision.enrolled.library import Library
from vision.enrolled.picture import CardFrame, Points

Floats = npt.NDArray[np.float32]
Numbers = npt.NDArray[np.intp]

#: Photos are this wide when their features are taken, px.
PHOTO_PX = 150
CONTRAST = 0.03
#: Least likeness of two descriptors, 0 to 1.
ALIKE = 0.86
#: Features of a photo, of a picture, and those that vote at a time, the strongest first.
PHOTO_FEATURES = 200
MOST_FEATURES, MOST_VOTING = 800, 600
#: Cards of the picture against the card frame.
SCALES = (0.4, 6.0)
#: Width of a bin: factors of two of size, degrees, share of the card's width.
BIN_SCALE, BIN_DEG, BIN_PLACE = 0.45, 20.0, 0.35
#: Bins looked at, most votes first, and features a card needs.
BINS, LEAST_FEATURES = 50, 4
#: How far a feature may be off, share of the card's width.
OFF = 0.05


class Suggested(NamedTuple):
    """A card that may lie here: its outline (4, 2), px, and how many features say so."""

    outline: Points
    features: int


@dataclass(frozen=True, slots=True)
class Votes:
    """One row per match: which feature, and the card it means; and all features' places."""

    places: Floats
    feature: Numbers
    weight: Floats
    on_card: Floats
    scale: Floats
    turn: Floats
    centre: Floats

    def only(self, chosen: npt.NDArray[np.bool_]) -> "Votes":
        """Return some of the votes."""
        return Votes(
            self.places,
            self.feature[chosen],
            self.weight[chosen],
            self.on_card[chosen],
            self.scale[chosen],
            self.turn[chosen],
            self.centre[chosen],
        )


class FeatureIndex:
    """The features of all photos of a deck."""

    def __init__(self, library: Library) -> None:
        self._sift = cv2.SIFT.create(contrastThreshold=CONTRAST)
        self._photo_sift = cv2.SIFT.create(nfeatures=PHOTO_FEATURES, contrastThreshold=CONTRAST)
        self._frame = library.frame
        descriptors, places, self._photos = [], [], []
        first = 0
        for _, photo in library.photos:
            points, described = self.of_photo(photo)
            descriptors.append(described)
            places.append(points)
            self._photos.append(slice(first, first + len(points)))
            first += len(points)
        self._descriptors = np.ascontiguousarray(np.vstack(descriptors).T)
        self._places = np.vstack(places)

    def votes(self, grey: Image, where: Image) -> Votes | None:
        """Return what the features of a picture say, from where a mask is not 0."""
        if not where.any():
            return None
        left, top, width, height = cv2.boundingRect(where)
        part = np.ascontiguousarray(grey[top : top + height, left : left + width])
        mask = np.ascontiguousarray(where[top : top + height, left : left + width])
        points, raw = self._sift.detectAndCompute(part, mask)
        if raw is None or not len(self._places):
            return None
        order = np.argsort([-p.response for p in points], kind="stable")[:MOST_FEATURES]
        places = measured([points[n] for n in order])
        places[:, :2] += (left, top)
        return self._votes(places, self._matched(rooted(np.asarray(raw, np.float32)[order])))

    def suggest(self, votes: Votes, where: Image) -> list[Suggested]:
        """Return outlines that may be cards, best first, by what is seen where a mask is not 0."""
        x, y = np.round(votes.places[:, :2]).astype(np.intp).T
        seen = where[np.minimum(y, where.shape[0] - 1), np.minimum(x, where.shape[1] - 1)] > 0
        voting = np.zeros(len(seen), dtype=np.bool_)
        voting[np.flatnonzero(seen)[:MOST_VOTING]] = True
        chosen = votes.only(voting[votes.feature])
        return sorted(self._fitted(chosen), key=lambda s: -s.features)

    def of_photo(self, photo: Image) -> tuple[Floats, Floats]:
        """Return x, y, size and angle of a photo's features, px of the card frame, as described."""
        height = round(PHOTO_PX * self._frame.height / self._frame.width)
        small = cv2.resize(photo, (PHOTO_PX, height), interpolation=cv2.INTER_AREA)
        grey = cv2.cvtColor(small, cv2.COLOR_BGR2GRAY)
        points, raw = self._photo_sift.detectAndCompute(grey, None)
        if raw is None:
            return np.empty((0, 4), np.float32), np.empty((0, 128), np.float32)
        places = measured(points)
        places[:, :3] *= self._frame.width / PHOTO_PX
        return places, rooted(np.asarray(raw))

    def _matched(self, descriptors: Floats) -> tuple[Numbers, Numbers, Floats]:
        """Return the best match of each feature in each photo, if it is good."""
        likeness = descriptors @ self._descriptors
        rows = np.arange(len(descriptors))
        features, matches, weights = [], [], []
        for photo in self._photos:
            if photo.start == photo.stop:
                continue
            part = likeness[:, photo]
            best = part.argmax(axis=1)
            value = part[rows, best]
            good = np.flatnonzero(value > ALIKE)
            features.append(good)
            matches.append(photo.start + best[good])
            weights.append(value[good])
        return np.concatenate(features), np.concatenate(matches), np.concatenate(weights)

    def _votes(self, places: Floats, matched: tuple[Numbers, Numbers, Floats]) -> Votes:
        features, matches, weights = matched
        seen, known = places[features], self._places[matches]
        scale = seen[:, 2] / known[:, 2]
        turn = np.radians(seen[:, 3] - known[:, 3]) % (2 * np.pi)
        off = np.array([self._frame.width, self._frame.height]) / 2 - known[:, :2]
        direction = scale * np.exp(1j * turn)
        moved = direction * (off[:, 0] + 1j * off[:, 1])
        centre = seen[:, :2] + np.column_stack([moved.real, moved.imag])
        # Upside down is the same outline, with the feature at the opposite place.
        over = turn >= np.pi
        on_card = known[:, :2].copy()
        on_card[over] = np.array(tuple(self._frame), np.float32) - on_card[over]
        votes = Votes(places, features, weights - 0.8, on_card, scale, turn % np.pi, centre)
        return votes.only((scale > SCALES[0]) & (scale < SCALES[1]))

    def _fitted(self, votes: Votes) -> Iterator[Suggested]:
        for members in _fullest_bins(votes, self._frame):
            suggested = _fit(votes, members, self._frame)
            if suggested is not None:
                yield suggested


def measured(points: Sequence[cv2.KeyPoint]) -> Floats:
    """Return x, y, size (px) and angle (degrees) of features, shape (N, 4)."""
    rows = [(p.pt[0], p.pt[1], p.size, p.angle) for p in points]
    return np.array(rows, dtype=np.float32).reshape(-1, 4)


def rooted(raw: npt.NDArray[np.float32]) -> Floats:
    """Return descriptors whose product is their Hellinger likeness, 0 to 1."""
    shares = raw / np.maximum(raw.sum(axis=1, keepdims=True), 1e-6)
    return np.asarray(np.sqrt(shares), dtype=np.float32)


def _fullest_bins(votes: Votes, frame: CardFrame) -> Iterator[Numbers]:
    """Yield the votes that agree, most of them first; each votes for its near bins too."""
    if not len(votes.feature):
        return
    keys = _bins(votes, frame)
    bins, vote = keys.ravel(), np.repeat(np.arange(len(keys)), keys.shape[1])
    features = votes.feature[vote]
    order = np.lexsort((-votes.weight[vote], features, bins))
    bins, vote, features = bins[order], vote[order], features[order]
    # However many photos a feature is like, it has one vote for each card.
    new = np.r_[True, (bins[1:] != bins[:-1]) | (features[1:] != features[:-1])]
    starts = np.flatnonzero(np.r_[True, bins[1:] != bins[:-1]])
    ends = np.r_[starts[1:], len(bins)]
    weight = np.add.reduceat(votes.weight[vote] * new, starts)
    count = np.add.reduceat(new.astype(np.intp), starts)
    for n in np.argsort(-weight)[:BINS]:
        if count[n] >= LEAST_FEATURES:
            yield np.unique(vote[starts[n] : ends[n]])


def _bins(votes: Votes, frame: CardFrame) -> npt.NDArray[np.int64]:
    """Return the sixteen bins of each vote, shape (N, 16)."""
    size, turns = np.log2(votes.scale) / BIN_SCALE, round(180.0 / BIN_DEG)
    turn = votes.turn / np.radians(BIN_DEG)
    keys = []
    for larger in (0, 1):
        level = np.floor(size) + larger
        cell = (2.0 ** (level * BIN_SCALE)) * frame.width * BIN_PLACE
        place = np.floor(votes.centre / cell[:, None] - 0.5)
        for right, down, on in np.ndindex(2, 2, 2):
            turned = (np.floor(turn) + on) % turns
            column, row = place[:, 0] + right + 1000, place[:, 1] + down + 1000
            keys.append((((level + 50) * turns + turned) * 4000 + column) * 4000 + row)
    return np.stack(keys, axis=1).astype(np.int64)


def _fit(votes: Votes, members: Numbers, frame: CardFrame) -> Suggested | None:
    seen = votes.places[votes.feature[members], :2]
    off_px = OFF * frame.width * float(np.median(votes.scale[members]))
    matrix, fits = cv2.estimateAffinePartial2D(
        votes.on_card[members],
        seen,
        method=cv2.RANSAC,
        ransacReprojThreshold=off_px,
        maxIters=200,
    )
    if matrix is None:
        return None
    features = len(np.unique(votes.feature[members][np.asarray(fits).ravel() > 0]))
    if features < LEAST_FEATURES:
        return None
    outline = frame.corners @ np.asarray(matrix)[:, :2].T + np.asarray(matrix)[:, 2]
    return Suggested(np.asarray(outline, dtype=np.float32), features)
