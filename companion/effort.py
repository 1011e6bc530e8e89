"""How much may be tried to make sense of one picture.

It is counted in piles looked at, not in time: so the same picture means the same on every
machine, and a large table, of which each state costs more, is no slower than a small one.
"""

from collections.abc import Iterable, Iterator
from typing import TypeVar

T = TypeVar("T")


class Exhausted(Exception):
    """No more may be tried; raised and caught within one explanation."""


class Effort:
    """What is left of the piles that may be looked at."""

    def __init__(self, piles: int, zones: int) -> None:
        """Allow so many piles, at a table of so many zones."""
        self._left, self._zones = piles, zones

    def spend(self, looks: int) -> None:
        """Count so many looks at the whole table; raise Exhausted when no more are allowed."""
        self._left -= looks * self._zones
        if self._left < 0:
            raise Exhausted

    def over(self, tried: Iterable[T]) -> Iterator[T]:
        """Yield each thing to try, each for one look; raise Exhausted."""
        for thing in tried:
            self.spend(1)
            yield thing
