"""What each act says about the hidden cards, and to whom the table owes that word.

Cards laid open speak for themselves. An answer, a look, a comparison and a card that the
7 would have forbidden are *words*: true unless something else proves them false.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from companion.cards import UNKNOWN, Face, Seat
from companion.game import Correction, Facts, Proof, Viewer
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
from companion.games.deadlock_city.cards import FIVE, FOUR, NINE, SEVEN, SIX, ZERO
from companion.games.deadlock_city.counting import Slot
from companion.games.deadlock_city.worlds import Worlds


@dataclass(frozen=True, slots=True)
class Word:
    """What the belief rests on: said by which step, and what it is called when disproved.

    Of cards laid open nothing can be false, unless they were taken back: such a card may
    have been misread. `retold` is what a player told his own phone, which he may tell anew.
    """

    step: int
    proof: Proof
    is_card: bool = False
    retold: bool = False


def as_seen(action: Act, viewer: Viewer) -> Act | None:
    """Return the act as `viewer` knows it; None where he may not know of it."""
    if action.seat == viewer:
        return action
    if isinstance(action, Hold):
        return None
    if isinstance(action, Look) and action.face != UNKNOWN:
        return replace(action, face=UNKNOWN)
    return action


def take_in(worlds: Worlds, act: Act, heeded: bool = True) -> None:
    """Let the act happen in `worlds`; its word counts only if it is heeded."""
    match act:
        case Draw(seat):
            worlds.draw(seat)
        case Play():
            _play(worlds, act, heeded)
        case Drop(seat, face) | Show(seat, face):
            if worlds.doubted == seat or len(worlds.hands[seat]) > 1:
                worlds.lay_down(seat, face)
            else:
                worlds.put_down(seat, face)
        case _ if heeded:
            _heed(worlds, act)
    # What lies open after a doubtful hit may only be written there because of it.
    doubtful = isinstance(act, Answer) and act.hit and not heeded
    worlds.doubted = act.seat if doubtful else None
    if (fallen := _fallen(act, worlds.played)) is not None:
        worlds.out |= {fallen}


def _fallen(act: Act, play: Play | None) -> Seat | None:
    """Return who goes out by this act."""
    match act:
        case Answer(seat, True) if play and play.number != NINE:
            return seat
        case Compare(_, loser):
            return loser
        case Sprung(seat) | Play(seat, face="8") | Drop(seat, face="8"):
            return seat
    return None


def _play(worlds: Worlds, play: Play, heeded: bool) -> None:
    worlds.put_down(play.seat, play.face)
    worlds.played = play
    left = _card(worlds, play.seat)
    if heeded and play.face in (FIVE, SIX) and left is not None:
        worlds.restrict(left, lambda face: face != int(SEVEN))
    if play.effect == FOUR and play.target:
        worlds.swap(play.seat, play.target)


def _heed(worlds: Worlds, act: Act) -> None:
    match act:
        case Hold(seat, faces):
            _told(worlds, seat, faces)
        case Answer(seat, hit):
            _answer(worlds, seat, hit)
        case Look(_, face):
            _looked(worlds, ZERO if face == UNKNOWN else face, sees_it=face != UNKNOWN)
        case Sprung():
            _looked(worlds, ZERO, sees_it=True)
        case Compare(seat, loser):
            _compared(worlds, seat, loser)


def _told(worlds: Worlds, seat: Seat, faces: tuple[Face, ...]) -> None:
    hand, kinds = worlds.hands[seat], sorted(map(int, faces))
    if len(hand) == 1 == len(kinds):
        worlds.restrict(hand[0], lambda face: face == kinds[0])
    elif len(hand) == 2 == len(kinds):
        worlds.relate(*hand, lambda one, two: sorted((one, two)) == kinds)


def _answer(worlds: Worlds, seat: Seat, hit: bool) -> None:
    card, play = _card(worlds, seat), worlds.played
    if card is not None and play is not None and play.number is not None:
        named = int(play.number)
        worlds.restrict(card, lambda face: (face == named) == hit)


def _looked(worlds: Worlds, face: Face, sees_it: bool) -> None:
    """Keep what a look shows: this card, or that it is not the 0 that would have sprung."""
    card, kind = _target_card(worlds), int(face)
    if card is not None:
        worlds.restrict(card, lambda found: (found == kind) == sees_it)


def _compared(worlds: Worlds, seat: Seat, loser: Seat | None) -> None:
    """Keep what the result shows; the other card is no 0, which would have sprung (DC-18)."""
    own, other = _card(worlds, seat), _target_card(worlds)
    if own is None or other is None:
        return
    if loser is None:
        worlds.relate(own, other, lambda mine, his: mine == his != 0)
    elif loser == seat:
        worlds.relate(own, other, lambda mine, his: mine < his)
    else:
        worlds.relate(own, other, lambda mine, his: mine > his > 0)


def _card(worlds: Worlds, seat: Seat) -> Slot | None:
    hand = worlds.hands.get(seat, ())
    return hand[0] if len(hand) == 1 else None


def _target_card(worlds: Worlds) -> Slot | None:
    play = worlds.played
    return _card(worlds, play.target) if play and play.target else None


# --- words, and how they are called when they are disproved --------------------------------


def word_of(act: Act, play: Play | None, step: int) -> Word | None:
    """Return what `act` vouches for after `play`, the last card put down; None for a draw."""
    if isinstance(act, Draw):
        return None
    code, clause, facts = _facts(act, play)
    said = (("seat", act.seat), *facts)
    proof = Proof(code, said, clause, accused=(act.seat,), step=step)
    return Word(step, proof, is_card=not code, retold=isinstance(act, Hold))


def _facts(act: Act, play: Play | None) -> tuple[str, str, Facts]:
    match act:
        case Play(face=face) if face in (FIVE, SIX):
            return "disproved_play", "DC-11", (("face", SEVEN), ("other", face))
        case Hold(_, faces):
            return "disproved_told", "DC-47", (("face", " ".join(faces)),)
        case Answer(_, hit) if play and play.number:
            code = "disproved_hit" if hit else "disproved_miss"
            return code, _guess_clause(play.number), (("named", play.number),)
    target = (("target", str(play.target)),) if play and play.target else ()
    return (*_SAID.get(type(act), ("", "")), target)


_SAID: Mapping[type, tuple[str, str]] = {
    Look: ("disproved_look", "DC-17"),
    Sprung: ("disproved_sprung", "DC-16"),
    Compare: ("disproved_compare", "DC-29"),
}


def _guess_clause(named: Face) -> str:
    return {NINE: "DC-25", ZERO: "DC-22"}.get(named, "DC-24")


# --- the host's word -----------------------------------------------------------------------


def take_in_correction(worlds: Worlds, correction: Correction) -> None:
    """Let the host's word be so; what rested on the corrected cards is forgotten."""
    owner, _, field = correction.field.rpartition(".")
    faces = tuple(Face(word) for word in correction.value.split() if word != "none")
    if correction.field == "removed":
        worlds.lay_out(faces)
        return
    seat = Seat(owner)
    if seat not in worlds.hands:
        return
    pile, hand = worlds.piles[seat], (UNKNOWN,) * len(worlds.hands[seat])
    if field == "pile":
        worlds.correct(seat, faces, hand)
    elif field == "hand":
        worlds.correct(seat, pile, faces)
    elif field == "out" and correction.value == "yes":
        worlds.out |= {seat}
    elif field == "out" and seat in worlds.out:
        worlds.out -= {seat}
        if pile and not hand:
            worlds.correct(seat, pile[:-1], pile[-1:])
