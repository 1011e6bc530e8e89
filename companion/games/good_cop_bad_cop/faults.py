"""Why an act is illegal: every rule of Good Cop Bad Cop that forbids something.

A reason rests on public facts, or on the acting seat's own cards; then `secret_of` names
that seat. No reason ever rests on what another seat holds or has told.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from companion.cards import UNKNOWN, Face, Seat
from companion.game import Violation
from companion.games.good_cop_bad_cop.actions import (
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
    Lay,
    Mix,
    Pass,
    Return,
    Reveal,
    Saw,
    Shoot,
    Use,
)
from companion.games.good_cop_bad_cop.cards import DISGUISE, LEADERS
from companion.games.good_cop_bad_cop.choosing import why_not
from companion.games.good_cop_bad_cop.ledger import known_face, open_count
from companion.games.good_cop_bad_cop.reasons import Faults, open_fault, own_fault, seat_faults
from companion.games.good_cop_bad_cop.state import Card, State, Step
from companion.games.good_cop_bad_cop.tool_faults import have_faults, return_faults, use_faults
from companion.games.good_cop_bad_cop.turns import may_react
from companion.marked_backs import PLAIN, STRANGER


def faults(state: State, action: Act) -> tuple[Violation, ...]:
    """Return every reason why `action` is illegal in `state`; empty means legal."""
    strangers = tuple(seat_faults(state, action))
    return strangers or tuple(_FAULTS[type(action)](state, action))


# --- whose turn, and for what -------------------------------------------------------------


#: Steps that are due from several seats at once, in any order.
_ANY_ORDER = (Step.FLIP, Step.REVEAL)


def is_due(state: State, seat: Seat, *steps: Step) -> bool:
    """Tell whether `seat` has to do one of `steps` now; cards turn up in any order."""
    first = state.due
    for due in state.agenda:
        any_order = first is not None and due.step is first.step and due.step in _ANY_ORDER
        if due is not first and not any_order:
            return False
        if due.seat == seat and due.step in steps:
            return True
    return False


def _due(state: State, seat: Seat, *steps: Step) -> Faults:
    """Yield why `seat` may not do one of `steps` now (GC-T1)."""
    if not is_due(state, seat, *steps):
        yield _not_due(state, seat)


def _not_due(state: State, seat: Seat) -> Violation:
    due = state.due
    if due is None:
        return open_fault("game_over", "GC-T9")
    if state.player(seat).out and due.step is not Step.REVEAL:
        return open_fault("you_are_out", "GC-T7", seat=seat)
    if due.step is Step.WINDOW:
        return open_fault("window_open", "GC-24", seat=seat)
    if due.seat != seat:
        return open_fault("not_your_turn", "GC-T1", seat=seat, holder=due.seat)
    return open_fault(f"first_{due.step.value}", "GC-T1", seat=seat)


# --- the turn's action --------------------------------------------------------------------


def _action_faults(state: State, action: Act) -> Faults:
    yield from _due(state, action.seat, Step.ACTION)
    yield from deed_faults(state, action)


def deed_faults(state: State, action: Act) -> Faults:
    """Yield why an action cannot be done, whoever's turn it is."""
    yield from _DEED_FAULTS[type(action)](state, action)


def _look_faults(state: State, action: Investigate) -> Faults:
    yield from _due(state, action.seat, Step.ACTION, Step.COUNTER)
    due = state.due
    if due and due.step is Step.COUNTER and due.target and due.target != action.target:
        yield open_fault("other_player_due", "GC-E13", seat=action.seat, target=due.target)
    yield from deed_faults(state, action)


def _investigation_faults(state: State, action: Investigate) -> Faults:
    facts = {"seat": action.seat, "target": action.target}
    player = state.player(action.target)
    card = player.card(action.place)
    if action.target == action.seat:
        yield open_fault("target_is_self", "GC-T2", **facts)
    if player.out:
        yield open_fault("target_out", "GC-T7", **facts)
    if card is None:
        yield open_fault("no_such_card", "GC-04", **facts)
    elif card.up:
        yield open_fault("card_is_open", "GC-04", **facts)
    if DISGUISE in player.front:
        yield open_fault("disguised", "GC-E19", **facts)


def _equip_faults(state: State, action: Equip) -> Faults:
    if not state.stock and not state.discard:
        yield open_fault("deck_empty", "GC-03", seat=action.seat)


