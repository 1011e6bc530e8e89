"""Why an equipment card may not be used, kept or told now."""

from collections import Counter
from collections.abc import Callable, Mapping

from companion.cards import UNKNOWN, Face, Seat
from companion.games.good_cop_bad_cop.actions import Have, Return, Use
from companion.games.good_cop_bad_cop.cards import (
    REPORT_AUDIT,
    RESTRAINING_ORDER,
    RIOT_SHIELD,
    SURVEILLANCE_CAMERA,
    TASER,
    clause_of,
)
from companion.games.good_cop_bad_cop.choosing import can_be_used
from companion.games.good_cop_bad_cop.reasons import Faults, open_fault, own_fault
from companion.games.good_cop_bad_cop.state import State, Step, Task
from companion.games.good_cop_bad_cop.turns import INVESTIGATED, SHOT

#: Only while one of these is due is no other card or action in the middle of its effect.
OPEN_MOMENTS = (Step.WINDOW, Step.ACTION, Step.AIM)


def use_faults(state: State, action: Use) -> Faults:
    """Yield why a card may not be used."""
    seat, face = action.seat, action.face
    if state.due is None or state.ending is not None:
        yield open_fault("game_over", "GC-T9")
        return
    if state.player(seat).out:
        yield open_fault("you_are_out", "GC-T7", seat=seat)
        return
    yield from held_faults(state, seat, face)
    if state.due.step not in OPEN_MOMENTS:
        yield open_fault("one_at_a_time", "GC-23", seat=seat, holder=state.due.seat)
    elif face in state.table.equipment:
        yield from _moment_faults(state, seat, face)


def _moment_faults(state: State, seat: Seat, face: Face) -> Faults:
    special = _SPECIAL.get(face)
    reasons = tuple(special(state, seat)) if special else ()
    yield from reasons
    if not reasons and not can_be_used(state, seat, face):
        yield open_fault("nobody_fits", clause_of(face), seat=seat, face=face)


def held_faults(state: State, seat: Seat, face: Face, clause: str = "GC-02") -> Faults:
    """Yield why `seat` can't hold this equipment: he has another card, or it lies elsewhere."""
    hand = state.player(seat).equipment
    if not hand:
        yield open_fault("no_equipment", clause, seat=seat)
    elif face not in state.table.equipment:
        yield open_fault("not_in_game", "GC-E" + clause_of(face)[-2:], seat=seat, face=face)
    elif face in hand:
        return
    elif UNKNOWN not in hand:
        yield own_fault(seat, "not_held", clause, face=face)
    elif open_tools(state)[face] >= state.table.equipment.count(face):
        yield open_fault("tool_elsewhere", clause, seat=seat, face=face)


def open_tools(state: State) -> Counter[Face]:
    """Count the equipment that everyone sees: lasting, used in this turn, on the discards."""
    count = Counter(state.discard)
    for player in state.players:
        count.update((*player.front, *player.spent))
    return count


# --- cards that may be used at certain moments only ---------------------------------------


def _own_turn(state: State, seat: Seat, face: Face) -> Faults:
    if seat != state.turn:
        yield open_fault("own_turn_only", clause_of(face), seat=seat, face=face)


def _report_audit(state: State, seat: Seat) -> Faults:
    yield from _own_turn(state, seat, REPORT_AUDIT)


def _taser(state: State, seat: Seat) -> Faults:
    yield from _own_turn(state, seat, TASER)
    if state.player(seat).armed:
        yield open_fault("already_armed", "GC-22", seat=seat)
    if state.barred and seat == state.turn:
        yield open_fault("may_not_arm", "GC-E06", seat=seat)
    if not state.table.fourth and seat == state.turn and state.due != Task(Step.ACTION, seat):
        yield open_fault("is_an_action", "GC-22", seat=seat, face=TASER)


def _window_about(state: State, moment: str) -> Task | None:
    due = state.due
    return due if due and due.step is Step.WINDOW and due.about == moment else None


def _restraining_order(state: State, seat: Seat) -> Faults:
    window = _window_about(state, SHOT)
    if window is None:
        yield open_fault("only_on_shot", "GC-E11", seat=seat, face=RESTRAINING_ORDER)
    elif window.seat == seat:
        yield open_fault("not_own_shot", "GC-E11", seat=seat, face=RESTRAINING_ORDER)
    if len(state.living()) < 3:
        yield open_fault("nobody_else", "GC-E11", seat=seat, face=RESTRAINING_ORDER)


def _riot_shield(state: State, seat: Seat) -> Faults:
    window = _window_about(state, SHOT)
    if window is None or window.target != seat:
        yield open_fault("only_when_shot", "GC-E17", seat=seat, face=RIOT_SHIELD)


def _surveillance(state: State, seat: Seat) -> Faults:
    if not state.table.fourth and _window_about(state, INVESTIGATED) is None:
        clause = clause_of(SURVEILLANCE_CAMERA)
        yield open_fault("only_after_look", clause, seat=seat, face=SURVEILLANCE_CAMERA)


_SPECIAL: Mapping[Face, Callable[[State, Seat], Faults]] = {
    REPORT_AUDIT: _report_audit,
    RESTRAINING_ORDER: _restraining_order,
    RIOT_SHIELD: _riot_shield,
    SURVEILLANCE_CAMERA: _surveillance,
    TASER: _taser,
}


# --- keeping and telling ------------------------------------------------------------------


def return_faults(state: State, action: Return) -> Faults:
    """Yield why this card cannot be the one that goes back."""
    if action.face != UNKNOWN:
        yield from held_faults(state, action.seat, action.face)


def have_faults(state: State, action: Have) -> Faults:
    """Yield why a seat cannot have this equipment."""
    seat, hand = action.seat, state.player(action.seat).equipment
    if len(hand) != len(action.faces):
        yield own_fault(seat, "tool_count", "GC-02", count=str(len(hand)))
    count = open_tools(state) + Counter(action.faces)
    for face in dict.fromkeys(action.faces):
        if count[face] > state.table.equipment.count(face):
            yield own_fault(seat, "tool_elsewhere", "GC-02", face=face)
