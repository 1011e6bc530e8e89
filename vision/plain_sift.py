"""Read enrolled cards the plain way: SIFT of the whole frame against each photo of a face.

It is what `marshal bench vision --photos` holds our own reading against: Lowe's ratio
test, a homography by RANSAC, and the better of two cards in one place.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

import cv2
import numpy as np
import numpy.typing as npt

from companion.cards import Face
from vision.camera import Image

Box = tuple[float, float, float, float]

RATIO, LEAST_INLIERS, OFF_PX = 0.75, 8, 5.0
#: Two outlines whose centres are closer, share of a side, are one card.
SAME_CARD = 0.5


class _Photo(NamedTuple):
    face: Face
    points: npt.NDArray[np.float32]
    descriptors: npt.NDArray[np.float32]
    corners: npt.NDArray[np.float32]


class PlainSift:
    """Knows the features of each photo, and no more."""

    def __init__(self, faces: Mapping[Face, Sequence[Image]]) -> None:
        self._sift = cv2.SIFT.create()
        self._matcher = cv2.BFMatcher()
        self._photos = [self._known(face, one) for face, many in faces.items() for one in many]

    def find(self, picture: Image) -> list[tuple[Face, Box]]:
        """Return faces and their boxes (left, top, right, bottom; px) in a BGR picture."""
        points, descriptors = self._features(picture)
        if len(points) < LEAST_INLIERS:
            return []
        found = [f for photo in self._photos for f in self._placed(photo, points, descriptors)]
        height, width = picture.shape[:2]
        limits = np.array([width, height])
        return [
            (face, _box(np.clip(outline, 0, limits)))
            for _, face, outline in _without_doubles(found)
        ]

    def _features(self, picture: Image) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]:
        points, descriptors = self._sift.detectAndCompute(
            cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), None
        )
        places = np.array([p.pt for p in points], dtype=np.float32).reshape(-1, 2)
        return places, np.asarray(descriptors if len(places) else np.empty((0, 128)), np.float32)

    def _known(self, face: Face, photo: Image) -> _Photo:
        points, descriptors = self._features(photo)
        height, width = photo.shape[:2]
        corners = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32)
        return _Photo(face, points, descriptors, corners)

    def _placed(
        self,
        photo: _Photo,
        points: npt.NDArray[np.float32],
        descriptors: npt.NDArray[np.float32],
    ) -> Iterator[tuple[int, Face, npt.NDArray[np.float32]]]:
        """Yield where a photo is seen, and how many features say so."""
        if len(photo.points) < LEAST_INLIERS:
            return
        pairs = self._matcher.knnMatch(photo.descriptors, descriptors, k=2)
        good = [a for a, b in (p for p in pairs if len(p) == 2) if a.distance < RATIO * b.distance]
        if len(good) < LEAST_INLIERS:
            return
        known = photo.points[[match.queryIdx for match in good]]
        seen = points[[match.trainIdx for match in good]]
        matrix, inliers = cv2.findHomography(known, seen, cv2.RANSAC, OFF_PX)
        if matrix is None or int(inliers.sum()) < LEAST_INLIERS:
            return
        outline = cv2.perspectiveTransform(photo.corners[None], matrix).reshape(4, 2)
        if cv2.isContourConvex(outline.astype(np.float32)) and cv2.contourArea(outline) > 400:
            yield int(inliers.sum()), photo.face, np.asarray(outline, np.float32)


def _without_doubles(
    found: Iterable[tuple[int, Face, npt.NDArray[np.float32]]],
) -> list[tuple[int, Face, npt.NDArray[np.float32]]]:
    kept: list[tuple[int, Face, npt.NDArray[np.float32]]] = []
    for one in sorted(found, key=lambda f: -f[0]):
        centre, side = one[2].mean(axis=0), float(np.linalg.norm(one[2][1] - one[2][0]))
        if all(np.hypot(*(k[2].mean(axis=0) - centre)) > SAME_CARD * side for k in kept):
            kept.append(one)
    return kept


def _box(outline: npt.NDArray[np.float32]) -> Box:
    left, top = outline.min(axis=0)
    right, bottom = outline.max(axis=0)
    return float(left), float(top), float(right), float(bottom)
