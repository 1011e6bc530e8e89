"""The course of the game: turns, windows, shots and deaths, as a stack of what is due.

`settle` lets everything happen that needs nobody's act, until something does.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace

from companion.cards import UNKNOWN, Face, Seat
from companion.games.good_cop_bad_cop.actions import PLACES
from companion.games.good_cop_bad_cop.cards import LEADERS
from companion.games.good_cop_bad_cop.state import (
    Agenda,
    Ending,
    Player,
    State,
    Step,
    Task,
    around,
)
from companion.games.good_cop_bad_cop.teams import holds_both, open_faces

#: Moments at which the game waits for reactions even in its quick form (GC-24).
SHOT, INVESTIGATED = "shot", "investigated"


def settle(state: State) -> State:
    """Let everything happen that follows by itself; stop where somebody has to act."""
    while state.ending is None or state.ending.solo is None:
        state = _solo_checked(state)
        due = state.due
        run = _RUN.get(due.step) if due else None
        following = run(state, due) if run and due else None
        if following is None:
            return state
        state = following
    return state


def _solo_checked(state: State) -> State:
    """End the game where one living player shows both leaders, before any other test (GC-13)."""
    for seat in state.living():
        if holds_both(open_faces(state.player(seat))):
            return replace(state, ending=Ending(solo=seat), agenda=())
    return state


# --- turns and windows --------------------------------------------------------------------


def begin_turn(state: State, seat: Seat) -> State:
    """Return the state at the beginning of a turn: act, aim, next player (GC-T1)."""
    agenda = (
        *window(state, "start", seat),
        Task(Step.ACTION, seat),
        Task(Step.AIM, seat),
        *window(state, "aimed", seat),
        *window(state, "end", seat),
        Task(Step.END, seat),
    )
    return replace(state, turn=seat, agenda=agenda, passed=frozenset(), begun=True)


def window(state: State, moment: str, seat: Seat, target: Seat | None = None) -> Agenda:
    """Return the window of a moment, if the game waits there."""
    if moment in (SHOT, INVESTIGATED) or state.table.all_windows:
        return (Task(Step.WINDOW, seat, about=moment, target=target),)
    return ()


def may_react(state: State) -> tuple[Seat, ...]:
    """Return the living seats with equipment, clockwise from the active one (GC-23).

    That is public. Who has nothing fitting still has to pass, so that nothing shows.
    """
    seats = (state.turn, *around(state, state.turn))
    return tuple(s for s in seats if not state.player(s).out and state.player(s).equipment)


def _window(state: State, due: Task) -> State | None:
    """Close a window when all have passed, or when what it is about has come to nothing."""
    waiting = set(may_react(state)) - state.passed
    if waiting and not _is_pointless(state, due):
        return None
    looked = () if due.about == INVESTIGATED else state.looked
    return replace(state.done(), passed=frozenset(), looked=looked)


def _is_pointless(state: State, due: Task) -> bool:
    if due.about in (SHOT, "aimed"):
        return not state.player(due.seat).armed
    if due.about != INVESTIGATED or state.table.all_windows:
        return False
    # In the fourth edition no card answers an investigation that is over.
    found = [state.where(card) for card in state.looked]
    return state.table.fourth or all(lies is None or lies[2].up for lies in found)


def _aim(state: State, due: Task) -> State | None:
    return None if state.player(due.seat).armed else state.done()


def _end(state: State, _due: Task) -> State:
    """End the turn: used cards go away, a changed direction holds from now on (GC-28)."""
    state = _swept(state)
    state = replace(
        state,
        clockwise=state.clockwise != state.turning,
        turning=False,
        barred=False,
        hold_fire=False,
    )
    following = next_seat(state)
    return begin_turn(replace(state, following=None), following)


def next_seat(state: State) -> Seat:
    """Return who has the next turn: the user of Coffee, else the next living player."""
    if state.following is not None and not state.player(state.following).out:
        return state.following
    order = around(state, state.turn)
    order = order if state.clockwise else order[::-1]
    return next((seat for seat in order if not state.player(seat).out), state.turn)


def _swept(state: State) -> State:
    """Put used equipment under the deck, or on the discards, and call no card new any more."""
    spent = tuple(face for player in state.players for face in player.spent)
    state = put_away(state, spent)
    for seat, player in state.seated():
        if player.spent or any(card.fresh for card in player.cards):
            row = tuple(replace(card, fresh=False) if card else None for card in player.row)
            state = state.with_player(seat, spent=(), row=row)
    return state


# --- equipment in hand --------------------------------------------------------------------


def put_away(state: State, faces: tuple[Face, ...]) -> State:
    """Put equipment under the deck; in the fourth edition on the discards."""
    if state.table.fourth:
        return replace(state, discard=(*state.discard, *faces))
    return replace(state, stock=(*state.stock, *faces))


def drawn(state: State, seat: Seat) -> State:
    """Let a seat draw equipment, if there is any; he keeps one card (GC-02, GC-03).

    Discards that are shuffled into a new deck are in an order that nobody knows.
    """
    if not state.stock and state.discard:
        state = replace(state, stock=(UNKNOWN,) * len(state.discard), discard=())
    if not state.stock:
        return state
    held = state.player(seat).equipment
    state = state.with_player(seat, equipment=(*held, state.stock[0]))
    return replace(state, stock=state.stock[1:]).then(Task(Step.KEEP, seat))


def _keep(state: State, due: Task) -> State | None:
    return None if len(state.player(due.seat).equipment) > 1 else state.done()


# --- cards that turn up, shots and deaths -------------------------------------------------


def _flip(state: State, due: Task) -> State | None:
    if due.card is None:
        return None if state.player(due.seat).hidden else state.done()
    found = state.where(due.card)
    return None if found and not found[2].up else state.done()


def _reveal(state: State, due: Task) -> State | None:
    return None if state.player(due.seat).hidden else state.done()


def _shot(state: State, due: Task) -> State:
    """Fire a declared shot; without a gun it comes to nothing (GC-20)."""
    state = state.done()
    assert due.target is not None
    if not state.player(due.seat).armed:
        return state.then(Task(Step.ACTION, due.seat)) if state.table.again else state
    state = unarmed(state, due.seat)
    return state.then(Task(Step.REVEAL, due.target), Task(Step.HIT, due.target))


def _hit(state: State, due: Task) -> State:
    """Wound a leader, or put the player out; a wounded leader's death ends the game (GC-T7)."""
    state, seat = state.done(), due.seat
    row = zip(PLACES, state.player(seat).row, strict=True)
    leader = next(((p, card) for p, card in row if card and card.face in LEADERS), None)
    if leader is None:
        return fallen(state, seat)
    place, card = leader
    if card.wounded:
        return ended(fallen(state, seat), card.face)
    return drawn(state.with_card(seat, place, wounded=True), seat)


