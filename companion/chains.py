"""The shortest chains of legal acts that lead from a state to what a picture shows."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from companion.effort import Effort
from companion.game import TABLE, Game
from companion.picture import Picture

#: A picture may hold two quick turns with an answer between them: so many acts of which
#: each became possible through the one before.
LONGEST_CHAIN = 5
#: So many of them may lay or take cards in fans; more is no quick turn but a strange table.
MOST_LAID = 2
#: To find out what is legal takes about as long as so many looks at the table.
JUDGING = 4
#: With more ways than this to go on, the picture is taken to be no chain of acts.
MOST_WAYS = 400


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


def shortest_chains(
    game: Game[Any, Any], state: Any, picture: Picture, effort: Effort
) -> tuple[tuple[Any, ...], ...]:
    """Return the shortest chains of legal acts that lead to the picture, all of one length.

    A chain is followed only while each act brings the table no further from it.
    Raises Exhausted: what was found till then might not be all.
    """
    ways = [_Way((), state, picture.left(game.layout(state)))]
    while 0 < len(ways) <= MOST_WAYS:
        ways = _distinct(step for way in ways for step in _extend(game, way, picture, effort))
        found = tuple(way.chain for way in ways if way.left == 0)
        if found:
            return found
    return ()


def _extend(game: Game[Any, Any], way: _Way, picture: Picture, effort: Effort) -> Iterator[_Way]:
    effort.spend(JUDGING)
    legal = game.legal(way.state)
    possible, before = frozenset(legal), game.layout(way.state)
    for action in effort.over(legal):
        waits = action not in way.possible
        length = way.length + waits
        # What a player tells his own phone is never concluded from a picture.
        if length > LONGEST_CHAIN or game.seen_by(way.state, action, TABLE) is None:
            continue
        layout = game.layout_after(way.state, action)
        left = picture.left(layout)
        if left > way.left:
            continue
        laid = way.laid + (waits and picture.fans(before) != picture.fans(layout))
        if laid <= MOST_LAID:
            after = game.apply(way.state, action)
            yield _Way((*way.chain, action), after, left, length, laid, possible)


def _distinct(ways: Iterator[_Way]) -> list[_Way]:
    """Keep one way of those that do the same acts in another order, and not too many."""
    kept: dict[frozenset[tuple[Any, int]], _Way] = {}
    for way in ways:
        kept.setdefault(frozenset(Counter(way.chain).items()), way)
        if len(kept) > MOST_WAYS:
            break
    return list(kept.values())
