"""What every robot can do: look at its phone, lift its cards, and reach over the table."""

import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from random import Random

from companion.cards import Seat
from companion.commands import Declare
from companion.game import Choice, View
from companion.layout import Zone, ZoneKind
from companion.robots.seated import Seated
from companion.simulated_table import SimulatedTable
from companion.snapshot import Snapshot
from companion.table import Table
from vision.simulated.things import Arm, Handle

#: So many pictures show what a robot did, however slowly a busy machine takes them.
PICTURES = 200
#: Longest wait for them (seconds): a camera that takes none is gone.
PATIENCE_S = 600.0


class Robot(Seated, ABC):
    """Plays one seat, telling its phone everything.

    Args:
        pause_s: how long a hand stays over the table, so that people can follow.

    """

    def __init__(
        self, seat: Seat, table: Table, simulated: SimulatedTable, rng: Random, pause_s: float
    ) -> None:
        super().__init__(seat, simulated)
        self._table, self._rng, self._pause_s = table, rng, pause_s
        self._never, self._told = threading.Event(), 0
        self._open: Choice | None = None

    def act(self) -> bool:
        """Do one thing if there is one to do; tell whether there was.

        What lies on the table and is not recorded yet comes first: another act on top of it
        would only make a second riddle.
        """
        snapshot = self._snapshot()
        if snapshot.view is None or snapshot.stage != "playing":
            return False
        if self._open is not None:
            return self._finish(self._open, snapshot)
        self._told = len(snapshot.history)
        return self._play_on(snapshot, snapshot.view)

    @abstractmethod
    def _play_on(self, snapshot: Snapshot, view: View) -> bool:
        """Do one thing in a game that is on, if there is one to do."""

    def _say(self, notation: str) -> None:
        self._table.do(Declare(self.seat, notation))

    def _wait_until_done(self, choice: Choice) -> None:
        """Wait until the camera has seen it, and answer what it cannot tell."""
        self._open = choice
        self._finish(choice, self._wait(self._is_seen))

    def _is_seen(self, snapshot: Snapshot) -> bool:
        """Tell whether the open act is recorded, or asked about."""
        asked = snapshot.question is not None and snapshot.question.seat == self.seat
        return asked or len(snapshot.history) > self._told

    def _finish(self, choice: Choice, snapshot: Snapshot) -> bool:
        """Answer what is asked about the open act; tell whether it is seen by now."""
        if not self._is_seen(snapshot):
            return False
        self._open = None
        if snapshot.question and choice in snapshot.question.choices:
            self._say(choice.notation)
        return True

    def _wait(self, settled: Callable[[Snapshot], bool]) -> Snapshot:
        published = self._table.published(self.seat)
        enough, end = self._simulated.pictures + PICTURES, time.monotonic() + PATIENCE_S
        while not settled(published.snapshot):
            if self._simulated.pictures >= enough or time.monotonic() >= end:
                break
            self._table.wait(self.seat, published.revision, 1.0)
            published = self._table.published(self.seat)
        return published.snapshot

    def _lay(self, handle: Handle, zone: Zone, *, face_up: bool) -> None:
        self._reach(zone)
        self._person.lay(handle, zone, face_up=face_up)
        self._withdraw()

    def _stack(self) -> Zone:
        zones = self._plan.zones
        return next(z.spec.name for z in zones if z.spec.kind is ZoneKind.STACK)

    def _reach(self, zone: Zone) -> None:
        placed = self._plan.zone(zone)
        self._scene.hover(Arm(placed.x_mm, placed.y_mm, placed.angle_deg + 180.0))
        self._never.wait(self._pause_s / 2)

    def _withdraw(self) -> None:
        self._never.wait(self._pause_s / 2)
        self._scene.withdraw()

    def _snapshot(self) -> Snapshot:
        return self._table.published(self.seat).snapshot
