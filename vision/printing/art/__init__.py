"""Which art a deck wears. A game gets its own by one file here, named after its deck.

A module `vision/printing/art/my_game.py` with a function `art() -> Art` dresses the deck
"my-game" (or "My Game"). A deck without such a module wears the generic art.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.util import find_spec

from companion.cards import Deck, Face, Print
from vision.printing.shapes import Shape

#: The part of a card that no tag and no tag's quiet zone reaches into, mm.
PANEL_WIDTH, PANEL_HEIGHT = 37.0, 61.0
#: The card that whole cards are drawn for, mm.
CARD_WIDTH, CARD_HEIGHT = 63.0, 88.0


@dataclass(frozen=True, slots=True)
class Art:
    """How the cards of one game look.

    Args:
        titles: the deck's name by language.
        panel: draws a face in a language, within the panel around the origin.
        mark: draws a face's short sign around the origin, up to 9 by 9 mm.
        face_name: a face's name in a language, for readers of the screen.
        back: draws the back within the panel around the origin.
        card: draws a whole print but its tags and its back, in the card's frame, for games
            whose cards say something at their edges; then `panel` and `mark` are not asked.

    """

    titles: Mapping[str, str]
    panel: Callable[[Face, str], tuple[Shape, ...]]
    mark: Callable[[Face], tuple[Shape, ...]]
    face_name: Callable[[Face, str], str]
    back: Callable[[], tuple[Shape, ...]]
    card: Callable[[Print, str], tuple[Shape, ...]] | None = None


@cache
def art_of(deck: Deck) -> Art:
    """Return the deck's own art, or the generic art where it has none."""
    own = re.sub(r"\W+", "_", deck.name.lower()).strip("_")
    if own and find_spec(f"{__name__}.{own}"):
        art: Art = import_module(f"{__name__}.{own}").art()
        return art
    generic: Art = import_module("vision.printing.generic_art").art(deck.name)
    return generic
