"""Count deals over the multiset of unseen cards, without listing them.

A slot stands for one face-down card that something is known of. A part is a table over
some slots: how many ways lead to these faces. Slots of different parts know nothing of
each other, except that no two can be the same physical card. If `u` copies of a face are
unseen and `h` of the chosen faces are that one, they can be so in u (u-1) ... (u-h+1)
ways, and what is left lies anywhere else.

For parts of one slot each, the sum over all faces is taken by Möbius inversion on the
lattice of set partitions (Rota 1964): slots of one block share a physical card, which
counts with the sign of its size. It needs 3^n steps for n slots where a list of worlds
needs 10^n. Parts of several slots are few and small; their rows are gone through.

Faces are numbers here, 0 to 9, and all figures are exact integers.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import factorial

Slot = int
Row = tuple[int, ...]
Unseen = Sequence[int]

KINDS = range(10)


@dataclass(frozen=True, slots=True)
class Part:
    """A table over slots: weights by the faces in them, in the order of `slots`."""

    slots: tuple[Slot, ...]
    weights: Mapping[Row, int]


def anything(slot: Slot) -> Part:
    """Return the part that says nothing about `slot`."""
    return Part((slot,), _ANYTHING)


_ANYTHING: Mapping[Row, int] = {(face,): 1 for face in KINDS}


def joined(one: Part, other: Part) -> Part:
    """Return one table over the slots of both."""
    if one is other:
        return one
    weights = {
        row + more: weight * times
        for row, weight in one.weights.items()
        for more, times in other.weights.items()
    }
    return Part(one.slots + other.slots, weights)


def where(part: Part, keep: Callable[[Row], bool]) -> Part:
    """Return the part with the rows that `keep` accepts."""
    return Part(part.slots, {row: weight for row, weight in part.weights.items() if keep(row)})


def projected(part: Part, slots: tuple[Slot, ...]) -> Part:
    """Return the part summed over all but `slots`."""
    places = [part.slots.index(slot) for slot in slots]
    weights: dict[Row, int] = {}
    for row, weight in part.weights.items():
        key = tuple([row[place] for place in places])
        weights[key] = weights.get(key, 0) + weight
    return Part(slots, weights)


@dataclass(frozen=True, slots=True)
class Spread:
    """How all ways are spread: their number, and by slot and face how many have it there."""

    ways: int
    faces: Mapping[Slot, Sequence[int]]


def ways(unseen: Unseen, parts: Sequence[Part]) -> int:
    """Return in how many ways physical cards can lie in the slots of all parts."""
    single, larger = _sorted(parts)
    singles = _Singles(single)
    found: dict[tuple[int, ...], int] = {}
    for weight, left, _ in _placements(tuple(larger), tuple(unseen)):
        found[left] = found.get(left, 0) + weight
    return sum(weight * singles.over_all(left) for left, weight in found.items())


def spread(unseen: Unseen, parts: Sequence[Part]) -> Spread:
    """Return the ways as `ways` does, by slot and face as well."""
    single, larger = _sorted(parts)
    singles = _Singles(single)
    total, by_left = 0, dict[tuple[int, ...], int]()
    faces = {slot: [0] * 10 for part in parts for slot in part.slots}
    for weight, left, rows in _placements(tuple(larger), tuple(unseen)):
        by_left[left] = by_left.get(left, 0) + weight
        count = weight * singles.over_all(left)
        for part, row in zip(larger, rows, strict=True):
            for slot, face in zip(part.slots, row, strict=True):
                faces[slot][face] += count
    for left, weight in by_left.items():
        total += weight * singles.over_all(left)
        singles.add_spread(left, weight, faces)
    return Spread(total, faces)


def _sorted(parts: Sequence[Part]) -> tuple[list[Part], list[Part]]:
    """Part those of one open slot from those whose rows are gone through.

    A certain card is no question either: its one row takes the card out beforehand.
    """
    single = [part for part in parts if len(part.slots) == 1 and len(part.weights) > 1]
    larger = [part for part in parts if len(part.slots) > 1 or len(part.weights) <= 1]
    return single, sorted(larger, key=lambda part: len(part.weights))


def _placements(
    parts: tuple[Part, ...], left: tuple[int, ...]
) -> Iterator[tuple[int, tuple[int, ...], tuple[Row, ...]]]:
    """Yield every choice of one row per part: its ways, the cards left, and the rows."""
    if not parts:
        yield 1, left, ()
        return
    for row, weight in parts[0].weights.items():
        times, rest = _taken(left, row)
        if times:
            for more, last, rows in _placements(parts[1:], rest):
                yield weight * times * more, last, (row, *rows)


def _taken(left: tuple[int, ...], row: Row) -> tuple[int, tuple[int, ...]]:
    """Return in how many ways these cards can be taken, and what is left then."""
    rest, times = list(left), 1
    for face in row:
        times *= max(rest[face], 0)
        rest[face] -= 1
    return times, tuple(rest)


class _Singles:
    """Slots that are independent but for the physical cards; sets of them are bit masks."""

    def __init__(self, parts: Sequence[Part]) -> None:
        self._slots = [part.slots[0] for part in parts]
        self._full = (1 << len(parts)) - 1
        self._products = [[1] * 10]
        for part in parts:
            weights = [part.weights.get((face,), 0) for face in KINDS]
            self._products += [_times(product, weights) for product in self._products]
        self._signs = _signs(len(parts))
        self._counts: dict[tuple[int, ...], list[int]] = {}

    def over_all(self, left: tuple[int, ...]) -> int:
        """Return the ways for all slots, `left` copies of each face being free."""
        return self._ways(left)[self._full]

    def add_spread(
        self, left: tuple[int, ...], weight: int, faces: Mapping[Slot, list[int]]
    ) -> None:
        """Add to `faces` how often each slot has each face, `weight` times over."""
        counts = self._ways(left)
        sums = [[0] * 10 for _ in self._slots]
        for block in range(1, self._full + 1):
            times = self._signs[block] * counts[self._full ^ block]
            share = [times * product for product in self._products[block]]
            for place in _members(block):
                sums[place] = [a + b for a, b in zip(sums[place], share, strict=True)]
        for slot, shares in zip(self._slots, sums, strict=True):
            target = faces[slot]
            for face in KINDS:
                target[face] += weight * left[face] * shares[face]

    def _ways(self, left: tuple[int, ...]) -> list[int]:
        """Return the ways for every set of slots."""
        counts = self._counts.get(left)
        if counts is None:
            blocks = [
                sign * sum([free * product for free, product in zip(left, products, strict=True)])
                for sign, products in zip(self._signs, self._products, strict=True)
            ]
            counts = [1]
            for splits in _splits(len(self._slots))[1:]:
                counts.append(sum([blocks[block] * counts[rest] for block, rest in splits]))
            self._counts[left] = counts
        return counts


def _times(one: Sequence[int], other: Sequence[int]) -> list[int]:
    return [a * b for a, b in zip(one, other, strict=True)]


@lru_cache(maxsize=32)
def _signs(slots: int) -> tuple[int, ...]:
    """Return for each set of slots what it counts as one block: (-1)^(n-1) (n-1)!."""
    sizes = [mask.bit_count() for mask in range(1 << slots)]
    return tuple([(-1) ** (size - 1) * factorial(size - 1) if size else 0 for size in sizes])


@lru_cache(maxsize=32)
def _splits(slots: int) -> tuple[tuple[tuple[int, int], ...], ...]:
    """Return for each set its splits into the block of its first slot, and the rest."""
    return tuple([tuple(_splits_of(mask)) for mask in range(1 << slots)])


def _splits_of(mask: int) -> Iterator[tuple[int, int]]:
    first = mask & -mask
    others = more = mask ^ first
    while mask:
        yield first | more, others ^ more
        if not more:
            return
        more = (more - 1) & others


@lru_cache(maxsize=1024)
def _members(mask: int) -> tuple[int, ...]:
    return tuple([place for place in range(mask.bit_length()) if mask >> place & 1])
