"""How much one phone, one address or all of them together may ask."""

import threading
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass

#: Addresses and seats remembered at most; the longest unseen is forgotten first.
MOST_REMEMBERED = 1024


@dataclass(frozen=True, slots=True)
class Rate:
    """So many at once, and so many more per second."""

    burst: int
    per_second: float


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of one server.

    Args:
        reads: safe requests of one address.
        writes: unsafe requests of one address; dragging a card sends many.
        acts: unsafe requests of one seat.
        keys: tries of an address to come in: joins, claims, host keys, wrong cookies.
        streams_per_address: open event streams of one address; the oldest gives way.
        streams: open event streams of all; beyond them, pages poll.
        stream_life_s: a page opens a fresh stream after so long, so that a phone that
            vanished without a word does not keep its thread.

    """

    reads: Rate = Rate(200, 50)
    writes: Rate = Rate(120, 60)
    acts: Rate = Rate(40, 10)
    keys: Rate = Rate(20, 0.5)
    streams_per_address: int = 12
    streams: int = 112
    stream_life_s: float = 300.0
    heartbeat_s: float = 10.0


class Buckets:
    """One token bucket per name; a name may be an address or a seat."""

    def __init__(self, rate: Rate, clock: Callable[[], float]) -> None:
        self._rate, self._clock = rate, clock
        self._filled: OrderedDict[str, tuple[float, float]] = OrderedDict()
        self._lock = threading.Lock()

    def take(self, name: str) -> bool:
        """Take one token of `name`; False where none is left."""
        with self._lock:
            tokens = self._tokens(name)
            self._filled[name] = (max(tokens - 1, 0.0), self._clock())
            self._filled.move_to_end(name)
            while len(self._filled) > MOST_REMEMBERED:
                self._filled.popitem(last=False)
        return tokens >= 1

    def _tokens(self, name: str) -> float:
        full = float(self._rate.burst)
        tokens, since = self._filled.get(name, (full, self._clock()))
        return min(full, tokens + (self._clock() - since) * self._rate.per_second)
