"""Spaces frames in time, on a clock that tests can hold still."""

import time
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Clock:
    """The monotonic clock and the wait that cameras use; both in seconds."""

    now: Callable[[], float] = time.monotonic
    wait: Callable[[float], None] = time.sleep


class Pacer:
    """Hands out moments that are at least a period apart."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._due_s: float | None = None

    def wait(self, period_s: float) -> float:
        """Wait until a period after the last moment and return the time, seconds.

        Time lost by a slow caller is not caught up with a burst.
        """
        now = self._clock.now()
        if self._due_s is not None and self._due_s > now:
            self._clock.wait(self._due_s - now)
            now = max(self._clock.now(), self._due_s)
        self._due_s = now + period_s
        return now

    def hurry(self) -> None:
        """Make the next moment be at once."""
        self._due_s = None
