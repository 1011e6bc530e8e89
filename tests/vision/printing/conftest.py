from collections.abc import Callable

import cv2
import numpy as np
import numpy.typing as npt
import pytest

from companion.cards import Deck, Face, Print, PrintId
from companion.games.deadlock_city.cards import DECK
from vision import tags

Detect = Callable[[npt.NDArray[np.uint8], float], list[tuple[int, npt.NDArray[np.float64]]]]


@pytest.fixture(scope="session")
def deadlock_city() -> Deck:
    """Return the twenty cards of Deadlock City and their common back."""
    return DECK


@pytest.fixture(scope="session")
def plain_deck() -> Deck:
    """Return a deck of a game that has no art of its own, and no backs."""
    faces = ("agent", "good cop", "3")
    prints = tuple(Print(PrintId(face), Face(face)) for face in faces)
    return Deck("some other game", prints, first_tag_slot=30, width_mm=70, height_mm=110)


@pytest.fixture(scope="session")
def detect() -> Detect:
    """Return a reader of tags: (id, outline in mm) of each tag in a picture."""
    settings = cv2.aruco.DetectorParameters()
    settings.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    detector = cv2.aruco.ArucoDetector(tags.dictionary(), settings)

    def read(
        picture: npt.NDArray[np.uint8], px_per_mm: float
    ) -> list[tuple[int, npt.NDArray[np.float64]]]:
        corners, ids, _ = detector.detectMarkers(picture)
        # A pixel's coordinates are those of its centre.
        outlines = (np.reshape(corners, (-1, 4, 2)) + 0.5) / px_per_mm
        return list(zip(np.ravel(ids).tolist(), outlines, strict=True))

    return read
