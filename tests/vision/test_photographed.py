"""Reading a fan from a phone's photo: order, active ends, and what is wrong with it."""

from collections.abc import Iterable

import cv2
import numpy as np
import pytest

from companion.cards import PrintId
from companion.games import GAMES
from vision.camera import Image
from vision.photographed import read_photo
from vision.printing import card_image

DECK = GAMES["deadeye_dinah"].deck
CARDS = ("legend", "otis", "mabel", "ruth", "josiah-boss", "silas", "wanda", "ezra", "vera")
FACES = tuple(
    card if card == "legend" else card.replace("-", ".") if "-" in card else f"{card}.kit"
    for card in CARDS
)
#: A bent fan as a hand holds it: px per mm, degrees from card to card, mm to the pivot.
SCALE, LEAN_DEG, PIVOT_MM = 6.0, 5.0, 220.0
SIZE = (1600, 1200)


def held(cards: Iterable[str], turned: Iterable[str] = ()) -> Image:
    """Paint a fan, each card on the one before; `turned` ones stand on their heads."""
    picture, fan = np.full((SIZE[1], SIZE[0], 3), (60, 90, 80), np.uint8), tuple(cards)
    for place, card in enumerate(fan):
        lean = np.deg2rad((place - (len(fan) - 1) / 2) * LEAN_DEG)
        x = SIZE[0] / 2 + np.sin(lean) * PIVOT_MM * SCALE
        y = SIZE[1] / 2 + (1 - np.cos(lean)) * PIVOT_MM * SCALE
        _paint(picture, card, (x, y), lean + (np.pi if card in turned else 0.0))
    return picture


def _paint(picture: Image, card: str, centre: tuple[float, float], angle: float) -> None:
    art = card_image(DECK, PrintId(card), SCALE)
    height, width = art.shape[:2]
    cos, sin = np.cos(angle), np.sin(angle)
    middle = (
        centre[0] - cos * width / 2 + sin * height / 2,
        centre[1] - sin * width / 2 - cos * height / 2,
    )
    matrix = np.array([[cos, -sin, middle[0]], [sin, cos, middle[1]]])
    inside = cv2.warpAffine(np.full((height, width), 255, np.uint8), matrix, SIZE) > 127
    picture[inside] = cv2.warpAffine(art, matrix, SIZE)[inside]


@pytest.fixture(scope="module")
def photo() -> Image:
    """Return a photo of a whole fan."""
    return held(CARDS)


def test_a_bent_fan_is_read_from_left_to_right(photo: Image) -> None:
    seen = read_photo(DECK, photo)

    assert (seen.faces, seen.problems) == (FACES, ())


@pytest.mark.parametrize("quarters", [1, 3])
def test_a_photo_taken_sideways_is_read_alike(photo: Image, quarters: int) -> None:
    assert read_photo(DECK, np.ascontiguousarray(np.rot90(photo, quarters))).faces == FACES


def test_the_end_that_points_up_is_the_active_one() -> None:
    seen = read_photo(DECK, held(CARDS, turned=("silas", "vera")))

    assert seen.faces == tuple(
        face.replace("kit", "scrap") if face in ("silas.kit", "vera.kit") else face
        for face in FACES
    )


def test_a_photo_upside_down_shows_the_other_ends_backwards(photo: Image) -> None:
    seen = read_photo(DECK, np.ascontiguousarray(photo[::-1, ::-1]))

    assert seen.faces == tuple(face.replace("kit", "scrap") for face in FACES[::-1])


def test_a_mirrored_photo_is_named(photo: Image) -> None:
    seen = read_photo(DECK, np.ascontiguousarray(photo[:, ::-1]))

    assert [problem.code for problem in seen.problems] == ["photo_mirrored"]


def test_a_photo_without_cards_is_named() -> None:
    seen = read_photo(DECK, held(()))

    assert [problem.code for problem in seen.problems] == ["photo_no_cards"]


def test_a_card_that_cannot_be_read_leaves_its_place_open() -> None:
    photo = held(CARDS)
    blank = held([card if card != "ruth" else "back" for card in CARDS])
    # Where the two differ lies Ruth; a thumb covers her tags.
    photo[(photo != blank).any(axis=2)] = 128

    assert read_photo(DECK, photo).faces == tuple("?" if f == "ruth.kit" else f for f in FACES)
