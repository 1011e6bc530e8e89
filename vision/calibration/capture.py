"""Taking views of a board that somebody holds: the part of a run that is kept as it goes.

Frames come from one thread, wishes from any. The slow part, the search for the board, is
done without the lock, so that no wish waits for it.
"""

import threading
from collections.abc import Callable
from dataclasses import replace

from companion.game import Message
from vision.calibration.board import BOARDS, BoardSpec
from vision.calibration.collector import Collector, Offer
from vision.calibration.data_sheet import crop_of, data_sheets
from vision.calibration.draft import Draft, DraftStore
from vision.calibration.errors import CalibrationError
from vision.calibration.guide import Coverage, missing
from vision.calibration.profile import differs
from vision.calibration.views import View
from vision.camera import CameraProfile, Frame


class Capture:
    """The views of one camera after another, each with a draft of its own.

    Args:
        store: of the drafts.
        changed: is called after whatever a page shows has changed.

    """

    def __init__(self, store: DraftStore, changed: Callable[[], None]) -> None:
        self._store, self._changed = store, changed
        self._lock = threading.RLock()
        self._at_once = False
        self.camera = CameraProfile()
        self.draft = Draft()
        self._collector = Collector(self.draft.spec())
        #: Whether views are taken by themselves.
        self.running = False
        #: Why the draft could not be written, for people; None: it was.
        self.trouble: CalibrationError | None = None

    @property
    def spec(self) -> BoardSpec:
        """Return the board, as it was printed."""
        return self._collector.spec

    @property
    def views(self) -> tuple[View, ...]:
        """Return the views so far."""
        with self._lock:
            return tuple(self.draft.views)

    @property
    def can_undo(self) -> bool:
        """Tell whether there is a step to undo."""
        return self.draft.views.can_undo

    @property
    def coverage(self) -> Coverage:
        """Return what the views cover so far."""
        with self._lock:
            return self._collector.coverage

    def attach(self, camera: CameraProfile) -> None:
        """Go on with the draft of this camera and resolution."""
        known, size = self.camera.camera_id, (self.camera.width, self.camera.height)
        if (known, size) == (camera.camera_id, (camera.width, camera.height)):
            self.camera = camera
            return
        with self._lock:
            self.camera, self.running = camera, False
            self._use(self._store.load(camera))
        self._changed()

    def look_at(self, frame: Frame, *, taking: bool = True) -> Offer:
        """Look for the board in a frame of the attached camera.

        If `taking`, take a view of it when it is time.
        """
        collector = self._collector
        look = collector.look(frame.image)
        with self._lock:
            needed = missing(collector.coverage)
            at_once, self._at_once = self._at_once, False
            if collector is not self._collector or not (taking and (self.running or at_once)):
                return Offer(look, None, look.problems, needed)
            drifted = self._drifted()
            if drifted is not None:
                return Offer(look, None, (drifted,), needed)
            offer = collector.judge(look, frame.image, frame.time_s, at_once=at_once)
            if offer.taken is not None:
                self._taken()
            return offer

    def run(self, *, running: bool) -> None:
        """Take views by itself from now on, or stop."""
        self.running = running
        self._changed()

    def take(self) -> None:
        """Take the next frame as a view, if it is good for one."""
        self._at_once = True

    def choose_board(self, name: str) -> None:
        """Change the board; views of another one are put away, and undo brings them back.

        Raises:
            CalibrationError: there is no such board.

        """
        _check_board(name)
        with self._lock:
            if name != self.draft.board:
                self._step(replace(self.draft, board=name), clear=True)

    def measure(self, ruler_mm: float | None, upright_mm: float | None) -> None:
        """Correct the print's scale by its rulers; views keep their corners.

        Raises:
            CalibrationError: no printer is so far off.

        """
        measured = replace(self.draft, ruler_mm=ruler_mm, upright_mm=upright_mm)
        measured.spec()
        with self._lock:
            self._step(replace(self.draft, ruler_mm=ruler_mm, upright_mm=upright_mm))

    def delete(self, number: int) -> None:
        """Take a view out; raise CalibrationError if there is none."""
        with self._lock:
            self.draft.views.delete(number)
            self._step(self.draft)

    def undo(self) -> None:
        """Bring back what the last step took away, or the other way round."""
        with self._lock:
            self.draft.views.undo()
            self._step(self.draft)

    def cancel(self) -> None:
        """Stop and put all views away, as one step that can be undone."""
        with self._lock:
            self.running = False
            self._step(self.draft, clear=bool(len(self.draft.views)))

    def data_sheet_focal(self) -> float | None:
        """Return the focal length the attached camera's data sheet promises, px."""
        sheets = data_sheets(self.camera.camera_id)
        if len(sheets) != 1:
            return None
        crop = crop_of(self.camera.sensor.get("ScalerCrop"))
        return sheets[0].focal_px((self.camera.width, self.camera.height), crop)

    def _drifted(self) -> Message | None:
        """Return what about the camera has changed since the first view, if anything has."""
        views = self.draft.views
        found = differs(self.draft.sensor, self.camera.sensor) if len(views) else None
        if found is None:
            return None
        name, then, now = found
        return Message("drifted", (("what", name), ("then", then), ("now", now)))

    def _taken(self) -> None:
        if len(self.draft.views) == 1:
            self.draft = replace(self.draft, sensor=dict(self.camera.sensor))
        self._keep()
        self._changed()

    def _step(self, draft: Draft, *, clear: bool = False) -> None:
        if clear:
            draft.views.clear()
        self._use(draft)
        self._keep()
        self._changed()

    def _use(self, draft: Draft) -> None:
        self.draft = draft
        self._collector = Collector(draft.spec(), draft.views, self.data_sheet_focal())

    def _keep(self) -> None:
        """Write the draft; a full disk ends no run, but is told."""
        try:
            self._store.save(self.camera, self.draft)
            self.trouble = None
        except CalibrationError as error:
            self.trouble = error


def _check_board(name: str) -> None:
    try:
        BoardSpec.parse(name)
    except CalibrationError as error:
        known = (("board", name), ("known", ", ".join(BOARDS)))
        raise CalibrationError(
            error.reason, error.remedy, error.told or Message("no_such_board", known)
        ) from error
