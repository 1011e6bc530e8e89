"""The owner's cards at a running table: which deck is on the shelf, and how it changes.

The games are one mapping that the table reads; only this module writes to it.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from companion.commands import ChooseGame, Refused, refused
from companion.deck_store import DeckStore
from companion.game import Game
from companion.games import GAMES
from companion.games.books import LANGUAGES
from companion.games.deadeye_dinah import DeadeyeDinah
from companion.games.deadeye_dinah.cards import LEGEND, JobDeck, Side
from companion.rulebook import Rulebook
from companion.rulebooks import rulebook
from companion.table import Table
from vision.printing import Paper, deck_pdf
from vision.uploads import clean_jpeg
from web.deck_desk import DeckDesk

NAME = DeadeyeDinah.name
Games = dict[str, Game[Any, Any]]


class OwnCards:
    """The shelf of games with the deck that was chosen, and the words for its cards."""

    def __init__(self, store: DeckStore, *others: Game[Any, Any]) -> None:
        """Put the chosen deck on the shelf; what went wrong with it is in `notices`.

        `others` take the places of the games of their names.
        """
        self._store = store
        deck, self.notices = store.played()
        changed = {game.name: game for game in others}
        self.games: Games = {**GAMES, **changed, NAME: DeadeyeDinah(deck)}
        self.rulebooks: dict[tuple[str, str], Rulebook] = {}
        self._name_cards(deck)

    def desk(self, table: Table) -> DeckDesk:
        """Return what the card editor of this table needs."""
        return DeckDesk(self._store, NAME, clean_jpeg, self._sheets, lambda d: self._play(table, d))

    def _play(self, table: Table, name: str) -> None:
        """Change the deck on the shelf; raise Refused while a campaign is on."""
        deck, before = self._store.to_play(name), self.games[NAME]
        self.games[NAME] = DeadeyeDinah(deck)
        try:
            if table.session().game.name == NAME:
                self._take_up(table)
            self._store.play(name)
        except BaseException:
            self.games[NAME] = before
            raise
        self._name_cards(deck)

    def _take_up(self, table: Table) -> None:
        try:
            table.do(ChooseGame(NAME))
        except Refused as error:
            raise refused("campaign_is_on") from error

    def _sheets(self, name: str, paper: str, language: str, flip: str) -> bytes:
        deck = DeadeyeDinah(self._store.deck(name)).deck
        return deck_pdf(deck, Paper.named(paper), language, flip)

    def _name_cards(self, deck: JobDeck) -> None:
        found = {(game, tag): rulebook(game, tag) for game in self.games for tag in LANGUAGES}
        for tag in LANGUAGES:
            found[NAME, tag] = with_names(found[NAME, tag], deck)
        self.rulebooks.update(found)


def with_names(book: Rulebook, deck: JobDeck) -> Rulebook:
    """Return a rulebook in which this deck's cards have their names."""
    faces: dict[str, str] = {}
    for job in deck.jobs:
        for side in Side:
            faces[job.face(side)] = f"{job.boss.name} ({book.words[f'{side.value}_side']})"
        faces[job.boss_face] = job.boss.name
    names: Mapping[str, str] = {str(job.id): job.boss.name for job in deck.jobs}
    legend = {str(LEGEND): book.face(LEGEND)}
    return replace(book, faces={**faces, **legend}, words={**book.words, **names})
