"""Read a hand of untagged cards from a photo: no mat, any angle, cards side by side.

The cards are found as on the table, in a picture made small first: three side by side are
then about as wide as cards on a mat. Which is left of which is told as for tagged cards.
"""

import threading
from functools import lru_cache

import cv2
import numpy as np

from companion.cards import BACK, Deck, Print
from companion.game import Message
from vision.camera import Image
from vision.enrolled.deck import EnrolledDeck
from vision.enrolled.finder import CardFinder, FoundCard
from vision.enrolled.methods import USUAL, method_of
from vision.photographed import FanPhoto, SeenCard, fan_of

#: The longer side of the picture in which cards are looked for; tried in turn, px.
LONGEST_PX = (640, 1000)
#: So much of what no other card hides must agree with the face: nobody looks again at a photo.
CLEAR = 0.75
_one_at_a_time = threading.Lock()


def read_enrolled_photo(deck: Deck, enrolled: EnrolledDeck, picture: Image) -> FanPhoto:
    """Return the hand in a photo, shape (height, width, 3) BGR; safe from any thread.

    Backs say nothing and are left out. A photo without any face is told as such. Raises
    EnrolledDeckError where the deck lacks cards for the game.
    """
    prints = {own: p for own, p in enrolled.prints(deck).items() if p.face != BACK}
    for longest in LONGEST_PX:
        small = _shrunk(picture, longest)
        with _one_at_a_time:
            found = [card for card in _finder(enrolled).find(small) if card.face in prints]
        cards = [_seen(card, prints[card.face], enrolled) for card in found if card.clear >= CLEAR]
        if cards:
            return FanPhoto(fan_of(deck, cards))
    return FanPhoto((), (Message("photo_no_cards"),))


def _shrunk(picture: Image, longest_px: int) -> Image:
    scale = longest_px / max(picture.shape[:2])
    if scale >= 1.0:
        return picture
    small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return np.asarray(small, dtype=np.uint8)


def _seen(card: FoundCard, design: Print, enrolled: EnrolledDeck) -> SeenCard:
    """Return where a card's middle is, in mm of its own size, and where its right is."""
    corners = card.outline_px[:, 0] + 1j * card.outline_px[:, 1]
    right = complex(corners[1] - corners[0] + corners[2] - corners[3]) / 2
    px_per_mm = max(abs(right), 1e-6) / enrolled.width_mm
    return SeenCard(design, complex(corners.mean()) / px_per_mm, right / max(abs(right), 1e-6))


@lru_cache(maxsize=1)
def _finder(enrolled: EnrolledDeck) -> CardFinder:
    """Return what finds a deck's cards; the camera's own is left to its thread."""
    library, expected = enrolled.library(), enrolled.expectation
    return CardFinder(library, method_of(expected.method if expected else USUAL, library))
