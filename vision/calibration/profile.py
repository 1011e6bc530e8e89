"""A calibration on paper: what was measured, what it belongs to, what speaks for it.

The text is a `profile.json` as `CameraProfile` reads it, with more in it: so one file serves
the table, a folder of recorded pictures and the calibration tool.
"""

import json
import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

from companion.game import Message
from vision.calibration.board import BoardSpec
from vision.calibration.errors import CalibrationError
from vision.calibration.kept_verdict import KeptVerdict
from vision.calibration.lens import LensFit
from vision.calibration.table import Aim
from vision.calibration.uncertainty import Uncertainty
from vision.calibration.verdict import Grade, Verdict
from vision.camera import CameraError, CameraProfile

FORMAT, VERSION = "table-marshal-lens", 1
#: What intrinsics hang on, as cameras name it, besides camera and resolution.
EXACT = ("ScalerCrop", "SensorMode")
FOCUS = "LensPosition"
#: Focus that differs by this moves the focal length by less than a pixel, dioptres.
SAME_FOCUS = 0.05
UNKNOWN = "unknown"
_ANEW = "calibrate this camera as it is now, or choose another profile"


@dataclass(frozen=True, slots=True)
class Hung:
    """How the camera hangs over the mat: see `table.Aim`."""

    rvec: tuple[float, ...]
    tvec: tuple[float, ...]
    residual_mm: float
    error_mm: float


@dataclass(frozen=True, slots=True)
class CalibrationProfile:
    """A calibrated camera.

    Args:
        lens: intrinsics, and the camera, resolution, crop and focus they belong to.
        board: it was measured with, as printed.
        grade: the verdict.
        views: how many it was measured with.
        rms_px: error on the views of the fit.
        held_out_px: error on held-out views, both at the lens' resolution.
        bowed_mm: how far the board was bowed.
        table_mm: uncertainty of a point of the table: centre and four corners.
        made: when, as text of the caller's.
        hung: the pose over the mat, if it was measured.
        verdict: the words of the verdict; None in profiles of before they were kept.

    """

    lens: CameraProfile
    board: BoardSpec
    grade: Grade
    views: int
    rms_px: float
    held_out_px: float
    bowed_mm: float
    table_mm: Uncertainty
    made: str = ""
    hung: Hung | None = None
    verdict: KeptVerdict | None = None

    def aimed(self, aim: Aim) -> "CalibrationProfile":
        """Return the profile with the camera's pose over the mat."""
        rvec, tvec = (tuple(float(n) for n in vector) for vector in (aim.rvec, aim.tvec))
        return replace(self, hung=Hung(rvec, tvec, aim.residual_mm, aim.error.worst_mm))

    def check_fits(self, camera: CameraProfile) -> None:
        """Refuse a camera the profile does not belong to.

        `camera` is what an opened camera says of itself: id, resolution, crop, focus. What it
        does not know is not held against it.

        Raises:
            CalibrationError: says what differs.

        """
        mine, theirs = self.lens, camera
        if UNKNOWN not in (mine.camera_id, theirs.camera_id):
            _same("camera", mine.camera_id, theirs.camera_id)
        self._check_size(theirs)
        found = differs(mine.sensor, theirs.sensor)
        if found is not None:
            _same(*found)

    def _check_size(self, camera: CameraProfile) -> None:
        if not camera.width:
            return
        mine, theirs = (f"{side.width} x {side.height}" for side in (self.lens, camera))
        crop = self.lens.sensor.get("ScalerCrop")
        same_view = crop is not None and crop == camera.sensor.get("ScalerCrop")
        same_shape = self.lens.width * camera.height == self.lens.height * camera.width
        # Scaled pictures of the same part of the sensor have the same lens, scaled.
        if not (same_view and same_shape):
            _same("resolution", mine, theirs)

    def figures(self) -> dict[str, Any]:
        """Return what was measured as plain data, under the names that a report gives it."""
        matrix, sheet = self.lens.intrinsics or (), self.verdict and self.verdict.sheet
        return {
            "size": [self.lens.width, self.lens.height],
            "focal_px": (matrix[0] + matrix[4]) / 2,
            "rms_px": self.rms_px,
            "held_out_px": self.held_out_px,
            "bowed_mm": self.bowed_mm,
            "bow_measured": bool(self.verdict and self.verdict.bow_measured),
            "data_sheet": {"camera": sheet[0], "ratio": sheet[1]} if sheet else None,
            "table_mm": {
                "centre": self.table_mm.centre_mm,
                "corners": list(self.table_mm.corners_mm),
            },
        }

    def to_json(self) -> str:
        """Return the profile as text."""
        plain = {"format": FORMAT, "version": VERSION, **asdict(self.lens)}
        plain["calibration"] = {
            "board": self.board.to_plain(),
            "grade": self.grade.value,
            "views": self.views,
            "rms_px": self.rms_px,
            "held_out_px": self.held_out_px,
            "bowed_mm": self.bowed_mm,
            "table_mm": asdict(self.table_mm),
            "made": self.made,
            "hung": None if self.hung is None else asdict(self.hung),
            "verdict": None if self.verdict is None else self.verdict.to_plain(),
        }
        return json.dumps(plain, indent=2, sort_keys=True) + "\n"

    @classmethod
    def from_json(cls, text: str, source: str) -> "CalibrationProfile":
        """Read what `to_json` wrote; `source` names it in the CalibrationError."""
        remedy = "choose another file, or calibrate anew"
        if not text.strip():
            raise CalibrationError(f"{source} is empty", remedy)
        try:
            plain = json.loads(text)
            _check_format(plain, source)
            lens = CameraProfile.from_json(text, source)
            return _profile(lens, plain["calibration"])
        except (CameraError, KeyError, TypeError, ValueError) as error:
            if isinstance(error, CalibrationError):
                raise
            problem = f"{source} is no calibration ({error!r})"
            raise CalibrationError(problem, remedy, Message("profile_unreadable")) from error


