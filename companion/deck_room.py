"""The owner's own decks at a running table: enrolled on a page, and chosen for a game."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from companion.commands import refused
from companion.deck_choice import PRINTED, DeckChoice
from companion.deck_places import game_on
from companion.enrol_desk import EnrolDesk
from companion.enrol_draft import DraftStore
from companion.enrolling import EnrolledDecks
from companion.game import Game
from companion.table_camera import Shooter
from vision.enrolled.deck import EnrolledDeck
from vision.printing import Paper
from vision.printing.stickers import stickers_pdf
from web.enrolment import DeckOffer


class DeckRoom:
    """Everything that own decks need; see `web.enrolment.OwnDecks`.

    Args:
        data: where they are kept.
        also: another data folder whose decks may be played with, as it is.
        usual: the deck named in the settings, "" if none is.
        say: is told in a sentence for the host why a deck is not read.

    """

    def __init__(self, data: Path, also: Path, usual: str, say: Callable[[str], None]) -> None:
        self._decks, self._drafts = EnrolledDecks(data, also), DraftStore(data)
        self.choice = DeckChoice(data, self._decks, usual, say)
        self._games: Mapping[str, Game[Any, Any]] = {}
        self._is_playing: Callable[[], bool] = lambda: False

    def open(
        self,
        games: Mapping[str, Game[Any, Any]],
        is_playing: Callable[[], bool],
        is_marked: Callable[[], bool],
        camera: Shooter,
    ) -> None:
        """Begin to answer pages, with these games on the shelf and the table's camera.

        Of a table whose cards have marked backs nobody may see a picture.
        """
        self._games, self._is_playing = games, is_playing
        self.enrolment = EnrolDesk(
            self._decks,
            self._drafts,
            self.choice,
            games,
            is_playing=is_playing,
            is_marked=is_marked,
            camera=camera,
        )

    def close(self) -> None:
        """Stop what is being worked out."""
        self.enrolment.close()

    def stickers(self, game: str, paper: str, language: str) -> bytes:
        """Return corner stickers for a game's cards as PDF; raise Refused for no game of ours."""
        return stickers_pdf(game_on(self._games, game).deck, Paper.named(paper), language)

    def choices(self, game: str) -> tuple[DeckOffer, ...]:
        """Return the decks a game can be played with, the printed one first."""
        found = self.choice.covering(game_on(self._games, game))
        return (DeckOffer(PRINTED, "", ""), *(_offer(*one) for one in found.items()))

    def chosen(self, game: str) -> str:
        """Return the deck that a game is played with."""
        plays = self.choice.deck_for(game_on(self._games, game)) is not None
        return self.choice.name_for(game) if plays else PRINTED

    def choose(self, game: str, deck: str) -> None:
        """Play a game with this deck from now on; raise Refused while one is on."""
        if self._is_playing():
            raise refused("game_is_on")
        if deck not in {offer.name for offer in self.choices(game)}:
            raise refused("no_such_deck")
        self.choice.choose(game, deck)


def _offer(name: str, deck: EnrolledDeck) -> DeckOffer:
    return DeckOffer(name, deck.name, deck.expectation.promise if deck.expectation else "")
