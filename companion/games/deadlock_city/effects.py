"""What an act does: the rules of Deadlock City that change the state.

Nothing here asks whether an act is legal; that is `faults`. Each effect returns the
state that awaits the next act.
"""

from collections.abc import Callable, Mapping
from typing import Any

from companion.cards import UNKNOWN, Face, Seat
from companion.game import Knowledge
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
    EIGHT,
    FIVE,
    FOUR,
    NINE,
    ONE,
    SEVEN,
    SIX,
    THREE,
    TWO,
    ZERO,
)
from companion.games.deadlock_city.ledger import (
    after_losing_hand,
    after_putting_down,
    after_swap,
    everyone_knows,
)
from companion.games.deadlock_city.state import (
    Player,
    State,
    Step,
    Task,
    redraw_of,
    task,
    turn_of,
)

Agenda = tuple[Task, ...]


def after(state: State, action: Act) -> State:
    """Return the state after a legal action, without asking whether it is legal."""
    return _ACTS[type(action)](state, action)


# --- acts ---------------------------------------------------------------------------------


def _draw(state: State, action: Draw) -> State:
    """Take a card; the hidden one only when the deck is gone (DC-06, DC-26)."""
    player = state.player(action.seat)
    source = state.stock or state.hidden
    drawn = Player((*player.hand, source[0]), player.pile, player.out, player.protected)
    ledger = state.ledger if player.hand else after_losing_hand(state.ledger, action.seat)
    drawn_state = state.but(
        players=state.with_player(action.seat, drawn),
        agenda=state.agenda[1:],
        stock=state.stock[1:],
        hidden=state.hidden if state.stock else (),
        ledger=ledger,
    )
    return drawn_state if drawn_state.agenda else _end_turn(drawn_state)


def _hold(state: State, action: Hold) -> State:
    player = state.player(action.seat)
    told = Player(action.faces, player.pile, player.out, player.protected)
    return state.but(players=state.with_player(action.seat, told))


def _play(state: State, play: Play) -> State:
    player = state.player(play.seat)
    kept = _without(player.hand, play.face)
    put_down = Player(kept, (*player.pile, play.face), player.out, player.protected)
    played = state.but(
        players=state.with_player(play.seat, put_down),
        played=play,
        ledger=after_putting_down(state.ledger, play.seat, play.face),
    )
    return _EFFECTS[play.effect](played, play)


def _answer(state: State, answer: Answer) -> State:
    """Carry out a guess: a hit puts the holder out, but a 9 only draws anew (DC-25)."""
    seat, named = answer.seat, _number(state)
    learned = everyone_knows(state.table.seats, seat, named, answer.hit)
    ledger = state.ledger | learned
    if not answer.hit:
        return _end_turn(state.but(ledger=ledger))
    hit = state.but(players=_with_hand(state, seat, (named,)), ledger=ledger)
    if named == NINE:
        return hit.but(agenda=redraw_of(seat))
    return _fall(hit, seat)


def _drop(state: State, action: Drop) -> State:
    """Put the hand card down without its effect; only an 8 puts its owner out (DC-08)."""
    seat = action.seat
    revealed = everyone_knows(state.table.seats, seat, action.face, True)
    dropped = state.but(
        players=_with_pile_card(state, seat, action.face),
        ledger=after_losing_hand(state.ledger, seat) | revealed,
    )
    if action.face == EIGHT:
        return _fall(dropped, seat)
    return dropped.but(agenda=state.agenda[1:])


def _look(state: State, action: Look) -> State:
    target = _target(state)
    seen = action.face if action.face != UNKNOWN else state.player(target).hand[0]
    learned = Knowledge(action.seat, target, seen)
    return _end_turn(state.but(ledger=state.ledger | {learned}))


def _sprung(state: State, action: Sprung) -> State:
    """Put the one who looked at a 0 out; its holder plays on (DC-16, DC-18, DC-23)."""
    holder = _target(state)
    learned = everyone_knows(state.table.seats, holder, ZERO, True)
    players = state.players
    if state.player(holder).hand == (UNKNOWN,):
        players = _with_hand(state, holder, (ZERO,))
    sprung = state.but(players=players, ledger=state.ledger | learned)
    redraw = redraw_of(holder) if state.table.sprung_zero_redrawn else ()
    return _fall(sprung, action.seat, redraw)


def _compare(state: State, action: Compare) -> State:
    """Put the smaller card's holder out; a tie changes nothing (DC-29)."""
    target = _target(state)
    seen = state.player(target).hand[0]
    if action.loser is None and seen == UNKNOWN:
        seen = state.player(action.seat).hand[0]
    compared = state.but(ledger=state.ledger | {Knowledge(action.seat, target, seen)})
    if action.loser is None:
        return _end_turn(compared)
    return _fall(compared, action.loser)


def _show(state: State, action: Show) -> State:
    seat = action.seat
    revealed = everyone_knows(state.table.seats, seat, action.face, True)
    shown = state.but(
        players=_with_pile_card(state, seat, action.face), ledger=state.ledger | revealed
    )
    left = tuple(due for due in state.agenda if due != task(Step.SHOW, seat))
    if left or state.player(seat).out:
        return resume(shown, left)
    return shown.but(agenda=())


_ACTS: Mapping[type, Callable[[State, Any], State]] = {
    Draw: _draw,
    Hold: _hold,
    Play: _play,
    Answer: _answer,
    Drop: _drop,
    Look: _look,
    Sprung: _sprung,
    Compare: _compare,
    Show: _show,
}