def profile_of(
    camera: CameraProfile, spec: BoardSpec, fit: LensFit, verdict: Verdict, made: str = ""
) -> CalibrationProfile:
    """Return the profile of a measured lens.

    Args:
        camera: what the camera says of itself: id, crop, focus.
        spec: the board.
        fit: the lens.
        verdict: on it.
        made: when, as text.

    Raises:
        CalibrationError: the lens is not usable.

    """
    if verdict.grade is Grade.NOT_USABLE:
        problem = "this lens is not usable, so it makes no profile"
        told = Message("not_usable_yet")
        raise CalibrationError(problem, "do what the verdict says first", told)
    width, height = fit.size
    lens = replace(
        camera,
        width=width,
        height=height,
        intrinsics=tuple(float(number) for number in fit.lens.matrix.ravel()),
        distortion=tuple(float(number) for number in fit.lens.distortion),
    )
    return CalibrationProfile(
        lens=lens,
        board=spec,
        grade=verdict.grade,
        views=len(fit.seen),
        rms_px=fit.rms_px,
        held_out_px=fit.held_out_px,
        bowed_mm=fit.bowed_mm,
        table_mm=verdict.uncertainty,
        made=made,
        verdict=KeptVerdict.of(fit, verdict),
    )


def differs(mine: Mapping[str, str], theirs: Mapping[str, str]) -> tuple[str, str, str] | None:
    """Return what keeps two states of a camera from having one lens: its name, and both.

    The arguments are a camera's `sensor`. None: nothing does. What either does not know is
    not held against it.
    """
    for name in EXACT:
        then, now = mine.get(name), theirs.get(name)
        if then and now and then != now:
            return name, then, now
    focus = [_number(side.get(FOCUS)) for side in (mine, theirs)]
    if focus[0] is not None and focus[1] is not None and abs(focus[0] - focus[1]) > SAME_FOCUS:
        return FOCUS, f"{focus[0]:g}", f"{focus[1]:g}"
    return None


def _same(what: str, mine: str | None, theirs: str | None) -> None:
    if mine != theirs:
        problem = f"the profile belongs to {what} {mine}, and this is {theirs}"
        facts = (("what", what), ("mine", str(mine)), ("theirs", str(theirs)))
        raise CalibrationError(problem, _ANEW, Message("profile_misfit", facts))


def _number(text: str | None) -> float | None:
    try:
        return None if text is None else float(text)
    except ValueError:
        return None


def _check_format(plain: Any, source: str) -> None:
    if not isinstance(plain, dict) or plain.get("format") != FORMAT:
        problem = f"{source} is no calibration of Table Marshal"
        told = Message("profile_unreadable")
        raise CalibrationError(problem, "choose a file that was exported by it", told)
    if plain.get("version") != VERSION:
        version = str(plain.get("version"))
        problem = f"{source} has version {version}, known is {VERSION}"
        told = Message("profile_version", (("version", version), ("known", str(VERSION))))
        raise CalibrationError(problem, "update Table Marshal, or calibrate anew", told)


def _finite(value: Any) -> float:
    number = float(value)
    if not math.isfinite(number):
        raise ValueError(f"not finite: {number}")
    return number


def _profile(lens: CameraProfile, plain: Mapping[str, Any]) -> CalibrationProfile:
    if not lens.known or min(lens.width, lens.height) < 1:
        raise ValueError("no intrinsics or no resolution")
    table, hung, verdict = plain["table_mm"], plain["hung"], plain.get("verdict")
    a, b, c, d = (_finite(number) for number in table["corners_mm"])
    return CalibrationProfile(
        lens=lens,
        board=BoardSpec.from_plain(plain["board"]),
        grade=Grade(plain["grade"]),
        views=int(plain["views"]),
        rms_px=_finite(plain["rms_px"]),
        held_out_px=_finite(plain["held_out_px"]),
        bowed_mm=_finite(plain["bowed_mm"]),
        table_mm=Uncertainty(_finite(table["centre_mm"]), (a, b, c, d)),
        made=str(plain["made"]),
        hung=None if hung is None else _hung(hung),
        verdict=None if verdict is None else KeptVerdict.from_plain(verdict),
    )


def _hung(plain: Mapping[str, Any]) -> Hung:
    rvec, tvec = (tuple(_finite(n) for n in plain[name]) for name in ("rvec", "tvec"))
    if len(rvec) != 3 or len(tvec) != 3:
        raise ValueError("a pose has three numbers each")
    return Hung(rvec, tvec, _finite(plain["residual_mm"]), _finite(plain["error_mm"]))
