"""Corrections: the host's word that a part of the state is now thus.

    turn = p2                 begins the turn of p2 anew, whatever was due before
    direction = clockwise     or counter_clockwise
    p1.integrity = ? agent -  left to right: face down, open, no card
    p1.equipment = ?          face-down equipment, one "?" a card; `none`
    p1.front = disguise       lasting equipment; `none`
    p1.gun = p3               points at p3; `held` at nobody; `none`
    p1.wound = left           the card it lies on; `somewhere`, `none`
    p1.out = yes              or no
    deck = cards              or empty: follows from where the other equipment is

Cards and guns are conserved: what lies nowhere else is in the deck, or in the middle.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace

from companion.cards import UNKNOWN, Face, Seat
from companion.game import Correction, NotationError
from companion.games.good_cop_bad_cop.actions import PLACES
from companion.games.good_cop_bad_cop.cards import INTEGRITY, LEADERS, lasting
from companion.games.good_cop_bad_cop.ledger import open_count, turned_up
from companion.games.good_cop_bad_cop.state import Player, State
from companion.games.good_cop_bad_cop.turns import (
    begin_turn,
    ended,
    fallen,
    next_seat,
    settle,
    unarmed,
)

NOTHING, HELD, SOMEWHERE, NO_CARD = "none", "held", "somewhere", "-"
_DIRECTIONS = {"clockwise": True, "counter_clockwise": False}


def corrections(state: State) -> tuple[Correction, ...]:
    """Return every field with its present value; hidden faces print as "?"."""
    direction = "clockwise" if state.clockwise else "counter_clockwise"
    fields = {"turn": str(state.turn), "direction": direction, "deck": _deck_word(state)}
    for seat, player in state.seated():
        fields[f"{seat}.integrity"] = _row_word(player)
        fields[f"{seat}.equipment"] = _listed((UNKNOWN,) * len(player.equipment))
        fields[f"{seat}.front"] = _listed(player.front)
        fields[f"{seat}.gun"] = _gun_word(player)
        fields[f"{seat}.wound"] = _wound_word(player)
        fields[f"{seat}.out"] = "yes" if player.out else "no"
    return tuple(Correction(field, value) for field, value in fields.items())


def correct(state: State, correction: Correction) -> State:
    """Return the corrected state; raise NotationError where it makes no sense."""
    owner, dot, field = correction.field.rpartition(".")
    if not dot and field in _COMMON:
        return settle(_COMMON[field](state, correction))
    if owner in state.table.place and field in _OF_SEAT:
        return settle(_OF_SEAT[field](state, Seat(owner), correction))
    known = ", ".join(known.field for known in corrections(state))
    raise _refused(correction, f"no such field; known: {known}")


# --- fields of the table ------------------------------------------------------------------


def _turn(state: State, correction: Correction) -> State:
    seat = Seat(correction.value)
    if state.ending is not None:
        raise _refused(correction, "the game is over; undo its end first")
    if seat not in state.living():
        raise _refused(correction, f"it can be the turn of {', '.join(state.living())}")
    return begin_turn(state, seat)


def _direction(state: State, correction: Correction) -> State:
    if correction.value not in _DIRECTIONS:
        raise _refused(correction, f"write {' or '.join(_DIRECTIONS)}")
    return replace(state, clockwise=_DIRECTIONS[correction.value])


def _deck(state: State, correction: Correction) -> State:
    if correction.value != _deck_word(state):
        raise _refused(
            correction,
            f"by the other equipment {len(state.stock)} cards must be left; correct "
            "p1.equipment or p1.front until they agree with the table",
        )
    return state


_COMMON: Mapping[str, Callable[[State, Correction], State]] = {
    "turn": _turn,
    "direction": _direction,
    "deck": _deck,
}


# --- fields of a seat ---------------------------------------------------------------------


def _integrity(state: State, seat: Seat, correction: Correction) -> State:
    words, row = correction.value.split(), state.player(seat).row
    if len(words) != len(row):
        raise _refused(correction, "write three words, left to right, e.g. ? agent ?")
    for place, card, word in zip(PLACES, row, words, strict=True):
        if (card is None) != (word == NO_CARD):
            raise _refused(correction, f"{NO_CARD} stands exactly where {seat} has no card")
        if word not in (*INTEGRITY, UNKNOWN, NO_CARD):
            raise _refused(correction, f"{word!r} is none of {', '.join(INTEGRITY)} or ?")
        if card is not None:
            state = _card_corrected(state, seat, place, Face(word))
    for face, count in open_count(state).items():
        if count > state.table.integrity[face]:
            most = state.table.integrity[face]
            raise _refused(correction, f"then {count} cards {face} lie open, there are {most}")
    return state


def _card_corrected(state: State, seat: Seat, place: str, word: Face) -> State:
    """Turn a card up, or down again; what everyone has seen stays known to them."""
    card = state.player(seat).card(place)
    assert card is not None
    if word == UNKNOWN:
        return state.with_card(seat, place, up=False) if card.up else state
    if card.up and card.face == word:
        return state
    return turned_up(state, seat, place, word)


def _equipment(state: State, seat: Seat, correction: Correction) -> State:
    words = _words(correction)
    if state.player(seat).out and words:
        raise _refused(correction, f"{seat} is out; correct {seat}.out = no first")
    # Two cards in hand are so for a moment, while a card that takes another is worked off.
    hidden = all(word == UNKNOWN for word in words)
    if hidden and len(words) == len(state.player(seat).equipment):
        return state
    if not hidden or len(words) > 1:
        raise _refused(correction, f"a player holds one card: write ? or {NOTHING}")
    return _conserved(state.with_player(seat, equipment=tuple(map(Face, words))), correction)


def _front(state: State, seat: Seat, correction: Correction) -> State:
    faces, may_lie = tuple(map(Face, _words(correction))), lasting(state.table.edition)
    strange = [face for face in faces if face not in may_lie]
    if strange:
        raise _refused(correction, f"{strange[0]!r} does not stay; {', '.join(sorted(may_lie))} do")
    if len(set(faces)) < len(faces):
        raise _refused(correction, "each card is there once")
    for other, player in state.seated():
        if other != seat and set(faces) & set(player.front):
            raise _refused(correction, f"it lies before {other}; correct {other}.front first")
    return _conserved(state.with_player(seat, front=faces), correction)


def _conserved(state: State, correction: Correction) -> State:
    """Put equipment that lies nowhere else into the deck, in an order nobody knows."""
    elsewhere = len(state.discard) + sum(
        len((*p.equipment, *p.front, *p.spent)) for p in state.players
    )
    left = len(state.table.equipment) - elsewhere
    if left < 0:
        raise _refused(correction, "there is no such card left; check the other equipment")
    return state if left == len(state.stock) else replace(state, stock=(UNKNOWN,) * left)


def _gun(state: State, seat: Seat, correction: Correction) -> State:
    value, player = correction.value, state.player(seat)
    if value == NOTHING:
        return unarmed(state, seat)
    if player.out:
        raise _refused(correction, f"{seat} is out; correct {seat}.out = no first")
    if not player.armed and not state.guns:
        raise _refused(correction, "no gun is left; take one from somebody else first")
    if value == _gun_word(player):
        return state
    if value == HELD:
        return state.with_player(seat, armed=True, aim=None, barrel=None)
    target = Seat(value)
    if target == seat or target not in state.living():
        others = ", ".join(s for s in state.living() if s != seat)
        raise _refused(correction, f"write {NOTHING}, {HELD} or one of {others}")
    return state.with_player(seat, armed=True, aim=target, barrel=target)


def _wound(state: State, seat: Seat, correction: Correction) -> State:
    value, player = correction.value, state.player(seat)
    if value not in (*PLACES, SOMEWHERE, NOTHING):
        raise _refused(correction, f"write {', '.join(PLACES)}, {SOMEWHERE} or {NOTHING}")
    for place, card in zip(PLACES, player.row, strict=True):
        on_it = value in (place, SOMEWHERE)
        if card is None and value == place:
            raise _refused(correction, "no card lies there")
        if card is not None:
            if value == place and card.up and card.face not in LEADERS:
                raise _refused(correction, "a wound lies on a leader card")
            hurt = on_it and not (card.up and card.face not in LEADERS)
            state = state.with_card(seat, place, wounded=hurt)
    return state


def _out(state: State, seat: Seat, correction: Correction) -> State:
    player = state.player(seat)
    if correction.value not in ("yes", "no"):
        raise _refused(correction, "write yes or no")
    if player.out == (correction.value == "yes"):
        return state
    if player.out:
        state = replace(state.with_player(seat, out=False), ending=None)
        return begin_turn(state, state.turn)
    leader = next((card.face for card in player.cards if card.up and card.face in LEADERS), None)
    if leader is not None:
        return ended(fallen(state, seat), leader)
    if len(state.living()) <= 2:
        raise _refused(correction, "two players stay in until a leader is dead; turn his card up")
    state = fallen(state, seat)
    turn = next_seat(state) if state.turn == seat else state.turn
    return begin_turn(state, turn) if state.ending is None else state


_OF_SEAT: Mapping[str, Callable[[State, Seat, Correction], State]] = {
    "integrity": _integrity,
    "equipment": _equipment,
    "front": _front,
    "gun": _gun,
    "wound": _wound,
    "out": _out,
}


# --- words --------------------------------------------------------------------------------


def _deck_word(state: State) -> str:
    return "cards" if state.stock else "empty"


def _row_word(player: Player) -> str:
    words = (NO_CARD if c is None else c.face if c.up else UNKNOWN for c in player.row)
    return " ".join(words)


def _gun_word(player: Player) -> str:
    if not player.armed:
        return NOTHING
    return str(player.aim or HELD)


def _wound_word(player: Player) -> str:
    hurt = [p for p, card in zip(PLACES, player.row, strict=True) if card and card.wounded]
    if len(hurt) > 1:
        return SOMEWHERE
    return hurt[0] if hurt else NOTHING


def _words(correction: Correction) -> tuple[str, ...]:
    value = correction.value.strip()
    return () if value in ("", NOTHING) else tuple(value.split())


def _listed(faces: tuple[Face, ...]) -> str:
    return " ".join(faces) or NOTHING


def _refused(correction: Correction, remedy: str) -> NotationError:
    return NotationError(f"{correction}: {remedy}; nothing was changed")
