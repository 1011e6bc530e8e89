"""Decks with marked backs at a running table and on the command line: drawn, printed, kept."""

from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from companion.commands import refused
from companion.games.good_cop_bad_cop import GoodCopBadCop
from companion.marked_backs import PLAIN, RULE, BackKey, printed_deck
from companion.marked_store import KeyTaken, MarkedStore
from companion.sentences import sentence
from companion.table import Table
from vision.printing import Paper, deck_pdf
from web.marked_desk import MarkedDesk

GAME = GoodCopBadCop.name


class MarkedCards:
    """The marked decks of the one game that knows such: their keys, and their sheets."""

    def __init__(self, folder: Path) -> None:
        """Keep keys in this folder; `game` is the game that plays with these decks."""
        self._store = MarkedStore(folder, GoodCopBadCop.deck, GoodCopBadCop.marked_faces)
        self.game = GoodCopBadCop(self._store.numbers)

    def key(self, number: str) -> BackKey | None:
        """Return a deck's key, None where there is none."""
        return self._store.key(number)

    def printed(self, paper: str, language: str, flip: str) -> tuple[str, bytes]:
        """Draw a deck and return its number and its sheets; its key is kept.

        Raises Refused where there are too many decks, KeyStoreError or PrintingError.
        """
        while True:
            key = self._store.draw()
            sheets = deck_pdf(printed_deck(self.game.deck, key), Paper.named(paper), language, flip)
            # A number that somebody else got meanwhile stands on these sheets: draw again.
            with suppress(KeyTaken):
                self._store.keep(key)
                return key.number, sheets

    def forget(self, number: str) -> None:
        """Throw a key away."""
        self._store.forget(number)

    def notices(self, rules: Mapping[str, str]) -> tuple[str, ...]:
        """Return what the host has to know of keys that cannot be used; `rules` are chosen."""
        damaged, number = self._store.check(), rules.get(RULE, PLAIN)
        if damaged or number == PLAIN or self.key(number) is not None:
            return damaged
        said = sentence(
            "The key of the marked deck {deck} is gone, so its backs say nothing: restore the "
            "backup that has it, or choose plain backs, and let phones be told.",
            deck=number,
        )
        return (said,)

    def desk(self, table: Table) -> MarkedDesk:
        """Return what the host's page of this table needs."""

        def forget(number: str) -> None:
            session = table.session()
            if session.play is not None and session.rules.get(RULE) == number:
                raise refused("marked_deck_in_use", deck=number)
            self.forget(number)

        return MarkedDesk(GAME, self._store.numbers, self.printed, forget)
