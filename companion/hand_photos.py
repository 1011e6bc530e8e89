"""Photos that players take of their hands: printed cards by their tags, others by their faces."""

from collections.abc import Callable
from typing import Any

from companion.cards import Face
from companion.game import Game, Message
from companion.own_cards import Games
from vision.enrolled.deck import EnrolledDeck
from vision.enrolled.photo import read_enrolled_photo
from vision.photographed import read_photo
from vision.uploads import picture_in

#: Says which deck of the owner's own a game is played with, None for the printed one.
DeckFor = Callable[[Game[Any, Any]], EnrolledDeck | None]


def printed_only(_game: Game[Any, Any]) -> None:
    """Say that every game is played with printed cards."""


class HandPhotos:
    """Reads hands in photos of the cards that a game is played with; keeps no photo.

    Args:
        games: all that may be played.
        deck_for: which cards they are played with.

    """

    def __init__(self, games: Games, deck_for: DeckFor = printed_only) -> None:
        self._games, self._deck_for = games, deck_for

    def read(self, game: str, data: bytes) -> tuple[tuple[Face, ...], tuple[Message, ...]]:
        """Return the cards in a photo, left to right; raise UploadError for what is none.

        Where own cards are played, printed ones may still be among the spare ones: tags count.
        """
        playing, picture = self._games[game], picture_in(data)
        seen, own = read_photo(playing.deck, picture), self._deck_for(playing)
        if own is not None and not seen.faces:
            seen = read_enrolled_photo(playing.deck, own, picture)
        return seen.faces, seen.problems
