"""What the card editor needs from the rest of the house."""

from collections.abc import Callable
from dataclasses import dataclass

from companion.deck_store import DeckStore


@dataclass(frozen=True, slots=True)
class DeckDesk:
    """The store of decks, and what takes a camera's or a printer's knowledge.

    Args:
        store: where decks are kept.
        game: the game on the shelf that these decks are for.
        jpeg: makes a sent picture a clean JPEG; raises UnusablePicture.
        sheets: a deck as a PDF, by its name, paper, language and the edge over which the
            printer turns it.
        play: lets the table play with a deck; raises Refused while a campaign is on.

    """

    store: DeckStore
    game: str
    jpeg: Callable[[bytes], bytes]
    sheets: Callable[[str, str, str, str], bytes]
    play: Callable[[str], None]
