"""What the calibration page shows, and how its wishes reach the camera and the calibration."""

from collections.abc import Callable
from functools import singledispatchmethod
from typing import TypeVar

from companion.calibration_pictures import Pictures
from companion.calibration_state import state_of
from companion.camera_loop import CameraLoop
from companion.game import Message
from companion.held_board import DISTANCE_MM, SIDE_MM, TILT_DEG, HeldBoard
from companion.layout import Zone
from companion.logs import spoken
from companion.sentences import in_words_of
from companion.zone_desk import ZoneDesk
from companion.zone_names import zone_names
from vision.calibration.board import BOARDS
from vision.calibration.errors import CalibrationError
from vision.calibration.lens import Progress
from vision.calibration.live import BOARD, BOTH, MAT, VIEWS, LiveCalibration
from vision.calibration.words import explain, say
from vision.calibration.zones import ZonePlace
from vision.camera import Camera, CameraError, Control
from vision.errands import within
from vision.printing import Paper, board_pdf, calibration_mat_pdf, mat_pdf, whole_mat_pdf
from vision.simulated.sheet import SheetPose
from web import calibration as wishes
from web.calibration import Json, NotSo, Wish
from web.translation import translation

#: How long the camera's thread may take to set something, and to settle anew (seconds).
SETTING_S, SETTLING_S = 6.0, 40.0
_SEEKS = {"paper": BOARD, "camera": BOTH, "lens": VIEWS, "table": MAT}
_SHEETS = {"board": board_pdf, "mat": mat_pdf, "calibration-mat": calibration_mat_pdf}

Result = TypeVar("Result")


