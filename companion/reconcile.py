"""From a layout that was seen to what must have happened, for any game.

A stable picture is explained by the shortest chain of legal acts whose layout agrees
with it. One chain: it happened. Several: what they share happened, and the seat that
acts next is asked. None: an illegal act, a take-back, or a difference to mend. The eye
proposes; nothing here changes a state.
"""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from companion.cards import Seat
from companion.chains import shortest_chains
from companion.effort import Effort, Exhausted
from companion.game import TABLE, Game, Violation
from companion.layout import Difference
from companion.picture import Picture

#: How many piles may be looked at to find a chain of acts, an earlier state, an illegal act:
#: so that the strangest picture holds nobody up for longer than a fifth of a second.
CHAIN_PILES = 5_000
BACK_PILES = 4_000
FORBIDDEN_PILES = 4_000


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
    mismatch = _mismatch(wrong)
    if not picture.unexplained(expected):
        return mismatch
    finding = _just_done(game, states[-1], picture) or _acted(game, states[-1], picture)
    if finding is None and not mending:
        finding = _taken_back(game, states, picture, wrong)
    finding = finding or _forbidden(game, states[-1], picture, wrong)
    if finding is None:
        # Fans and stacks tell the game. Hands move about and are seen late, so they may
        # decide between explanations, but not stand in the way of one.
        finding = _without_hands(game, states, picture, wrong, mending=mending)
    return finding or mismatch


def _mismatch(wrong: tuple[Difference, ...]) -> Mismatch | Agreed:
    """Return what is to be mended; a pointer that is still to be aimed is not."""
    left = tuple(difference for difference in wrong if not difference.is_news)
    return Mismatch(left) if left else Agreed()


def _without_hands(
    game: Game[Any, Any],
    states: Sequence[Any],
    picture: Picture,
    wrong: tuple[Difference, ...],
    *,
    mending: bool,
) -> Finding | None:
    state, glance = states[-1], picture.without_hands()
    if len(glance.seen) == len(picture.seen):
        return None
    if not glance.unexplained(game.layout(state)):
        return None
    finding = _acted(game, state, glance) or _forbidden(game, state, glance, wrong)
    if finding is not None or mending:
        return finding
    taken_back = _taken_back(game, states, glance, wrong)
    return None if taken_back is None else replace(taken_back, sure=False)


# --- acts ----------------------------------------------------------------------------------


def _just_done(game: Game[Any, Any], state: Any, picture: Picture) -> Finding | None:
    """Find an act that was done, and from which more follows that nobody has done yet."""

    def is_seen(action: Any) -> bool:
        bare = game.layout_on_the_way(state, action)
        return bare is not None and not picture.unexplained(bare)

    return _decided(tuple((action,) for action in game.legal(state) if is_seen(action)))


def _acted(game: Game[Any, Any], state: Any, picture: Picture) -> Finding | None:
    with suppress(Exhausted):
        effort = Effort(CHAIN_PILES, len(picture.seen))
        return _decided(shortest_chains(game, state, picture, effort))
    return None


def _decided(chains: tuple[tuple[Any, ...], ...]) -> Finding | None:
    if not chains:
        return None
    sure = _common_start(chains)
    if len(sure) == len(chains[0]):
        return Acted(sure)
    choices = tuple(dict.fromkeys(chain[len(sure)] for chain in chains))
    seat = choices[0].seat
    return Unclear(sure, seat, tuple(choice for choice in choices if choice.seat == seat))


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
    with suppress(Exhausted):
        return _earlier(game, states, picture, wrong, Effort(BACK_PILES, len(picture.seen)))
    return None


def _earlier(
    game: Game[Any, Any],
    states: Sequence[Any],
    picture: Picture,
    wrong: tuple[Difference, ...],
    effort: Effort,
) -> TakenBack | None:
    present, may_be_corrected = game.layout(states[-1]), True
    for steps in effort.over(range(1, len(states))):
        earlier = states[-1 - steps]
        expected = game.layout(earlier)
        if not picture.left(expected):
            return TakenBack(steps, (), wrong)
        if may_be_corrected and expected != present:
            acts = _single_acts(game, earlier, picture, effort)
            if acts:
                return TakenBack(steps, acts if len(acts) == 1 else (), wrong)
            # What follows by itself is one with the act that it followed from.
            may_be_corrected = game.forced(earlier) is not None
    return None


def _single_acts(
    game: Game[Any, Any], state: Any, picture: Picture, effort: Effort
) -> tuple[Any, ...]:
    return tuple(
        action
        for action in effort.over(game.legal(state))
        if game.seen_by(state, action, TABLE) is not None
        and not picture.left(game.layout_after(state, action))
    )


# --- illegal acts --------------------------------------------------------------------------


def _forbidden(
    game: Game[Any, Any], state: Any, picture: Picture, wrong: tuple[Difference, ...]
) -> Forbidden | None:
    effort = Effort(FORBIDDEN_PILES, len(picture.seen))
    with suppress(Exhausted):
        for action in effort.over(game.candidates(state)):
            violations = game.violations(state, action)
            if violations and not picture.left(game.layout_after(state, action)):
                return Forbidden(action, violations, wrong)
    return None
