"""Why an act is illegal: every rule of Deadlock City that forbids something.

A reason rests on public facts, or on the acting seat's own cards; then `secret_of` names
that seat. No reason ever rests on what another seat holds or has told, so the mere list
of legal acts reveals nothing.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from companion.cards import UNKNOWN, Face, Seat
from companion.game import Violation
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
from companion.games.deadlock_city.cards import (
    ACTIVE,
    CHOOSING,
    COPIES,
    FIVE,
    NINE,
    ONE,
    SEVEN,
    SIX,
    TWO,
    ZERO,
    value,
)
from companion.games.deadlock_city.ledger import public_count, unseen
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
)

Faults = Iterator[Violation]


def faults(state: Position, action: Act) -> tuple[Violation, ...]:
    """Return every reason why `action` is illegal in `state`; empty means legal."""
    if action.seat not in state.table.place:
        return (_public("no_such_seat", "DC-41", seat=action.seat),)
    return tuple(_FAULTS[type(action)](state, action))


def _public(code: str, clause: str, **facts: str) -> Violation:
    return Violation(code, tuple(facts.items()), clause)


def _secret(seat: Seat, code: str, clause: str, **facts: str) -> Violation:
    return Violation(code, (("seat", seat), *facts.items()), clause, seat)


# --- whose turn, and for what -------------------------------------------------------------


def _due(state: Position, seat: Seat, *steps: Step) -> Faults:
    """Yield why `seat` may not do one of `steps` now (DC-48)."""
    if not state.agenda:
        yield _public("game_over", "DC-43" if len(state.living()) == 1 else "DC-04")
    elif not is_due(state, seat, *steps):
        yield _not_due(state, seat, steps)


def is_due(state: Position, seat: Seat, *steps: Step) -> bool:
    """Tell whether `seat` has to do one of `steps` now; shows are due in any order."""
    for due in state.agenda:
        if due.seat == seat and due.step in steps:
            return due.step is SHOW or due is state.agenda[0]
        if due.step is not SHOW:
            return False
    return False


def _not_due(state: Position, seat: Seat, steps: tuple[Step, ...]) -> Violation:
    due = state.agenda[0]
    if state.player(seat).out:
        return _public("you_are_out", "DC-41", seat=seat)
    if SHOW in steps:
        return _public("keep_hidden", "DC-45", seat=seat)
    if due.seat != seat:
        return _public("not_your_turn", "DC-48", seat=seat, holder=due.seat)
    if DRAW in steps and due.step is PLAY:
        return _public("already_drawn", "DC-48", seat=seat)
    return _public(f"first_{due.step.value}", "DC-48", seat=seat)


# --- what one holds -----------------------------------------------------------------------


def _held(state: Position, seat: Seat, face: Face) -> Faults:
    """Yield why `seat` can't put down `face`: he holds others, or all copies lie open."""
    hand = state.player(seat).hand
    if face in hand:
        return
    if UNKNOWN not in hand:
        yield _secret(seat, "not_held", "DC-48", face=face)
    elif face not in unseen(state, seat):
        yield _no_copy(state, seat, face)


def _no_copy(state: Position, seat: Seat, face: Face, clause: str = "DC-47") -> Violation:
    """Return that no copy is left; a secret of `seat` if only his own cards prove it."""
    if public_count(state)[face] >= COPIES[face]:
        return _public("no_copy_left", clause, seat=seat, face=face)
    return _secret(seat, "no_copy_left", clause, face=face)


def _hold_faults(state: Position, action: Hold) -> Faults:
    hand = state.player(action.seat).hand
    if len(action.faces) != len(hand):
        yield _secret(action.seat, "hand_size", "DC-48", count=str(len(hand)))
    public = public_count(state)
    for face in dict.fromkeys(action.faces):
        if action.faces.count(face) + public[face] > COPIES[face]:
            yield _secret(action.seat, "no_copy_left", "DC-47", face=face)


def _draw_faults(state: Position, action: Draw) -> Faults:
    yield from _due(state, action.seat, DRAW, REDRAW)


# --- putting a card down ------------------------------------------------------------------


def _play_faults(state: Position, play: Play) -> Faults:
    out_of_turn = tuple(_due(state, play.seat, PLAY))
    yield from out_of_turn
    yield from _held(state, play.seat, play.face)
    if out_of_turn:
        return  # what it would do is no question then
    yield from _seven_faults(state, play)
    as_faults = tuple(_as_faults(play))
    yield from as_faults
    if not as_faults:
        yield from _target_faults(state, play)
        yield from _number_faults(state, play)


def _seven_faults(state: Position, play: Play) -> Faults:
    """Yield that a 7 held with a printed 5 or 6 must go first (DC-11); a 9 is neither (DC-12)."""
    hand = state.player(play.seat).hand
    held = {*hand, play.face} if UNKNOWN in hand else set(hand)
    if play.face != SEVEN and SEVEN in held and held & {FIVE, SIX}:
        other = FIVE if FIVE in held else SIX
        yield _secret(play.seat, "seven_forced", "DC-11", face=SEVEN, other=other)


