"""The game's own rulebook, for words that belong to the cards themselves."""

from functools import cache
from importlib.resources import files

from companion.rulebook import Rulebook


@cache
def rulebook(language: str) -> Rulebook:
    """Return the words of the game in a language, "en" or "fr"."""
    source = files(__package__) / f"rulebook.{language}.toml"
    return Rulebook.parse(source.read_text(encoding="utf-8"), source.name)
