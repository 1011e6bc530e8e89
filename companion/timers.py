"""A chess clock for any number of seats, as a value that time is handed to.

Time is advice: nobody loses by it. It runs for the seats that everybody can see are to act,
so it tells nothing that is not on the table, and it stands still while table and record
disagree, while somebody asks whether an act is right, and while the host has stopped it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.cards import Seat

#: So much time left counts as little: a minute, or a fifth of a short allowance (seconds).
LITTLE_S = 60.0
#: A clock that runs on is written down this often, so that a pulled plug costs no more (s).
WRITTEN_EVERY_S = 30.0


@dataclass(frozen=True, slots=True)
class SeatTime:
    """A seat's time as it stays until something happens.

    Args:
        left_s: what is left (seconds) of a clock that stands; below 0: overdrawn.
        until_s: when a clock that runs will be at 0, on the table's monotonic clock.
        level: "", "low" for little time, "up" for none.

    """

    seat: Seat
    left_s: float
    until_s: float | None
    level: str


@dataclass(frozen=True, slots=True)
class Timers:
    """What each seat has spent (seconds), and whose clock has run since when."""

    spent: Mapping[Seat, float] = field(default_factory=dict)
    running: frozenset[Seat] = frozenset()
    since_s: float = 0.0

    def at(self, now_s: float, running: frozenset[Seat]) -> "Timers":
        """Return the clocks when these seats are to act; the same ones if nothing changed."""
        if running == self.running:
            return self
        return Timers(self.spent_at(now_s), running, now_s)

    def written(self, now_s: float) -> "Timers":
        """Return the same clocks with all that has run off booked as spent."""
        return Timers(self.spent_at(now_s), self.running, now_s)

    def spent_at(self, now_s: float) -> dict[Seat, float]:
        """Return what each seat has spent by now (seconds)."""
        spent = dict(self.spent)
        for seat in self.running:
            spent[seat] = spent.get(seat, 0.0) + max(0.0, now_s - self.since_s)
        return spent

    def due(self, now_s: float) -> bool:
        """Tell whether a running clock is to be written down."""
        return bool(self.running) and now_s - self.since_s >= WRITTEN_EVERY_S

    def shown(self, seat: Seat, allowance_s: float, now_s: float) -> SeatTime:
        """Return a seat's time for a screen, the same value until something happens."""
        booked = allowance_s - self.spent.get(seat, 0.0)
        left = allowance_s - self.spent_at(now_s).get(seat, 0.0)
        level = "up" if left <= 0 else "low" if left <= min(LITTLE_S, allowance_s / 5) else ""
        until = round(self.since_s + booked, 1) if seat in self.running else None
        return SeatTime(seat, round(booked, 1), until, level)
