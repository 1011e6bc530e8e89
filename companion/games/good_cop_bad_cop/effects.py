"""What an act does. Nothing here asks whether it is legal; that is `faults`."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from companion.cards import UNKNOWN, Face, Seat
from companion.games.good_cop_bad_cop.actions import (
    PLACES,
    PRIVATE,
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
from companion.games.good_cop_bad_cop.backs import laid
from companion.games.good_cop_bad_cop.equipment import choose, shot_at, use
from companion.games.good_cop_bad_cop.faults import deed_faults
from companion.games.good_cop_bad_cop.ledger import told, turned_up, weighed
from companion.games.good_cop_bad_cop.looking import investigated
from companion.games.good_cop_bad_cop.state import Card, State, Step, Task
from companion.games.good_cop_bad_cop.turns import drawn, put_away, settle, window
from companion.marked_backs import STRANGER


def after(state: State, action: Act) -> State:
    """Return the state after a legal action, without asking whether it is legal."""
    state = _settled(_ACTS[type(action)](state, action))
    if isinstance(action, PRIVATE):
        return state
    return weighed(replace(state, begun=True))


def _settled(state: State) -> State:
    """Let everything happen that follows by itself, declared actions too."""
    state = settle(state)
    while (due := state.due) and due.step is Step.PERFORM:
        state = settle(_performed(state.done(), due))
    return state


def _performed(state: State, due: Task) -> State:
    """Do what was declared; if it has become impossible its player acts anew (GC-05)."""
    assert due.act is not None
    if any(deed_faults(state, due.act)):
        return state.then(Task(Step.ACTION, due.seat))
    return _DEEDS[type(due.act)](state, due.act)


# --- the turn's action --------------------------------------------------------------------


def _declared(state: State, action: Act) -> State:
    """Take the action, after the reactions to its announcement where the game waits for them."""
    assert state.due is not None
    answered = state.due.step is Step.COUNTER
    state = state.done()
    if not state.table.all_windows or answered:
        return _DEEDS[type(action)](state, action)
    task = Task(Step.PERFORM, action.seat, act=action)
    return state.then(*window(state, "declared", action.seat), task)


def _investigate(state: State, action: Investigate) -> State:
    return investigated(state, action.seat, action.target, (action.place,), ())


def _equip(state: State, action: Equip) -> State:
    """Draw equipment; a card of one's own turns up, but not by the French rules (GC-01)."""
    if state.table.equip_flips:
        state = state.then(Task(Step.FLIP, action.seat))
    return drawn(state, action.seat)


def _arm(state: State, action: Arm) -> State:
    state = state.with_player(action.seat, armed=True, aim=None, barrel=None)
    return state.then(Task(Step.FLIP, action.seat))


_DEEDS: Mapping[type, Callable[[State, Any], State]] = {
    Investigate: _investigate,
    Equip: _equip,
    Arm: _arm,
}


def _shoot(state: State, action: Shoot) -> State:
    state = state.done()
    return state.then(*shot_at(state, action.seat, action.target))


def _aim(state: State, action: Aim) -> State:
    """Point the gun; after a Restraining Order that is a shot at once (GC-E11)."""
    assert state.due is not None
    redirected = state.due.step is Step.REDIRECT
    state = state.done().with_player(action.seat, aim=action.target, barrel=action.target)
    return state.then(*shot_at(state, action.seat, action.target)) if redirected else state


# --- cards that turn up -------------------------------------------------------------------


def _flip(state: State, action: Flip) -> State:
    state = _without_task(state, Step.FLIP, action.seat)
    return turned_up(state, action.seat, action.place, action.face)


def _reveal(state: State, action: Reveal) -> State:
    state = _without_task(state, Step.REVEAL, action.seat)
    for place, face in zip(state.player(action.seat).hidden, action.faces, strict=True):
        state = turned_up(state, action.seat, place, face)
    return state


def _without_task(state: State, step: Step, seat: Seat) -> State:
    """Take the first such task away: those of several seats are due in any order."""
    at = next(n for n, due in enumerate(state.agenda) if (due.step, due.seat) == (step, seat))
    return replace(state, agenda=(*state.agenda[:at], *state.agenda[at + 1 :]))


