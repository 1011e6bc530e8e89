"""A rulebook in one language: clauses, faces, and sentences made from messages.

Everything below this module speaks in codes and facts. Words come last, here, in the
reader's own language. A rulebook is a TOML text with the tables `faces`, `clauses`,
`messages`, `steps` and `words`; reading the file is the caller's business.
"""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass

from companion.cards import Face, Seat
from companion.game import Message, TableError

#: Facts whose value is one or more faces, space-separated.
FACE_FACTS = frozenset({"face", "other", "named", "as"})
#: Facts whose value is one or more seats, space-separated.
SEAT_FACTS = frozenset({"seat", "target", "holder", "knower", "winners"})
#: The fact whose value is what the host says of a field.
STATED_FACT = "stated"


#: The numbers a singular goes with, where they are not 1 alone.
_SINGULAR = {"fr": frozenset({"0", "1"})}
#: Small words that lose their vowel before another one: "de" and "que" in French.
_ELIDING = {"fr": re.compile(r"\b([dD]|[qQ]u)e \{(\w+)\}")}
#: An h may be silent or not, so a name that begins with one keeps the whole word.
_VOWEL = re.compile(r"[aàâäæeéèêëiîïoôöœuùûü]|y(?![aàâäæeéèêëiîïoôöœuùûü])", re.IGNORECASE)


def elided(template: str, words: Mapping[str, str], language: str) -> str:
    """Return a template with its small words as they are written before these words.

    Names are only known when a sentence is made: "de {seat}" becomes "d’{seat}" for Ann.
    """
    pattern = _ELIDING.get(language)
    if pattern is None:
        return template

    def shortened(found: re.Match[str]) -> str:
        begins = _VOWEL.match(words.get(found[2], ""))
        return f"{found[1]}’{{{found[2]}}}" if begins else found[0]

    return pattern.sub(shortened, template)


class Counted(str):
    """A fact in a sentence; what it counts may follow it: `{count} {count:card|cards}`."""

    __slots__ = ("_singular",)

    _singular: bool

    def __new__(cls, value: str, language: str) -> "Counted":
        """Return a fact as this language counts."""
        made = super().__new__(cls, value)
        made._singular = value in _SINGULAR.get(language, frozenset({"1"}))
        return made

    def __format__(self, forms: str) -> str:
        """Return the singular or the plural of `forms`, the fact itself where there are none."""
        if not forms:
            return str(self)
        singular, plural = forms.split("|")
        return singular if self._singular else plural


class RulebookError(TableError, ValueError):
    """A rulebook file is not what it should be; says which key in which language."""


@dataclass(frozen=True, slots=True)
class Rulebook:
    """The words of one game in one language."""

    language: str
    title: str
    faces: Mapping[str, str]
    clauses: Mapping[str, str]
    messages: Mapping[str, str]
    steps: Mapping[str, str]
    words: Mapping[str, str]

    @classmethod
    def parse(cls, text: str, source: str) -> "Rulebook":
        """Read a rulebook from TOML; `source` names the file in errors."""
        try:
            data = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            raise RulebookError(f"{source}: not valid TOML: {error}") from error
        missing = [key for key in cls.__slots__ if key not in data]
        if missing:
            raise RulebookError(f"{source}: add the missing {', '.join(missing)}")
        return cls(**{key: data[key] for key in cls.__slots__})

    def face(self, face: Face) -> str:
        """Return the name of a face, or the face itself where it has none."""
        return self.faces.get(face, face)

    def say(self, message: Message, names: Mapping[Seat, str]) -> str:
        """Turn a message into a sentence; `names` maps seats to players' names."""
        try:
            template = self.messages[message.code]
            words = {k: Counted(self._word(k, v, names), self.language) for k, v in message.facts}
            return elided(template, words, self.language).format_map(words)
        except KeyError as error:
            problem = f"message {message.code!r} lacks {error}"
            raise RulebookError(f"{self.title} [{self.language}]: {problem}") from error

    def _word(self, fact: str, value: str, names: Mapping[Seat, str]) -> str:
        if fact in SEAT_FACTS:
            return self._listed([names.get(Seat(seat), seat) for seat in value.split()])
        if fact in FACE_FACTS:
            return self._listed([self.face(Face(face)) for face in value.split()])
        if fact == STATED_FACT:
            return self._stated(value, names)
        return self.words.get(value, value)

    def _stated(self, value: str, names: Mapping[Seat, str]) -> str:
        """Return what a field was corrected to: a player, a word, or cards in their order."""
        if Seat(value) in names:
            return names[Seat(value)]
        known = self.words.get(f"value_{value}")
        return known or " ".join(self.face(Face(face)) for face in value.split())

    def _listed(self, items: list[str]) -> str:
        if len(items) < 2:
            return "".join(items)
        return f"{', '.join(items[:-1])} {self.words['and']} {items[-1]}"
