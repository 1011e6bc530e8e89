"""Counting shots fast: can these bullets fell these outlaws?

It gives the same answer as `resolution.shoots_all`, which says the rule; the tests hold
the two together.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import product

from companion.games.deadeye_dinah.cards import Outlaw
from companion.games.deadeye_dinah.numbers import HIGHEST, Numbers, members
from companion.games.deadeye_dinah.resolution import shoots_all

#: One count per number, four bits each. Seven cards never overflow it.
_BITS = 4
_ENOUGH = 1 << (_BITS - 1)
ALL_ENOUGH = sum(_ENOUGH << _BITS * n for n in range(HIGHEST + 1))
#: For each range, one shot counted at each of its numbers.
SHOTS: tuple[int, ...] = tuple(
    sum(1 << _BITS * n for n in range(HIGHEST + 1) if numbers >> n & 1)
    for numbers in range(1 << (HIGHEST + 1))
)


class Demand:
    """What it takes to fell a group of outlaws.

    `ways` holds biased counts: shots summed from `SHOTS` fell everyone if for some way
    `(shots + way) & ALL_ENOUGH == ALL_ENOUGH`. None where counting is not enough: two
    hearts of an outlaw of several numbers take two different cards.
    """

    __slots__ = ("outlaws", "ways")

    def __init__(self, outlaws: Sequence[Outlaw]) -> None:
        """Work out how shots can be shared among the outlaws."""
        self.outlaws = tuple(outlaws)
        countable = all(o.hearts == 1 or len(members(o.numbers)) == 1 for o in outlaws)
        self.ways = tuple(set(_ways(outlaws))) if countable else None

    def met_by(self, shots: int, ranges: Iterable[Numbers]) -> bool:
        """Tell whether bullets fell everyone; `shots` is the sum of `SHOTS` over `ranges`."""
        if self.ways is None:
            return shoots_all(tuple(ranges), self.outlaws)
        return any((shots + way) & ALL_ENOUGH == ALL_ENOUGH for way in self.ways)


def _ways(outlaws: Sequence[Outlaw]) -> Iterator[int]:
    """Yield, for each choice of one number per outlaw, the counts it asks for."""
    for numbers in product(*(members(outlaw.numbers) for outlaw in outlaws)):
        need = [0] * (HIGHEST + 1)
        for number, outlaw in zip(numbers, outlaws, strict=True):
            # Eight is more than seven cards can give, so more need not be told apart.
            need[number] = min(_ENOUGH, need[number] + outlaw.hearts)
        yield sum((_ENOUGH - count) << _BITS * n for n, count in enumerate(need))
