"""How soon a phone has its new view after the table changed, and what that costs.

Phones are sockets on this machine, each with a loopback address of its own, so that the
real limits per address hold. A phone's stream brings its view, as the pages have it; the
bare stream it is compared with brings a number. Both are measured in turns, since a busy
machine would favour one.
"""

import asyncio
import statistics
from collections.abc import Coroutine, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any, TypeVar

from companion.bench.memory import rss_mb
from companion.bench.push_servers import SEATED, Served, serve_bare, serve_pages, served
from companion.bench.result import BenchResult

CROWDS = (8, 64, 100)
ROUNDS = 3
CHANGES = 60
WARM_UP = 10
#: Between two changes, so that one is over before the next comes (seconds).
PAUSE_S = 0.02
HALF_OPEN = 32
PATIENCE_S = 30.0
#: A view is one line of an event (bytes).
LONGEST_LINE = 1 << 20

T = TypeVar("T")


def run(
    crowds: tuple[int, ...] = CROWDS, changes: int = CHANGES, rounds: int = ROUNDS
) -> BenchResult:
    """Measure the pages and a bare stream with the same crowds, in turns."""
    figures: dict[str, float] = {}
    bare: dict[str, float] = {}
    for crowd in crowds:
        pages, bares = zip(*(_round(crowd, changes) for _ in range(rounds)), strict=True)
        figures |= _middle(pages)
        bare |= _middle(bares)
    with served(serve_pages) as server:
        waited = _finished(_next_request(server))
    figures[f"next_request_ms_{HALF_OPEN}_half_open"] = waited * 1000
    figures[f"stop_ms_{crowds[-1]}"] = _stop(crowds[-1]) * 1000
    ratios = {
        f"p99_{crowd}_vs_bare": figures[f"p99_ms_{crowd}"] / bare[f"p99_ms_{crowd}"]
        for crowd in crowds
    }
    return BenchResult("push", figures, {"bare_waitress": bare}, ratios)


def _round(crowd: int, changes: int) -> tuple[dict[str, float], dict[str, float]]:
    """Return the figures of the pages and of the bare stream, one after the other."""
    with served(serve_pages) as server:
        times = _finished(_measure(server, crowd, changes))
        pages = _percentiles(times, crowd) | {f"rss_mb_{crowd}": times.rss_mb}
    with served(serve_bare) as server:
        bare = _percentiles(_finished(_measure(server, crowd, changes)), crowd)
    return pages, bare


def _middle(rounds: Sequence[dict[str, float]]) -> dict[str, float]:
    return {name: statistics.median(one[name] for one in rounds) for name in rounds[0]}


def _stop(crowd: int) -> float:
    """Return how long the server takes to stop under so many open streams (seconds)."""
    with served(serve_pages) as server:
        return _finished(_watch_stop(server, crowd))


async def _watch_stop(server: Served, crowd: int) -> float:
    phones = [Phone(server.port, number) for number in range(crowd)]
    running = [asyncio.create_task(_listen(phone)) for phone in phones]
    await _all_have_it(phones)
    took = await asyncio.to_thread(server.stop)
    await _end(phones, running)
    return took


def _finished(work: Coroutine[Any, Any, T]) -> T:
    """Return what the coroutine returns, run in a thread that has no event loop yet."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()


class Times(list[float]):
    """How long each phone waited (seconds), and the server's memory meanwhile (MB)."""

    rss_mb: float = 0.0


class Phone:
    """One phone and its connections."""

    def __init__(self, port: int, number: int) -> None:
        self._port, self._number = port, number
        self._writers: list[asyncio.StreamWriter] = []
        self.has_new_view = asyncio.Event()
        self.at = 0.0

    async def connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """Open a connection from this phone's own address."""
        source = (f"127.1.{self._number // 200}.{self._number % 200 + 1}", 0)
        reader, writer = await asyncio.open_connection(
            "127.0.0.1", self._port, local_addr=source, limit=LONGEST_LINE
        )
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

    def mark(self) -> None:
        """Note that the new view is here."""
        self.at = asyncio.get_running_loop().time()
        self.has_new_view.set()

    def room(self) -> str:
        """Return where this phone looks: at its seat or at the table."""
        return "/seat" if self._number < SEATED else "/watch"


async def _listen(phone: Phone) -> None:
    """Have the stream open and note each event."""
    events, listening = await phone.connect()
    listening.write(phone.request(f"{phone.room()}/events"))
    with suppress(ConnectionError):
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


async def _measure(server: Served, crowd: int, changes: int) -> Times:
    phones = [Phone(server.port, number) for number in range(crowd)]
    running = [asyncio.create_task(_listen(phone)) for phone in phones]
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
    times.rss_mb = rss_mb(server.pid)
    await _end(phones, running)
    return times


async def _end(phones: list[Phone], running: list[asyncio.Task[None]]) -> None:
    for task in running:
        task.cancel()
    await asyncio.gather(*running, return_exceptions=True)
    await asyncio.gather(*(phone.hang_up() for phone in phones))


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
