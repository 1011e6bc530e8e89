"""A hand of cards that nobody printed for us, read from a phone's photo of it."""

from collections.abc import Sequence
from random import Random

import cv2
import numpy as np
import pytest

from companion.cards import BACK, Face
from companion.game import Message
from companion.games import GAMES
from companion.hand_photos import HandPhotos
from vision.camera import Image
from vision.enrolled.deck import EnrolledDeck
from vision.printing import card_image

GAME = GAMES["good_cop_bad_cop"]
#: How the owner calls his cards of the game.
OWN = {"good": "honest", "bad": "crooked", "chief": "agent", "boss": "kingpin"}


def painted(name: str) -> Image:
    """Return a card like no other: blots on white paper, one way up."""
    rng = np.random.default_rng(list(name.encode()))
    card = np.full((352, 252, 3), 245, np.uint8)
    for _ in range(12):
        place = (int(rng.integers(25, 227)), int(rng.integers(25, 327)))
        colour = tuple(int(c) for c in rng.integers(0, 190, 3))
        cv2.circle(card, place, int(rng.integers(10, 26)), colour, -1)
    return card


@pytest.fixture(scope="module")
def photos() -> HandPhotos:
    """Return what reads photos of a game that is played with a deck of its owner's."""
    tools = [str(face) for face in GAME.deck.faces() if face not in OWN.values()]
    pictures = {Face(name): [painted(name)] for name in (*OWN, *tools, BACK)}
    means = {Face(own): Face(face) for own, face in OWN.items()}
    deck = EnrolledDeck("mine", 63.0, 88.0, pictures, means)
    return HandPhotos({**GAMES}, lambda game: deck if game is GAME else None)


def photo_of(cards: Sequence[Image], width_px: int = 320) -> bytes:
    """Return a photo of cards side by side on a dark table, laid carelessly."""
    rng, height_px = Random(4), round(width_px * 88 / 63)
    table = np.full((1200, 1600, 3), (60, 66, 58), np.uint8)
    for place, card in enumerate(cards):
        middle = (330 + place * 460 + rng.uniform(-20, 20), 600 + rng.uniform(-40, 40))
        turn = cv2.getRotationMatrix2D((width_px / 2, height_px / 2), rng.uniform(-7, 7), 1.0)
        turn[:, 2] += np.array(middle) - (width_px / 2, height_px / 2)
        small = cv2.resize(card, (width_px, height_px), interpolation=cv2.INTER_AREA)
        inside = cv2.warpAffine(np.full(small.shape[:2], 255, np.uint8), turn, (1600, 1200)) > 127
        table[inside] = cv2.warpAffine(small, turn, (1600, 1200))[inside]
    return cv2.imencode(".jpg", table)[1].tobytes()


@pytest.mark.parametrize("row", [("chief", "good", "bad"), ("good", "boss", "good")])
def test_an_owners_cards_are_read_from_left_to_right(
    photos: HandPhotos, row: tuple[str, ...]
) -> None:
    seen, problems = photos.read(GAME.name, photo_of([painted(name) for name in row]))

    assert seen == tuple(OWN[name] for name in row)
    assert problems == ()


def test_backs_are_no_cards_of_a_hand(photos: HandPhotos) -> None:
    found = photos.read(GAME.name, photo_of([painted(BACK)] * 3))

    assert found == ((), (Message("photo_no_cards"),))


def test_printed_cards_are_read_all_the_same(photos: HandPhotos) -> None:
    printed = [card_image(GAME.deck, GAME.deck.print_of(Face(f)).id, 6.0) for f in OWN.values()]

    seen, _ = photos.read(GAME.name, photo_of(printed[:3], 400))

    assert seen == tuple(OWN.values())[:3]
