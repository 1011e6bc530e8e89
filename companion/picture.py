"""A stable picture of the table, and the differences that explain nothing.

The record may run ahead of the table: a card that must be shown by rule is written down
before it lies there. A card may have been knocked off its pile. And the table may have
agreed to leave a thing as it lies. Such differences neither explain an act nor stand in
the way of one.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from itertools import islice

from companion.cards import Face, Seat
from companion.layout import Difference, DifferenceKind, Layout, Pile, Zone, ZoneKind, differences

Kinds = Mapping[Zone, ZoneKind]
Owners = Mapping[Zone, Seat | None]


@dataclass(frozen=True, slots=True)
class Picture:
    """A stable layout, and what must not be read as an act.

    Args:
        kinds: the kind of each zone in the layout.
        owed: differences that are to be mended but explain nothing.
        accepted: differences that the table has agreed to leave as they are.

    """

    seen: Layout
    kinds: Kinds
    owed: tuple[Difference, ...] = ()
    accepted: tuple[Difference, ...] = ()
    _left: dict[tuple[Zone, Pile], int] = field(
        init=False, default_factory=dict, compare=False, repr=False
    )

    def wrong(self, expected: Layout) -> tuple[Difference, ...]:
        """Return every difference from `expected` that is to be mended, owed or not."""
        return tuple(
            d for d in differences(expected, self.seen, self.kinds) if d not in self.accepted
        )

    def unexplained(self, expected: Layout) -> tuple[Difference, ...]:
        """Return the differences from `expected` that are not owed."""
        wrong = self.wrong(expected)
        left = [d for d in wrong if not self._owes(d)]
        if left and self.owed:
            _, left = _matched(left, [d for d in self.owed if d not in wrong])
        return tuple(left)

    def left(self, expected: Layout) -> int:
        """Return how many differences from `expected` are unexplained, quickly.

        A search compares the picture with the same piles again and again.
        """
        return sum(self._left_in(zone, pile) for zone, pile in expected.items())

    def _left_in(self, zone: Zone, pile: Pile) -> int:
        left = self._left.get((zone, pile))
        if left is None:
            left = self._left[zone, pile] = len(self.unexplained({zone: pile}))
        return left

    def without_hands(self) -> "Picture":
        """Return the picture as if no hand lay on the table."""
        kinds = self.kinds
        seen = {z: pile for z, pile in self.seen.items() if kinds.get(z) is not ZoneKind.HAND}
        return Picture(seen, kinds, self.owed, self.accepted)

    def fans(self, layout: Layout) -> Layout:
        """Return the fans of a layout."""
        return {z: pile for z, pile in layout.items() if self.kinds.get(z) is ZoneKind.FAN}

    def _owes(self, difference: Difference) -> bool:
        return any(
            replace(owed, count=difference.count) == difference
            for owed in self.owed
            if owed.count >= difference.count
        )


def fallen(wrong: Iterable[Difference], beside: int) -> tuple[Difference, ...]:
    """Return the missing open cards that may be those which lie beside the zones.

    Which cards lie there does not matter: one that is lifted there to be peeked at is
    nobody's business, and what the table says may not depend on it.
    """
    missing = (d for d in wrong if d.kind is DifferenceKind.MISSING and d.face is not None)
    return tuple(islice(missing, beside))


def lessened(now: Iterable[Difference], before: Iterable[Difference]) -> bool:
    """Tell whether some of the differences from before are gone, and none has come."""
    left, stood = _tally(now), _tally(before)
    return left != stood and left <= stood


def _tally(wrong: Iterable[Difference]) -> Counter[tuple[Zone, DifferenceKind, Face | None]]:
    counted: Counter[tuple[Zone, DifferenceKind, Face | None]] = Counter()
    for difference in wrong:
        counted[difference.zone, difference.kind, difference.face] += difference.count
    return counted


def debts(wrong: Iterable[Difference], owners: Owners) -> tuple[frozenset[Difference], ...]:
    """Return what each seat, and the table itself, owes: paid by one movement of a hand."""
    grouped: dict[Seat | None, set[Difference]] = {}
    for difference in wrong:
        grouped.setdefault(owners.get(difference.zone), set()).add(difference)
    return tuple(frozenset(group) for group in grouped.values())


def still_owed(
    debt: frozenset[Difference], wrong: tuple[Difference, ...], kinds: Kinds
) -> frozenset[Difference]:
    """Return what is left of a debt.

    Once a card lies where it was owed, a back too many in that hand is another card.
    """
    left = debt & frozenset(wrong)
    if left == debt:
        return debt
    elsewhere, _ = _matched([d for d in wrong if d not in debt], list(debt - left))
    left |= frozenset(elsewhere)
    return frozenset(d for d in left if kinds[d.zone] is not ZoneKind.HAND)


def _matched(
    wrong: Iterable[Difference], owed: list[Difference]
) -> tuple[list[Difference], list[Difference]]:
    """Part differences into those that are owed but for their place in the pile, and others.

    A card lies, or is missing, nearer the bottom once another one of its pile has gone.
    `owed` is used up.
    """
    found: list[Difference] = []
    others: list[Difference] = []
    for one in wrong:
        same = [d for d in owed if d.face is not None and replace(d, number=one.number) == one]
        if same:
            owed.remove(same[0])
        (found if same else others).append(one)
    return found, others