def _arm_faults(state: State, action: Arm) -> Faults:
    if state.player(action.seat).armed:
        yield open_fault("already_armed", "GC-05", seat=action.seat)
    elif not state.guns:
        yield open_fault("no_gun_left", "GC-05", seat=action.seat)
    if state.barred and action.seat == state.turn:
        yield open_fault("may_not_arm", "GC-E06", seat=action.seat)


def _shoot_faults(state: State, action: Shoot) -> Faults:
    yield from _due(state, action.seat, Step.ACTION)
    player, facts = state.player(action.seat), {"seat": action.seat, "target": action.target}
    if not player.armed:
        yield open_fault("unarmed", "GC-07", **facts)
    elif player.aim is None:
        yield open_fault("aims_at_nobody", "GC-08", **facts)
    elif player.aim != action.target:
        yield open_fault("aims_elsewhere", "GC-T5", **facts)
    if player.armed and state.hold_fire and action.seat == state.turn:
        yield open_fault("just_stolen", "GC-E14", **facts)


_DEED_FAULTS: Mapping[type, Callable[[State, Any], Faults]] = {
    Investigate: _investigation_faults,
    Equip: _equip_faults,
    Arm: _arm_faults,
}


def _aim_faults(state: State, action: Aim) -> Faults:
    yield from _due(state, action.seat, Step.AIM, Step.REDIRECT)
    facts, due = {"seat": action.seat, "target": action.target}, state.due
    if action.target == action.seat:
        yield open_fault("aims_at_self", "GC-T6", **facts)
    elif state.player(action.target).out:
        yield open_fault("target_out", "GC-06", **facts)
    if due and due.step is Step.REDIRECT and due.target == action.target:
        yield open_fault("same_target", "GC-21", **facts)


# --- integrity cards ----------------------------------------------------------------------


def _flip_faults(state: State, action: Flip) -> Faults:
    yield from _due(state, action.seat, Step.FLIP)
    card, due = state.player(action.seat).card(action.place), state.due
    if card is None or card.up:
        code = "no_such_card" if card is None else "card_is_open"
        yield open_fault(code, "GC-T4", seat=action.seat, target=action.seat)
        return
    if due and due.step is Step.FLIP and due.card not in (None, card.id):
        yield open_fault("other_card_due", "GC-26", seat=action.seat)
    yield from _face_faults(state, action.seat, (card,), (action.face,))


def _face_faults(
    state: State, seat: Seat, cards: tuple[Card, ...], faces: tuple[Face, ...]
) -> Faults:
    """Yield why these face-down cards cannot show these faces."""
    for card, face in zip(cards, faces, strict=True):
        if card.face not in (UNKNOWN, face):
            code = "not_by_its_back" if card.name else "not_that_face"
            fault = own_fault(seat, code, "GC-26", face=face, deck=state.table.backs)
            yield replace(fault, seen="other_deck" if card.name else "")
    count = open_count(state) + Counter(faces)
    for face in dict.fromkeys(faces):
        if count[face] > state.table.integrity[face]:
            yield open_fault("no_copy_left", "GC-T9", seat=seat, face=face)


def _reveal_faults(state: State, action: Reveal) -> Faults:
    yield from _due(state, action.seat, Step.REVEAL)
    player = state.player(action.seat)
    cards = tuple(card for card in player.cards if not card.up)
    if len(cards) != len(action.faces):
        yield open_fault("card_count", "GC-T7", seat=action.seat, count=str(len(cards)))
    else:
        yield from _face_faults(state, action.seat, cards, action.faces)


def _claim_faults(state: State, action: Claim) -> Faults:
    seat, cards = action.seat, state.player(action.seat).cards
    if state.due is None:
        yield open_fault("game_over", "GC-T9")
    if state.player(seat).out:
        yield open_fault("you_are_out", "GC-T7", seat=seat)
    # A record that others read says nothing of cards that were exchanged under marked backs.
    may_be = state.swapped or state.table.backs != PLAIN
    if not may_be or not set(LEADERS) <= set(action.faces):
        yield open_fault("not_both_leaders", "GC-12", seat=seat)
    if len(cards) != len(action.faces):
        yield open_fault("card_count", "GC-12", seat=seat, count=str(len(cards)))
        return
    told = tuple(zip(cards, action.faces, strict=True))
    if any(card.up and card.face != face for card, face in told):
        yield open_fault("not_both_leaders", "GC-12", seat=seat)
        return
    hidden = [(card, face) for card, face in told if not card.up]
    faces = tuple(face for _, face in hidden)
    yield from _face_faults(state, seat, tuple(card for card, _ in hidden), faces)


