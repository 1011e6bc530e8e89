"""Reading one field at a time; what is wrong is noted with line, field and remedy.

Reading goes on after a fault with a harmless value in its place, so that everything that is
wrong is told at once.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from companion.game import Message, message
from companion.games.deadeye_dinah.deck_faults import DeckFault
from companion.games.deadeye_dinah.numbers import (
    HIGHEST,
    LOWEST,
    NONE,
    Numbers,
    RangeError,
    parse_numbers,
)
from companion.games.deadeye_dinah.source_lines import Place, line_of

T = TypeVar("T")
K = TypeVar("K")


@dataclass(frozen=True, slots=True)
class Fields:
    """One table of a card file, and where it stands.

    Every field that is asked for is remembered in `asked`, so that a misspelt one, which
    nobody asks for, is found by `finished`. `faults` is shared by all tables of a file.
    """

    data: Mapping[str, Any]
    place: Place
    lines: Mapping[Place, int]
    faults: list[DeckFault]
    asked: set[str]

    def fault(self, key: str | None, problem: Message, cure: Message) -> None:
        """Note what is wrong with a field, or with the table itself."""
        place = (*self.place, key) if key else self.place
        self.faults.append(DeckFault(place, line_of(self.lines, place), problem, cure))

    def has_fault(self, *keys: str) -> bool:
        """Tell whether something is wrong with a field."""
        return any(fault.place == (*self.place, *keys) for fault in self.faults)

    def get(
        self, key: str, kind: type[K], cure: Message, fallback: T, default: K | None = None
    ) -> K | T:
        """Return a field of this type; where it has none, note that and return `fallback`."""
        self.asked.add(key)
        value = self.data.get(key, default)
        if value is None:
            self.fault(key, message("deck_missing"), cure)
        elif not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
            self.fault(key, message("deck_misfit", value=repr(value)), cure)
        else:
            return value
        return fallback

    def text(self, key: str, cure: Message) -> str:
        """Return a field that is text, and not empty."""
        value = self.get(key, str, cure, "?")
        if not value.strip():
            self.fault(key, message("deck_missing"), cure)
        return value

    def whole(self, key: str, low: int, high: int, default: int | None = None) -> int:
        """Return a whole number from `low` to `high`."""
        value = self.get(key, int, message("write_whole", low=low, high=high), low, default)
        if not low <= value <= high:
            problem = message("deck_outside", value=value, low=low, high=high)
            self.fault(key, problem, message("look_again"))
            return low
        return value

    def hat(self) -> int:
        """Return the hat, one number."""
        return self.whole("hat", LOWEST, HIGHEST)

    def numbers(self, key: str, may_be_empty: bool = False) -> Numbers:
        """Return a range such as "1, 4-6"."""
        text = self.get(key, str, message("write_range_quoted"), None)
        if text is None:
            return NONE
        try:
            numbers = parse_numbers(text)
        except RangeError as error:
            self.fault(key, error.problem, error.remedy)
            return NONE
        if numbers == NONE and not may_be_empty:
            self.fault(key, message("deck_no_numbers"), message("write_range"))
        return numbers

    def choice(self, key: str, options: Mapping[str, T], default: str | None = None) -> T:
        """Return one of a few named values."""
        first = next(iter(options))
        cure = message("write_one_of", options=", ".join(options))
        value = self.get(key, str, cure, first, default)
        if value not in options:
            self.fault(key, message("deck_unknown", value=repr(value)), cure)
            return options[first]
        return options[value]

    def table(self, key: str) -> "Fields":
        """Return a table inside this one; one that is missing is told once, as a whole."""
        data = self.get(key, dict, message("write_table", field=key), None)
        return self._inside(key, data)

    def tables(self, key: str, cure: Message, may_be_missing: bool = False) -> "list[Fields]":
        """Return a list of tables inside this one."""
        items = self.get(key, list, cure, [], [] if may_be_missing else None)
        return [self._item(key, number, item, cure) for number, item in enumerate(items)]

    def _item(self, key: str, number: int, item: Any, cure: Message) -> "Fields":
        if isinstance(item, dict):
            return self._inside(key, item, number)
        self.fault(key, message("deck_misfit", value=repr(item)), cure)
        return self._inside(key, None, number)

    def _inside(self, key: str, data: Mapping[str, Any] | None, number: int = -1) -> "Fields":
        """Return a table inside; what is missing as a whole has no faults of its own."""
        place = (*self.place, key) if number < 0 else (*self.place, key, number)
        inside = replace(self, data=data or {}, place=place, asked=set())
        return inside if data is not None else replace(inside, faults=[])

    def each(self, key: str, values: list[T], fits: Callable[[T], bool], cure: Message) -> None:
        """Note every value of a list that does not fit."""
        for value in values:
            if not fits(value):
                self.fault(key, message("deck_misfit", value=repr(value)), cure)

    def finished(self) -> None:
        """Note fields that nobody asked for."""
        known = ", ".join(sorted(self.asked))
        for key in self.data:
            if key not in self.asked:
                problem = message("deck_strange_field", known=known)
                self.fault(key, problem, message("mend_spelling"))
