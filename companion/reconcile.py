"""From a layout that was seen to what must have happened, for any game.

A stable picture is explained by the shortest chain of legal acts whose layout agrees
with it. One chain: it happened. Several: what they share happened, and the seat that
acts next is asked. None: an illegal act, a take-back, or a difference to mend. The eye
proposes; nothing here changes a state.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.cards import Seat
from companion.game import TABLE, Game, Message, Violation
from companion.layout import Difference
from companion.picture import Kinds, Owners, Picture

#: A picture may hold two quick turns with an answer between them: so many acts of which
#: each became possible through the one before.
LONGEST_CHAIN = 5
#: So many of them may lay or take cards in fans; more is no quick turn but a strange table.
MOST_LAID = 2
#: With more ways than this to go on, the picture is taken to be no chain of acts.
MOST_WAYS = 400


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

    `differences` are to be mended if the table may not take them back just so. It is not
    `sure` where the hands on the table speak against it.
    """

    steps: int
    actions: tuple[Any, ...] = ()
    differences: tuple[Difference, ...] = ()
    sure: bool = True


@dataclass(frozen=True, slots=True)
class Mismatch:
    """Nothing explains the table; the first difference is the one to mend now."""

    differences: tuple[Difference, ...]


Finding = Agreed | Acted | Unclear | Forbidden | TakenBack | Mismatch


@dataclass(frozen=True, slots=True)
class _Way:
    """A chain of acts that may explain a picture.

    Args:
        state: to which it leads.
        left: how many differences stay.
        length: acts that became possible through the one before. Where a whole table
            shows its cards at once, no act waits for another.
        laid: how many of these changed a fan.
        possible: acts that were legal before the last one.

    """

    chain: tuple[Any, ...]
    state: Any
    left: int
    length: int = 0
    laid: int = 0
    possible: frozenset[Any] = frozenset()


def explain(
    game: Game[Any, Any], states: Sequence[Any], picture: Picture, *, mending: bool = False
) -> Finding:
    """Explain a picture against the present state, the last of `states`.

    Args:
        states: the states since the deal, oldest first, never empty.
        mending: the table is being put right, one thing after another, so a picture on
            the way may not be read as a take-back.

    """
    expected = game.layout(states[-1])
    wrong = picture.wrong(expected)
    if not picture.unexplained(expected):
        return Mismatch(wrong) if wrong else Agreed()
    finding = _acted(game, states[-1], picture)
    if finding is None and not mending:
        finding = _taken_back(game, states, picture, wrong)
    finding = finding or _forbidden(game, states[-1], picture, wrong)
    if finding is None:
        # Fans and stacks tell the game. Hands move about and are seen late, so they may
        # decide between explanations, but not stand in the way of one.
        finding = _without_hands(game, states, picture, wrong, mending=mending)
    return finding or Mismatch(wrong)


def _without_hands(
    game: Game[Any, Any],
    states: Sequence[Any],
    picture: Picture,
    wrong: tuple[Difference, ...],
    *,
    mending: bool,
) -> Finding | None:
    state, glance = states[-1], picture.without_hands()
    if not glance.unexplained(game.layout(state)):
        return None
    finding = _acted(game, state, glance) or _forbidden(game, state, glance, wrong)
    if finding is not None or mending:
        return finding
    taken_back = _taken_back(game, states, glance, wrong)
    return None if taken_back is None else replace(taken_back, sure=False)


# --- acts ----------------------------------------------------------------------------------


def _acted(game: Game[Any, Any], state: Any, picture: Picture) -> Finding | None:
    chains = _shortest_chains(game, state, picture)
    if not chains:
        return None
    sure = _common_start(chains)
    if len(sure) == len(chains[0]):
        return Acted(sure)
    choices = tuple(dict.fromkeys(chain[len(sure)] for chain in chains))
    seat = choices[0].seat
    return Unclear(sure, seat, tuple(choice for choice in choices if choice.seat == seat))