class PageCalibration:
    """The calibration page's view of a calibration.

    Args:
        live: the calibration.
        loop: the camera's thread, which alone may touch the camera.
        zones: of the mat.
        held: what is held before a simulated camera; None: the camera is real.

    """

    def __init__(
        self, live: LiveCalibration, loop: CameraLoop, zones: ZoneDesk, held: HeldBoard | None
    ) -> None:
        self._live, self._loop, self._zones, self._held = live, loop, zones, held
        self._pictures = Pictures(live, loop)
        self._controls: tuple[Control, ...] | None = None

    def look(self, step: str, layer: str, after: int, language: str) -> Json | None:
        """Return the newest picture and what was seen in it, None if it is known already."""
        self._live.wake(_SEEKS[step])
        if step != "table":
            self._loop.show()
        return self._pictures.look(layer, after, language)

    def state(self, language: str) -> Json:
        """Return all that moves only with `revision`."""
        trouble = self._loop.trouble
        # A camera that is not there tells nothing, and would be waited for.
        if self._controls is None and trouble is None:
            self._read_controls()
        state = state_of(self._live, self._zones, language)
        state["camera"]["trouble"] = trouble and _told(trouble, language)
        state["controls"] = [
            {"name": c.name, "value": c.value, "low": c.low, "high": c.high}
            for c in self._controls or ()
        ]
        state["simulated"] = None if self._held is None else _held(self._held)
        return state

    def thumbnail(self, number: int) -> bytes | None:
        """Return a view's small picture."""
        views = {view.number: view.thumbnail for view in self._live.capture.views}
        return views.get(number) or None

    def exported(self) -> str | None:
        """Return the saved lens as text."""
        stored = self._live.shelf.stored(self._live.camera)
        return None if stored is None else stored.to_json()

    def sheet(self, name: str, paper: str, language: str) -> bytes | None:
        """Return a sheet to print."""
        if paper.upper() not in BOARDS:
            return None
        if name == "whole-mat":
            return self._whole_mat(Paper[paper.upper()], language)
        draw = _SHEETS.get(name)
        return None if draw is None else draw(Paper[paper.upper()], language)

    def _whole_mat(self, paper: Paper, language: str) -> bytes:
        """Return the mat of the game that is on, its zones where they lie now."""
        plan = self._zones.plan()
        return whole_mat_pdf(paper, plan, zone_names(self._zones.game, plan, language), language)

    def perform(self, wish: Wish, language: str) -> None:
        """Grant a wish; raise NotSo, and change nothing, where that can't be."""
        try:
            self._do(wish)
        except CalibrationError as error:
            raise NotSo(explain(error, language)) from error
        except CameraError as error:
            raise NotSo(_told(error, language)) from error
        except TimeoutError as error:
            raise NotSo(say(Message("camera_silent"), language)) from error

    @singledispatchmethod
    def _do(self, wish: Wish) -> None:
        raise TypeError(f"{wish!r} is no wish of the calibration page")

    @_do.register
    def _(self, wish: wishes.ChooseBoard) -> None:
        self._live.capture.choose_board(wish.board)

    @_do.register
    def _(self, wish: wishes.MeasureRulers) -> None:
        lengths = (wish.ruler_mm, wish.upright_mm)
        self._live.capture.measure(*(length if length > 0 else None for length in lengths))

    @_do.register
    def _(self, wish: wishes.RunCapture) -> None:
        self._live.check_open()
        self._live.capture.run(running=wish.running)

    @_do.register
    def _(self, wish: wishes.TakeView) -> None:
        self._live.check_open()
        self._live.capture.take()

    @_do.register
    def _(self, wish: wishes.DeleteView) -> None:
        self._live.capture.delete(wish.number)

    @_do.register
    def _(self, wish: wishes.UndoStep) -> None:
        self._live.capture.undo()

    @_do.register
    def _(self, wish: wishes.CancelRun) -> None:
        self._live.cancel()

    @_do.register
    def _(self, wish: wishes.FitLens) -> None:
        self._live.fit()

    @_do.register
    def _(self, wish: wishes.CallOff) -> None:
        self._live.call_off()

    @_do.register
    def _(self, wish: wishes.AdjustCamera) -> None:
        self._at_camera(lambda camera: camera.adjust(wish.control, wish.value), SETTING_S)
        self._set_anew()

    @_do.register
    def _(self, wish: wishes.LockCamera) -> None:
        def work(told: Progress) -> None:
            told(0.1)
            try:
                self._at_camera(lambda camera: camera.lock(), SETTLING_S)
            except (CameraError, TimeoutError) as error:
                told_why = Message("camera_refuses")
                raise CalibrationError("it does not lock", "leave it", told_why) from error
            told(1.0)
            self._set_anew()

        self._live.job.start("lock", work)

    @_do.register
    def _(self, wish: wishes.SaveLens) -> None:
        self._live.save()

    @_do.register
    def _(self, wish: wishes.ImportLens) -> None:
        self._live.shelf.take_in(wish.text, self._live.camera)
        self._live.changed()

    @_do.register
    def _(self, wish: wishes.RestoreLens) -> None:
        self._live.shelf.restore(self._live.camera)
        self._live.changed()

    @_do.register
    def _(self, wish: wishes.AimCamera) -> None:
        self._live.aim()
        self._loop.aim()

    @_do.register
    def _(self, wish: wishes.PlaceZone) -> None:
        numbers = (wish.x_mm, wish.y_mm, wish.width_mm, wish.height_mm, wish.angle_deg)
        self._zones.place(Zone(wish.zone), ZonePlace(*numbers))
        self._live.changed()

    @_do.register
    def _(self, wish: wishes.ResetZones) -> None:
        self._zones.reset()
        self._live.changed()

    @_do.register
    def _(self, wish: wishes.HoldBoard) -> None:
        pose = SheetPose(
            _within(wish.x_mm, (-SIDE_MM, SIDE_MM)),
            _within(wish.y_mm, (-SIDE_MM, SIDE_MM)),
            _within(wish.distance_mm, DISTANCE_MM),
            _within(wish.tilt_deg, (0.0, TILT_DEG)),
            wish.near_deg % 360,
            wish.turn_deg % 360,
        )
        self._hand().hold(pose, self._live.capture.draft.board)
        self._live.changed()

    @_do.register
    def _(self, wish: wishes.ShowMissing) -> None:
        seen = self._live.seen
        missing = seen.offer.missing if seen and seen.offer else ()
        self._hand().show(missing, self._live.capture.draft.board)
        self._live.changed()

    @_do.register
    def _(self, wish: wishes.PutBoardAway) -> None:
        self._hand().hold(None)
        self._live.changed()

    def _hand(self) -> HeldBoard:
        if self._held is None:
            told = Message("nothing_simulated")
            raise CalibrationError("the camera is real", "hold a real board", told)
        return self._held

    def _at_camera(self, does: Callable[[Camera], Result], patience_s: float) -> Result:
        """Have this done with the camera; what comes too late is not done at all."""
        return within(self._loop.errand(does), patience_s)

    def _set_anew(self) -> None:
        self._controls = None
        self._live.refocused()

    def _read_controls(self) -> None:
        try:
            self._controls = self._at_camera(lambda camera: camera.controls(), SETTING_S)
        except (CameraError, TimeoutError):
            self._controls = None


def _told(trouble: Exception, language: str) -> str:
    """Return why there is no picture, and what to do, as the host's page has it."""
    return in_words_of(translation(language).machine, spoken(trouble))


def _within(value: float, limits: tuple[float, float]) -> float:
    return min(max(value, limits[0]), limits[1])


def _held(board: HeldBoard) -> Json:
    pose = board.pose
    limits: Json = {"side_mm": SIDE_MM, "distance_mm": list(DISTANCE_MM), "tilt_deg": TILT_DEG}
    limits["focal_per_width"] = board.focal_per_width
    if pose is None:
        return {"pose": None, "limits": limits}
    names = ("x_mm", "y_mm", "distance_mm", "tilt_deg", "near_deg", "turn_deg")
    return {"pose": {name: getattr(pose, name) for name in names}, "limits": limits}
