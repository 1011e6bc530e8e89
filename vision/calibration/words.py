"""Every message of the calibration as a sentence with its remedy, in the reader's language.

The command line and the page both say what is here. Facts that are names of sides or places
are words themselves. The words are in `translations/`, one file a language.
"""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from companion.game import Message
from vision.calibration.errors import CalibrationError

LANGUAGES = ("en", "fr")
#: One number, or several of them.
_NUMBERS = re.compile(r"[+-]?\d+\.\d+(, [+-]?\d+\.\d+)*")


@dataclass(frozen=True, slots=True)
class Translation:
    """One language: `sentences` by code, `words` for values of facts, its `decimal` sign."""

    decimal: str
    sentences: Mapping[str, str]
    words: Mapping[str, str]


@cache
def translation(language: str) -> Translation:
    """Read the words of a language; raise CalibrationError for one we lack."""
    if language not in LANGUAGES:
        known = " or ".join(LANGUAGES)
        raise CalibrationError(f"language {language!r} is not spoken here", f"use {known}")
    source = files("vision.calibration").joinpath("translations", f"{language}.toml")
    return Translation(**tomllib.loads(source.read_text("utf-8")))


def say(message: Message, language: str = "en") -> str:
    """Return a message as a sentence; raise CalibrationError for a language we lack."""
    spoken = translation(language)
    facts = {name: _value(spoken, value) for name, value in message.facts}
    # A fact may be empty. No-break spaces are not to be touched.
    return re.sub(" {2,}", " ", spoken.sentences[message.code].format_map(facts))


def _value(spoken: Translation, value: str) -> str:
    """Return a fact as the language writes it: words, and numbers with its decimal sign."""
    if _NUMBERS.fullmatch(value):
        return value.replace(", ", "\u202f; ").replace(".", ",") if spoken.decimal == "," else value
    return spoken.words.get(value, value)


def explain(error: CalibrationError, language: str = "en") -> str:
    """Return what is wrong and what to do now, as a sentence; English where it has no other."""
    return str(error) if error.told is None else say(error.told, language)
