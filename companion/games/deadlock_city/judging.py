"""Whether an act was right, with all the cards open that were in hand at that moment."""

from collections import Counter
from dataclasses import dataclass

from companion.cards import UNKNOWN, Face, Seat
from companion.game import Correction, Finding
from companion.games.deadlock_city.actions import (
    Act,
    Answer,
    Compare,
    Hold,
    Look,
    Play,
    Sprung,
)
from companion.games.deadlock_city.cards import FIVE, NINE, SEVEN, SIX, ZERO, value
from companion.games.deadlock_city.state import State

Hands = tuple[tuple[Face, ...], ...]


@dataclass(frozen=True, slots=True)
class Moment:
    """A step of the past and what stood before it; of the state only the public part counts."""

    number: int
    turn: int
    step: Act | Correction | None
    state: State

    @property
    def act(self) -> Act | None:
        """Return the step if it is an act."""
        return None if isinstance(self.step, Correction) else self.step

    def place(self, seat: Seat) -> int:
        """Return where a seat's hand stands among the hands."""
        return self.state.table.place[seat]

    def found(self, code: str, clause: str, should: Act | str, **facts: str) -> Finding:
        """Return that this step was not right."""
        assert self.act is not None
        said = (("turn", str(self.turn)), ("seat", self.act.seat), *facts.items())
        return Finding(code, tuple(said), clause, (self.number,), str(should))


def finding(moment: Moment, hands: Hands) -> Finding | None:
    """Return what was not right in this step, if these were the hands before it."""
    step = moment.step
    match step:
        case Play():
            return _withheld(moment, step, hands[moment.place(step.seat)])
        case Hold():
            return _told(moment, step, hands[moment.place(step.seat)])
        case Answer():
            return _answer(moment, step, hands[moment.place(step.seat)])
        case Look() | Sprung() | Compare():
            return _revealed(moment, step, hands)
    return None


def _withheld(moment: Moment, play: Play, hand: tuple[Face, ...]) -> Finding | None:
    if play.face not in (FIVE, SIX) or SEVEN not in hand:
        return None
    should = Play(play.seat, SEVEN)
    return moment.found("audit_seven", "DC-11", should, face=SEVEN, other=play.face)


def _told(moment: Moment, told: Hold, hand: tuple[Face, ...]) -> Finding | None:
    jokers = hand.count(UNKNOWN)
    if sum((Counter(told.faces) - Counter(hand)).values()) <= jokers:
        return None
    should, facts = Hold(told.seat, hand), {"face": " ".join(told.faces), "other": " ".join(hand)}
    return moment.found("audit_told", "", "" if jokers else should, **facts)


def _answer(moment: Moment, answer: Answer, hand: tuple[Face, ...]) -> Finding | None:
    named = moment.state.played.number if moment.state.played else None
    if named is None or len(hand) != 1 or hand[0] == UNKNOWN or answer.hit == (named in hand):
        return None
    should = Answer(answer.seat, not answer.hit)
    if answer.hit:
        clause = "DC-28" if hand[0] == NINE else "DC-24"
        return moment.found("audit_hit", clause, should, named=named, face=hand[0])
    if named == NINE:
        return moment.found("audit_miss_nine", "DC-25", should, named=named)
    clause = "DC-22" if named == ZERO else "DC-24"
    return moment.found("audit_miss", clause, should, named=named)


def _revealed(moment: Moment, act: Look | Sprung | Compare, hands: Hands) -> Finding | None:
    """Judge what came of looking at another player's card."""
    play, own = moment.state.played, hands[moment.place(act.seat)]
    if play is None or play.target is None or len(own) != 1:
        return None
    other = hands[moment.place(play.target)]
    if len(other) != 1 or UNKNOWN in other:
        return None
    if isinstance(act, Sprung):
        return _sprung(moment, play, own[0], other[0])
    if other[0] == ZERO:
        return _unsprung(moment, act, play.target)
    if isinstance(act, Look):
        return _looked(moment, act, play.target, other[0])
    return _compared(moment, act, play.target, (own[0], other[0]))


def _sprung(moment: Moment, play: Play, own: Face, other: Face) -> Finding | None:
    if other == ZERO or play.target is None:
        return None
    should: Act | str = Look(play.seat, other)
    if play.effect == FIVE:
        should = "" if own == UNKNOWN else _result(play.seat, play.target, own, other)
    return moment.found("audit_sprung", "DC-16", should, target=play.target, face=other)


def _unsprung(moment: Moment, act: Look | Compare, target: Seat) -> Finding:
    code, clause = ("audit_look", "DC-17") if isinstance(act, Look) else ("audit_trap", "DC-18")
    return moment.found(code, clause, Sprung(act.seat), target=target, face=ZERO)


def _looked(moment: Moment, look: Look, target: Seat, other: Face) -> Finding | None:
    if look.face in (UNKNOWN, other):
        return None
    facts = {"target": target, "face": look.face, "other": other}
    return moment.found("audit_look_told", "", Look(look.seat, other), **facts)


def _compared(
    moment: Moment, act: Compare, target: Seat, cards: tuple[Face, Face]
) -> Finding | None:
    if UNKNOWN in cards:
        return None
    should = _result(act.seat, target, *cards)
    if should == act:
        return None
    facts = {"target": target, "face": cards[0], "other": cards[1]}
    if should.loser is None:
        return moment.found("audit_compare_tie", "DC-29", should, **facts)
    return moment.found("audit_compare", "DC-29", should, **facts, holder=should.loser)


def _result(seat: Seat, target: Seat, own: Face, other: Face) -> Compare:
    if own == other:
        return Compare(seat, None)
    return Compare(seat, seat if value(own) < value(other) else target)
