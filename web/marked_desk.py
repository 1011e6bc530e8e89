"""What the host's page needs to print decks with marked backs."""

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class MarkedDesk:
    """The keys of marked decks, and what draws and prints another one.

    Args:
        game: the game on the shelf that these decks are for.
        numbers: the decks that have a key, newest first.
        printed: draws a deck: its number and its sheets as a PDF, for a paper, a language
            and the edge over which the printer turns it.
        forget: throws a deck's key away; raises Refused while that deck is played with.

    """

    game: str
    numbers: Callable[[], tuple[str, ...]]
    printed: Callable[[str, str, str], tuple[str, bytes]]
    forget: Callable[[str], None]
