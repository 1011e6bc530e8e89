"""Where rulebook files are read: one per game and language, beside the game's rules."""

from functools import cache
from importlib.resources import files

from companion.rulebook import Rulebook

#: Every game has a rulebook in each.
LANGUAGES = ("en", "fr")


@cache
def rulebook_in(package: str, language: str) -> Rulebook:
    """Return the words of the game in a package; raise RulebookError if they are broken."""
    source = files(package) / f"rulebook.{language}.toml"
    return Rulebook.parse(source.read_text(encoding="utf-8"), str(source))
