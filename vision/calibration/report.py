"""A calibration run as a whole: its views, the lens, the verdict, as plain data too."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from companion.game import Message
from vision.calibration.board import BoardSpec
from vision.calibration.errors import CalibrationError
from vision.calibration.guide import Coverage, coverage, missing
from vision.calibration.lens import FEWEST_VIEWS, LensFit, Progress, fit_lens, nobody
from vision.calibration.verdict import Grade, Verdict, judge
from vision.calibration.views import View
from vision.calibration.words import say


@dataclass(frozen=True, slots=True, eq=False)
class Report:
    """What came of a set of views.

    Args:
        spec: the board.
        views: that counted.
        grade: the verdict in a word.
        reasons: why it is not better.
        fit: the lens; None: there were too few views to fit one.
        verdict: in full; None likewise.

    """

    spec: BoardSpec
    views: tuple[View, ...]
    grade: Grade
    reasons: tuple[Message, ...]
    fit: LensFit | None = None
    verdict: Verdict | None = None

    @property
    def coverage(self) -> Coverage:
        """Return what the views cover."""
        return self.verdict.coverage if self.verdict else coverage(self.spec, self.views)

    @property
    def missing(self) -> tuple[Message, ...]:
        """Return what more views would have to show, the most needed first."""
        return missing(self.coverage)

    def to_plain(self, language: str = "en") -> dict[str, Any]:
        """Return the report as plain data, ready for JSON, its messages in a language."""
        seen = self.coverage
        return {
            "grade": self.grade.value,
            "reasons": [plain_message(m, language) for m in self.reasons],
            "missing": [plain_message(m, language) for m in self.missing],
            "notes": [plain_message(m, language) for m in self.verdict.notes]
            if self.verdict
            else [],
            "board": str(self.spec),
            "views": [self._view(view) for view in self.views],
            "coverage": {
                "cells": seen.cells.tolist(),
                "empty_cells": seen.empty_cells,
                "tilts": dict(seen.tilts),
                "near_far": seen.near_far,
                "whole": seen.whole,
            },
            "lens": self._lens(),
        }

    def _view(self, view: View) -> dict[str, Any]:
        held = view.attitude if self.fit is None else self.fit.attitudes[view.number]
        return {
            "number": view.number,
            "name": view.name,
            "corners": len(view.ids),
            "tilt_deg": round(held.tilt_deg, 1),
            "side": held.side,
            "blur_px": round(view.blur_px, 2),
            "held_out_px": None if self.fit is None else self.fit.per_view_px[view.number],
        }

    def _lens(self) -> dict[str, Any] | None:
        if self.fit is None or self.verdict is None:
            return None
        fit, doubt, sheet = self.fit, self.verdict.uncertainty, self.verdict.sheet
        return {
            "size": list(fit.size),
            "model": fit.model.name,
            "intrinsics": fit.lens.matrix.ravel().tolist(),
            "distortion": fit.lens.distortion.tolist(),
            "focal_px": fit.lens.focal_px,
            "rms_px": fit.rms_px,
            "held_out_px": fit.held_out_px,
            "bowed_mm": fit.bowed_mm,
            "bow_measured": fit.bow is not None,
            "data_sheet": None if sheet is None else {"camera": sheet[0].name, "ratio": sheet[1]},
            "table_mm": {"centre": doubt.centre_mm, "corners": list(doubt.corners_mm)},
        }


def report_on(
    spec: BoardSpec,
    views: Sequence[View],
    camera: str = "",
    crop: tuple[int, int] | None = None,
    told: Progress = nobody,
) -> Report:
    """Fit a lens to views and judge it; with too few views say what is missing.

    Args:
        spec: the board.
        views: of one resolution.
        camera: id or model, for its data sheet.
        crop: part of the sensor in the pictures, (width, height) px; None: all it can.
        told: hears how much is done, 0 to 1; what it raises ends the work.

    Raises:
        CalibrationError: the views have several resolutions.

    """
    known = tuple(views)
    if len(known) < FEWEST_VIEWS:
        facts = (("have", str(len(known))), ("wanted", str(FEWEST_VIEWS)))
        return Report(spec, known, Grade.NOT_USABLE, (Message("few_views", facts),))
    try:
        fit = fit_lens(spec, known, told)
        verdict = judge(spec, known, fit, camera, crop)
    except CalibrationError:
        if len({view.size for view in known}) > 1:
            raise
        return Report(spec, known, Grade.NOT_USABLE, (Message("undetermined"),))
    return Report(spec, known, verdict.grade, verdict.reasons, fit, verdict)


def plain_message(message: Message, language: str) -> dict[str, Any]:
    """Return a message as plain data: code, facts and sentence."""
    facts = dict(message.facts)
    return {"code": message.code, "facts": facts, "text": say(message, language)}
