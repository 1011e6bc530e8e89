"""What an act does: the rules of Deadlock City that change the state.

Nothing here asks whether an act is legal; that is `faults`. Each effect changes a draft
of the next state until that awaits the next act.
"""

from collections.abc import Callable, Mapping
from typing import Any

from companion.cards import UNKNOWN, Face, Seat
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
from companion.games.deadlock_city.following import forced
from companion.games.deadlock_city.ledger import (
    after_putting_down,
    everyone_knows,
    knows,
    passed_on,
)
from companion.games.deadlock_city.state import (
    ANSWER,
    COMPARE,
    DRAW,
    LOOK,
    PLAY,
    REDRAW,
    Draft,
    Position,
    State,
    redraw_of,
    task,
)
from companion.games.deadlock_city.turns import end_turn, fall, go_on, resume


def after(state: State, action: Act) -> State:
    """Return the state after a legal action, without asking whether it is legal."""
    draft = state.draft()
    carry_out(draft, action)
    return draft.frozen()


def until_choice(draft: Draft) -> int:
    """Do every draw, answer and reveal that leaves no choice; return how many were done."""
    acts = 0
    while agenda := draft.agenda:
        due = agenda[0]
        step = due.step
        if step is PLAY:
            break
        if step is DRAW or step is REDRAW:
            _take_card(draft, due.seat)
        elif action := forced(draft):
            _ACTS[type(action)](draft, action)
        else:
            break
        acts += 1
    return acts


def carry_out(draft: Draft, action: Act) -> None:
    """Change the draft by an act, without asking whether it is legal."""
    _ACTS[type(action)](draft, action)


# --- acts ---------------------------------------------------------------------------------


def _draw(draft: Draft, action: Draw) -> None:
    _take_card(draft, action.seat)


def _take_card(draft: Draft, seat: Seat) -> None:
    """Take a card; the hidden one only when the deck is gone (DC-06, DC-26)."""
    player = draft.player(seat)
    if draft.stock:
        player.hand += draft.stock[:1]
        draft.stock = draft.stock[1:]
    else:
        player.hand += draft.hidden
        draft.hidden = ()
    draft.agenda = draft.agenda[1:]
    if not draft.agenda:
        end_turn(draft)


def _hold(draft: Draft, action: Hold) -> None:
    draft.player(action.seat).hand = action.faces


def _play(draft: Draft, play: Play) -> None:
    player = draft.player(play.seat)
    player.hand = _without(player.hand, play.face)
    player.pile += (play.face,)
    if player.known:
        player.known = after_putting_down(player.known, play.face)
    draft.played = play
    _EFFECTS[play.works_as or play.face](draft, play)


def _answer(draft: Draft, answer: Answer) -> None:
    """Carry out a guess: a hit puts the holder out, but a 9 only draws anew (DC-25)."""
    named = _number(draft)
    player = draft.player(answer.seat)
    player.known += everyone_knows(draft.table.seats, answer.seat, named, answer.hit)
    if not answer.hit:
        end_turn(draft)
        return
    player.hand = (named,)
    if named == NINE:
        draft.agenda = redraw_of(answer.seat)
    else:
        fall(draft, answer.seat)


def _drop(draft: Draft, action: Drop) -> None:
    """Put the hand card down without its effect; only an 8 puts its owner out (DC-08)."""
    _lay_open(draft, action.seat, action.face)
    draft.agenda = draft.agenda[1:]
    if action.face == EIGHT:
        fall(draft, action.seat)


def _look(draft: Draft, action: Look) -> None:
    _learn(draft, action.seat, action.face)
    end_turn(draft)


def _sprung(draft: Draft, action: Sprung) -> None:
    """Put the one who looked at a 0 out; its holder plays on (DC-16, DC-18, DC-23)."""
    holder = _target(draft)
    player = draft.player(holder)
    player.known += everyone_knows(draft.table.seats, holder, ZERO, True)
    if player.hand == (UNKNOWN,):
        player.hand = (ZERO,)
    fall(draft, action.seat, redraw_of(holder) if draft.table.sprung_zero_redrawn else ())


