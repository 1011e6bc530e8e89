"""What could be done or declared now, legal or not: the acts that people really try.

Nothing here rests on hidden cards, or the mere list would betray them. What players tell
their own phones is no candidate: it may be told at any time and moves nothing.
"""

from collections.abc import Callable, Iterator, Mapping
from itertools import permutations, product

from companion.cards import UNKNOWN, Seat
from companion.games.good_cop_bad_cop.actions import (
    PLACES,
    Act,
    Aim,
    Arm,
    Choose,
    Claim,
    Decline,
    Equip,
    Flip,
    Have,
    Hold,
    Investigate,
    Mix,
    Pass,
    Return,
    Reveal,
    Saw,
    Shoot,
    Use,
)
from companion.games.good_cop_bad_cop.cards import INTEGRITY
from companion.games.good_cop_bad_cop.state import State, Step, Task, around
from companion.games.good_cop_bad_cop.teams import holds_both
from companion.games.good_cop_bad_cop.tool_faults import OPEN_MOMENTS
from companion.games.good_cop_bad_cop.turns import may_react


def candidates(state: State) -> Iterator[Act]:
    """Yield every act that could be done now: those that are due, then the others."""
    first = state.due
    for due in state.agenda:
        if first is None or (due is not first and due.step not in (Step.FLIP, Step.REVEAL)):
            break
        if due.step is first.step:
            yield from _BY_STEP[due.step](state, due)
    if first is not None and state.ending is None:
        yield from _uses(state)
        yield from _claims(state)
        yield from _out_of_turn(state)


def _uses(state: State) -> Iterator[Act]:
    if state.due is None or state.due.step not in OPEN_MOMENTS:
        return
    for seat in may_react(state):
        for face in dict.fromkeys(state.table.equipment):
            yield Use(seat, face)


def _claims(state: State) -> Iterator[Act]:
    """Yield ways to hold both leaders: they can come together by an exchange only (GC-12)."""
    for seat in state.living() if state.swapped else ():
        size = len(state.player(seat).cards)
        for faces in product(INTEGRITY, repeat=size):
            if holds_both(faces):
                yield Claim(seat, faces)


def _out_of_turn(state: State) -> Iterator[Act]:
    due = state.due
    for seat in state.living():
        if due is None or due.seat != seat or due.step is not Step.ACTION:
            yield Arm(seat)
            yield Equip(seat)
        if state.player(seat).armed and (due is None or due.seat != seat):
            yield from (Aim(seat, target) for target in around(state, seat))


def _window(state: State, _due: Task) -> Iterator[Act]:
    yield from (Pass(seat) for seat in may_react(state))


def _actions(state: State, due: Task) -> Iterator[Act]:
    yield Arm(due.seat)
    yield Equip(due.seat)
    yield from (Shoot(due.seat, target) for target in around(state, due.seat))
    yield from _looks(state, due)


def _looks(state: State, due: Task) -> Iterator[Act]:
    for target in around(state, due.seat):
        yield from (Investigate(due.seat, target, place) for place in PLACES)


def _aims(state: State, due: Task) -> Iterator[Act]:
    yield from (Aim(due.seat, target) for target in (*around(state, due.seat), due.seat))


def _flips(_state: State, due: Task) -> Iterator[Act]:
    for place in PLACES:
        yield from (Flip(due.seat, place, face) for face in INTEGRITY)


def _reveals(state: State, due: Task) -> Iterator[Act]:
    hidden = state.player(due.seat).hidden
    yield from (Reveal(due.seat, faces) for faces in product(INTEGRITY, repeat=len(hidden)))


def _returns(_state: State, due: Task) -> Iterator[Act]:
    yield Return(due.seat)


def _choices(state: State, due: Task) -> Iterator[Act]:
    for target in state.table.seats:
        yield Choose(due.seat, target)
        yield from (Choose(due.seat, target, place) for place in PLACES)


def _mixes(_state: State, due: Task) -> Iterator[Act]:
    yield Mix(due.seat)


def _counters(state: State, due: Task) -> Iterator[Act]:
    yield Decline(due.seat)
    yield from _looks(state, due)


_BY_STEP: Mapping[Step, Callable[[State, Task], Iterator[Act]]] = {
    Step.WINDOW: _window,
    Step.ACTION: _actions,
    Step.AIM: _aims,
    Step.REDIRECT: _aims,
    Step.FLIP: _flips,
    Step.REVEAL: _reveals,
    Step.KEEP: _returns,
    Step.CHOOSE: _choices,
    Step.MIX: _mixes,
    Step.COUNTER: _counters,
}


def told_forms(state: State, seat: Seat) -> Iterator[Act]:
    """Yield the acts due from `seat` with what only his phone is told of them.

    Nobody else could tell them apart, so they are no candidates.
    """
    due = state.due
    if due is None or due.seat != seat:
        return
    if due.step is Step.KEEP:
        hand = dict.fromkeys(state.player(seat).equipment)
        yield from (Return(seat, face) for face in hand if face != UNKNOWN)
    if due.step is Step.MIX:
        digits = "123"[: len(state.player(seat).cards)]
        yield from (Mix(seat, "".join(order)) for order in permutations(digits))


def tellings(state: State, seat: Seat) -> Iterator[Act]:
    """Yield everything that `seat` could tell his phone, or tell anew if it was wrong."""
    player = state.player(seat)
    if any(not card.up and not card.marked for card in player.cards):
        yield from (Hold(seat, faces) for faces in product(INTEGRITY, repeat=len(player.cards)))
    for owner, place, card in state.located():
        if owner != seat and seat in card.seen and not card.up and not card.marked:
            yield from (Saw(seat, owner, place, face) for face in INTEGRITY)
    tools = tuple(dict.fromkeys(state.table.equipment))
    if player.equipment:
        yield from (Have(seat, faces) for faces in product(tools, repeat=len(player.equipment)))
