"""How soon a phone has its new view after the table changed, and what that costs.

Phones are sockets on this machine, each with a loopback address of its own, so that the
real limits per address hold. A phone is told by its stream and then fetches its view, as
the pages do; the bare stream it is compared with only tells.
"""

import asyncio
import statistics
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar

from companion.bench.push_servers import SEATED, Served, serve_bare, serve_pages, served
from companion.bench.result import BenchResult

CROWDS = (8, 64, 100)
CHANGES = 60
WARM_UP = 10
#: Between two changes, so that one is over before the next comes (seconds).
PAUSE_S = 0.02
HALF_OPEN = 32
PATIENCE_S = 30.0

T = TypeVar("T")


def run(crowds: tuple[int, ...] = CROWDS, changes: int = CHANGES) -> BenchResult:
    """Measure the pages and a bare stream with the same crowds."""
    figures: dict[str, float] = {}
    bare: dict[str, float] = {}
    for crowd in crowds:
        with served(serve_pages) as server:
            times = _finished(_measure(server, crowd, changes, _page_phone))
            figures |= _percentiles(times, crowd)
            figures[f"rss_mb_{crowd}"] = times.rss_mb
        with served(serve_bare) as server:
            bare |= _percentiles(_finished(_measure(server, crowd, changes, _bare_phone)), crowd)
    with served(serve_pages) as server:
        waited = _finished(_next_request(server))
    figures[f"next_request_ms_{HALF_OPEN}_half_open"] = waited * 1000
    most = crowds[-1]
    ratio = figures[f"p99_ms_{most}"] / bare[f"p99_ms_{most}"]
    return BenchResult("push", figures, {"bare_waitress": bare}, {f"p99_{most}_vs_bare": ratio})


def _finished(work: Coroutine[Any, Any, T]) -> T:
    """Return what the coroutine returns, run in a thread that has no event loop yet."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()


class Times(list[float]):
    """How long each phone waited (seconds), and the server's memory meanwhile (MB)."""

    rss_mb: float = 0.0


class Phone:
    """One phone: its stream, and a connection for its view."""

    def __init__(self, port: int, number: int) -> None:
        self._port, self._number = port, number
        self._writers: list[asyncio.StreamWriter] = []
        self.has_new_view = asyncio.Event()
        self.at = 0.0

    async def connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """Open a connection from this phone's own address."""
        source = (f"127.1.{self._number // 200}.{self._number % 200 + 1}", 0)
        reader, writer = await asyncio.open_connection("127.0.0.1", self._port, local_addr=source)
        self._writers.append(writer)
        return reader, writer

    async def hang_up(self) -> None:
        """Close every connection of this phone."""
        for writer in self._writers:
            writer.close()
            # The server may have closed its end first.
            with suppress(ConnectionError):
                await writer.wait_closed()

    def request(self, path: str) -> bytes:
        """Return a request for `path`, as a seat's phone where it has a seat."""
        cookie = f"Cookie: seat=p{self._number + 1}\r\n" if self._number < SEATED else ""
        return f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n{cookie}\r\n".encode()

    def room(self) -> str:
        """Return where this phone looks: at its seat or at the table."""
        return "/seat" if self._number < SEATED else "/watch"

    def mark(self) -> None:
        """Note that the new view is here."""
        self.at = asyncio.get_running_loop().time()
        self.has_new_view.set()


async def _page_phone(phone: Phone) -> None:
    events, listening = await phone.connect()
    views, asking = await phone.connect()
    listening.write(phone.request(f"{phone.room()}/events"))
    while await _told(events):
        asking.write(phone.request(f"{phone.room()}/view"))
        await _answer(views)
        phone.mark()


async def _bare_phone(phone: Phone) -> None:
    events, listening = await phone.connect()
    listening.write(phone.request("/events"))
    while await _told(events):
        phone.mark()


async def _told(events: asyncio.StreamReader) -> bool:
    """Wait for the next event; False where the stream has ended."""
    while line := await events.readline():
        if line.startswith(b"data:"):
            return True
        if line.startswith(b"HTTP/") and b" 200 " not in line:
            raise ConnectionError(line.decode())
    return False


async def _answer(views: asyncio.StreamReader) -> bytes:
    head = await views.readuntil(b"\r\n\r\n")
    if b" 200 " not in head.split(b"\r\n", 1)[0]:
        raise ConnectionError(head.decode())
    length = next(
        line for line in head.split(b"\r\n") if line.lower().startswith(b"content-length")
    )
    return await views.readexactly(int(length.split(b":")[1]))


async def _measure(
    server: Served, crowd: int, changes: int, behave: Callable[[Phone], Coroutine[Any, Any, None]]
) -> Times:
    phones = [Phone(server.port, number) for number in range(crowd)]
    running = [asyncio.create_task(behave(phone)) for phone in phones]
    await _all_have_it(phones)
    times = Times()
    for change in range(WARM_UP + changes):
        await asyncio.sleep(PAUSE_S)
        for phone in phones:
            phone.has_new_view.clear()
        # A thread waits for the pipe, so that the phones are read meanwhile.
        changed = await asyncio.to_thread(server.change)
        await _all_have_it(phones)
        if change >= WARM_UP:
            times.extend(phone.at - changed for phone in phones)
    times.rss_mb = _rss_mb(server.pid)
    for task in running:
        task.cancel()
    await asyncio.gather(*running, return_exceptions=True)
    await asyncio.gather(*(phone.hang_up() for phone in phones))
    return times


async def _all_have_it(phones: list[Phone]) -> None:
    waits = (phone.has_new_view.wait() for phone in phones)
    await asyncio.wait_for(asyncio.gather(*waits), PATIENCE_S)


async def _next_request(server: Served) -> float:
    """Return how long a request takes while phones hold streams that nobody reads (seconds)."""
    loop = asyncio.get_running_loop()
    gone = [Phone(server.port, SEATED + number) for number in range(HALF_OPEN)]
    open_streams = [await phone.connect() for phone in gone]
    for phone, (reader, writer) in zip(gone, open_streams, strict=True):
        writer.write(phone.request("/watch/events"))
        await reader.readuntil(b"data:")
    waits = []
    for number in range(CHANGES):
        started = loop.time()
        phone = Phone(server.port, 150 + number)
        reader, writer = await phone.connect()
        writer.write(phone.request("/watch/view"))
        await _answer(reader)
        waits.append(loop.time() - started)
        await phone.hang_up()
    await asyncio.gather(*(phone.hang_up() for phone in gone))
    return statistics.median(waits)


def _percentiles(times: list[float], crowd: int) -> dict[str, float]:
    cuts = statistics.quantiles(times, n=100, method="inclusive")
    return {f"p50_ms_{crowd}": cuts[49] * 1000, f"p99_ms_{crowd}": cuts[98] * 1000}


def _rss_mb(pid: int) -> float:
    """Return the memory that a process really holds (MB); 0 where the system does not say."""
    try:
        status = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    except OSError:
        return 0.0
    line = next(line for line in status.splitlines() if line.startswith("VmRSS"))
    return int(line.split()[1]) / 1024
