"""What systemd is told: that the table is ready, alive, and stopping (sd_notify(3)).

It is one datagram per message; without systemd (no NOTIFY_SOCKET) nothing happens.
"""

import os
import socket
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from contextlib import suppress
from typing import Any


def notify(message: str, env: Mapping[str, str] = os.environ) -> None:
    """Send systemd a message such as READY=1; never fails."""
    address = env.get("NOTIFY_SOCKET", "")
    if not address.startswith(("/", "@")):
        return
    # A name that begins with @ is in the abstract namespace (unix(7)).
    target = "\0" + address[1:] if address[0] == "@" else address
    with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sender:
        sender.connect(target)
        sender.sendall(message.encode())


class Watchdog:
    """Tells systemd that the table is alive, as long as its writer answers.

    Args:
        ask: puts a question to the writer; its future is done once it was answered.
        env: where systemd says how often it wants to hear (WATCHDOG_USEC, microseconds).

    """

    def __init__(
        self, ask: Callable[[], "Future[Any]"], env: Mapping[str, str] = os.environ
    ) -> None:
        self._ask, self._env = ask, env
        wanted = env.get("WATCHDOG_USEC", "")
        self._period_s = int(wanted) / 1e6 / 3 if wanted.isdigit() else None
        self._asked: Future[Any] | None = None
        self._due_s = 0.0

    def look(self, now_s: float) -> None:
        """Send a sign of life if one is due and the last question was answered."""
        if self._period_s is None or now_s < self._due_s:
            return
        if self._asked is not None:
            if not self._asked.done():
                return
            notify("WATCHDOG=1", self._env)
        self._asked, self._due_s = self._ask(), now_s + self._period_s
