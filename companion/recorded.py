"""A recorded evening: the frames of a camera, and beside them what people said and when.

`events.txt` has a line for each event that the camera did not cause: the number of the
last frame before it, a tab, and the event as the journal has it. It holds what players
told their phones, so a recording is as private as the hands in it.
"""

import threading
from collections.abc import Iterable
from pathlib import Path

from companion.game import NotationError
from companion.table import Happened, Table

EVENTS = "events.txt"


class EventWriter:
    """Writes `events.txt` while an evening goes on."""

    def __init__(self, folder: Path) -> None:
        """Start the file; the folder must exist."""
        self._file = (folder / EVENTS).open("w", encoding="utf-8")
        self._lock = threading.Lock()
        self._number = 0

    def frame(self, number: int) -> None:
        """Note that this frame is about to be looked at."""
        self._number = number

    def heard(self, events: Iterable[str]) -> None:
        """Write events that happened after the last frame."""
        with self._lock:
            self._file.writelines(f"{self._number}\t{event}\n" for event in events)
            self._file.flush()

    def close(self) -> None:
        """Finish the file."""
        self._file.close()


class EventScript:
    """Plays `events.txt` back, each event before the frame that followed it."""

    def __init__(self, text: str, source: str) -> None:
        """Read the script; raise NotationError naming a line that is none."""
        self._due = [
            _event(line, f"{source}, line {n}") for n, line in enumerate(text.splitlines(), 1)
        ]

    @classmethod
    def of(cls, folder: Path) -> "EventScript | None":
        """Return the script of a recording, None where it has none."""
        file = folder / EVENTS
        if not file.is_file():
            return None
        return cls(file.read_text(encoding="utf-8"), str(file))

    def play(self, table: Table, number: int | None) -> None:
        """Let everything happen that came before frame `number` (None: all the rest).

        The eye may need a frame more than it did that evening. An event that does not fit
        yet waits for it; only at the end that is an error.
        """
        while self._due and (number is None or self._due[0][0] < number):
            try:
                table.do(Happened((self._due[0][1],)))
            except NotationError:
                if number is None:
                    raise
                return
            del self._due[0]


def _event(line: str, where: str) -> tuple[int, str]:
    number, tab, event = line.partition("\t")
    if not tab or not number.isdigit():
        raise NotationError(f"{where}: {line!r} is no event; write a frame number, a tab, an event")
    return int(number), event
