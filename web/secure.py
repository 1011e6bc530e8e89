"""Serve the same pages by https, for the owner's own devices.

waitress speaks no TLS, so another server of threads does this; the limits, the streams and
the guard are those of the one application that both of them serve.
"""

import logging
import ssl
import threading
from pathlib import Path

from cheroot.ssl.builtin import BuiltinSSLAdapter
from cheroot.wsgi import Server as Cheroot
from flask import Flask

from web.context import KEY, Context
from web.serve import DRAIN_S, MOST_BYTES, SPARE_THREADS, free_port

#: How long a device may take to say what it wants, or to take what it asked for (seconds).
PATIENCE_S = 30

log = logging.getLogger(__name__)


class _Quiet(Cheroot):
    """Logs what a device did wrong, as one that does not trust the certificate does."""

    def error_log(self, msg: str = "", level: int = logging.INFO, traceback: bool = False) -> None:
        log.debug("https: %s", msg.strip())


class SecureServer:
    """A running https server: it listens from the start, and answers until `close`."""

    def __init__(self, app: Flask, host: str, port: int, certificate: Path, key: Path) -> None:
        """Listen on `host` and `port` (0: any free one).

        Raises PortInUse or AddressNotHere.
        """
        self._context: Context = app.extensions[KEY]
        threads = self._context.limits.streams + SPARE_THREADS
        self._server = _Quiet(
            (host, port and free_port(host, port)),
            app,
            numthreads=threads,
            server_name="table",
            timeout=PATIENCE_S,
            shutdown_timeout=1,
        )
        self._server.max_request_body_size = MOST_BYTES
        adapter = BuiltinSSLAdapter(str(certificate), str(key))
        adapter.context.minimum_version = ssl.TLSVersion.TLSv1_2
        self._server.ssl_adapter = adapter
        self._server.prepare()
        self.port = int(self._server.bind_addr[1])
        self._thread = threading.Thread(target=self._server.serve, name="https", daemon=True)

    def start(self) -> None:
        """Answer requests on a thread of its own."""
        self._thread.start()

    def close(self) -> None:
        """End every stream and stop."""
        self._context.streams.close()
        self._context.streams.drained(DRAIN_S)
        self._server.stop()
        if self._thread.is_alive():
            self._thread.join(timeout=1)
