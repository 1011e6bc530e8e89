"""The web's own words: labels of pages, and messages of the table that no game owns."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

LANGUAGES = ("en", "fr")


@dataclass(frozen=True, slots=True)
class Translation:
    """One language: `labels` by page, `messages` by code, `words` for fact values."""

    language: str
    labels: Mapping[str, Mapping[str, str]]
    messages: Mapping[str, str]
    words: Mapping[str, str]

    def label(self, page: str, key: str) -> str:
        """Return a label of a page; KeyError where there is none."""
        return self.labels[page][key]


@cache
def translation(language: str) -> Translation:
    """Read the words of one of `LANGUAGES`."""
    text = files("web").joinpath("translations", f"{language}.toml").read_text("utf-8")
    data = tomllib.loads(text)
    return Translation(language, data["labels"], data["messages"], data["words"])


def chosen(wanted: str, accepted: str, default: str) -> str:
    """Return the language to speak.

    Args:
        wanted: what the page or its cookie asks for; "" where nothing.
        accepted: what the browser prefers among ours; "" where nothing.
        default: the table's own.

    """
    for language in (wanted, accepted, default):
        if language in LANGUAGES:
            return language
    return LANGUAGES[0]
