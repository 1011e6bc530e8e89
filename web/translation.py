"""The web's own words: labels of pages, and messages of the table that no game owns."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files

from companion.game import Message

LANGUAGES = ("en", "fr")


@dataclass(frozen=True, slots=True)
class Translation:
    """One language: `labels` by page, `messages` by code, `words` for fact values.

    `steps` are those that the pages add to a game's own; `machine` is the catalogue of
    sentences about the machine, by the English ones, so English has none.
    """

    language: str
    labels: Mapping[str, Mapping[str, str]]
    messages: Mapping[str, str]
    steps: Mapping[str, str]
    words: Mapping[str, str]
    machine: Mapping[str, str] = field(default_factory=dict)


@cache
def translation(language: str) -> Translation:
    """Read the words of one of `LANGUAGES`."""
    text = files("web").joinpath("translations", f"{language}.toml").read_text("utf-8")
    data = tomllib.loads(text)
    return Translation(language=language, **data)


def said(message: Message, language: str) -> str:
    """Return one of the web's own messages as a sentence."""
    return translation(language).messages[message.code].format_map(dict(message.facts))
