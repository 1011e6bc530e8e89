"""The other half of the calibration page: what moves only now and then, as plain data."""

from typing import Any

from companion.zone_desk import ZoneDesk
from vision.calibration.board import BOARDS
from vision.calibration.errors import CalibrationError
from vision.calibration.guide import EMPTY_CELLS, NEAR_FAR, TILTED, VIEWS, WHOLE, Coverage
from vision.calibration.live import LiveCalibration
from vision.calibration.profile import CalibrationProfile
from vision.calibration.report import Report
from vision.calibration.verdict import Grade
from vision.calibration.views import View
from vision.calibration.words import explain, say, translation
from vision.plan import PlacedZone
from web.calibration import Json


def state_of(live: LiveCalibration, zones: ZoneDesk, language: str) -> Json:
    """Return the state of a calibration, its sentences in a language."""
    # First, so that what changes meanwhile is asked for again.
    revision = live.revision
    return {
        "revision": revision,
        "camera": _camera(live, language),
        "board": _board(live),
        "capture": {
            "running": live.capture.running,
            "can_undo": live.capture.can_undo,
            "trouble": _said(live.capture.trouble, language),
        },
        "coverage": _coverage(live.capture.coverage),
        "views": [_view(view, live.report, live.kept) for view in live.capture.views],
        "failed": _said(live.job.failed, language),
        "verdict": _verdict(live, language),
        "stale": live.is_stale,
        "saved": _saved(live, language),
        "table": _table(live, zones, language),
    }


def _said(error: CalibrationError | None, language: str) -> str | None:
    return None if error is None else explain(error, language)


def _camera(live: LiveCalibration, language: str) -> Json:
    camera, words = live.camera, translation(language).words
    facts = [{"name": words.get(k, k), "value": v} for k, v in camera.sensor.items()]
    known = live.lens is not None
    return {
        "id": camera.camera_id,
        "width": camera.width,
        "height": camera.height,
        "facts": facts,
        "lens_known": known,
    }


def _board(live: LiveCalibration) -> Json:
    draft, spec = live.capture.draft, live.capture.spec
    across, down = spec.stretch
    return {
        "name": draft.board,
        "ours": list(BOARDS),
        "columns": spec.columns,
        "rows": spec.rows,
        "square_mm": [round(spec.square_mm * across, 3), round(spec.square_mm * down, 3)],
        "ruler_mm": draft.ruler_mm,
        "upright_mm": draft.upright_mm,
    }


def _coverage(seen: Coverage) -> Json:
    return {
        "cells": seen.cells.tolist(),
        "empty": {"have": seen.empty_cells, "most": EMPTY_CELLS},
        "tilts": {side: {"have": have, "wanted": TILTED} for side, have in seen.tilts.items()},
        "near_far": {"have": round(seen.near_far, 2), "wanted": NEAR_FAR},
        "whole": {"have": seen.whole, "wanted": WHOLE},
        "views": {"have": seen.views, "wanted": VIEWS},
    }


def _view(view: View, report: Report | None, kept: CalibrationProfile | None) -> Json:
    fit = report.fit if report else None
    errors = fit.per_view_px if fit else kept.verdict.errors_px if kept and kept.verdict else {}
    error = errors.get(view.number)
    held = fit.attitudes.get(view.number, view.attitude) if fit else view.attitude
    return {
        "number": view.number,
        "corners": len(view.ids),
        "tilt_deg": round(held.tilt_deg),
        "side": held.side,
        "blur_px": round(view.blur_px, 1),
        "error_px": None if error is None else round(error, 2),
        "odd": str(view.number) in _odd(report, kept),
    }


def _odd(report: Report | None, kept: CalibrationProfile | None) -> list[str]:
    """Return the numbers of the views that the verdict names as worse than the others."""
    verdict = report.verdict if report else kept.verdict if kept else None
    notes = verdict.notes if verdict else ()
    return [dict(note.facts)["view"] for note in notes if note.code == "outlier"]


def _verdict(live: LiveCalibration, language: str) -> Json | None:
    """Return the verdict on these views: just reached, or kept with the lens."""
    if live.report is not None:
        return _reached(live.report, language)
    return None if live.kept is None else _kept(live.kept, language)


def _reached(report: Report, language: str) -> Json:
    plain = report.to_plain(language)
    return {
        **_grade(report.grade, language),
        "reasons": [reason["text"] for reason in plain["reasons"]],
        "notes": [note["text"] for note in plain["notes"]],
        "views": len(report.views),
        "lens": plain["lens"],
    }


def _kept(profile: CalibrationProfile, language: str) -> Json:
    verdict = profile.verdict
    assert verdict is not None
    return {
        **_grade(profile.grade, language),
        "reasons": [say(message, language) for message in verdict.reasons],
        "notes": [say(message, language) for message in verdict.notes],
        "views": profile.views,
        "lens": profile.figures(),
    }


def _grade(grade: Grade, language: str) -> Json:
    words = translation(language).words
    return {"grade": grade.name.lower(), "word": words.get(grade.value, grade.value)}


def _saved(live: LiveCalibration, language: str) -> Json:
    stored = live.shelf.stored(live.camera)
    return {
        "lens": None if stored is None else _profile(stored, language),
        "trouble": _said(live.shelf.trouble, language),
        "can_restore": live.shelf.can_restore(live.camera),
        "can_save": live.can_save,
    }


def _profile(profile: CalibrationProfile, language: str) -> Json:
    return {
        "made": profile.made,
        **_grade(profile.grade, language),
        "size": [profile.lens.width, profile.lens.height],
        "views": profile.views,
        "held_out_px": round(profile.held_out_px, 3),
        "worst_mm": round(profile.table_mm.worst_mm, 2),
        "hung_mm": None if profile.hung is None else round(profile.hung.error_mm, 2),
    }


def _table(live: LiveCalibration, zones: ZoneDesk, language: str) -> Json:
    plan, aimed = zones.plan(), live.aimed
    return {
        "width_mm": plan.width_mm,
        "height_mm": plan.height_mm,
        "moved": zones.has_moved,
        "zones": [_zone(zone) for zone in plan.zones],
        "aim": None
        if aimed is None
        else {
            "text": say(aimed.aim.message, language),
            "good": aimed.aim.message.code == "mat_good",
            "tags": len(aimed.aim.tags),
            "height_mm": round(aimed.aim.height_mm),
            "tilt_deg": round(aimed.aim.tilt_deg, 1),
            "residual_mm": round(aimed.aim.residual_mm, 2),
            "error_mm": round(aimed.aim.error.worst_mm, 2),
            "seconds": round(aimed.seconds, 1),
        },
    }


def _zone(zone: PlacedZone) -> dict[str, Any]:
    names = ("x_mm", "y_mm", "width_mm", "height_mm", "angle_deg")
    place = {name: round(getattr(zone, name), 1) for name in names}
    spec = zone.spec
    return {"name": spec.name, "kind": spec.kind.value, "seat": spec.seat, **place}