def _claim(state: State, action: Claim) -> State:
    places = [p for p, card in zip(PLACES, state.player(action.seat).row, strict=True) if card]
    for place, face in zip(places, action.faces, strict=True):
        state = turned_up(state, action.seat, place, face)
    return state


# --- equipment ----------------------------------------------------------------------------


def _use(state: State, action: Use) -> State:
    hand = without(state.player(action.seat).equipment, action.face)
    return use(state, action.seat, action.face, hand)


def without(hand: tuple[Face, ...], face: Face) -> tuple[Face, ...]:
    """Take one equipment card out of a hand: the known face, else an unknown one."""
    gone = hand.index(face if face in hand else UNKNOWN)
    return (*hand[:gone], *hand[gone + 1 :])


def _return(state: State, action: Return) -> State:
    """Put one card under the deck unseen; which one stays is unknown if nobody said."""
    hand = state.player(action.seat).equipment
    unsaid = action.face == UNKNOWN
    kept = (UNKNOWN,) * (len(hand) - 1) if unsaid else without(hand, action.face)
    state = state.done().with_player(action.seat, equipment=kept)
    return put_away(state, (action.face,))


def _mix(state: State, action: Mix) -> State:
    """Lay one's cards down anew: nobody else knows any more which is which (GC-10)."""
    player = state.player(action.seat)
    cards, wounded = player.cards, any(card.wounded for card in player.cards)
    places = [p for p, card in zip(PLACES, player.row, strict=True) if card]
    order = [int(digit) - 1 for digit in action.order] or range(len(cards))
    laid = {
        place: _hidden_again(cards[old], action.seat, wounded, bool(action.order))
        for place, old in zip(places, order, strict=True)
    }
    return state.done().with_row(action.seat, laid)


def _hidden_again(card: Card, owner: Seat, wounded: bool, followed: bool) -> Card:
    """Return a card face down again; its face is lost where nobody said which it is."""
    # A camera that knows backs looks again.
    marked = card.marked and followed and not card.name
    face = card.face if marked else UNKNOWN
    words = tuple(w for w in card.told if w[0] == owner) if followed else ()
    if followed and card.up:
        # It lay open a moment ago; its owner has just said where it went.
        words = ((owner, card.face),)
    seen = frozenset({owner})
    return Card(card.id, face, seen, wounded=wounded, told=words, marked=marked)


def _decline(state: State, _action: Decline) -> State:
    return state.done()


def _pass(state: State, action: Pass) -> State:
    return replace(state, passed=state.passed | {action.seat})


# --- what players tell their own phones ---------------------------------------------------


def _hold(state: State, action: Hold) -> State:
    places = [p for p, card in zip(PLACES, state.player(action.seat).row, strict=True) if card]
    for place, face in zip(places, action.faces, strict=True):
        card = state.player(action.seat).card(place)
        if card and not card.up:
            state = told(state, action.seat, action.seat, place, face)
    return state


def _saw(state: State, action: Saw) -> State:
    return told(state, action.seat, action.target, action.place, action.face)


def _have(state: State, action: Have) -> State:
    return state.with_player(action.seat, equipment=action.faces)


def _lay(state: State, action: Lay) -> State:
    places = [p for p, card in zip(PLACES, state.player(action.seat).row, strict=True) if card]
    for place, name in zip(places, action.cards, strict=True):
        if name != STRANGER:
            state = laid(state, action.seat, place, name)
    return state


_ACTS: Mapping[type, Callable[[State, Any], State]] = {
    Investigate: _declared,
    Equip: _declared,
    Arm: _declared,
    Shoot: _shoot,
    Aim: _aim,
    Flip: _flip,
    Reveal: _reveal,
    Claim: _claim,
    Use: _use,
    Choose: choose,
    Mix: _mix,
    Return: _return,
    Decline: _decline,
    Pass: _pass,
    Hold: _hold,
    Saw: _saw,
    Have: _have,
    Lay: _lay,
}
