"""The panel: up to eight seats with a button and a lamp, a host button and a buzzer.

    with open_panel(settings.panel, events.put) as panel:
        panel.lamp(Seat("p1"), Lamp.STEADY)
        event = events.get()

Pin callbacks only put a timestamp into a queue. One thread of the panel reads that queue,
decides what was meant, blinks the lamps and hands events on.
"""

import logging
import os
import signal
import tempfile
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from pathlib import Path
from queue import Empty, SimpleQueue
from types import FrameType, TracebackType
from typing import Any, Self

from gpiozero.pins.mock import MockFactory, MockPWMPin

from companion.cards import Seat
from companion.sentences import sentence
from hardware.devices import Devices, PanelError, PanelPins
from hardware.signals import (
    REFUSED,
    TICK,
    Gestures,
    Lamp,
    PanelEvent,
    Pulses,
    lit,
    short_beeps,
    sounding,
)

#: How often lamps and buzzer are looked after while one of them blinks. (seconds)
_FRAME_S = 0.02
#: How long the panel takes breath after a fault, so that the log does not fill. (seconds)
_BREATH_S = 1.0

#: How long a lamp stays turned over for an answer: a table that takes longer has hung. (seconds)
ANSWER_S = 2.0

#: Takes an event; the future, if there is one, is done when the event has been dealt with.
Deliver = Callable[[PanelEvent], "Future[Any] | None"]

_log = logging.getLogger(__name__)


class SimulatedPin(MockPWMPin):  # type: ignore[misc]  # gpiozero has no types
    """A mock pin that soon forgets: an evening of blinking lamps would pile up."""

    def _change_state(self, value: float) -> bool:
        changed = bool(super()._change_state(value))
        del self.states[:-8]
        return changed


class PanelClosed(PanelError, RuntimeError):
    """The panel was closed and cannot be started again."""


