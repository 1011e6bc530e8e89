"""A camera that is being calibrated while it watches: what the page and its frames share.

Frames come from the camera's thread and cost it nothing: a thread of its own looks at the
newest one. Fitting and aiming have another, so the table goes on meanwhile.
"""

import logging
import threading
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from time import monotonic

from companion.game import Message
from vision.calibration.board import Points
from vision.calibration.capture import Capture
from vision.calibration.collector import Offer
from vision.calibration.data_sheet import crop_of
from vision.calibration.draft import DraftStore
from vision.calibration.errors import CalibrationError
from vision.calibration.job import Job
from vision.calibration.lens import LensFit, Progress
from vision.calibration.lens_shelf import LensShelf
from vision.calibration.mat_watch import MatLook, MatWatch
from vision.calibration.picture import sharpness_by_ninth
from vision.calibration.profile import CalibrationProfile, profile_of
from vision.calibration.report import Report, report_on
from vision.calibration.seen import Aimed, Inbox, Seen
from vision.calibration.table import Aimer
from vision.calibration.verdict import Grade
from vision.camera import CameraProfile, Frame
from vision.plan import TablePlan

#: Without a page that asks, frames are passed over after so long, seconds.
AWAKE_S = 6.0
#: Pictures the pose is measured from, and the longest wait for them, seconds.
AIM_PICTURES, AIM_PATIENCE_S = 3, 8.0
#: So many pictures are waited for at most; the page may be at a step that seeks no tags.
AIM_TRIES = 12
#: What pictures are looked at for: views of the board, the board alone, the mat's tags, or
#: the board and the tags.
VIEWS, BOARD, MAT, BOTH = "views", "board", "mat", "both"

log = logging.getLogger(__name__)


