"""The two servers that `marshal bench push` measures, each in a process of its own.

A server tells its port through its pipe; then, for each word it is sent, it changes
something and answers when (monotonic seconds, the same clock for every process).
"""

import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from multiprocessing import get_context
from multiprocessing.connection import Connection
from random import Random
from typing import Any

from flask import Flask
from waitress.server import create_server

from companion.cards import Seat
from companion.commands import Join, Rename
from companion.games import GAMES
from companion.rulebooks import rulebooks
from companion.store import MemoryJournal
from companion.table import Table
from web import create_app
from web.context import key_of
from web.limits import Limits
from web.serve import MOST_CONNECTIONS, SPARE_THREADS, Server
from web.services import Services

#: Five players; whoever else is connected looks on.
SEATED = 5
START_S = 60.0
STOP_S = 10.0


class Served:
    """A server in another process."""

    def __init__(self, pipe: "Connection[Any, Any]", pid: int, port: int) -> None:
        self._pipe, self.pid, self.port = pipe, pid, port

    def change(self) -> float:
        """Change something; return when (monotonic seconds)."""
        self._pipe.send("change")
        changed: float = self._pipe.recv()
        return changed

    def stop(self) -> float:
        """Stop the server; return how long that took (seconds)."""
        self._pipe.send("stop")
        took: float = self._pipe.recv()
        return took


@contextmanager
def served(serve: Callable[["Connection[Any, Any]"], None]) -> Iterator[Served]:
    """Run a server in a fresh process and end it afterwards."""
    context = get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=serve, args=(theirs,), daemon=True)
    process.start()
    try:
        if not ours.poll(START_S) or process.pid is None:
            raise TimeoutError("the server did not start")
        yield Served(ours, process.pid, ours.recv())
    finally:
        process.terminate()
        process.join(STOP_S)


def serve_pages(pipe: "Connection[Any, Any]") -> None:
    """Serve the real pages of a table with five players."""
    table = Table(GAMES, MemoryJournal(), Random(1), time.monotonic)
    for number in range(1, SEATED + 1):
        table.do(Join(f"Player {number}", key_of(f"p{number}")))
    services = Services(table, rulebooks(), _no_art, lambda: "http://127.0.0.1/", "host")
    with Server(create_app(services), "127.0.0.1", 0) as server:
        pipe.send(server.port)
        for number in _wishes(pipe):
            pipe.send(time.monotonic())
            table.do(Rename(Seat("p1"), f"Renamed {number}"))
        started = time.monotonic()
        server.close()
        pipe.send(time.monotonic() - started)


def serve_bare(pipe: "Connection[Any, Any]") -> None:
    """Serve the least that can be called an event stream, with as many threads."""
    bare = Bare()
    room = {"threads": Limits().streams + SPARE_THREADS, "connection_limit": MOST_CONNECTIONS}
    server = create_server(bare.app(), host="127.0.0.1", port=0, asyncore_use_poll=True, **room)
    threading.Thread(target=server.run, daemon=True).start()
    pipe.send(int(server.effective_port))
    for _ in _wishes(pipe):
        pipe.send(time.monotonic())
        bare.change()


class Bare:
    """A number, and streams that tell it."""

    def __init__(self) -> None:
        self._number, self._changed = 0, threading.Condition()

    def change(self) -> None:
        """Count on."""
        with self._changed:
            self._number += 1
            self._changed.notify_all()

    def app(self) -> Flask:
        """Return an application with nothing but the stream."""
        app = Flask("bare")
        for path in ("/seat/events", "/watch/events"):
            app.add_url_rule(path, path, lambda: (self._events(), 200, _STREAM))
        return app

    def _events(self) -> Iterator[str]:
        number = self._number
        yield f"data: {number}\n\n"
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._number != number)  # noqa: B023
                number = self._number
            yield f"data: {number}\n\n"


_STREAM = {"Content-Type": "text/event-stream"}


def _no_art(game: str, face: str, language: str) -> str:
    return ""


def _wishes(pipe: "Connection[Any, Any]") -> Iterable[int]:
    number = 0
    while pipe.recv() == "change":
        number += 1
        yield number
