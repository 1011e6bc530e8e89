"""Answers that are kept while what they are about stays the same object.

States and plays never change, so the same one has the same answers. Ticks of the clock and
pictures in which nothing happens ask for them over and over.
"""

from collections.abc import Callable, Hashable, Sequence
from typing import Any, Generic, TypeVar

T = TypeVar("T")


class Remembered:
    """The answers about the object that was asked about last."""

    def __init__(self) -> None:
        """Begin with none."""
        self._kept: tuple[object, dict[Hashable, Any]] = (None, {})

    def answer(self, about: object, key: Hashable, make: Callable[[], T]) -> T:
        """Return the answer to `key` about an object, made at the first asking."""
        of, kept = self._kept
        if of is not about:
            kept = {}
            self._kept = (about, kept)
        if key not in kept:
            kept[key] = make()
        found: T = kept[key]
        return found


class Growing(Generic[T]):
    """A list with one item for each step, of which only the new steps' items are made."""

    def __init__(self) -> None:
        """Begin with none."""
        self._kept: dict[Hashable, tuple[Sequence[object], tuple[T, ...]]] = {}

    def items(
        self, key: Hashable, states: Sequence[object], make: Callable[[int], T]
    ) -> tuple[T, ...]:
        """Return an item for each of the steps that led from the first state to the last.

        Args:
            key: whose list it is.
            states: told by identity; a past that is another one is made anew.
            make: makes the item of a step, counted from 0.

        """
        before, made = self._kept.get(key, ((), ()))
        if not before or len(before) > len(states) or before[-1] is not states[len(before) - 1]:
            made = ()
        steps = len(states) - 1
        made = (*made, *(make(step) for step in range(len(made), steps)))
        self._kept[key] = (tuple(states), made)
        return made