class Panel:
    """A running panel. Use it in a `with` block: on leaving, everything goes dark.

    A closed panel stays dark: commands that come late, from threads that are still winding
    down, do nothing.

    Args:
        pins: what is connected where.
        factory: gpiozero's pin factory, real or mock.
        deliver: is called with each `PanelEvent` on the panel's own thread; a queue's
            `put` is meant. What it raises is logged and goes no further. If it returns a
            future, the lamp stays turned over until that is done, `ANSWER_S` at most: so
            the finger's answer lasts until the table's.
        reason: why this factory was taken, in a sentence for people.
        clock: a monotonic clock in seconds.

    Raises BadPin, and then leaves no pin taken.

    """

    def __init__(
        self,
        pins: PanelPins,
        factory: Any,
        deliver: Deliver,
        reason: str,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.pins, self.factory, self.reason = pins, factory, reason
        self._deliver, self._clock = deliver, clock
        self._inbox: SimpleQueue[tuple[Seat | None, bool, float] | None] = SimpleQueue()
        self._beep: tuple[Pulses, float] | None = None
        self._asked: dict[Seat, tuple[Future[Any], float]] = {}
        #: What keeps the panel from working right now, as a sentence; "" where nothing does.
        self.trouble = ""
        self._thread: threading.Thread | None = None
        self._closing, self._writing = threading.Event(), threading.Lock()
        self._devices = Devices(pins, factory, self._note)
        self._signals = dict.fromkeys(self._devices.lamp_seats(), Lamp.OFF)
        self._gestures = Gestures(self._devices.levels(), clock())

    def start(self) -> None:
        """Start the panel's thread; from now on events are delivered."""
        if self._closing.is_set():
            raise PanelClosed("the panel is closed; open a new one")
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="panel", daemon=True)
            self._thread.start()

    def lamp(self, seat: Seat, shown: Lamp) -> None:
        """Set one seat's lamp; does nothing for a seat that has none, or once closed."""
        if self._signals.get(seat, shown) is not shown:
            self._signals[seat] = shown
            self._inbox.put(None)

    def shows(self, seat: Seat) -> Lamp:
        """Return what a seat's lamp was last set to; OFF where there is none."""
        return self._signals.get(seat, Lamp.OFF)

    def lamps(self, shown: Lamp) -> None:
        """Set every lamp."""
        for seat in self._signals:
            self.lamp(seat, shown)

    def beep(self, count: int = 1) -> None:
        """Sound `count` short beeps (1 to 9)."""
        self._sound(short_beeps(count))

    def refuse(self) -> None:
        """Sound one long beep: refused."""
        self._sound(REFUSED)

    def tick(self) -> None:
        """Sound the least there is, for a press out of turn."""
        self._sound(TICK)

    @property
    def simulated(self) -> bool:
        """Tell whether the pins are the mock's, to be driven from a screen."""
        return isinstance(self.factory, MockFactory)

    def stuck(self) -> tuple[Seat | None, ...]:
        """Return the buttons that are ignored until let go; None is the host's."""
        return self._gestures.stuck()

    def step(self) -> None:
        """Do all that is due now: read presses, deliver events, drive lamps and buzzer.

        The panel's thread calls this; a test with a clock of its own may do so instead.
        """
        while not self._inbox.empty():
            self._take(self._inbox.get())
        now = self._clock()
        self._hand_on(self._gestures.tick(now))
        self._drive(now)

    def close(self) -> None:
        """Switch everything off and let go of the pins; a second call does nothing."""
        self._closing.set()
        self._inbox.put(None)
        if self._thread is not None and self._thread is not threading.current_thread():
            self._thread.join(timeout=5)
        with self._writing:
            self._devices.close()

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _note(self, seat: Seat | None, down: bool) -> None:
        # Runs on the back-end's thread and cannot raise; see Devices.
        self._inbox.put((seat, down, self._clock()))

    def _run(self) -> None:
        while not self._closing.is_set():
            try:
                self.step()
                self.trouble = ""
                self._wait()
            except Exception as error:
                self._stumble(error)

    def _stumble(self, error: Exception) -> None:
        """Say once what is wrong, and go on after a breath: the pins may come back."""
        said = sentence(
            "Buttons and lamps do not answer ({error}); check their wires, or start again.",
            error=error,
        )
        if said != self.trouble:
            _log.exception("the panel stumbled and goes on")
        self.trouble = said
        self._closing.wait(_BREATH_S)

    def _wait(self) -> None:
        try:
            self._take(self._inbox.get(timeout=self._patience()))
        except Empty:
            return

    def _patience(self) -> float | None:
        if self._beep is not None or {Lamp.SLOW, Lamp.FAST} & set(self._signals.values()):
            return _FRAME_S
        deadlines = [until for _, until in self._asked.values()]
        if (deadline := self._gestures.deadline()) is not None:
            deadlines.append(deadline)
        return max(0.0, min(deadlines) - self._clock()) if deadlines else None

    def _take(self, edge: tuple[Seat | None, bool, float] | None) -> None:
        if edge is not None:
            self._hand_on(self._gestures.edge(*edge))

    def _hand_on(self, events: tuple[PanelEvent, ...]) -> None:
        for event in events:
            try:
                answer = self._deliver(event)
            except Exception:
                _log.exception("nobody took %s; the panel goes on", event)
                continue
            if answer is not None:
                self._await(answer, event.seats or (event.seat,))

    def _await(self, answer: "Future[Any]", seats: Sequence[Seat | None]) -> None:
        """Keep the lamps of these seats turned over until the answer is there."""
        until = self._clock() + ANSWER_S
        self._asked |= {seat: (answer, until) for seat in seats if seat is not None}
        answer.add_done_callback(lambda done: self._inbox.put(None))

    def _awaiting(self, now: float) -> frozenset[Seat]:
        self._asked = {s: a for s, a in self._asked.items() if not a[0].done() and now < a[1]}
        return frozenset(self._asked)

    def _drive(self, now: float) -> None:
        with self._writing:
            if self._closing.is_set():
                return
            # A lamp turns over while a finger is on its button, and until the table has
            # answered. That is felt at once, whatever the table, the camera and the disk are
            # busy with, and it says no more than what is so: heard.
            heard = self._gestures.fingers() | self._awaiting(now)
            for seat, shown in self._signals.items():
                self._devices.light(seat, lit(shown, now) != (seat in heard))
            self._devices.buzz(self._buzzes(now))

    def _buzzes(self, now: float) -> bool:
        beep = self._beep
        if beep is None:
            return False
        sound = sounding(beep[0], now - beep[1])
        if sound is None and self._beep is beep:
            self._beep = None
        return bool(sound)

    def _sound(self, pulses: Pulses) -> None:
        self._beep = (pulses, self._clock())
        self._inbox.put(None)


def open_panel(pins: PanelPins, deliver: Deliver) -> Panel:
    """Return a panel on the real GPIO pins, or a simulated one that says why it is.

    The panel is not started yet: enter it as a context, or call `start`. Raises BadPin.
    """
    if pins.simulated:
        reason = "The settings ask for simulated buttons and lamps."
        return Panel(pins, MockFactory(pin_class=SimulatedPin), deliver, reason)
    try:
        factory = _real_factory()
    except Exception as error:  # a back-end that is not there fails in a dozen ways
        reason = sentence(
            "There is no GPIO here ({error}), so buttons and lamps are simulated on screen.",
            error=error,
        )
        return Panel(pins, MockFactory(pin_class=SimulatedPin), deliver, reason)
    return Panel(pins, factory, deliver, "Buttons and lamps are on the GPIO pins (lgpio).")


def _real_factory() -> Any:
    # lgpio puts a pipe into its working directory when it is imported.
    if not os.access(Path.cwd(), os.W_OK):
        os.environ.setdefault("LG_WD", tempfile.gettempdir())
    from gpiozero.pins.lgpio import LGPIOFactory  # noqa: PLC0415 - absent off the Pi

    return LGPIOFactory()


def exit_on_sigterm() -> None:
    """Turn SIGTERM into SystemExit, so that `with` blocks run and the lamps go out.

    Python's own answer to SIGTERM is to die on the spot with every lamp as it was. Call
    it from the main thread.
    """

    def leave(signum: int, frame: FrameType | None) -> None:
        raise SystemExit(0)

    signal.signal(signal.SIGTERM, leave)
