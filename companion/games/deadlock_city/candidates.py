"""What could be done or declared now, legal or not: the acts that people really try.

Likely acts come first, so that whoever looks for the act behind a picture meets the
plain explanation before the far-fetched one. What players tell their own phones is no
candidate: it may be told at any time and moves nothing on the table.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache

from companion.cards import Face, Seat
from companion.games.deadlock_city.actions import (
    Act,
    Answer,
    Compare,
    Draw,
    Drop,
    Hold,
    Look,
    Play,
    Show,
    Sprung,
)
from companion.games.deadlock_city.cards import CHOOSING, COPIES, FACES, NINE, ONE
from companion.games.deadlock_city.faults import open_targets
from companion.games.deadlock_city.state import (
    ANSWER,
    COMPARE,
    DRAW,
    DROP,
    LOOK,
    PLAY,
    REDRAW,
    SHOW,
    Position,
    Step,
    Task,
)

#: Numbers in the order people name them; the barred 1 last (DC-27).
NUMBERS = (*FACES[2:], FACES[0], ONE)


#: Equal plays are one object, so that remembered lists of them stay small.
_play_of = lru_cache(maxsize=4096)(Play)


def candidates(state: Position) -> Iterator[Act]:
    """Yield every act that could be done now: those that are due, then those that are not."""
    yield from due_candidates(state)
    yield from _undue_candidates(state)


def due_candidates(state: Position) -> Iterator[Act]:
    """Yield the acts of which one is due, rightly done or not. All legal acts are here."""
    for due in state.agenda:
        if due.step is SHOW or due is state.agenda[0]:
            yield from _BY_STEP[due.step](state, due)
        if due.step is not SHOW:
            return


def _undue_candidates(state: Position) -> Iterator[Act]:
    due = state.agenda[0] if state.agenda else None
    for seat in state.living():
        mine = due.step if due and due.seat == seat else None
        if mine not in (DRAW, REDRAW):
            yield Draw(seat)
        if mine is not PLAY:
            yield from (Play(seat, face) for face in FACES)


def _draws(_state: Position, due: Task) -> Iterator[Act]:
    yield Draw(due.seat)


def _plays(state: Position, due: Task) -> Iterator[Act]:
    for face in FACES:
        yield from plays_of(state, due.seat, face)


def plays_of(state: Position, seat: Seat, face: Face) -> Iterator[Play]:
    """Yield every way to put `face` down."""
    works_as = (*FACES[1:7], None, FACES[0], *FACES[7:9]) if face == NINE else (None,)
    for chosen in works_as:
        effect = chosen or face
        targets = _targets(state, seat) if effect in CHOOSING else (None,)
        for target in targets:
            for number in NUMBERS if effect == ONE and target else (None,):
                yield _play_of(seat, face, chosen, target, number)


def _targets(state: Position, seat: Seat) -> tuple[Seat | None, ...]:
    sensible = open_targets(state, seat)
    rest = tuple(other for other in state.table.seats if other not in (*sensible, seat))
    return (*sensible, None, seat, *rest)


def _answers(_state: Position, due: Task) -> Iterator[Act]:
    yield Answer(due.seat, True)
    yield Answer(due.seat, False)


def _looks(_state: Position, due: Task) -> Iterator[Act]:
    yield Look(due.seat)
    yield Sprung(due.seat)
    yield from (Look(due.seat, face) for face in FACES)


def _comparisons(state: Position, due: Task) -> Iterator[Act]:
    if state.played and state.played.target:
        yield Compare(due.seat, state.played.target)
    yield Compare(due.seat, due.seat)
    yield Compare(due.seat, None)
    yield Sprung(due.seat)


def _drops(_state: Position, due: Task) -> Iterator[Act]:
    yield from (Drop(due.seat, face) for face in FACES)


def _shows(_state: Position, due: Task) -> Iterator[Act]:
    yield from (Show(due.seat, face) for face in FACES)


_BY_STEP: Mapping[Step, Callable[[Position, Task], Iterator[Act]]] = {
    DRAW: _draws,
    REDRAW: _draws,
    PLAY: _plays,
    ANSWER: _answers,
    LOOK: _looks,
    COMPARE: _comparisons,
    DROP: _drops,
    SHOW: _shows,
}


def tellings(state: Position, seat: Seat) -> Iterator[Hold]:
    """Yield every hand that `seat` could tell his phone, in either order of its cards."""
    size = len(state.player(seat).hand)
    if size == 1:
        yield from (Hold(seat, (face,)) for face in FACES)
    elif size == 2:
        for face in FACES:
            for other in FACES:
                if face != other or COPIES[face] > 1:
                    yield Hold(seat, (face, other))
