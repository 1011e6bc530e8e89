"""Commands that wait for the live table: first come, first served, but for ties.

Two players may speak at the same moment. Then the game says who is heard first: in Good Cop
Bad Cop it goes clockwise from the active player (GC-23). When they spoke is when their words
reached the table: a phone's own clock could be wrong, or set.
"""

from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from typing import Any

from companion.cards import Seat
from companion.commands import Declare

#: Words that reach the table within so many seconds were spoken at the same moment.
SAME_MOMENT_S = 0.02


@dataclass(frozen=True, slots=True, eq=False)
class Waiting:
    """A command, where its answer goes, and when it came (seconds)."""

    command: Any
    answer: "Future[Any]"
    came_s: float


class WaitingLine:
    """Commands for one taker; anybody may add to it. `clock` gives monotonic seconds."""

    def __init__(self, clock: Callable[[], float]) -> None:
        """Begin with nobody waiting."""
        self._clock = clock
        self._came: SimpleQueue[Waiting | None] = SimpleQueue()
        self._waiting: deque[Waiting | None] = deque()

    def add(self, command: Any) -> "Future[Any]":
        """Let a command wait; the future is for its answer."""
        answer: Future[Any] = Future()
        self._came.put(Waiting(command, answer, self._clock()))
        return answer

    def close(self) -> None:
        """Let nobody be taken who comes from now on."""
        self._came.put(None)

    def take(self, order: Callable[[], Sequence[Seat]]) -> Waiting | None:
        """Wait for the next command and return it; None when the line is closed.

        `order` says who is heard first of those who speak at the same moment; who is not
        in it is heard as he came.
        """
        if not self._waiting:
            self._waiting.append(self._came.get())
        self._gather()
        first = self._waiting[0]
        rivals = self._rivals_of(first) if first else ()
        if len(rivals) > 1:
            first = min(rivals, key=lambda one: _place(one, order()))
        self._waiting.remove(first)
        return first

    def _gather(self) -> None:
        try:
            while True:
                self._waiting.append(self._came.get_nowait())
        except Empty:
            return

    def _rivals_of(self, first: Waiting) -> Sequence[Waiting]:
        """Return who spoke at the same moment as who came first, that one included."""
        if not isinstance(first.command, Declare):
            return ()
        return [
            one
            for one in self._waiting
            if one
            and isinstance(one.command, Declare)
            and one.came_s - first.came_s <= SAME_MOMENT_S
        ]


def _place(waiting: Waiting, order: Sequence[Seat]) -> int:
    seat = waiting.command.by
    return order.index(seat) if seat in order else len(order)
