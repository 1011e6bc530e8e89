"""How soon a lamp answers a button while camera and phones keep the machine busy.

A whole table runs on mock pins: the simulated camera looks at a hand that never rests, and
eight phones ask for the table's screen as fast as they may. Phones ask for seats, whose lamps
then blink; each press lets a phone have its seat, which is on disk before the lamp goes out.
Three times are taken: from finger down until the lamp turns over, which is the panel's own
answer; from finger up until the table's answer is on the lamp, in which are the 20 ms for
which a contact may bounce, and the disk; and how long a flush of the same disk takes beside
all that, so that the second can be understood.
"""

import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from statistics import quantiles
from tempfile import TemporaryDirectory, TemporaryFile
from typing import IO

from companion.app import House
from companion.bench.result import BenchResult
from companion.cards import Seat
from companion.commands import Join
from companion.settings import PanelSettings, Settings
from companion.table import Claim
from hardware.signals import BLINK_PERIOD_S, Lamp, lit
from hardware.simulated import SimulatedButtons
from web.simulation import HoldHand

PRESSES = 120
#: How long a quick finger stays down (seconds).
DOWN_S = 0.06
#: A lamp that blinks must stay lit by itself for longer than any answer takes (seconds).
WINDOW_S = 0.5
PHONES = 8
PAGE_BYTES = 4096
PATIENCE_S = 5.0

_PHONES = """
import http.client, sys, threading, time
port = int(sys.argv[1])
def phone(number):
    line = http.client.HTTPConnection("127.0.0.1", port, source_address=(f"127.1.1.{number}", 0))
    while True:
        line.request("GET", "/watch/view")
        line.getresponse().read()
        print(number, flush=True)
        time.sleep(0.02)
for number in range(1, int(sys.argv[2]) + 1):
    threading.Thread(target=phone, args=(number,)).start()
"""


def run(presses: int = PRESSES) -> BenchResult:
    """Measure an idle table and a busy one."""
    with TemporaryDirectory() as folder, open_house(Path(folder)) as house:
        quiet = _measured(house, max(10, presses // 4))
        with busy(house) as load:
            loaded = _measured(house, presses)
    figures: dict[str, float] = {"presses": len(loaded)}
    for name, times in (("quiet", quiet), ("busy", loaded)):
        for what, taken in zip(("panel", "table", "disk"), zip(*times, strict=True), strict=True):
            figures |= _cuts(taken, f"{name}_{what}")
    figures |= {"camera_fps": load["camera_fps"], "requests_per_s": load["requests_per_s"]}
    ratios = {
        f"busy_{s}_p99_to_50_ms": figures[f"busy_{s}_p99_ms"] / 50 for s in ("panel", "table")
    }
    return BenchResult("panel", figures, ratios=ratios)


def open_house(folder: Path) -> House:
    """Return a table of four on mock pins and a simulated camera, not yet started."""
    settings = Settings(
        data=folder,
        port=0,
        host="127.0.0.1",
        camera="simulated",
        panel=PanelSettings(simulated=True),
    )
    house = House(settings, seed=1)
    for name in ("Ann", "Ben", "Cleo", "Dan"):
        house.table.do(Join(name, "-"))
    return house


def _measured(house: House, presses: int) -> list[tuple[float, float, float]]:
    buttons, keys = SimulatedButtons(house.panel), count()
    times: list[tuple[float, float, float]] = []
    with TemporaryFile(dir=house.settings.data) as file:
        while len(times) < presses:
            for seat in house.table.session().seats:
                taken = _press(house, buttons, seat, f"key-{next(keys)}")
                times.append((*taken, _flush(file.fileno())))
    return times


def _flush(file: int) -> float:
    """Write a page to the disk, as one event of the journal does; return the seconds it took."""
    started = time.monotonic()
    os.write(file, bytes(PAGE_BYTES))
    os.fsync(file)
    return time.monotonic() - started


def _press(house: House, buttons: SimulatedButtons, seat: Seat, key: str) -> tuple[float, float]:
    """Press a blinking seat's button once; return how long panel and table took (seconds)."""
    house.table.do(Claim(seat, key))
    _wait_for_light(buttons, seat)
    pressed = time.monotonic()
    buttons.press(seat)
    panel = _until(lambda: not buttons.lit(seat)) - pressed
    time.sleep(DOWN_S)
    released = time.monotonic()
    buttons.release(seat)
    # First the finger is gone and the lamp blinks as before, then the claim is over. A quick
    # table is ready before anybody has seen the first of it.
    _until(lambda: house.panel.shows(seat) is Lamp.OFF)
    return panel, _until(lambda: not buttons.lit(seat)) - released


def _until(right: Callable[[], bool]) -> float:
    """Wait until something is so, and return when (seconds)."""
    started = time.monotonic()
    while not right():
        if time.monotonic() - started > PATIENCE_S:
            raise TimeoutError("the lamp does not answer; is this machine overloaded?")
        time.sleep(0.0005)
    return time.monotonic()


def _wait_for_light(buttons: SimulatedButtons, seat: Seat) -> None:
    """Wait until the lamp has just come on and stays on for the whole of a press."""
    half = BLINK_PERIOD_S[Lamp.SLOW] / 2
    while True:
        now = time.monotonic()
        left = half - now % (2 * half)
        if lit(Lamp.SLOW, now) and left > WINDOW_S + DOWN_S and buttons.lit(seat):
            return
        time.sleep(0.005)


@contextmanager
def busy(house: House) -> Iterator[dict[str, float]]:
    """Keep camera and pages busy; fill in how busy they were."""
    load: dict[str, float] = {}
    stop, answers = threading.Event(), count()
    command = [sys.executable, "-c", _PHONES, str(house.server.port), str(PHONES)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as phones:
        assert phones.stdout is not None
        threads = [
            threading.Thread(target=_wave, args=(house, stop), daemon=True),
            threading.Thread(target=_count, args=(phones.stdout, answers), daemon=True),
        ]
        for thread in threads:
            thread.start()
        started, frames = time.monotonic(), _frames(house)
        try:
            yield load
        finally:
            taken = time.monotonic() - started
            load["camera_fps"] = (_frames(house) - frames) / taken
            load["requests_per_s"] = next(answers) / taken
            stop.set()
            phones.kill()
            for thread in threads:
                thread.join()


def _count(lines: IO[bytes], answers: "count[int]") -> None:
    for _ in lines:
        next(answers)


def _wave(house: House, stop: threading.Event) -> None:
    """Move a hand over the table, so that no frame is like the one before."""
    for step in count():
        if stop.wait(0.02):
            return
        assert house.simulated is not None
        house.simulated.perform(HoldHand(100.0 + step % 200, 150.0))


def _frames(house: House) -> int:
    return house.loop.look.number if house.loop.look else 0


def _cuts(times: Sequence[float], name: str) -> dict[str, float]:
    cuts = quantiles(times, n=100, method="inclusive")
    return {
        f"{name}_p50_ms": cuts[49] * 1000,
        f"{name}_p99_ms": cuts[98] * 1000,
        f"{name}_most_ms": max(times) * 1000,
    }
