"""Reasons why something is not allowed, and who may be told them."""

from collections.abc import Iterator

from companion.cards import Seat
from companion.game import Violation
from companion.games.good_cop_bad_cop.actions import Act
from companion.games.good_cop_bad_cop.state import State

Faults = Iterator[Violation]


def open_fault(code: str, clause: str, **facts: str) -> Violation:
    """Return a reason that rests on public facts."""
    return Violation(code, tuple(facts.items()), clause)


def own_fault(seat: Seat, code: str, clause: str, **facts: str) -> Violation:
    """Return a reason that rests on the seat's own cards, for its own phone only."""
    return Violation(code, (("seat", seat), *facts.items()), clause, seat)


def seat_faults(state: State, action: Act) -> Faults:
    """Yield that a seat in the act is nobody's."""
    for seat in (action.seat, getattr(action, "target", None)):
        if seat is not None and seat not in state.table.place:
            yield open_fault("no_such_seat", "GC-T1", seat=seat)
