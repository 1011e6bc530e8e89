"""The rulebooks of every game on the shelf, in every language."""

from collections.abc import Mapping

from companion.games import GAMES
from companion.games.books import LANGUAGES, rulebook_in
from companion.rulebook import Rulebook


def rulebook(game: str, language: str) -> Rulebook:
    """Return the words of a game in a language; raise RulebookError if they are broken."""
    return rulebook_in(type(GAMES[game]).__module__.rpartition(".")[0], language)


def rulebooks() -> Mapping[tuple[str, str], Rulebook]:
    """Return every rulebook by game and language."""
    return {(game, lang): rulebook(game, lang) for game in GAMES for lang in LANGUAGES}
