"""Corrections: the host's word that a part of the state is now thus.

    p1.pile = 3 5        bottom to top; `none` for an empty pile
    p1.hand = 4 ?        `?` for a card that nobody told
    p1.out = yes         lays his hand card open; `no` takes it up again
    p1.protected = yes
    turn = p2            begins the turn of p2 anew, whatever was due before
    deck = hidden        cards, hidden or empty; follows from where the other cards are
    removed = 1 4 5      cards laid out before a game of two (DC-03)

All twenty cards are always somewhere: what lies neither in a pile nor in a hand is in
the deck, with the hidden card at the bottom. So a deck is corrected by correcting the
piles and hands.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from companion.cards import UNKNOWN, Face, Seat
from companion.game import Correction, NotationError
from companion.games.deadlock_city.cards import CARDS, COPIES
from companion.games.deadlock_city.dealing import REMOVED
from companion.games.deadlock_city.ledger import public_count
from companion.games.deadlock_city.state import (
    DRAW,
    PLAY,
    REDRAW,
    SHOW,
    Player,
    State,
    Task,
    task,
    turn_of,
)
from companion.games.deadlock_city.turns import begin_turn, next_seat, resume, showdown

NOTHING = "none"
#: What a zone of the layout, as opposed to a field, can be corrected from.
_TURN_STEPS = (DRAW, PLAY)


def corrections(state: State) -> tuple[Correction, ...]:
    """Return every field with its present value; hidden faces print as "?"."""
    fields = {"turn": str(state.turn), "deck": deck_word(state)}
    if state.table.two_player_removal:
        fields["removed"] = _listed(state.removed)
    for seat, player in state.seated():
        fields[f"{seat}.pile"] = _listed(player.pile)
        fields[f"{seat}.hand"] = _listed((UNKNOWN,) * len(player.hand))
        fields[f"{seat}.protected"] = _yes(player.protected)
        fields[f"{seat}.out"] = _yes(player.out)
    return tuple(Correction(field, value) for field, value in fields.items())


def correct(state: State, correction: Correction) -> State:
    """Return the corrected state; raise NotationError where it makes no sense."""
    owner, dot, field = correction.field.rpartition(".")
    if not dot:
        corrected = _correct_common(state, correction)
    elif owner in state.table.place and field in _SEAT_FIELDS:
        corrected = _SEAT_FIELDS[field](state, Seat(owner), correction)
    else:
        raise _unknown_field(state, correction)
    _check_hands(corrected, correction)
    return corrected


def deck_word(state: State) -> str:
    """Return what is left of the deck in one word."""
    if state.stock:
        return "cards"
    return "hidden" if state.hidden else "empty"


# --- fields of the table ------------------------------------------------------------------


def _correct_common(state: State, correction: Correction) -> State:
    if correction.field == "turn":
        return _turn(state, correction)
    if correction.field == "removed" and state.table.two_player_removal:
        return _removed(state, correction)
    if correction.field == "deck":
        return _deck(state, correction)
    raise _unknown_field(state, correction)


def _turn(state: State, correction: Correction) -> State:
    seat = Seat(correction.value)
    if seat not in state.living():
        living = ", ".join(state.living())
        raise _refused(correction, f"it can be the turn of {living}")
    return _settled(_turn_from_hand(state, seat))


def _turn_from_hand(state: State, seat: Seat) -> State:
    """Begin a turn; who holds two cards already has drawn."""
    draft = state.draft()
    begin_turn(draft, seat)
    if len(state.player(seat).hand) > 1:
        draft.agenda = turn_of(seat)[1:]
    return draft.frozen()


def _removed(state: State, correction: Correction) -> State:
    faces = _faces(correction)
    if len(faces) != REMOVED:
        raise _refused(correction, f"name the {REMOVED} cards that lie there")
    changed = replace(state, removed=faces)
    return _conserved(changed, correction)


def _deck(state: State, correction: Correction) -> State:
    """Accept what is so; otherwise cards are missing or too many elsewhere."""
    if correction.value not in ("cards", "hidden", "empty"):
        raise _refused(correction, "write cards, hidden or empty")
    if correction.value != deck_word(state):
        left = len(state.stock) + len(state.hidden)
        raise _refused(
            correction,
            f"by the piles and hands {left} cards must be left in the deck; "
            "correct those (p1.pile, p1.hand) until they agree with the table",
        )
    return state


# --- fields of a seat ---------------------------------------------------------------------


def _pile(state: State, seat: Seat, correction: Correction) -> State:
    changed = _with(state, seat, pile=_faces(correction))
    return _conserved(changed, correction)


def _hand(state: State, seat: Seat, correction: Correction) -> State:
    player, hand = state.player(seat), _faces(correction, unknown=True)
    if player.out and hand:
        raise _refused(correction, f"{seat} is out; correct {seat}.out = no first")
    if not player.out and not 1 <= len(hand) <= 2:
        raise _refused(correction, "a living player holds one card, or two in his turn")
    changed = _with(state, seat, hand=hand, known=())
    in_turn = state.agenda and state.agenda[0].step in _TURN_STEPS and state.turn == seat
    if in_turn:
        draws = turn_of(seat) if len(hand) == 1 else turn_of(seat)[1:]
        changed = replace(changed, agenda=draws)
    return _conserved(changed, correction)


def _out(state: State, seat: Seat, correction: Correction) -> State:
    player, out = state.player(seat), _is_yes(correction)
    if out == player.out:
        return state
    if not out:
        return _revived(state, seat, correction)
    if state.living() == [seat]:
        raise _refused(correction, "someone must be left; correct another seat's out = no first")
    fallen = _with(state, seat, out=True, protected=False)
    others = tuple(due for due in state.agenda if due.seat != seat)
    if state.turn == seat:
        others = tuple(due for due in others if due.step is SHOW)
    if player.hand[1:]:
        raise _refused(correction, f"{seat} holds two cards; correct {seat}.hand or his pile first")
    if player.hand:
        return replace(fallen, agenda=(task(SHOW, seat), *others))
    draft = fallen.draft()
    resume(draft, others)
    return draft.frozen()


def _revived(state: State, seat: Seat, correction: Correction) -> State:
    """Bring a seat back: he takes up the card that he had laid open."""
    player = state.player(seat)
    hand, pile = player.hand, player.pile
    if not hand:
        if not pile:
            raise _refused(correction, f"{seat} has no card to take up; correct {seat}.pile first")
        hand, pile = (pile[-1],), pile[:-1]
    agenda = tuple(due for due in state.agenda if due != task(SHOW, seat))
    revived = _with(state, seat, hand=hand, pile=pile, out=False, known=())
    return _settled(replace(revived, agenda=agenda))


def _protected(state: State, seat: Seat, correction: Correction) -> State:
    player, protected = state.player(seat), _is_yes(correction)
    if player.out and protected:
        raise _refused(correction, f"{seat} is out; correct {seat}.out = no first")
    return _with(state, seat, protected=protected)


_SEAT_FIELDS: Mapping[str, Callable[[State, Seat, Correction], State]] = {
    "pile": _pile,
    "hand": _hand,
    "out": _out,
    "protected": _protected,
}


def _with(state: State, seat: Seat, **changes: Any) -> State:
    """Return the state with some fields of one player changed."""
    place = state.table.place[seat]
    player = replace(state.players[place], **changes)
    return replace(state, players=(*state.players[:place], player, *state.players[place + 1 :]))


# --- twenty cards, always -----------------------------------------------------------------


def _conserved(state: State, correction: Correction) -> State:
    """Put every card that lies nowhere else into the deck; refuse what cannot be.

    The order of the deck is then unknown, and so is every told hand that the open cards
    now contradict: whoever holds it may tell it again.
    """
    public = public_count(state)
    for face, copies in COPIES.items():
        if public[face] > copies:
            raise _refused(
                correction, f"then {public[face]} cards {face} lie open, there are {copies}"
            )
    held = sum(len(player.hand) for player in state.players)
    left = CARDS - held - sum(public.values())
    if left < _needed(state.agenda):
        raise _refused(correction, f"then only {max(left, 0)} cards are left to draw; check piles")
    changed = replace(
        state,
        players=tuple([_plausible(state, player) for player in state.players]),
        stock=(UNKNOWN,) * (left - 1),
        hidden=(UNKNOWN,) * min(left, 1),
    )
    return _settled(changed)


def _check_hands(state: State, correction: Correction) -> None:
    """Refuse a state in which a living player holds more or fewer cards than he may."""
    due = state.agenda[0] if state.agenda else None
    redraws = {waiting.seat for waiting in state.agenda if waiting.step is REDRAW}
    over = not state.stock and (due is None or due.step is SHOW)
    for seat, player in state.seated():
        if player.out:
            continue
        if len(player.hand) == 2 and due != task(PLAY, seat):
            raise _refused(
                correction, f"{seat} may hold two cards only in his turn; correct {seat}.hand first"
            )
        if not player.hand and seat not in redraws and not (over and player.pile):
            raise _refused(correction, f"{seat} would have no card; correct {seat}.hand first")


def _needed(agenda: tuple[Task, ...]) -> int:
    return sum(due.step is REDRAW for due in agenda)


def _plausible(state: State, player: Player) -> Player:
    public = public_count(state)
    if all(
        public[face] + player.hand.count(face) <= COPIES.get(face, CARDS) for face in player.hand
    ):
        return player
    return replace(player, hand=(UNKNOWN,) * len(player.hand))


def _settled(state: State) -> State:
    """Let the game go on, or end, as the corrected state demands."""
    if len(state.living()) == 1:
        waiting = tuple(due for due in state.agenda if due.step is SHOW)
        return replace(state, agenda=waiting)
    if not state.stock and (not state.agenda or state.agenda[0].step is DRAW):
        return replace(state, agenda=showdown(state))
    if not state.agenda:
        return _turn_from_hand(state, next_seat(state))
    return state


# --- reading and refusing -----------------------------------------------------------------


def _faces(correction: Correction, unknown: bool = False) -> tuple[Face, ...]:
    if correction.value.strip() in ("", NOTHING):
        return ()
    faces = tuple(Face(word) for word in correction.value.split())
    strange = [face for face in faces if face not in COPIES and not (unknown and face == UNKNOWN)]
    if strange:
        allowed = "0 to 9" + (" and ?" if unknown else "")
        raise _refused(correction, f"{strange[0]!r} is no card; write {allowed} or {NOTHING}")
    return faces


def _listed(faces: tuple[Face, ...]) -> str:
    return " ".join(faces) or NOTHING


def _yes(value: bool) -> str:
    return "yes" if value else "no"


def _is_yes(correction: Correction) -> bool:
    if correction.value not in ("yes", "no"):
        raise _refused(correction, "write yes or no")
    return correction.value == "yes"


def _refused(correction: Correction, remedy: str) -> NotationError:
    return NotationError(f"{correction}: {remedy}; nothing was changed")


def _unknown_field(state: State, correction: Correction) -> NotationError:
    known = ", ".join(known.field for known in corrections(state))
    return _refused(correction, f"no such field; known: {known}")
