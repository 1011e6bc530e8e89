"""The simulated table kept on disk: like a real one, it still lies there after a power cut."""

import json
import logging
import threading
from contextlib import suppress
from pathlib import Path
from typing import Any

from companion.cards import PrintId
from companion.files import save, set_aside
from companion.marked_backs import PLAIN
from companion.sentences import sentence
from companion.simulated_table import SimulatedTable
from vision.simulated.scene import SceneError
from vision.simulated.things import PhysicalCard, Placement, Pose

#: A scene that another one took the place of is noticed after so long (seconds).
PULSE_S = 0.25
_log = logging.getLogger(__name__)


class SceneKeeper:
    """Writes the cards of a simulated table to a file whenever they have changed.

    A thread of its own writes, so that nobody waits for the disk. It is done long before a
    camera could have seen the change. The file holds every card: it is as secret as hands.
    """

    def __init__(self, path: Path, simulated: SimulatedTable) -> None:
        self._path, self._simulated = path, simulated
        self._before = path.with_name(f"{path.name}.before")
        self._kept = -1
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._watch, name="kept scene", daemon=True)

    def start(self) -> tuple[str, ...]:
        """Lay the table out as it was left, and keep it from now on.

        Returns what there is to say of it: sentences for the host.
        """
        notices = self._restore()
        self._thread.start()
        return notices

    def close(self) -> None:
        """Write what is new, and stop."""
        self._stopped.set()
        if self._thread.is_alive():
            self._thread.join()
        self._keep()

    def _restore(self) -> tuple[str, ...]:
        if self._lay_out(self._path):
            return ()
        before = self._lay_out(self._before)
        if not self._path.exists() and before is None:
            return ()
        # What cannot be read now is gone with the first card that moves, so it is kept aside.
        aside = self._path.name
        with suppress(OSError):
            aside = set_aside(self._path).name
        how = "as it was one change earlier" if before else "with a deck that was not dealt"
        said = "The simulated table was damaged (kept as {aside}); it is there {how}."
        return (sentence(said, aside=aside, how=how),)

    def _lay_out(self, file: Path) -> bool | None:
        """Lay the table out as a file says; None: there is no such file, False: a broken one."""
        try:
            left = json.loads(file.read_text("utf-8"))
            if left["table"] == self._table():
                self._simulated.scene.lay_out([_placement(card) for card in left["cards"]])
        except FileNotFoundError:
            return None
        except (OSError, ValueError, KeyError, TypeError, SceneError):
            return False
        return True

    def _table(self) -> list[str]:
        """Return what a kept scene has to be of: the game, and the places on the mat."""
        places = (str(zone.spec.name) for zone in self._simulated.plan.zones)
        marked = [self._simulated.backs] if self._simulated.backs != PLAIN else []
        return [self._simulated.game.name, *marked, *places]

    def _watch(self) -> None:
        while not self._stopped.is_set():
            scene = self._simulated.scene
            version = scene.version
            self._keep()
            scene.wait_for_change(version, PULSE_S)

    def _keep(self) -> None:
        version = self._simulated.version
        if version == self._kept:
            return
        cards = [_line(card) for card in self._simulated.scene.snapshot().cards]
        text = json.dumps({"table": self._table(), "cards": cards})
        try:
            save(self._path, text.encode(), before=self._before)
        except OSError as error:
            _log.warning("the simulated table could not be kept: %s", error.strerror)
        self._kept = version


def _line(card: PhysicalCard) -> list[Any]:
    pose = card.pose
    return [card.print_id, pose.x_mm, pose.y_mm, pose.angle_deg, card.face_up]


def _placement(line: list[Any]) -> Placement:
    print_id, x_mm, y_mm, angle_deg, face_up = line
    return Placement(PrintId(print_id), Pose(x_mm, y_mm, angle_deg), face_up is True)
