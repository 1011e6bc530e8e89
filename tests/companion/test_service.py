"""What systemd hears, on a socket in systemd's place."""

import socket
from collections.abc import Iterator
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import pytest

from companion.service import Watchdog, notify


@pytest.fixture
def systemd(tmp_path: Path) -> Iterator[socket.socket]:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as heard:
        heard.bind(str(tmp_path / "notify"))
        heard.setblocking(False)
        yield heard


def told(systemd: socket.socket) -> list[str]:
    messages = []
    try:
        while True:
            messages.append(systemd.recv(1000).decode())
    except BlockingIOError:
        return messages


def test_systemd_is_told(systemd: socket.socket) -> None:
    notify("READY=1", {"NOTIFY_SOCKET": systemd.getsockname()})

    assert told(systemd) == ["READY=1"]


@pytest.mark.parametrize("address", ["", "/nowhere/at/all", "relative", "@no-such-name"])
def test_without_systemd_nothing_happens(address: str) -> None:
    notify("READY=1", {"NOTIFY_SOCKET": address})


def test_life_is_shown_three_times_a_period_while_the_writer_answers(
    systemd: socket.socket,
) -> None:
    env = {"NOTIFY_SOCKET": systemd.getsockname(), "WATCHDOG_USEC": "30000000"}
    asked: list[Future[Any]] = []

    def ask() -> "Future[Any]":
        asked.append(Future())
        return asked[-1]

    watchdog = Watchdog(ask, env)
    watchdog.look(100.0)
    asked[0].set_result(None)
    watchdog.look(109.0)
    early = told(systemd)
    watchdog.look(110.0)
    alive = told(systemd)
    watchdog.look(120.0)
    watchdog.look(130.0)

    assert (early, alive, told(systemd)) == ([], ["WATCHDOG=1"], [])
    assert len(asked) == 2


def test_without_a_watchdog_nobody_is_asked() -> None:
    def ask() -> "Future[Any]":
        raise AssertionError("asked")

    Watchdog(ask, {}).look(1.0)