def _as_faults(play: Play) -> Faults:
    if play.face != NINE and play.works_as:
        yield _public("as_needless", "DC-36", seat=play.seat, face=play.face)
    elif play.face == NINE and not play.works_as:
        yield _public("as_missing", "DC-36", seat=play.seat)
    elif play.works_as and play.works_as not in ACTIVE:
        yield Violation("as_impossible", (("seat", play.seat), ("as", play.works_as)), "DC-37")


def _target_faults(state: Position, play: Play) -> Faults:
    if play.effect not in CHOOSING:
        if play.target:
            yield _public("chooses_nobody", "DC-48", seat=play.seat, face=play.effect)
    elif play.target is None:
        yield from _missing_target_faults(state, play)
    elif play.target not in state.table.place:
        yield _public("no_such_seat", "DC-41", seat=play.target)
    else:
        yield from _chosen_faults(state, play, play.target)


def _missing_target_faults(state: Position, play: Play) -> Faults:
    """Yield that someone can be chosen, and so must be (DC-34)."""
    others = open_targets(state, play.seat)
    if others:
        yield _public("target_missing", "DC-34", seat=play.seat, target=" ".join(others))
    elif play.effect == TWO:
        yield _public("only_yourself", "DC-33", seat=play.seat)


def _chosen_faults(state: Position, play: Play, target: Seat) -> Faults:
    if target == play.seat:
        if play.effect != TWO:
            yield _public("target_is_self", "DC-35", seat=play.seat, face=play.effect)
    elif state.player(target).out:
        yield _public("target_out", "DC-41", seat=play.seat, target=target)
    elif state.player(target).protected:
        yield _public("target_protected", "DC-32", seat=play.seat, target=target)


def open_targets(state: Position, seat: Seat) -> tuple[Seat, ...]:
    """Return the other players who can be chosen: alive and not protected (DC-32)."""
    return tuple(
        other
        for other, player in state.seated()
        if other != seat and not player.out and not player.protected
    )


def _number_faults(state: Position, play: Play) -> Faults:
    if play.effect != ONE or not play.target:
        if play.number:
            yield _public("number_needless", "DC-24", seat=play.seat)
    elif play.number is None:
        yield _public("number_missing", "DC-24", seat=play.seat)
    elif play.number == ONE:
        yield _public("number_one", "DC-27", seat=play.seat)


# --- answers and reveals ------------------------------------------------------------------


def _answer_faults(state: Position, answer: Answer) -> Faults:
    not_asked = tuple(_due(state, answer.seat, ANSWER))
    yield from not_asked
    if not_asked or state.played is None or state.played.number is None:
        return
    named, hand = state.played.number, state.player(answer.seat).hand
    if UNKNOWN not in hand and answer.hit != (named in hand):
        yield _secret(answer.seat, "wrong_answer", _answer_clause(named, hand), named=named)
    elif answer.hit and named not in hand and named not in unseen(state, answer.seat):
        yield _no_copy(state, answer.seat, named)


def _answer_clause(named: Face, hand: tuple[Face, ...]) -> str:
    if named == NINE:
        return "DC-25"
    if NINE in hand:
        return "DC-28"
    return "DC-22" if named == ZERO else "DC-24"


def _drop_faults(state: Position, action: Drop) -> Faults:
    yield from _due(state, action.seat, DROP)
    yield from _held(state, action.seat, action.face)


def _show_faults(state: Position, action: Show) -> Faults:
    yield from _due(state, action.seat, SHOW)
    yield from _held(state, action.seat, action.face)


def _look_faults(state: Position, action: Look) -> Faults:
    yield from _due(state, action.seat, LOOK)
    if action.face == ZERO:
        yield _secret(action.seat, "zero_springs", "DC-17")
    elif action.face != UNKNOWN and action.face not in unseen(state, action.seat):
        yield _no_copy(state, action.seat, action.face)


def _sprung_faults(state: Position, action: Sprung) -> Faults:
    yield from _due(state, action.seat, LOOK, COMPARE)
    if ZERO not in unseen(state, action.seat):
        yield _no_copy(state, action.seat, ZERO, "DC-16")


def _compare_faults(state: Position, action: Compare) -> Faults:
    undue = tuple(_due(state, action.seat, COMPARE))
    yield from undue
    if undue or state.played is None or state.played.target is None:
        return
    if action.loser not in (action.seat, state.played.target, None):
        yield _public("not_compared", "DC-30", seat=action.seat, target=str(action.loser))
    elif not _can_result(state, action):
        yield _secret(action.seat, "impossible_result", "DC-29")


def _can_result(state: Position, action: Compare) -> bool:
    """Tell whether some card the other may hold gives this result; a 0 would have sprung."""
    own = state.player(action.seat).hand[0]
    if own == UNKNOWN:
        return True
    others = [value(face) for face in unseen(state, action.seat) if face != ZERO]
    if action.loser is None:
        return value(own) in others
    if action.loser == action.seat:
        return any(other > value(own) for other in others)
    return any(other < value(own) for other in others)


_FAULTS: Mapping[type, Callable[[Position, Any], Faults]] = {
    Draw: _draw_faults,
    Hold: _hold_faults,
    Play: _play_faults,
    Answer: _answer_faults,
    Drop: _drop_faults,
    Look: _look_faults,
    Sprung: _sprung_faults,
    Compare: _compare_faults,
    Show: _show_faults,
}