def _compare(draft: Draft, action: Compare) -> None:
    """Put the smaller card's holder out; a tie changes nothing (DC-29)."""
    if action.loser is None:
        _learn(draft, action.seat, draft.player(action.seat).hand[0])
        end_turn(draft)
    else:
        _learn(draft, action.seat, UNKNOWN)
        fall(draft, action.loser)


def _show(draft: Draft, action: Show) -> None:
    """Lay the hand card open; once all have shown at the end, nothing is due any more."""
    _lay_open(draft, action.seat, action.face)
    left = tuple([due for due in draft.agenda if due.seat != action.seat])
    if draft.player(action.seat).out:
        resume(draft, left)
    else:
        draft.agenda = left


_ACTS: Mapping[type, Callable[[Draft, Any], None]] = {
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


def _no_effect(draft: Draft, _play: Play) -> None:
    end_turn(draft)


def _guess(draft: Draft, play: Play) -> None:
    go_on(draft, (task(ANSWER, play.target),) if play.target else ())


def _make_drop(draft: Draft, play: Play) -> None:
    go_on(draft, redraw_of(play.target) if play.target else ())


def _look_at(draft: Draft, play: Play) -> None:
    go_on(draft, (task(LOOK, play.seat),) if play.target else ())


def _compare_with(draft: Draft, play: Play) -> None:
    go_on(draft, (task(COMPARE, play.seat),) if play.target else ())


def _swap(draft: Draft, play: Play) -> None:
    """Exchange the hand cards; a 0 that changes hands does nothing (DC-20)."""
    if play.target:
        one, two = draft.player(play.seat), draft.player(play.target)
        one.known, two.known = (
            passed_on(two.known, play.target, play.seat, two.hand[0]),
            passed_on(one.known, play.seat, play.target, one.hand[0]),
        )
        if UNKNOWN in one.hand + two.hand:
            # Each sees his new card himself; what the other told his phone stays his own.
            one.hand, two.hand = (UNKNOWN,), (UNKNOWN,)
        else:
            one.hand, two.hand = two.hand, one.hand
    end_turn(draft)


def _protect(draft: Draft, play: Play) -> None:
    draft.player(play.seat).protected = True
    end_turn(draft)


def _self_defeat(draft: Draft, play: Play) -> None:
    fall(draft, play.seat)


#: An effect that could choose nobody is none (DC-33): it leaves nothing due.
_EFFECTS: Mapping[Face, Callable[[Draft, Play], None]] = {
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


# --- small changes ------------------------------------------------------------------------


def _without(hand: tuple[Face, ...], face: Face) -> tuple[Face, ...]:
    """Take one card out of a hand of two: the known face, else an unknown one.

    Where both may be meant, the card that stays is unknown: the told one may be gone.
    """
    if face not in hand:
        face = UNKNOWN
    elif UNKNOWN in hand:
        return (UNKNOWN,)
    return hand[1:] if hand[0] == face else hand[:1]


def _lay_open(draft: Draft, seat: Seat, face: Face) -> None:
    """Put the whole hand, one card, on the seat's pile."""
    player = draft.player(seat)
    player.hand = ()
    player.pile += (face,)
    player.known = ()


def _learn(draft: Draft, knower: Seat, told: Face) -> None:
    """Let `knower` know the chosen card: as it was told, else as its holder told it."""
    holder = _target(draft)
    player = draft.player(holder)
    if not player.hand:  # only a correction makes a hand empty here
        return
    face = told if told != UNKNOWN else player.hand[0]
    player.known += (knows(knower, holder, face),)


def _target(position: Position) -> Seat:
    assert position.played is not None
    assert position.played.target is not None
    return position.played.target


def _number(position: Position) -> Face:
    assert position.played is not None
    assert position.played.number is not None
    return position.played.number