class LiveCalibration:
    """One run of the calibration tool, whoever looks at it.

    Args:
        folder: of the drafts.
        shelf: of the lenses that were measured.
        plan: of the mat, as it is now.
        veiled: tells whether a game is on, so that nobody may see the picture.
        today: the date and time as text, for the profile.

    """

    def __init__(
        self,
        folder: Path,
        shelf: LensShelf,
        plan: Callable[[], TablePlan],
        veiled: Callable[[], bool],
        today: Callable[[], str],
    ) -> None:
        self.plan, self._veiled, self._today = plan, veiled, today
        self._inbox = Inbox()
        self._asked_s = float("-inf")
        self.shelf = shelf
        self.capture = Capture(DraftStore(folder), self.changed)
        self.job = Job(self.changed)
        self.seeks = BOARD
        self.revision = 1
        self.seen: Seen | None = None
        self.report: Report | None = None
        self._saved: Report | None = None
        self.aimed: Aimed | None = None
        #: Blur of edges, px, by ninth of the picture, as it was seen last.
        self.blur_px: dict[int, float] = {}
        self._mat = MatWatch()
        self._thread = threading.Thread(target=self._run, name="calibration", daemon=True)

    def start(self) -> None:
        """Start the thread that looks at frames."""
        self._thread.start()

    def close(self) -> None:
        """Stop looking."""
        with self._inbox.news:
            self._inbox.closed = True
            self._inbox.news.notify_all()
        self.job.call_off()
        if self._thread.is_alive():
            self._thread.join(AIM_PATIENCE_S)

    def changed(self) -> None:
        """Note that a page has to be told anew."""
        self.revision += 1

    def wake(self, seeks: str) -> None:
        """Look at frames for a while: a page is open, and needs this looked for."""
        self._asked_s, self.seeks = monotonic(), seeks

    def see(self, frame: Frame, camera: CameraProfile) -> None:
        """Take a frame in; called by the camera's thread, which is not held up."""
        if monotonic() - self._asked_s > AWAKE_S:
            return
        with self._inbox.news:
            height, width = frame.image.shape[:2]
            sized = replace(camera.scaled(width, height), width=width, height=height)
            self._inbox.waiting = (frame, sized)
            self._inbox.news.notify_all()

    @property
    def camera(self) -> CameraProfile:
        """Return what the camera says of itself."""
        return self.capture.camera

    @property
    def is_stale(self) -> bool:
        """Tell whether views or board have changed since the verdict."""
        report = self.report
        if report is None:
            return False
        numbers = [view.number for view in self.capture.views]
        return report.spec != self.capture.spec or numbers != [v.number for v in report.views]

    @property
    def kept(self) -> CalibrationProfile | None:
        """Return the saved lens whose verdict is still that on these views, if there is one."""
        stored, spec = self.shelf.stored(self.camera), self.capture.spec
        if self.report is not None or stored is None or stored.verdict is None:
            return None
        numbers = (view.number for view in self.capture.views)
        return stored if stored.board == spec and stored.verdict.is_on(numbers) else None

    @property
    def fitted(self) -> tuple[CameraProfile, LensFit] | None:
        """Return the lens that was just measured, if it can be used."""
        report = self.report
        if report is None or report.fit is None or report.grade is Grade.NOT_USABLE:
            return None
        assert report.verdict is not None
        profile = profile_of(self.camera, report.spec, report.fit, report.verdict)
        return profile.lens, report.fit

    @property
    def can_save(self) -> bool:
        """Tell whether there is a usable lens that was not saved yet."""
        return self.report is not self._saved and self.fitted is not None and not self.is_stale

    @property
    def lens(self) -> CameraProfile | None:
        """Return the best lens there is: just measured, saved, or the camera's own."""
        if self.fitted is not None:
            return self.fitted[0]
        stored = self.shelf.stored(self.camera)
        if stored is not None:
            return stored.lens
        return self.camera if self.camera.known else None

    def fit(self) -> None:
        """Fit and judge the lens in the background.

        Raises:
            CalibrationError: other work is going on.

        """
        spec, views, camera = self.capture.spec, self.capture.views, self.camera
        crop = crop_of(camera.sensor.get("ScalerCrop"))

        def work(told: Progress) -> None:
            report = report_on(spec, views, camera.camera_id, crop, told)
            told(1.0)
            self.report = report

        self.job.start("fit", work)

    def save(self) -> None:
        """Save the measured lens as this camera's, with the pose if it was measured.

        Raises:
            CalibrationError: it is not usable, views have changed since, or the disk is full.

        """
        report = self.report
        if report is None or report.fit is None or report.verdict is None or self.is_stale:
            told = Message("judge_first")
            raise CalibrationError("there is no verdict on these views", "ask for it first", told)
        made = profile_of(self.camera, report.spec, report.fit, report.verdict, self._today())
        self.shelf.put(made if self.aimed is None else made.aimed(self.aimed.aim))
        self._saved = report
        self.changed()

    def aim(self) -> None:
        """Measure the camera's pose from the mat's tags, in the background; keep it if it can be.

        Raises:
            CalibrationError: other work is going on, or the lens is unknown.

        """
        lens, plan = self.lens, self.plan()
        if lens is None:
            told = Message("lens_first")
            raise CalibrationError("the lens is unknown", "measure it first", told)
        fit = self.fitted[1] if self.fitted else None
        began_s = monotonic()

        def work(told: Progress) -> None:
            looks = self._looks(told)
            aim = Aimer(plan, lens, fit).aim_by(looks, (lens.width, lens.height))
            told(1.0)
            self.aimed = Aimed(aim, monotonic() - began_s)
            stored = self.shelf.stored(self.camera)
            if stored is not None and not self.can_save:
                self.shelf.put(stored.aimed(aim), same_lens=True)

        self.job.start("aim", work)

    @property
    def is_veiled(self) -> bool:
        """Tell whether a game is on, so that nobody may see the picture."""
        return self._veiled()

    def check_open(self) -> None:
        """Raise CalibrationError while nobody may see the picture."""
        if self._veiled():
            told = Message("cards_hidden")
            raise CalibrationError("a game is on", "put it away first", told)

    def call_off(self) -> None:
        """Stop what is being worked out; nothing comes of it."""
        self.job.call_off()

    def cancel(self) -> None:
        """Put views and verdict away; undo brings the views back."""
        self.job.call_off()
        self.capture.cancel()
        self.report = None
        self.changed()

    def refocused(self) -> None:
        """Note that the camera was adjusted: what was known of its sharpness is void."""
        self.blur_px = {}
        self.changed()

    def _looks(self, told: Progress) -> list[dict[int, Points]]:
        """Return the mat's tags in the next few pictures; raise CalibrationError if none come."""
        found: list[dict[int, Points]] = []
        number = self.seen.number if self.seen else 0
        for _ in range(AIM_TRIES):
            with self._inbox.news:
                self._inbox.news.wait_for(partial(self._is_after, number), AIM_PATIENCE_S)
                seen = self.seen
            if seen is None or seen.number <= number:
                raise CalibrationError("no pictures", "check the camera", Message("no_pictures"))
            number = seen.number
            if seen.sought_mat:
                found.append(seen.mat.outlines)
            told(len(found) / (AIM_PICTURES + 1))
            if len(found) == AIM_PICTURES:
                break
        return found

    def _is_after(self, number: int) -> bool:
        return self.seen is not None and self.seen.number > number

    def _run(self) -> None:
        while True:
            with self._inbox.news:
                self._inbox.news.wait_for(lambda: self._inbox.waiting or self._inbox.closed)
                if self._inbox.closed or self._inbox.waiting is None:
                    return
                frame, camera = self._inbox.waiting
                self._inbox.waiting = None
            try:
                self._look(frame, camera)
            except Exception:
                # Whatever a picture holds, the next one may be better.
                log.exception("calibration: a picture could not be looked at")

    def _look(self, frame: Frame, camera: CameraProfile) -> None:
        self.capture.attach(camera)
        veiled, seeks = self._veiled(), self.seeks
        offer = None
        if not veiled and seeks != MAT:
            offer = self.capture.look_at(frame, taking=seeks == VIEWS)
        mat, sought_mat = MatLook(), veiled or seeks in (MAT, BOTH)
        if sought_mat:
            mat = self._mat.look(frame.image, self.plan(), self.lens)
        self._note_blur(frame, offer, mat)
        number = self.seen.number + 1 if self.seen else 1
        with self._inbox.news:
            self.seen = Seen(number, frame, offer, mat, sought_mat, veiled)
            self._inbox.news.notify_all()

    def _note_blur(self, frame: Frame, offer: Offer | None, mat: MatLook) -> None:
        size = (frame.image.shape[1], frame.image.shape[0])
        board = offer.look.edges if offer else None
        if self.seeks == BOTH and board is None and not mat.outlines:
            # What was sharp before may have gone soft: nothing can be read any more.
            self.blur_px = {}
        for edges in filter(None, (mat.edges, board)):
            self.blur_px = {**self.blur_px, **sharpness_by_ninth(edges, size)}