def _mix_faults(state: State, action: Mix) -> Faults:
    yield from _due(state, action.seat, Step.MIX)
    wanted = [str(n) for n in range(1, len(state.player(action.seat).cards) + 1)]
    if action.order and sorted(action.order) != wanted:
        yield own_fault(action.seat, "order_wrong", "GC-E05", count=str(len(wanted)))


# --- answers ------------------------------------------------------------------------------


def _choose_faults(state: State, action: Choose) -> Faults:
    undue = tuple(_due(state, action.seat, Step.CHOOSE))
    yield from undue
    if not undue and state.due:
        yield from why_not(state, state.due, action.target, action.place)


def _return_faults(state: State, action: Return) -> Faults:
    yield from _due(state, action.seat, Step.KEEP)
    yield from return_faults(state, action)


def _decline_faults(state: State, action: Decline) -> Faults:
    yield from _due(state, action.seat, Step.COUNTER)


def _pass_faults(state: State, action: Pass) -> Faults:
    if state.due is None or state.due.step is not Step.WINDOW:
        yield open_fault("no_window", "GC-24", seat=action.seat)
    elif action.seat not in may_react(state):
        yield open_fault("nothing_to_react_with", "GC-24", seat=action.seat)
    elif action.seat in state.passed:
        yield own_fault(action.seat, "already_passed", "GC-24")


# --- what players tell their own phones ---------------------------------------------------


def _hold_faults(state: State, action: Hold) -> Faults:
    seat, cards = action.seat, state.player(action.seat).cards
    if len(cards) != len(action.faces):
        yield own_fault(seat, "card_count", "GC-25", count=str(len(cards)))
        return
    for card, face in zip(cards, action.faces, strict=True):
        if card.face not in (UNKNOWN, face):
            yield own_fault(seat, "not_that_face", "GC-26", face=face)
    open_cards = Counter(card.face for card in cards if card.up)
    count = open_count(state) - open_cards + Counter(action.faces)
    yield from _copies_faults(state, seat, count, action.faces)


def _saw_faults(state: State, action: Saw) -> Faults:
    seat = action.seat
    card = state.player(action.target).card(action.place)
    if action.target == seat or card is None or card.up:
        yield own_fault(seat, "nothing_to_tell", "GC-26", target=action.target)
    elif seat not in card.seen:
        yield own_fault(seat, "never_seen", "GC-26", target=action.target)
    elif card.face not in (UNKNOWN, action.face):
        yield own_fault(seat, "not_that_face", "GC-26", face=action.face)
    else:
        own = Counter(known_face(c, seat) for c in state.player(seat).cards if not c.up)
        count = open_count(state) + own + Counter((action.face,))
        yield from _copies_faults(state, seat, count, (action.face,))


def _lay_faults(state: State, action: Lay) -> Faults:
    """Yield why backs cannot have told this; nobody is ever told so."""
    seat, cards = action.seat, state.player(action.seat).cards
    if state.table.backs == PLAIN:
        yield own_fault(seat, "nothing_to_tell", "GC-26", target=seat)
    elif len(cards) != len(action.cards):
        yield own_fault(seat, "card_count", "GC-26", count=str(len(cards)))
    elif any(c.up for c, name in zip(cards, action.cards, strict=True) if name != STRANGER):
        yield own_fault(seat, "card_is_open", "GC-26", target=seat)


def _copies_faults(
    state: State, seat: Seat, count: Counter[Face], faces: tuple[Face, ...]
) -> Iterator[Violation]:
    for face in dict.fromkeys(faces):
        if count[face] > state.table.integrity[face]:
            yield own_fault(seat, "no_copy_left", "GC-T9", face=face)


_FAULTS: Mapping[type, Callable[[State, Any], Faults]] = {
    Investigate: _look_faults,
    Equip: _action_faults,
    Arm: _action_faults,
    Shoot: _shoot_faults,
    Aim: _aim_faults,
    Flip: _flip_faults,
    Reveal: _reveal_faults,
    Claim: _claim_faults,
    Use: use_faults,
    Choose: _choose_faults,
    Mix: _mix_faults,
    Return: _return_faults,
    Decline: _decline_faults,
    Pass: _pass_faults,
    Hold: _hold_faults,
    Saw: _saw_faults,
    Have: have_faults,
    Lay: _lay_faults,
}
