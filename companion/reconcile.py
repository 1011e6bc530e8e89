"""From a layout that was seen to what must have happened, for any game.

A stable picture is explained by the shortest chain of legal acts whose layout agrees
with it. One chain: it happened. Several: what they share happened, and the seat that
acts next is asked. None: an illegal act, a take-back, or a difference to mend. The eye
proposes; nothing here changes a state.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.cards import Seat
from companion.game import Game, Message, Violation
from companion.layout import Difference, Layout, Zone, ZoneKind, differences

#: A picture may hold two quick acts and the answer between them.
LONGEST_CHAIN = 3

Kinds = Mapping[Zone, ZoneKind]


@dataclass(frozen=True, slots=True)
class Agreed:
    """The table looks as the record says."""


@dataclass(frozen=True, slots=True)
class Acted:
    """These acts happened, in this order."""

    actions: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Unclear:
    """Acts that certainly happened, then a choice that `seat` must tell."""

    sure: tuple[Any, ...]
    seat: Seat
    choices: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Forbidden:
    """An act that was seen but is illegal, and how the table differs until it is undone."""

    action: Any
    violations: tuple[Violation, ...]
    differences: tuple[Difference, ...]


@dataclass(frozen=True, slots=True)
class TakenBack:
    """So many steps were taken back on the table, then these acts were done.

    `differences` are to be mended if the table may not take them back just so.
    """

    steps: int
    actions: tuple[Any, ...] = ()
    differences: tuple[Difference, ...] = ()


@dataclass(frozen=True, slots=True)
class Mismatch:
    """Nothing explains the table; the first difference is the one to mend now."""

    differences: tuple[Difference, ...]


Finding = Agreed | Acted | Unclear | Forbidden | TakenBack | Mismatch


@dataclass(frozen=True, slots=True)
class Picture:
    """A stable layout, and what the table owed before it was taken.

    The record may run ahead of the table: a card that must be shown by rule is written
    down before it lies there. Such differences are owed; they neither explain an act nor
    stand in its way.

    Args:
        kinds: the kind of each zone in the layout.

    """

    seen: Layout
    kinds: Kinds
    owed: tuple[Difference, ...] = ()

    def wrong(self, expected: Layout) -> tuple[Difference, ...]:
        """Return every difference from `expected`, owed or not."""
        return differences(expected, self.seen, self.kinds)

    def unexplained(self, expected: Layout) -> tuple[Difference, ...]:
        """Return the differences from `expected` that are not owed."""
        return tuple(d for d in self.wrong(expected) if not self._owes(d))

    def without_hands(self) -> "Picture":
        """Return the picture as if no hand lay on the table."""
        kinds = self.kinds
        seen = {z: pile for z, pile in self.seen.items() if kinds.get(z) is not ZoneKind.HAND}
        return replace(self, seen=seen)

    def _owes(self, difference: Difference) -> bool:
        return any(
            replace(owed, count=difference.count) == difference
            for owed in self.owed
            if owed.count >= difference.count
        )


def debts(
    wrong: Iterable[Difference], owners: Mapping[Zone, Seat | None]
) -> tuple[frozenset[Difference], ...]:
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
    return frozenset(d for d in left if kinds[d.zone] is not ZoneKind.HAND)


def explain(game: Game[Any, Any], states: Sequence[Any], picture: Picture) -> Finding:
    """Explain a picture against the present state, the last of `states`.

    Args:
        states: the states since the deal, oldest first, never empty.

    """
    expected = game.layout(states[-1])
    wrong = picture.wrong(expected)
    if not picture.unexplained(expected):
        return Mismatch(wrong) if wrong else Agreed()
    # Fans and stacks tell the game. Hands move about and are seen late, so they may
    # decide between explanations, but not stand in the way of one.
    for glance in (picture, picture.without_hands()):
        finding = _explained(game, states, glance, wrong)
        if finding is not None:
            return finding
    return Mismatch(wrong)


def _explained(
    game: Game[Any, Any], states: Sequence[Any], picture: Picture, wrong: tuple[Difference, ...]
) -> Finding | None:
    if not picture.unexplained(game.layout(states[-1])):
        return None
    chains = _shortest_chains(game, states[-1], picture)
    if chains:
        return _from_chains(chains)
    taken_back = _taken_back(game, states, picture, wrong)
    return taken_back or _forbidden(game, states[-1], picture, wrong)


def _shortest_chains(
    game: Game[Any, Any], state: Any, picture: Picture
) -> tuple[tuple[Any, ...], ...]:
    """Return the shortest chains of legal acts that lead to the picture, all of one length.

    A chain is followed only while each act brings the table no further from it.
    """
    left = len(picture.unexplained(game.layout(state)))
    open_ends: list[tuple[tuple[Any, ...], Any, int]] = [((), state, left)]
    for _ in range(LONGEST_CHAIN):
        steps = [step for end in open_ends for step in _extend(game, end, picture)]
        found = tuple(chain for chain, _, left in steps if left == 0)
        if found:
            return found
        open_ends = steps
    return ()


def _extend(
    game: Game[Any, Any], end: tuple[tuple[Any, ...], Any, int], picture: Picture
) -> Iterator[tuple[tuple[Any, ...], Any, int]]:
    chain, state, before = end
    for action in game.legal(state):
        left = len(picture.unexplained(game.layout_after(state, action)))
        if left <= before:
            yield (*chain, action), game.apply(state, action), left


def _from_chains(chains: tuple[tuple[Any, ...], ...]) -> Finding:
    sure = _common_start(chains)
    if len(sure) == len(chains[0]):
        return Acted(sure)
    choices = tuple(dict.fromkeys(chain[len(sure)] for chain in chains))
    return Unclear(sure, choices[0].seat, choices)


def _common_start(chains: tuple[tuple[Any, ...], ...]) -> tuple[Any, ...]:
    shared: list[Any] = []
    for acts in zip(*chains, strict=True):
        if len(set(acts)) > 1:
            break
        shared.append(acts[0])
    return tuple(shared)


def _taken_back(
    game: Game[Any, Any], states: Sequence[Any], picture: Picture, wrong: tuple[Difference, ...]
) -> TakenBack | None:
    """Find an earlier state, nearest first, that the picture shows or is one act from.

    Only states that look different count: a private step leaves no trace to take back.
    """
    for steps in range(1, len(states)):
        earlier = states[-1 - steps]
        if not picture.unexplained(game.layout(earlier)):
            return TakenBack(steps, (), wrong)
        if steps == 1:
            corrected = _single_acts(game, earlier, picture)
            if len(corrected) == 1:
                return TakenBack(1, corrected, wrong)
    return None


def _single_acts(game: Game[Any, Any], state: Any, picture: Picture) -> tuple[Any, ...]:
    return tuple(
        action
        for action in game.legal(state)
        if not picture.unexplained(game.layout_after(state, action))
    )


def _forbidden(
    game: Game[Any, Any], state: Any, picture: Picture, wrong: tuple[Difference, ...]
) -> Forbidden | None:
    for action in game.candidates(state):
        if picture.unexplained(game.layout_after(state, action)):
            continue
        violations = game.violations(state, action)
        if violations:
            return Forbidden(action, violations, wrong)
    return None


def instruction(
    difference: Difference, kinds: Kinds, owners: Mapping[Zone, Seat | None]
) -> Message:
    """Say how to mend one difference: a message of the rulebook, `repair_extra` and so on.

    Facts: `seat` where the zone is a seat's (else the code ends in `_common`), `place`
    (the zone's kind, or its name if it is the table's), `face` and `count` where they matter.
    """
    owner = owners.get(difference.zone)
    place = kinds[difference.zone].value if owner else str(difference.zone)
    facts = [("place", place), ("count", str(difference.count))]
    if owner:
        facts.append(("seat", owner))
    if difference.face:
        facts.append(("face", difference.face))
    suffix = "" if owner else "_common"
    return Message(f"repair_{difference.kind.value}{suffix}", tuple(facts))
