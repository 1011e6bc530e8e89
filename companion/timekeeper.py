"""The players' clocks at the live table: when they run, and what is written down of them."""

from collections.abc import Callable

from companion.cards import Seat
from companion.game import TABLE
from companion.session import Session, is_over
from companion.snapshot import Sight
from companion.timers import SeatTime, Timers


class Timekeeper:
    """Lets the clocks run for whom the table waits; it never changes the session."""

    def __init__(self, clock: Callable[[], float]) -> None:
        """Start without a game; `clock` gives monotonic seconds."""
        self._clock = clock
        self._timers: Timers | None = None

    def keep(self, session: Session, sight: Sight) -> tuple[str, ...]:
        """Start and stop the clocks; return the events that write down what was spent."""
        now = self._clock()
        if not session.timer_s or session.play is None:
            self._timers = None
            return ()
        # After a restart a clock goes on from what was last written down.
        before = self._timers or Timers(session.spent, since_s=now)
        after = before.at(now, _thinking(session, sight))
        if after.due(now):
            after = after.written(now)
        self._timers = after
        return _spent(session, after) if after is not before else ()

    def times(self, session: Session) -> tuple[SeatTime, ...]:
        """Return what the clocks show; none where nobody plays by one."""
        if self._timers is None or session.play is None:
            return ()
        now, seats = self._clock(), session.play.record.setup.seats
        return tuple(self._timers.shown(seat, session.timer_s, now) for seat in seats)


def _spent(session: Session, timers: Timers) -> tuple[str, ...]:
    known = session.spent
    spent = {s: f"{t:.1f}" for s, t in timers.spent.items() if t - known.get(s, 0.0) >= 0.1}
    return tuple(f"spent {seat} {seconds}" for seat, seconds in spent.items())


def _thinking(session: Session, sight: Sight) -> frozenset[Seat]:
    """Return the seats whose clocks run: those that everybody can see are to act."""
    play = session.play
    disputed = sight.repair is not None or sight.challenge is not None
    if play is None or session.halted or disputed or is_over(session.game, play):
        return frozenset()
    view = session.game.view(play.state, TABLE)
    return frozenset(prompt.seat for prompt in view.prompts if prompt.seat is not None)