def unarmed(state: State, seat: Seat) -> State:
    """Return the state in which the seat's gun lies in the middle."""
    return state.with_player(seat, armed=False, aim=None, barrel=None)


def fallen(state: State, seat: Seat) -> State:
    """Put a seat out: equipment away, gun to the middle, nobody threatens him (GC-08)."""
    state = put_away(state, state.player(seat).equipment)
    state = unarmed(state, seat).with_player(seat, out=True, equipment=())
    for other, player in state.seated():
        if player.aim == seat:
            state = state.with_player(other, aim=None)
    return state


def ended(state: State, leader: Face) -> State:
    """End the game because a leader is dead: everyone turns his cards up (GC-31)."""
    reveals = tuple(Task(Step.REVEAL, seat) for seat, p in state.seated() if p.hidden)
    return replace(state, ending=Ending(fallen=leader), agenda=reveals)


def _choosing(state: State, due: Task) -> State | None:
    """Wait for a choice; who offers a card to look at must still have one face down."""
    fixed: Player | None = state.player(due.target) if due.target and due.card is None else None
    gone = fixed is not None and due.about == "metal_detector" and not fixed.hidden
    return state.done() if gone else None


def _counter(state: State, due: Task) -> State | None:
    assert due.target is not None
    return None if state.player(due.target).hidden else state.done()


_RUN: Mapping[Step, Callable[[State, Task], State | None]] = {
    Step.WINDOW: _window,
    Step.AIM: _aim,
    Step.FLIP: _flip,
    Step.KEEP: _keep,
    Step.CHOOSE: _choosing,
    Step.REVEAL: _reveal,
    Step.COUNTER: _counter,
    Step.SHOT: _shot,
    Step.HIT: _hit,
    Step.END: _end,
}
