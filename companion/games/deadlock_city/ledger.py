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
from companion.games.deadlock_city.state import State

Ledger = frozenset[Knowledge]


@lru_cache(maxsize=1024)
def everyone_knows(seats: tuple[Seat, ...], holder: Seat, face: Face, holds: bool) -> Ledger:
    """Return the entries by which all others know that `holder` has `face`, or has not."""
    return frozenset(Knowledge(seat, holder, face, holds) for seat in seats if seat != holder)


def after_putting_down(ledger: Ledger, seat: Seat, face: Face) -> Ledger:
    """Keep what is still certain of a hand of which one of two cards was put down.

    A known card stays known if another face was put down. Where it was known which card
    he does *not* hold, the drawn one may be it, unless exactly that one was put down.
    """
    if not ledger:
        return ledger
    return frozenset(
        k for k in ledger if k.holder != seat or (k.face != UNKNOWN and k.holds == (k.face != face))
    )


def after_losing_hand(ledger: Ledger, seat: Seat) -> Ledger:
    """Forget everything about a hand that was put down whole."""
    return frozenset(k for k in ledger if k.holder != seat) if ledger else ledger


def after_swap(state: State, first: Seat, second: Seat) -> Ledger:
    """Let entries follow the two cards; each of the two knows the card he gave away."""
    moved = {first: second, second: first}
    followed = {
        Knowledge(k.knower, moved.get(k.holder, k.holder), k.face, k.holds) for k in state.ledger
    }
    others = {k for k in followed if k.knower != k.holder}
    given = {
        Knowledge(first, second, state.player(first).hand[0]),
        Knowledge(second, first, state.player(second).hand[0]),
    }
    return frozenset(others | given)


def own_cards(state: State) -> Iterable[Knowledge]:
    """Yield one entry for each card a seat has taken up: he has seen it.

    Its face is left out. It rests on what the player tells his phone, and telling is
    private: it must not show as something newly learned.
    """
    for seat, player in state.seated():
        for place in range(len(player.hand)):
            yield Knowledge(seat, seat, UNKNOWN, card=len(player.pile) + place + 1)


def known_hand(state: State, knower: Seat, holder: Seat) -> tuple[Face, ...]:
    """Return the faces that `knower` knows `holder` to hold, by the ledger."""
    return tuple(
        sorted(
            {
                k.face
                for k in state.ledger
                if k.knower == knower and k.holder == holder and k.holds and k.face != UNKNOWN
            }
        )
    )


def public_count(state: State) -> Counter[Face]:
    """Count the cards that lie face up on the table."""
    count = Counter(state.removed)
    for player in state.players:
        count.update(player.pile)
    return count


def unseen(state: State, seat: Seat) -> frozenset[Face]:
    """Return the faces of which `seat` cannot see every copy, by public and his own cards."""
    count = public_count(state)
    count.update(state.player(seat).hand)
    return frozenset(face for face in FACES if count[face] < COPIES[face])
