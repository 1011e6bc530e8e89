"""Live updates: a stream shows its viewer's screen now, and again whenever it has changed.

Each event is the whole view, the same text that a GET answers. So a lost or doubled event
does no harm, and a stream says nothing that its viewer may not fetch. Nothing is broadcast:
a change that is not to be seen on a screen sends that screen nothing. A stream holds a
thread, so the newest stream of a page's owner takes the place of the one before, and each
address has a cap: phones that vanish without a word would otherwise hold every thread.
"""

import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from companion.game import Viewer
from companion.table import Table
from web.limits import Limits

#: How soon a stream notices that it has to end (seconds).
PULSE_S = 0.4
#: What the browser waits before it opens a stream again (milliseconds).
RETRY_MS = 1000


@dataclass(eq=False, slots=True)
class Ticket:
    """One open stream; `over` once it has to end."""

    owner: str
    address: str
    over: threading.Event = field(default_factory=threading.Event)


class Streams:
    """Every open stream, and who has to make room."""

    def __init__(self, limits: Limits, clock: Callable[[], float]) -> None:
        self._limits, self._clock = limits, clock
        self._open: list[Ticket] = []
        self._lock = threading.Condition()
        self._closed = False

    def open(self, owner: str, address: str) -> Ticket | None:
        """Admit a stream; None where there is no room and the page has to poll.

        An owner has one stream: the newest. An owner of "" may have several.
        """
        with self._lock:
            if self._closed:
                return None
            self._make_room(owner, address)
            if len(self._open) >= self._limits.streams:
                return None
            ticket = Ticket(owner, address)
            self._open.append(ticket)
        return ticket

    def events(
        self,
        ticket: Ticket,
        table: Table,
        viewer: Viewer,
        may: Callable[[], bool],
        show: Callable[[], tuple[int, bytes]],
    ) -> Iterator[bytes]:
        """Yield the viewer's screen now and whenever it changes, heartbeats in between.

        Ends when the ticket is over, when `may` says no more, or after its time. An event
        "replaced" tells the page not to come back, since another one took its place.

        Args:
            ticket: the stream's own.
            table: tells when the screen has changed.
            viewer: whose screen it is.
            may: whether this phone may still see it.
            show: the screen's revision and its text, on one line.

        """
        end = self._clock() + self._limits.stream_life_s
        (revision, text), beat = show(), self._clock()
        yield b"retry: %d\n%b" % (RETRY_MS, _event(text))
        while not ticket.over.is_set() and self._clock() < end and may():
            if table.wait(viewer, revision, PULSE_S) != revision:
                (revision, text), beat = show(), self._clock()
                # The change itself may have given the seat to another phone.
                if not may():
                    break
                yield _event(text)
            elif self._clock() - beat >= self._limits.heartbeat_s:
                beat = self._clock()
                yield b":\n\n"
        if ticket.over.is_set() and not self._closed:
            yield b"event: replaced\ndata: {}\n\n"

    def leave(self, ticket: Ticket) -> None:
        """Give the stream's place back; a second call does nothing."""
        with self._lock:
            if ticket in self._open:
                self._open.remove(ticket)
                self._lock.notify_all()

    def drained(self, timeout_s: float) -> bool:
        """Wait until no stream is open any more; False where some still are."""
        with self._lock:
            return self._lock.wait_for(lambda: not self._open, timeout_s)

    def close(self) -> None:
        """End every stream and admit none any more."""
        with self._lock:
            self._closed = True
            for ticket in self._open:
                ticket.over.set()

    def count(self) -> int:
        """Return how many streams are open."""
        with self._lock:
            return len(self._open)

    def _make_room(self, owner: str, address: str) -> None:
        for ticket in self._open:
            if owner and ticket.owner == owner:
                ticket.over.set()
        same = [t for t in self._open if t.address == address and not t.over.is_set()]
        for ticket in same[: max(0, len(same) + 1 - self._limits.streams_per_address)]:
            ticket.over.set()


def _event(text: bytes) -> bytes:
    return b"data: %b\n\n" % text
