"""The one act that follows from what the engine knows: answers and reveals, never draws."""

from collections.abc import Callable, Mapping
from functools import lru_cache

from companion.cards import UNKNOWN, Face, Seat
from companion.games.deadlock_city.actions import (
    Act,
    Answer,
    Compare,
    Draw,
    Drop,
    Look,
    Show,
    Sprung,
)
from companion.games.deadlock_city.cards import ZERO, value
from companion.games.deadlock_city.state import (
    ANSWER,
    COMPARE,
    DROP,
    LOOK,
    SHOW,
    Position,
    Step,
    Task,
)

# Equal acts are one object: making one anew costs more than the rest of a question here.
draw_by = lru_cache(maxsize=16)(Draw)
_answer_of = lru_cache(maxsize=64)(Answer)
_compare_of = lru_cache(maxsize=64)(Compare)
_drop_of = lru_cache(maxsize=64)(Drop)
_look_of = lru_cache(maxsize=64)(Look)
_show_of = lru_cache(maxsize=64)(Show)
_sprung_of = lru_cache(maxsize=16)(Sprung)


def forced(state: Position) -> Act | None:
    """Return the answer or reveal that is due and has only one outcome, if there is one."""
    for due in state.agenda:
        if due.step is not SHOW and due is not state.agenda[0]:
            return None  # whoever is out shows first
        follows = _FOLLOWING.get(due.step)
        action = follows(state, due) if follows else None
        if action or due.step is not SHOW:
            return action
    return None


def _known_card(state: Position, seat: Seat) -> Face | None:
    hand = state.player(seat).hand
    return hand[0] if len(hand) == 1 and hand[0] != UNKNOWN else None


def _answer(state: Position, due: Task) -> Act | None:
    held = _known_card(state, due.seat)
    if held is None or state.played is None:
        return None
    return _answer_of(due.seat, held == state.played.number)


def _drop(state: Position, due: Task) -> Act | None:
    held = _known_card(state, due.seat)
    return None if held is None else _drop_of(due.seat, held)


def _show(state: Position, due: Task) -> Act | None:
    held = _known_card(state, due.seat)
    return None if held is None else _show_of(due.seat, held)


def _look(state: Position, due: Task) -> Act | None:
    seen = _chosen_card(state)
    if seen is None:
        return None
    return _sprung_of(due.seat) if seen == ZERO else _look_of(due.seat, seen)


def _compare(state: Position, due: Task) -> Act | None:
    """Compare where both cards are known; a 0 springs before that (DC-18)."""
    seen, own = _chosen_card(state), _known_card(state, due.seat)
    if seen == ZERO:
        return _sprung_of(due.seat)
    if seen is None or own is None or state.played is None:
        return None
    if value(seen) == value(own):
        return _compare_of(due.seat, None)
    return _compare_of(due.seat, due.seat if value(own) < value(seen) else state.played.target)


def _chosen_card(state: Position) -> Face | None:
    if state.played is None or state.played.target is None:
        return None
    return _known_card(state, state.played.target)


_FOLLOWING: Mapping[Step, Callable[[Position, Task], Act | None]] = {
    ANSWER: _answer,
    DROP: _drop,
    SHOW: _show,
    LOOK: _look,
    COMPARE: _compare,
}
