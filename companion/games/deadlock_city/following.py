"""The one act that follows from what the engine knows: answers and reveals, never draws."""

from collections.abc import Callable, Mapping

from companion.cards import UNKNOWN, Face, Seat
from companion.games.deadlock_city.actions import (
    Act,
    Answer,
    Compare,
    Drop,
    Look,
    Show,
    Sprung,
)
from companion.games.deadlock_city.cards import ZERO, value
from companion.games.deadlock_city.state import State, Step, Task


def forced(state: State) -> Act | None:
    """Return the answer or reveal that is due and has only one outcome, if there is one."""
    for due in state.agenda:
        follows = _FOLLOWING.get(due.step)
        action = follows(state, due) if follows else None
        if action or due.step is not Step.SHOW:
            return action
    return None


def _known_card(state: State, seat: Seat) -> Face | None:
    hand = state.player(seat).hand
    return hand[0] if len(hand) == 1 and hand[0] != UNKNOWN else None


def _answer(state: State, due: Task) -> Act | None:
    held = _known_card(state, due.seat)
    if held is None or state.played is None:
        return None
    return Answer(due.seat, held == state.played.number)


def _drop(state: State, due: Task) -> Act | None:
    held = _known_card(state, due.seat)
    return None if held is None else Drop(due.seat, held)


def _show(state: State, due: Task) -> Act | None:
    held = _known_card(state, due.seat)
    return None if held is None else Show(due.seat, held)


def _look(state: State, due: Task) -> Act | None:
    seen = _chosen_card(state)
    if seen is None:
        return None
    return Sprung(due.seat) if seen == ZERO else Look(due.seat, seen)


def _compare(state: State, due: Task) -> Act | None:
    """Compare where both cards are known; a 0 springs before that (DC-18)."""
    seen, own = _chosen_card(state), _known_card(state, due.seat)
    if seen == ZERO:
        return Sprung(due.seat)
    if seen is None or own is None or state.played is None:
        return None
    if value(seen) == value(own):
        return Compare(due.seat, None)
    return Compare(due.seat, due.seat if value(own) < value(seen) else state.played.target)


def _chosen_card(state: State) -> Face | None:
    if state.played is None or state.played.target is None:
        return None
    return _known_card(state, state.played.target)


_FOLLOWING: Mapping[Step, Callable[[State, Task], Act | None]] = {
    Step.ANSWER: _answer,
    Step.DROP: _drop,
    Step.SHOW: _show,
    Step.LOOK: _look,
    Step.COMPARE: _compare,
}
