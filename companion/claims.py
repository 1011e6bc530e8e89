"""Phones that wish to stand for a taken seat and wait for its button or the host."""

from collections.abc import Callable

from companion.cards import Seat
from companion.commands import TakePhone, refused

#: How long a wish to take over a seat waits for its button (seconds).
CLAIM_SECONDS = 30.0


class Claims:
    """At most one waiting phone for each seat."""

    def __init__(self, clock: Callable[[], float]) -> None:
        """Start without a claim; `clock` gives monotonic seconds."""
        self._clock = clock
        self._waiting: dict[Seat, tuple[str, float]] = {}

    def __contains__(self, seat: Seat) -> bool:
        """Tell whether a phone waits for the seat."""
        return seat in self._waiting

    def seats(self) -> tuple[Seat, ...]:
        """Return the seats that are waited for."""
        return tuple(sorted(self._waiting))

    def claim(self, seat: Seat, key: str) -> None:
        """Let the phone with this key wait for a seat; raise Refused if another one does."""
        self.expire()
        waiting = self._waiting.get(seat)
        # The first to ask waits alone: nobody can slip in just before the button is pressed.
        if waiting is not None and waiting[0] != key:
            raise refused("seat_claimed_already", seat=seat)
        self._waiting[seat] = (key, self._clock() + CLAIM_SECONDS)

    def confirmed(self, seat: Seat) -> TakePhone:
        """Return the command that hands the seat over; raise Refused if nobody waits."""
        self.expire()
        if seat not in self._waiting:
            raise refused("nobody_claims", seat=seat)
        key, _ = self._waiting.pop(seat)
        return TakePhone(seat, key)

    def expire(self) -> None:
        """Forget the claims that have waited too long."""
        now = self._clock()
        self._waiting = {seat: c for seat, c in self._waiting.items() if c[1] > now}
