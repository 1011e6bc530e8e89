"""What others want done with a device that one thread alone may touch."""

from collections.abc import Callable
from concurrent.futures import Future
from queue import SimpleQueue
from typing import Any, Generic, TypeVar

Device = TypeVar("Device")
Result = TypeVar("Result")


class Errands(Generic[Device]):
    """Anyone may put an errand; the device's own thread runs what is waiting."""

    def __init__(self) -> None:
        self._waiting: SimpleQueue[tuple[Callable[[Device], Any], Future[Any]]] = SimpleQueue()

    def put(self, does: Callable[[Device], Result]) -> Future[Result]:
        """Have this done with the device; what is cancelled before its turn is never done."""
        result: Future[Result] = Future()
        self._waiting.put((does, result))
        return result

    def run(self, device: Device) -> None:
        """Do what is waiting; whoever asked is told what failed."""
        while not self._waiting.empty():
            does, result = self._waiting.get()
            if not result.set_running_or_notify_cancel():
                continue
            try:
                result.set_result(does(device))
            except Exception as error:  # A driver may raise anything; the device goes on.
                result.set_exception(error)


def within(errand: Future[Result], patience_s: float) -> Result:
    """Wait for an errand, and call it off if it takes too long; raise TimeoutError then."""
    try:
        return errand.result(patience_s)
    except TimeoutError:
        errand.cancel()
        raise
