"""Which cards lie on the table in a game: the printed ones, or a deck the owner enrolled.

The host's choice is kept for each game, in `enrolled/chosen.json`. It stands until the deck
named in the settings or on the command line becomes another one: that is the newer word.
"""

import json
import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from companion.enrolling import CHOSEN, FOLDER, EnrolledDecks, fits
from companion.files import save
from companion.game import Game, TableError
from companion.sentences import sentence
from vision.enrolled.deck import EnrolledDeck, EnrolledDeckError

#: What the printed deck is called among the choices.
PRINTED = ""


class ChoiceError(TableError, OSError):
    """A choice cannot be kept; says where and what to do. It is as it was."""


class DeckChoice:
    """The deck for each game. All methods may be called from any thread.

    Args:
        data: the data folder.
        decks: the owner's decks.
        usual: the deck named in the settings, PRINTED if none is.
        say: is told in a sentence for the host why a deck is not read.

    """

    def __init__(
        self, data: Path, decks: EnrolledDecks, usual: str, say: Callable[[str], None]
    ) -> None:
        self._file, self._decks = data / FOLDER / CHOSEN, decks
        self._usual, self._say = usual, say
        self._lock = threading.Lock()
        self._chosen = self._read()
        self._said: set[str] = set()
        self._covering: dict[str, tuple[object, Mapping[str, EnrolledDeck]]] = {}
        #: Moves with every choice, and whenever a deck was enrolled anew.
        self.version = 0

    def name_for(self, game: str) -> str:
        """Return the deck that was chosen for a game, PRINTED for the printed one."""
        return self._chosen.get(game, self._usual)

    def deck_for(self, game: Game[Any, Any]) -> EnrolledDeck | None:
        """Return the deck that is read in a game, None: printed cards; say why, where it fails."""
        name = self.name_for(game.name)
        if name == PRINTED:
            return None
        try:
            deck = self._decks.load(name)
        except EnrolledDeckError as error:
            self._tell(sentence("Printed cards are read: {error}.", error=error))
            return None
        trouble = fits(deck, game.deck)
        if trouble:
            told = "Printed cards are read in this game: {trouble}."
            self._tell(sentence(told, trouble=trouble))
        return None if trouble else deck

    def covering(self, game: Game[Any, Any]) -> Mapping[str, EnrolledDeck]:
        """Return the decks that have all cards of a game, by name.

        They are looked through anew only after some deck has changed.
        """
        now, known = (game.deck, self._decks.stamps()), self._covering.get(game.name)
        if known is None or known[0] != now:
            known = self._covering[game.name] = now, self._covered(game)
        return known[1]

    def _covered(self, game: Game[Any, Any]) -> Mapping[str, EnrolledDeck]:
        found = {}
        for name in self._decks.names():
            try:
                deck = self._decks.load(name)
            except EnrolledDeckError:
                continue
            if not fits(deck, game.deck):
                found[name] = deck
        return found

    def choose(self, game: str, name: str) -> None:
        """Play a game with this deck from now on; raise ChoiceError where that cannot be kept."""
        with self._lock:
            chosen = {**self._chosen, game: name}
            data = {"instead_of": self._usual, "games": chosen}
            try:
                save(self._file, (json.dumps(data, indent=2, sort_keys=True) + "\n").encode())
            except OSError as error:
                problem = f"{self._file} cannot be written: {error}"
                raise ChoiceError(f"{problem}; free some space, and choose again") from error
            self._chosen = chosen
            self.version += 1

    def renewed(self) -> None:
        """Note that a deck was enrolled anew or removed."""
        with self._lock:
            self.version += 1

    def _read(self) -> dict[str, str]:
        try:
            data = json.loads(self._file.read_text("utf-8"))
            if data["instead_of"] == self._usual:
                return {str(game): str(name) for game, name in data["games"].items()}
        except (OSError, AttributeError, KeyError, TypeError, ValueError):
            pass  # Never chosen, or not to be read: the settings tell.
        return {}

    def _tell(self, told: str) -> None:
        if told not in self._said:
            self._said.add(told)
            self._say(told)
