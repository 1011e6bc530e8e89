"""Serve the pages with waitress: one process, a thread for each open stream."""

import errno
import logging
import socket
import threading
from collections.abc import Callable
from contextlib import suppress

from flask import Flask
from waitress import wasyncore
from waitress.server import create_server

from companion.game import TableError
from web.context import KEY, Context

#: Threads beyond those that streams may hold: they answer everything else.
SPARE_THREADS = 24
#: How long open streams may take to end by themselves (seconds).
DRAIN_S = 0.6
MOST_CONNECTIONS = 1000
#: Longer than two heartbeats, so that an open stream is never taken for a dead one.
CHANNEL_TIMEOUT_S = 60
#: What a request may weigh before the pages refuse it themselves (bytes).
MOST_BYTES = 1024 * 1024


class PortInUse(TableError, OSError):
    """Another program listens on this port; says what to do."""


class AddressNotHere(TableError, OSError):
    """This machine has no such address to listen on; says what to do."""


class Server:
    """A running server: it listens from the start, and answers until `close`."""

    def __init__(self, app: Flask, host: str, port: int) -> None:
        """Listen on `host` and `port` (0: any free one).

        Raises PortInUse or AddressNotHere.
        """
        self._context: Context = app.extensions[KEY]
        threads = self._context.limits.streams + SPARE_THREADS
        # waitress warns of every request that waits a moment for a thread.
        logging.getLogger("waitress.queue").setLevel(logging.ERROR)
        self._server = create_server(app, sockets=[_listen(host, port)], **_options(threads))
        self._thread = threading.Thread(target=self._server.run, name="web", daemon=True)
        self._stopped = threading.Event()

    @property
    def port(self) -> int:
        """Return the port that is listened on."""
        return int(self._server.effective_port)

    def start(self) -> None:
        """Answer requests on a thread of its own."""
        self._thread.start()

    def close(self) -> None:
        """End every stream and stop within a second; a second call does nothing."""
        if self._stopped.is_set():
            return
        self._stopped.set()
        self._context.streams.close()
        self._context.streams.drained(DRAIN_S)
        if self._thread.is_alive():
            self._in_loop(self._close_all)
            self._thread.join(timeout=1)
        else:
            self._close_all()
        self._server.task_dispatcher.shutdown(timeout=1)

    def wait(self) -> None:
        """Wait until the server has stopped."""
        self._stopped.wait()

    def __enter__(self) -> "Server":
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _in_loop(self, act: Callable[[], None]) -> None:
        """Have the server's own thread do this: its sockets belong to it."""
        # Woken by another thread, the loop may have done it and closed the trigger before
        # our own pull reaches it.
        with suppress(OSError):
            self._server.trigger.pull_trigger(act)

    def _close_all(self) -> None:
        wasyncore.close_all(self._server._map, ignore_all=True)


def serve(app: Flask, host: str, port: int) -> None:
    """Serve until the process is asked to end; then stop cleanly."""
    with Server(app, host, port) as server:
        server.wait()


def _listen(host: str, port: int) -> socket.socket:
    """Return a socket bound to host and port; leave none behind where that fails."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
    except OSError as error:
        listener.close()
        raise _plain(error, host, port) from error
    return listener


def free_port(host: str, port: int) -> int:
    """Return the port that can be listened on, `port` itself unless that is 0.

    Raises PortInUse or AddressNotHere.
    """
    with _listen(host, port) as listener:
        return int(listener.getsockname()[1])


def _options(threads: int) -> dict[str, object]:
    return {
        "threads": threads,
        "connection_limit": MOST_CONNECTIONS,
        "channel_timeout": CHANNEL_TIMEOUT_S,
        "cleanup_interval": 10,
        "max_request_body_size": MOST_BYTES,
        "max_request_header_size": 16 * 1024,
        "asyncore_use_poll": True,
        "clear_untrusted_proxy_headers": True,
        "log_socket_errors": False,
        "ident": None,
    }


def _plain(error: OSError, host: str, port: int) -> OSError:
    if error.errno == errno.EADDRINUSE:
        return PortInUse(
            f"port {port} is in use by another program: stop it, or start with --port and "
            "another number (--port 0 takes any free one)"
        )
    if error.errno == errno.EACCES:
        return PortInUse(f"port {port} needs more rights: take one above 1023, such as 8000")
    return AddressNotHere(
        f"cannot listen on {host}: this machine has no such address ({error.strerror}); "
        "start with --host 0.0.0.0"
    )
