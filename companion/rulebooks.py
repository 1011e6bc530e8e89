"""Where rulebook files are read: one per game and language, beside the game's rules."""

from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from companion.games import GAMES
from companion.rulebook import Rulebook

LANGUAGES = ("en", "fr")


@cache
def rulebook(game: str, language: str) -> Rulebook:
    """Return the words of a game in a language; raise RulebookError if they are broken."""
    source = files(type(GAMES[game]).__module__.rpartition(".")[0]) / f"rulebook.{language}.toml"
    return Rulebook.parse(source.read_text(encoding="utf-8"), str(source))


def rulebooks() -> Mapping[tuple[str, str], Rulebook]:
    """Return every rulebook by game and language."""
    return {(game, lang): rulebook(game, lang) for game in GAMES for lang in LANGUAGES}
