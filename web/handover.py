"""Handing the host's role over: a key that works once, and not for long."""

import secrets
import threading
from collections.abc import Callable
from hashlib import sha256

#: As long as it takes to scan a code (seconds).
LASTS_S = 90.0


class HandOver:
    """The last key that was offered; an earlier one is dead."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock, self._lock = clock, threading.Lock()
        self._offered, self._until = b"", 0.0

    def offer(self) -> str:
        """Return a fresh key."""
        key = secrets.token_urlsafe(16)
        with self._lock:
            self._offered, self._until = _digest(key), self._clock() + LASTS_S
        return key

    def take(self, key: str) -> bool:
        """Tell whether this is the key that was offered, and let it die."""
        with self._lock:
            fits = secrets.compare_digest(_digest(key), self._offered)
            fits = fits and self._clock() < self._until
            if fits:
                self._offered = b""
        return fits


def _digest(key: str) -> bytes:
    return sha256(key.encode()).digest()
