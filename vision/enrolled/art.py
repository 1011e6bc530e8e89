"""Cards of an enrolled deck as the simulated table draws them."""

import cv2
import numpy as np

from companion.cards import Deck, PrintId
from vision.camera import Image
from vision.enrolled.deck import EnrolledDeck, EnrolledDeckError
from vision.printing import card_image
from vision.simulated.sprites import CardArt


def art_of(deck: EnrolledDeck) -> CardArt:
    """Return what draws the cards of a game as an enrolled deck shows them."""

    def art(game: Deck, print_id: PrintId, px_per_mm: float) -> Image:
        picture = _picture(deck, game, print_id)
        if picture is None:
            return card_image(game, print_id, px_per_mm)
        size = round(game.width_mm * px_per_mm), round(game.height_mm * px_per_mm)
        return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8)

    return art


def _picture(deck: EnrolledDeck, game: Deck, print_id: PrintId) -> Image | None:
    """Return the photo of what stands for a print; None where the game is not played with it."""
    try:
        own = {design.id: face for face, design in deck.prints(game).items()}
    except EnrolledDeckError:
        return None
    return deck.pictures[own[print_id]][0] if print_id in own else None
