"""The verdict on a lens: good, usable, or not usable because ... do this.

Every reason is a message of a code and facts; `words` says it, with its remedy.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum

import numpy as np

from companion.game import Message
from vision.calibration.attitude import SIDES
from vision.calibration.board import BoardSpec
from vision.calibration.bow import FEWEST_WHOLE
from vision.calibration.data_sheet import DataSheet, nearest_sheet
from vision.calibration.guide import GRID, TILTED, Coverage, coverage, missing
from vision.calibration.lens import LensFit
from vision.calibration.uncertainty import Uncertainty, table_uncertainty
from vision.calibration.views import View

#: Views that lean, at least, and ways they have to lean: with fewer the focal length is free.
FEWEST_TILTED, FEWEST_SIDES = 4, 2
FEWEST_VIEWS = 8
#: Empty cells of the coverage grid from which the lens is unknown in too much of the picture.
TOO_EMPTY = 60
#: Held-out error, as a share of the picture's width: 0.7 and 1.5 px at 2304.
FINE_ERROR, WORST_ERROR = 0.7 / 2304, 1.5 / 2304
#: Off the data sheet by: its own tolerance and focusing near; impossible.
FINE_FOCAL, WORST_FOCAL = 0.07, 0.15
#: A point of the table: cards are told apart; strips of a fan are not.
FINE_MM, WORST_MM = 1.0, 4.0
#: No sensor has its lens so far from its middle, or pixels so oblong.
WORST_CENTRE, WORST_ASPECT = 0.15, 0.03
#: A view this much worse than the middle one is named.
OUTLIER = 3.0


class Grade(Enum):
    """How far a lens can be trusted."""

    GOOD = "good"
    USABLE = "usable"
    NOT_USABLE = "not usable"


@dataclass(frozen=True, slots=True, eq=False)
class Verdict:
    """What to think of a measured lens.

    Args:
        grade: the verdict.
        reasons: why it is not better; empty if it is good.
        notes: what else is worth knowing.
        missing: what more views would have to show.
        coverage: of the views, as the fitted lens sees them.
        uncertainty: of a point of the table.
        sheet: the camera's data sheet, and measured over promised focal length.

    """

    grade: Grade
    reasons: tuple[Message, ...]
    notes: tuple[Message, ...]
    missing: tuple[Message, ...]
    coverage: Coverage
    uncertainty: Uncertainty
    sheet: tuple[DataSheet, float] | None


def judge(
    spec: BoardSpec,
    views: Iterable[View],
    fit: LensFit,
    camera: str = "",
    crop: tuple[int, int] | None = None,
) -> Verdict:
    """Return the verdict on a lens.

    Args:
        spec: the board.
        views: the lens was fitted to.
        fit: the lens.
        camera: id or model, for its data sheet.
        crop: part of the sensor in the picture, (width, height) px; None: all it can.

    """
    seen = coverage(spec, views, fit.attitudes)
    sheet = nearest_sheet(camera, fit.size, fit.lens.focal_px, crop)
    doubt = table_uncertainty(fit)
    fatal = tuple(_fatal(fit, seen, sheet, doubt))
    weak = tuple(_weak(fit, seen, sheet, doubt))
    grade = Grade.NOT_USABLE if fatal else Grade.USABLE if weak else Grade.GOOD
    notes = tuple(_notes(fit, sheet))
    return Verdict(grade, fatal or weak, notes, missing(seen), seen, doubt, sheet)


def _fatal(
    fit: LensFit, seen: Coverage, sheet: tuple[DataSheet, float] | None, doubt: Uncertainty
) -> Iterable[Message]:
    sides = sum(count > 0 for count in seen.tilts.values())
    if sum(seen.tilts.values()) < FEWEST_TILTED or sides < FEWEST_SIDES:
        yield Message("flat_views", (("have", str(sum(seen.tilts.values()))), ("wanted", "8")))
    if seen.views < FEWEST_VIEWS:
        yield Message("few_views", (("have", str(seen.views)), ("wanted", str(FEWEST_VIEWS))))
    if seen.empty_cells > TOO_EMPTY:
        yield _cells("unseen_places", seen)
    if fit.held_out_px > WORST_ERROR * fit.size[0]:
        yield _error("held_out_bad", fit, WORST_ERROR)
    if sheet is not None and abs(sheet[1] - 1) > WORST_FOCAL:
        yield _focal("focal_impossible", fit, sheet)
    if not _plausible(fit):
        yield Message("implausible_lens", (("focal", f"{fit.lens.focal_px:.0f}"),))
    if doubt.worst_mm > WORST_MM:
        yield Message("table_unsure", (("mm", f"{doubt.worst_mm:.1f}"), ("most", f"{WORST_MM:g}")))


def _weak(
    fit: LensFit, seen: Coverage, sheet: tuple[DataSheet, float] | None, doubt: Uncertainty
) -> Iterable[Message]:
    for side in SIDES:
        if seen.tilts[side] < TILTED:
            yield Message("need_tilt", (("side", side),))
    yield from (m for m in missing(seen) if m.code in ("need_views", "need_distance"))
    if any(message.code == "need_place" for message in missing(seen)):
        yield _cells("unseen_places", seen)
    if fit.bow is None:
        yield Message("bow_unknown", (("wanted", str(FEWEST_WHOLE)),))
    if fit.held_out_px > FINE_ERROR * fit.size[0]:
        yield _error("held_out_high", fit, FINE_ERROR)
    if sheet is not None and abs(sheet[1] - 1) > FINE_FOCAL:
        yield _focal("focal_off", fit, sheet)
    if doubt.worst_mm > FINE_MM:
        yield Message("table_unsure", (("mm", f"{doubt.worst_mm:.1f}"), ("most", f"{FINE_MM:g}")))


def _notes(fit: LensFit, sheet: tuple[DataSheet, float] | None) -> Iterable[Message]:
    if fit.bowed_mm:
        yield Message("bowed", (("mm", f"{fit.bowed_mm:.1f}"),))
    if sheet is None:
        yield Message("no_data_sheet")
    usual = float(np.median(list(fit.per_view_px.values())))
    for number, error in fit.per_view_px.items():
        if error > OUTLIER * max(usual, 0.02):
            facts = (("view", str(number)), ("error", f"{error:.2f}"), ("usual", f"{usual:.2f}"))
            yield Message("outlier", facts)


def _plausible(fit: LensFit) -> bool:
    width, height = fit.size
    matrix = fit.lens.matrix
    off = abs(matrix[0, 2] - width / 2) / width, abs(matrix[1, 2] - height / 2) / height
    aspect = matrix[0, 0] / matrix[1, 1]
    focal = fit.lens.focal_px / max(width, height)
    return bool(max(off) < WORST_CENTRE and abs(aspect - 1) < WORST_ASPECT and 0.25 < focal < 6)


def _cells(code: str, seen: Coverage) -> Message:
    return Message(code, (("cells", str(seen.empty_cells)), ("all", str(GRID * GRID))))


def _error(code: str, fit: LensFit, most: float) -> Message:
    facts = (("error", f"{fit.held_out_px:.2f}"), ("most", f"{most * fit.size[0]:.2f}"))
    return Message(code, (*facts, ("size", f"{fit.size[0]} x {fit.size[1]}")))


def _focal(code: str, fit: LensFit, sheet: tuple[DataSheet, float]) -> Message:
    named, ratio = sheet
    promised = fit.lens.focal_px / ratio
    facts = (("focal", f"{fit.lens.focal_px:.0f}"), ("promised", f"{promised:.0f}"))
    return Message(code, (*facts, ("camera", named.name), ("percent", f"{100 * (ratio - 1):+.0f}")))
