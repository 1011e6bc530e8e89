"""One piece of work at a time, in a thread of its own, that can be watched and called off."""

import logging
import threading
from collections.abc import Callable
from dataclasses import dataclass

from companion.game import Message
from vision.calibration.errors import CalibrationError
from vision.calibration.lens import Progress

log = logging.getLogger(__name__)


class CalledOff(Exception):
    """Nobody wants the work any more."""


@dataclass(frozen=True, slots=True)
class Working:
    """What is being worked at: its name, and how much is done, 0 to 1."""

    name: str
    share: float


class Job:
    """Runs work for a page.

    Args:
        changed: is called whenever what a page shows has changed.

    """

    def __init__(self, changed: Callable[[], None]) -> None:
        self._changed, self._lock = changed, threading.Lock()
        self._number = 0
        self._thread: threading.Thread | None = None
        self.working: Working | None = None
        #: What the last work failed of.
        self.failed: CalibrationError | None = None

    def start(self, name: str, work: Callable[[Progress], None]) -> None:
        """Begin work; it hands its result over by itself, as its last act.

        Raises:
            CalibrationError: other work is going on.

        """
        with self._lock:
            if self.working is not None:
                told = Message("busy")
                raise CalibrationError("other work is going on", "wait for it, or stop it", told)
            self._number += 1
            self.working, self.failed = Working(name, 0.0), None
            number = self._number
        arguments = (number, name, work)
        self._thread = threading.Thread(target=self._run, args=arguments, name=name, daemon=True)
        self._thread.start()
        self._changed()

    def call_off(self) -> None:
        """Forget the work: nothing comes of it, even if it takes a moment to end."""
        with self._lock:
            self._number += 1
            self.working = None
        self._changed()

    def wait(self, timeout_s: float) -> None:
        """Wait for the end of the work."""
        if self._thread is not None:
            self._thread.join(timeout_s)

    def _run(self, number: int, name: str, work: Callable[[Progress], None]) -> None:
        def told(share: float) -> None:
            with self._lock:
                if number != self._number:
                    raise CalledOff
                self.working = Working(name, share)
            self._changed()

        failed = None
        try:
            work(told)
        except CalledOff:
            return
        except CalibrationError as error:
            failed = error
        except Exception:
            log.exception("calibration: %s failed", name)
            failed = CalibrationError("that failed", "try again", Message("work_failed"))
        self._end(number, failed)

    def _end(self, number: int, failed: CalibrationError | None) -> None:
        with self._lock:
            if number != self._number:
                return
            self.working, self.failed = None, failed
        self._changed()
