"""Measure a lens, and its error on views that had no part in measuring it.

The views are dealt out into folds. Each fold is held out once: the lens is fitted to the
others, and judged by how well it predicts the corners of those held out. A view's pose has to
come from the view itself, so it is taken from every other corner, and the rest of the corners
are predicted; then the other way round.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from vision.calibration.attitude import Attitude, attitude_of, rotation_matrix
from vision.calibration.board import BoardSpec, Points
from vision.calibration.bow import Bow, measure_bow
from vision.calibration.errors import CalibrationError
from vision.calibration.guide import is_tilted
from vision.calibration.solve import (
    USUAL,
    WIDE,
    Lens,
    Model,
    Seen,
    Solution,
    flat_shape,
    posed,
    projected,
    solve,
)
from vision.calibration.views import View

#: Hears how much of a piece of work is done, 0 to 1.
Progress = Callable[[float], None]

#: Below this nothing is fitted.
FEWEST_VIEWS = 6
FOLDS = 4
#: A more elaborate description has to predict so much better to be believed.
WORTH = 0.95
#: Views of the whole board that have to lean to tell its shape.
FEWEST_TILTED = 4
#: Corners needed to split a view into two halves that both tell a pose.
_SPLITTABLE = 16


def nobody(share: float) -> None:
    """Tell nobody."""


@dataclass(frozen=True, slots=True, eq=False)
class LensFit:
    """A measured lens and what speaks for it.

    Args:
        size: of the pictures, (width, height), px: what all pixels here refer to.
        lens: fitted to all views.
        model: how it is described.
        rms_px: error on the views it was fitted to, root mean square of distances.
        held_out_px: the same on views that were held out.
        per_view_px: held-out error by number of view.
        folds: the lenses that were fitted without one fold each.
        solution: poses of all views, in their order.
        shape: of the board, (corners, 3), mm.
        bow: the board's measured shape; None: too few views show all of it, leaning.
        attitudes: how the board was held, by number of view.
        seen: ids and corners of the views.

    """

    size: tuple[int, int]
    lens: Lens
    model: Model
    rms_px: float
    held_out_px: float
    per_view_px: Mapping[int, float]
    folds: tuple[Lens, ...]
    solution: Solution
    shape: Points
    bow: Bow | None
    attitudes: Mapping[int, Attitude]
    seen: tuple[Seen, ...]

    @property
    def bowed_mm(self) -> float:
        """Return how far the board was taken to be bowed; 0 if it is as good as flat."""
        return float(np.ptp(self.shape[:, 2]))


@dataclass(frozen=True, slots=True, eq=False)
class _Trial:
    shape: Points
    model: Model
    solution: Solution
    folds: tuple[Lens, ...]
    errors_px: tuple[float, ...]

    @property
    def held_out_px(self) -> float:
        return float(np.sqrt(np.mean(np.square(self.errors_px))))


def fit_lens(spec: BoardSpec, views: Sequence[View], told: Progress = nobody) -> LensFit:
    """Measure the lens that took the views.

    `told` hears how much is done, 0 to 1; what it raises ends the work.

    Raises:
        CalibrationError: too few views, of several resolutions, or they tell nothing.

    """
    size = _common_size(views)
    seen = tuple((view.ids, view.corners) for view in views)
    best = _tried(flat_shape(spec.corners_mm()), seen, size, USUAL)
    told(0.3)
    bow = _bow(spec, views, size)
    told(0.4)
    if bow is not None and bow.is_bowed:
        best = _better(best, _tried(bow.shape, seen, size, USUAL, bow.lens))
    told(0.6)
    # Folds only improve less: where all views gain nothing, they need not be tried.
    wide = solve(best.shape, seen, size, WIDE, best.solution.lens)
    told(0.75)
    if wide.rms_px < WORTH * best.solution.rms_px:
        best = _better(best, _tried(best.shape, seen, size, WIDE, wide.lens))
    told(0.9)
    numbers = [view.number for view in views]
    return LensFit(
        size=size,
        lens=best.solution.lens,
        model=best.model,
        rms_px=best.solution.rms_px,
        held_out_px=best.held_out_px,
        per_view_px=dict(zip(numbers, best.errors_px, strict=True)),
        folds=best.folds,
        solution=best.solution,
        shape=best.shape,
        bow=bow,
        attitudes=dict(zip(numbers, _attitudes(spec, best.solution), strict=True)),
        seen=seen,
    )


def _bow(spec: BoardSpec, views: Sequence[View], size: tuple[int, int]) -> Bow | None:
    whole = [view for view in views if len(view.ids) == spec.corners]
    # Seen from straight above, a bow and a lens that bends look the same.
    if sum(is_tilted(view.attitude) for view in whole) < FEWEST_TILTED:
        return None
    return measure_bow(spec, [(view.ids, view.corners) for view in whole], size)


def held_out_error(shape: Points, seen: Seen, lens: Lens) -> float:
    """Return how well a lens predicts a view it has not seen, px, root mean square.

    Args:
        shape: of the board, (corners, 3), mm.
        seen: ids and corners of the view.
        lens: that was fitted to other views.

    """
    ids, corners = seen
    if len(ids) < _SPLITTABLE:
        return _error(shape, seen, seen, lens)
    even = np.arange(len(ids)) % 2 == 0
    first, second = (ids[even], corners[even]), (ids[~even], corners[~even])
    errors = _error(shape, first, second, lens), _error(shape, second, first, lens)
    return float(np.hypot(*errors) / np.sqrt(2))


def _error(shape: Points, told: Seen, asked: Seen, lens: Lens) -> float:
    rvec, tvec = posed(shape, told, lens)
    off = projected(shape[asked[0]], rvec, tvec, lens) - asked[1]
    return float(np.sqrt((off**2).sum(axis=1).mean()))


def _common_size(views: Sequence[View]) -> tuple[int, int]:
    if len(views) < FEWEST_VIEWS:
        problem = f"{len(views)} usable views are too few to measure a lens"
        raise CalibrationError(problem, f"take {FEWEST_VIEWS} at least, better 20")
    sizes = {view.size for view in views}
    if len(sizes) > 1:
        listed = ", ".join(f"{width} x {height}" for width, height in sorted(sizes))
        raise CalibrationError(f"the views have several resolutions: {listed}", "keep one of them")
    return sizes.pop()


def _tried(
    shape: Points,
    seen: Sequence[Seen],
    size: tuple[int, int],
    model: Model,
    start: Lens | None = None,
) -> _Trial:
    whole = solve(shape, seen, size, model, start)
    folds: list[Lens] = []
    errors = np.zeros(len(seen))
    count = min(FOLDS, len(seen) // 2)
    for fold in range(count):
        kept = [view for place, view in enumerate(seen) if place % count != fold]
        lens = solve(shape, kept, size, model, whole.lens).lens
        folds.append(lens)
        for place in range(fold, len(seen), count):
            errors[place] = held_out_error(shape, seen[place], lens)
    return _Trial(shape, model, whole, tuple(folds), tuple(errors.tolist()))


def _better(simple: _Trial, elaborate: _Trial) -> _Trial:
    return elaborate if elaborate.held_out_px < WORTH * simple.held_out_px else simple


def _attitudes(spec: BoardSpec, solution: Solution) -> list[Attitude]:
    middle = np.array([*spec.size_mm, 0.0]) / 2
    turned = [rotation_matrix(rvec) for rvec in solution.rvecs]
    return [
        attitude_of(rotation, rotation @ middle + tvec)
        for rotation, tvec in zip(turned, solution.tvecs, strict=True)
    ]
