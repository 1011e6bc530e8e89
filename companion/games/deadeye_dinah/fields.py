"""Reading one field at a time, with errors that say line, field and remedy."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from companion.game import TableError
from companion.games.deadeye_dinah.numbers import (
    HIGHEST,
    LOWEST,
    NONE,
    Numbers,
    parse_numbers,
)
from companion.games.deadeye_dinah.source_lines import Place, line_of

T = TypeVar("T")


class JobDeckError(TableError, ValueError):
    """A file of job cards is not what it should be; names line, field and remedy."""


@dataclass(frozen=True, slots=True)
class Fields:
    """One table of a card file, and where it stands.

    Every field that is asked for is remembered in `asked`, so that a misspelt one, which
    nobody asks for, is found by `finished`.
    """

    data: Mapping[str, Any]
    place: Place
    source: str
    lines: Mapping[Place, int]
    asked: set[str]

    def fail(self, key: str | None, problem: str) -> JobDeckError:
        """Return the error that says what is wrong with a field, or with the table."""
        place = (*self.place, key) if key else self.place
        named = ".".join(str(part + 1) if isinstance(part, int) else part for part in place)
        where = f"{self.source}, line {line_of(self.lines, place)}"
        return JobDeckError(f"{where}: {named or 'the file'}: {problem}")

    def get(self, key: str, kind: type[T], wanted: str, default: T | None = None) -> T:
        """Return a field of this type; `wanted` says what to write."""
        self.asked.add(key)
        value = self.data.get(key, default)
        if value is None:
            raise self.fail(key, f"is missing; add {key} = {wanted}")
        if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
            raise self.fail(key, f"{value!r} does not fit; write {wanted}")
        return value

    def whole(self, key: str, low: int, high: int, default: int | None = None) -> int:
        """Return a whole number from `low` to `high`."""
        value = self.get(key, int, f"a whole number from {low} to {high}", default)
        if not low <= value <= high:
            raise self.fail(key, f"{value} is not from {low} to {high}; look at the card again")
        return value

    def hat(self) -> int:
        """Return the hat, one number."""
        return self.whole("hat", LOWEST, HIGHEST)

    def numbers(self, key: str, may_be_empty: bool = False) -> Numbers:
        """Return a range such as "1, 4-6"."""
        text = self.get(key, str, 'a range in quotes such as "1, 4-6"')
        numbers = self.parsed(key, parse_numbers, text)
        if numbers == NONE and not may_be_empty:
            raise self.fail(key, 'names no number; write a range such as "1, 4-6"')
        return numbers

    def parsed(self, key: str, parse: Callable[[Any], T], value: object) -> T:
        """Return what `parse` makes of a value; its ValueError is told with the line."""
        try:
            return parse(value)
        except ValueError as error:
            raise self.fail(key, str(error)) from error

    def choice(self, key: str, options: Mapping[str, T], default: str | None = None) -> T:
        """Return one of a few named values."""
        listed = ", ".join(options)
        value = self.get(key, str, f"one of {listed}", default)
        if value not in options:
            raise self.fail(key, f"{value!r} is unknown; write one of {listed}")
        return options[value]

    def table(self, key: str) -> "Fields":
        """Return a table inside this one."""
        data = self.get(key, dict, f"a table [{key}]")
        return Fields(data, (*self.place, key), self.source, self.lines, set())

    def tables(self, key: str, wanted: str, may_be_missing: bool = False) -> "list[Fields]":
        """Return a list of tables inside this one."""
        items = self.get(key, list, wanted, [] if may_be_missing else None)
        for item in items:
            if not isinstance(item, dict):
                raise self.fail(key, f"{item!r} does not fit; write {wanted}")
        return [
            Fields(item, (*self.place, key, n), self.source, self.lines, set())
            for n, item in enumerate(items)
        ]

    def finished(self) -> None:
        """Refuse fields that nobody asked for."""
        for key in self.data:
            if key not in self.asked:
                known = ", ".join(sorted(self.asked))
                raise self.fail(key, f"is no field here; known: {known}; mend the spelling")