def _shortest_chains(
    game: Game[Any, Any], state: Any, picture: Picture
) -> tuple[tuple[Any, ...], ...]:
    """Return the shortest chains of legal acts that lead to the picture, all of one length.

    A chain is followed only while each act brings the table no further from it.
    """
    ways = [_Way((), state, len(picture.unexplained(game.layout(state))))]
    while 0 < len(ways) <= MOST_WAYS:
        ways = _distinct(step for way in ways for step in _extend(game, way, picture))
        found = tuple(way.chain for way in ways if way.left == 0)
        if found:
            return found
    return ()


def _extend(game: Game[Any, Any], way: _Way, picture: Picture) -> Iterator[_Way]:
    legal = game.legal(way.state)
    possible, before = frozenset(legal), game.layout(way.state)
    for action in legal:
        if game.seen_by(way.state, action, TABLE) is None:
            continue  # What a player tells his own phone is never concluded from a picture.
        after = game.apply(way.state, action)
        layout = game.layout(after)
        left = len(picture.unexplained(layout))
        waits = action not in way.possible
        length = way.length + waits
        laid = way.laid + (waits and picture.fans(before) != picture.fans(layout))
        if left <= way.left and length <= LONGEST_CHAIN and laid <= MOST_LAID:
            yield _Way((*way.chain, action), after, left, length, laid, possible)


def _distinct(ways: Iterator[_Way]) -> list[_Way]:
    """Keep one way of those that do the same acts in another order, and not too many."""
    kept: dict[frozenset[tuple[Any, int]], _Way] = {}
    for way in ways:
        kept.setdefault(frozenset(Counter(way.chain).items()), way)
        if len(kept) > MOST_WAYS:
            break
    return list(kept.values())


def _common_start(chains: tuple[tuple[Any, ...], ...]) -> tuple[Any, ...]:
    shared: list[Any] = []
    for acts in zip(*chains, strict=True):
        if len(set(acts)) > 1:
            break
        shared.append(acts[0])
    return tuple(shared)


# --- take-backs ----------------------------------------------------------------------------


def _taken_back(
    game: Game[Any, Any], states: Sequence[Any], picture: Picture, wrong: tuple[Difference, ...]
) -> TakenBack | None:
    """Find an earlier state, nearest first, that the picture shows.

    Instead of the last act that was seen another one may lie there: a card that was
    exchanged before anything else happened.
    """
    present, may_be_corrected = game.layout(states[-1]), True
    for steps in range(1, len(states)):
        earlier = states[-1 - steps]
        expected = game.layout(earlier)
        if not picture.unexplained(expected):
            return TakenBack(steps, (), wrong)
        if may_be_corrected and expected != present:
            acts = _single_acts(game, earlier, picture)
            if acts:
                return TakenBack(steps, acts if len(acts) == 1 else (), wrong)
            # What follows by itself is one with the act that it followed from.
            may_be_corrected = game.forced(earlier) is not None
    return None


def _single_acts(game: Game[Any, Any], state: Any, picture: Picture) -> tuple[Any, ...]:
    return tuple(
        action
        for action in game.legal(state)
        if game.seen_by(state, action, TABLE) is not None
        and not picture.unexplained(game.layout_after(state, action))
    )


# --- illegal acts --------------------------------------------------------------------------


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


# --- repairs -------------------------------------------------------------------------------


def instruction(difference: Difference, kinds: Kinds, owners: Owners) -> Message:
    """Say how to mend one difference: a message of the rulebook, `repair_extra` and so on.

    Facts: `seat` where the zone is a seat's (else the code ends in `_common`), `place`
    (the zone's kind, or its name if it is the table's), `count`, and `face` where it
    matters. The code of a card under other cards ends in `_under`, its fact `number` is
    its place from the bottom. For an order, `face` is the whole pile from the bottom up.
    """
    owner = owners.get(difference.zone)
    place = kinds[difference.zone].value if owner else str(difference.zone)
    facts = [("place", place), ("count", str(difference.count))]
    if owner:
        facts.append(("seat", owner))
    faces = (difference.face,) if difference.face else difference.faces
    if faces:
        facts.append(("face", " ".join(faces)))
    if difference.buried:
        facts.append(("number", str(difference.number)))
    under = "_under" if difference.buried else ""
    common = "" if owner else "_common"
    return Message(f"repair_{difference.kind.value}{under}{common}", tuple(facts))
