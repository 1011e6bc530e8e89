"""The ledger: which seat has learned what about another seat's card, and what is counted out.

Entries are true as long as they stand. They follow a card that is swapped, and go when
the card may have left the hand.
"""

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache

from companion.cards import UNKNOWN, Face, Seat
from companion.game import Knowledge
from companion.games.deadlock_city.cards import COPIES, FACES
from companion.games.deadlock_city.state import Position, State

Ledger = frozenset[Knowledge]
#: What is known of one hand.
Known = tuple[Knowledge, ...]


#: Equal entries are one object: they are asked for far more often than they differ.
knows = lru_cache(maxsize=4096)(Knowledge)


@lru_cache(maxsize=1024)
def everyone_knows(seats: tuple[Seat, ...], holder: Seat, face: Face, holds: bool) -> Known:
    """Return the entries by which all others know that `holder` has `face`, or has not."""
    return tuple(knows(seat, holder, face, holds) for seat in seats if seat != holder)


def after_putting_down(known: Known, face: Face) -> Known:
    """Keep what is still certain of a hand of which one of two cards was put down.

    A known card stays known if another face was put down. Where it was known which card
    he does *not* hold, the drawn one may be it, unless exactly that one was put down.
    """
    return tuple([k for k in known if k.face != UNKNOWN and k.holds == (k.face != face)])


def passed_on(known: Known, giver: Seat, taker: Seat, face: Face) -> Known:
    """Return what is known of a card that went from `giver`, who saw it, to `taker`."""
    others = [knows(k.knower, taker, k.face, k.holds) for k in known if k.knower != taker]
    return (*others, knows(giver, taker, face))


def learned(position: Position) -> Ledger:
    """Return everything that seats have learned about the hands of others."""
    return frozenset(entry for player in position.players for entry in player.known)


def with_kept(state: State, kept: Ledger) -> State:
    """Return the state in which `kept` is known too, save what it plainly contradicts.

    Who takes a swap back holds his old card again: that the other holds it is then over.
    """
    draft = state.draft()
    for entry in kept - learned(state):
        player = draft.player(entry.holder)
        possible = UNKNOWN in (entry.face, *player.hand)
        if possible or (entry.face in player.hand) == entry.holds:
            player.known += (entry,)
    return draft.frozen()


def revealed(state: Position) -> Ledger:
    """Return that everyone knows the card that a seat without a hand has put down last.

    He was made to, or showed it when he went out or at the end. Undoing that can't make
    it unseen.
    """
    seats = state.table.seats
    return frozenset(
        entry
        for seat, player in state.seated()
        if player.pile and not player.hand
        for entry in everyone_knows(seats, seat, player.pile[-1], True)
    )


def own_cards(state: Position) -> Iterable[Knowledge]:
    """Yield one entry for each card a seat has taken up: he has seen it.

    Its face is left out. It rests on what the player tells his phone, and telling is
    private: it must not show as something newly learned.
    """
    for seat, player in state.seated():
        for place in range(len(player.hand)):
            yield Knowledge(seat, seat, UNKNOWN, card=len(player.pile) + place + 1)


def known_hand(state: Position, knower: Seat, holder: Seat) -> tuple[Face, ...]:
    """Return the faces that `knower` knows `holder` to hold, by the ledger."""
    known = state.player(holder).known
    faces = {k.face for k in known if k.knower == knower and k.holds and k.face != UNKNOWN}
    return tuple(sorted(faces))


def public_count(state: Position) -> Counter[Face]:
    """Count the cards that lie face up on the table."""
    count = Counter(state.removed)
    for player in state.players:
        count.update(player.pile)
    return count


def unseen(state: Position, seat: Seat) -> frozenset[Face]:
    """Return the faces of which `seat` cannot see every copy, by public and his own cards."""
    count = public_count(state)
    count.update(state.player(seat).hand)
    return frozenset(face for face in FACES if count[face] < COPIES[face])
