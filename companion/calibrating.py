"""`marshal calibrate`: a lens from a folder of pictures, as data and as text."""

import datetime
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.game import Message
from vision.calibration.board import BoardSpec
from vision.calibration.data_sheet import crop_of
from vision.calibration.folder import Judged, calibrate_folder
from vision.calibration.lens import LensFit
from vision.calibration.profile import profile_of
from vision.calibration.profile_store import export_profile
from vision.calibration.report import Report, plain_message
from vision.calibration.verdict import Grade, Verdict
from vision.calibration.words import say
from vision.camera import CameraProfile


@dataclass(frozen=True, slots=True)
class Calibrated:
    """What `marshal calibrate` says.

    Args:
        data: ready for JSON.
        text: the same for people.
        grade: the verdict.

    """

    data: dict[str, Any]
    text: str
    grade: Grade

    def to_json(self) -> str:
        """Return the data as JSON text."""
        return json.dumps(self.data, indent=2)

    @property
    def exit_code(self) -> int:
        """Return 0 for a lens that can be used, else 1."""
        return int(self.grade is Grade.NOT_USABLE)


@dataclass(frozen=True, slots=True)
class Wanted:
    """What was asked for on the command line.

    Args:
        images: the folder of pictures.
        board: name of one of our boards, or how another one is made.
        ruler_mm: measured length of the sheet's 100 mm ruler.
        upright_mm: of its 50 mm ruler; None: not measured.
        camera: id or model of the camera, for its data sheet.
        crop: libcamera's ScalerCrop, or empty.
        output: where to write the profile; None: nowhere.
        language: "en" or "fr".

    """

    images: Path
    board: str = "A4"
    ruler_mm: float = 100.0
    upright_mm: float | None = None
    camera: str = ""
    crop: str = ""
    output: Path | None = None
    language: str = "en"


def calibrate(wanted: Wanted) -> Calibrated:
    """Measure a lens from a folder of pictures; write its profile if that is wanted.

    Raises:
        CalibrationError: the folder, the board or the rulers are of no use, or the profile
            can't be written.

    """
    spec = BoardSpec.parse(wanted.board).measured(wanted.ruler_mm, wanted.upright_mm)
    report, judged = calibrate_folder(
        wanted.images, spec, wanted.camera, crop_of(wanted.crop) if wanted.crop else None
    )
    if wanted.output is not None and report.grade is not Grade.NOT_USABLE:
        _write(wanted, spec, report, wanted.output)
    data = report.to_plain(wanted.language)
    data["images"] = [_plain(each, wanted.language) for each in judged]
    return Calibrated(data, _text(report, judged, wanted), report.grade)


def _write(wanted: Wanted, spec: BoardSpec, report: Report, output: Path) -> None:
    assert report.fit is not None and report.verdict is not None
    sensor = {"ScalerCrop": wanted.crop} if wanted.crop else {}
    camera = CameraProfile(wanted.camera or "unknown", *report.fit.size, sensor=sensor)
    made = datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")
    export_profile(profile_of(camera, spec, report.fit, report.verdict, made), output)


def _plain(judged: Judged, language: str) -> dict[str, Any]:
    refused = [plain_message(message, language) for message in judged.refused]
    return {"name": judged.name, "view": judged.view, "refused": refused}


def _text(report: Report, judged: tuple[Judged, ...], wanted: Wanted) -> str:
    refused = (
        f"{each.name}: {say(message, wanted.language)}"
        for each in judged
        for message in each.refused
    )
    reasons = (f"- {say(message, wanted.language)}" for message in report.reasons)
    told = (say(message, wanted.language) for message in _summary(report, judged))
    after = (say(message, wanted.language) for message in _afterwards(report, wanted))
    return "\n".join([*refused, *told, *reasons, *after])


def _summary(report: Report, judged: tuple[Judged, ...]) -> Iterator[Message]:
    taken = sum(each.view is not None for each in judged)
    yield Message("taken", (("count", str(taken)), ("all", str(len(judged)))))
    if report.fit is not None and report.verdict is not None:
        yield from _measured(report.fit, report.verdict)
    yield Message("verdict_is", (("grade", report.grade.value),))


def _measured(fit: LensFit, verdict: Verdict) -> Iterator[Message]:
    size = ("size", f"{fit.size[0]} x {fit.size[1]}")
    focal = ("focal", f"{fit.lens.focal_px:.1f}")
    yield Message("focal_is", (focal, size, ("model", fit.model.name)))
    errors = ("error", f"{fit.held_out_px:.3f}"), ("fitted", f"{fit.rms_px:.3f}")
    yield Message("held_out_is", (*errors, size))
    doubt = verdict.uncertainty
    corners = ", ".join(f"{corner:.2f}" for corner in doubt.corners_mm)
    yield Message("table_is", (("centre", f"{doubt.centre_mm:.2f}"), ("corners", corners)))
    if verdict.sheet is not None:
        sheet, ratio = verdict.sheet
        percent = ("percent", f"{100 * (ratio - 1):+.1f}")
        yield Message("sheet_is", (percent, ("camera", sheet.name)))


def _afterwards(report: Report, wanted: Wanted) -> Iterator[Message]:
    if report.verdict is not None:
        yield from report.verdict.notes
    if wanted.output is not None:
        usable = report.grade is not Grade.NOT_USABLE
        file = (("file", str(wanted.output)),)
        yield Message("written", file) if usable else Message("not_written")