# --- effects of the cards -----------------------------------------------------------------


def _no_effect(state: State, _play: Play) -> State:
    return _end_turn(state)


def _guess(state: State, play: Play) -> State:
    return _chosen(state, play, (task(Step.ANSWER, play.target),) if play.target else ())


def _make_drop(state: State, play: Play) -> State:
    return _chosen(state, play, redraw_of(play.target) if play.target else ())


def _look_at(state: State, play: Play) -> State:
    return _chosen(state, play, (task(Step.LOOK, play.seat),))


def _compare_with(state: State, play: Play) -> State:
    return _chosen(state, play, (task(Step.COMPARE, play.seat),))


def _chosen(state: State, play: Play, agenda: Agenda) -> State:
    """Let the effect run its course, or end the turn where nobody could be chosen (DC-33)."""
    return state.but(agenda=agenda) if play.target else _end_turn(state)


def _swap(state: State, play: Play) -> State:
    """Exchange the hand cards; a 0 that changes hands does nothing (DC-20)."""
    if play.target is None:
        return _end_turn(state)
    given, taken = state.player(play.seat).hand, state.player(play.target).hand
    if UNKNOWN in given + taken:
        # Each sees his new card himself; what the other told his phone stays his own.
        given, taken = (UNKNOWN,), (UNKNOWN,)
    ledger = after_swap(state, play.seat, play.target)
    swapped = state.but(players=_with_hand(state, play.seat, taken), ledger=ledger)
    return _end_turn(swapped.but(players=_with_hand(swapped, play.target, given)))


def _protect(state: State, play: Play) -> State:
    player = state.player(play.seat)
    safe = Player(player.hand, player.pile, protected=True)
    return _end_turn(state.but(players=state.with_player(play.seat, safe)))


def _self_defeat(state: State, play: Play) -> State:
    return _fall(state, play.seat)


_EFFECTS: Mapping[Face, Callable[[State, Play], State]] = {
    ZERO: _no_effect,
    ONE: _guess,
    TWO: _make_drop,
    THREE: _look_at,
    FOUR: _swap,
    FIVE: _compare_with,
    SIX: _protect,
    SEVEN: _no_effect,
    EIGHT: _self_defeat,
}


# --- the course of the game ---------------------------------------------------------------


def _fall(state: State, seat: Seat, then: Agenda = ()) -> State:
    """Put a seat out: he lays his hand card face up without effect (DC-41)."""
    player = state.player(seat)
    fallen = state.but(players=state.with_player(seat, Player(player.hand, player.pile, out=True)))
    if player.hand:
        return fallen.but(agenda=(task(Step.SHOW, seat), *then))
    return resume(fallen, then)


def resume(state: State, agenda: Agenda) -> State:
    """Go on with `agenda`, unless only one player is left (DC-43)."""
    if len(state.living()) == 1:
        return state.but(agenda=())
    return state.but(agenda=agenda) if agenda else _end_turn(state)


def _end_turn(state: State) -> State:
    """Pass the turn clockwise, or let all show when the deck is gone (DC-04, DC-05)."""
    if not state.stock:
        return state.but(agenda=showdown(state))
    return begin_turn(state, next_seat(state))


def begin_turn(state: State, seat: Seat) -> State:
    """Begin the turn of `seat`: his protection ends, then he draws (DC-31, DC-48)."""
    player = state.player(seat)
    players = state.players
    if player.protected:
        players = state.with_player(seat, Player(player.hand, player.pile))
    return state.but(players=players, turn=seat, agenda=turn_of(seat))


def next_seat(state: State) -> Seat:
    """Return the next living seat clockwise (DC-42)."""
    place = state.table.place[state.turn]
    players, seats = state.players, state.table.seats
    for step in range(1, len(seats)):
        following = (place + step) % len(seats)
        if not players[following].out:
            return seats[following]
    return state.turn


def showdown(state: State) -> Agenda:
    """Return what is due when the deck is gone: every living player shows his card."""
    return tuple(
        [task(Step.SHOW, seat) for seat, player in state.seated() if player.hand and not player.out]
    )


# --- small changes ------------------------------------------------------------------------


def _without(hand: tuple[Face, ...], face: Face) -> tuple[Face, ...]:
    """Take one card out of a hand: the known face, else an unknown one.

    Where both may be meant, the card that stays is unknown: the told one may be gone.
    """
    if UNKNOWN in hand and face in hand:
        return (UNKNOWN,) * (len(hand) - 1)
    kept = list(hand)
    kept.remove(face if face in hand else UNKNOWN)
    return tuple(kept)


def _with_hand(state: State, seat: Seat, hand: tuple[Face, ...]) -> tuple[Player, ...]:
    player = state.player(seat)
    return state.with_player(seat, Player(hand, player.pile, player.out, player.protected))


def _with_pile_card(state: State, seat: Seat, face: Face) -> tuple[Player, ...]:
    """Return the players after `seat` laid his whole hand, one card, on his pile."""
    player = state.player(seat)
    pile = (*player.pile, face)
    return state.with_player(seat, Player((), pile, player.out, player.protected))


def _target(state: State) -> Seat:
    assert state.played is not None
    assert state.played.target is not None
    return state.played.target


def _number(state: State) -> Face:
    assert state.played is not None
    assert state.played.number is not None
    return state.played.number
