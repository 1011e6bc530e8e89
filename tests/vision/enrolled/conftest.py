"""A deck that was never printed by us: bold figures and pips, and tables it lies on."""

from collections.abc import Mapping

import cv2
import numpy as np
import pytest

from companion.cards import Face
from vision.camera import Image
from vision.enrolled.finder import CardFinder
from vision.enrolled.library import Library
from vision.enrolled.picture import CardFrame

WIDTH, HEIGHT = 252, 352
FACES = tuple(Face(name) for name in ("2", "3", "5", "A", "K", "R"))


def drawn(face: str) -> Image:
    """Return a face, upright: its name in two corners, and as many discs as its place."""
    card = np.full((HEIGHT, WIDTH, 3), 245, np.uint8)
    number = ord(face) % 5
    colour = (40, 40, 200) if number % 2 else (30, 30, 30)
    for _ in range(2):
        cv2.putText(card, face, (12, 60), cv2.FONT_HERSHEY_SIMPLEX, 1.8, colour, 5)
        for n in range(number + 2):
            place = (80 + 92 * (n % 2), 70 + 40 * n)
            cv2.circle(card, place, 14 + 2 * number, colour, -1 if n % 2 else 5)
        card = np.ascontiguousarray(card[::-1, ::-1])
    return card


def table(seed: int = 3) -> Image:
    """Return a dark table with some grain, 640 x 480 px."""
    rng = np.random.default_rng(seed)
    grain = rng.normal(70, 12, (480, 640, 3)).clip(0, 255).astype(np.uint8)
    return np.asarray(cv2.GaussianBlur(grain, (0, 0), 1.5), dtype=np.uint8)


def lay(picture: Image, card: Image, *pose: float) -> None:
    """Lay a card on a picture: centre in px, clockwise angle in degrees, its width in px."""
    x, y, angle_deg, width = pose
    height = width * HEIGHT / WIDTH
    angle = np.radians(angle_deg)
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    half = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * (width / 2, height / 2)
    corners = (half @ turn.T + (x, y)).astype(np.float32)
    whole = np.array([(0, 0), (WIDTH, 0), (WIDTH, HEIGHT), (0, HEIGHT)], np.float32)
    matrix = cv2.getPerspectiveTransform(whole, corners)
    size = (picture.shape[1], picture.shape[0])
    shown = cv2.warpPerspective(card, matrix, size, flags=cv2.INTER_AREA)
    where = cv2.warpPerspective(np.full(card.shape[:2], 255, np.uint8), matrix, size)
    picture[where > 127] = shown[where > 127]


@pytest.fixture(scope="session")
def faces() -> Mapping[Face, list[Image]]:
    """Return one picture of each face."""
    return {face: [drawn(face)] for face in FACES}


@pytest.fixture(scope="session")
def finder(faces: Mapping[Face, list[Image]]) -> CardFinder:
    """Return a finder that knows these faces."""
    return CardFinder(Library(faces, CardFrame.of(63.0, 88.0)))
