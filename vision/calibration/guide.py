"""What the views cover so far, and what is still missing, most needed first."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from companion.game import Message
from vision.calibration.attitude import SIDES, Attitude
from vision.calibration.board import BoardSpec
from vision.calibration.views import View

#: The picture is divided into so many cells in each direction.
GRID = 10
#: Tilts that tell the focal length: flatter ones say nothing, steeper ones blur.
TILT_DEG = (15.0, 45.0)
#: Views wanted in all, leaning each way, and showing the whole board.
VIEWS, TILTED, WHOLE = 20, 2, 12
#: The largest square should be so many times the smallest.
NEAR_FAR = 1.35
#: Cells without a corner that are no harm.
EMPTY_CELLS = 15
_ROWS, _COLUMNS = ("upper", "middle", "lower"), ("left", "centre", "right")
_THIRDS = ((0, 3), (3, 7), (7, 10))


@dataclass(frozen=True, slots=True, eq=False)
class Coverage:
    """What a set of views shows.

    Args:
        cells: how many corners fell into each cell, (GRID, GRID), rows from the top.
        tilts: how many views lean each way.
        squares_px: smallest and largest square, px.
        whole: views that show the whole board.
        views: how many there are.

    """

    cells: npt.NDArray[np.intp]
    tilts: Mapping[str, int]
    squares_px: tuple[float, float]
    whole: int
    views: int

    @property
    def empty_cells(self) -> int:
        """Return how many cells no corner fell into."""
        return int((self.cells == 0).sum())

    @property
    def near_far(self) -> float:
        """Return how many times larger the nearest board is than the farthest."""
        small, large = self.squares_px
        return large / small if small else 1.0


def is_tilted(attitude: Attitude) -> bool:
    """Tell whether a view leans enough, and not too much."""
    return TILT_DEG[0] <= attitude.tilt_deg <= TILT_DEG[1]


def coverage(
    spec: BoardSpec, views: Iterable[View], attitudes: Mapping[int, Attitude] | None = None
) -> Coverage:
    """Return what the views cover.

    `attitudes` by number of view are those a fitted lens gives; a view leans only if both
    lenses say so, the guessed and the fitted one, since a wrong lens sees leaning boards.
    """
    known = tuple(views)
    cells = np.zeros((GRID, GRID), dtype=np.intp)
    tilts = dict.fromkeys(SIDES, 0)
    for view in known:
        places = (view.corners / np.array(view.size) * GRID).astype(int).clip(0, GRID - 1)
        np.add.at(cells, (places[:, 1], places[:, 0]), 1)
        fitted = view.attitude if attitudes is None else attitudes[view.number]
        if is_tilted(view.attitude) and is_tilted(fitted):
            tilts[fitted.side] += 1
    squares = [view.square_px for view in known] or [0.0]
    whole = sum(len(view.ids) == spec.corners for view in known)
    return Coverage(cells, tilts, (min(squares), max(squares)), whole, len(known))


def missing(seen: Coverage) -> tuple[Message, ...]:
    """Return what to show next, the most needed first; empty if nothing is missing."""
    return (
        *_tilts(seen),
        *_places(seen),
        *_distance(seen),
        *_counted("need_whole", seen.whole, WHOLE),
        *_counted("need_views", seen.views, VIEWS),
    )


def _tilts(seen: Coverage) -> list[Message]:
    lacking = [side for side in SIDES if seen.tilts[side] < TILTED]
    order = sorted(lacking, key=lambda side: seen.tilts[side])
    return [Message("need_tilt", (("side", side),)) for side in order]


def _places(seen: Coverage) -> list[Message]:
    if seen.empty_cells <= EMPTY_CELLS:
        return []
    shares: list[tuple[float, str]] = []
    for row, (top, bottom) in zip(_ROWS, _THIRDS, strict=True):
        for column, (left, right) in zip(_COLUMNS, _THIRDS, strict=True):
            part = seen.cells[top:bottom, left:right]
            shares.append((float((part > 0).mean()), f"{row} {column}"))
    return [
        Message("need_place", (("place", name),)) for share, name in sorted(shares) if share < 0.8
    ]


def _distance(seen: Coverage) -> list[Message]:
    if seen.near_far >= NEAR_FAR or not seen.views:
        return []
    return [
        Message("need_distance", (("ratio", f"{seen.near_far:.2f}"), ("wanted", f"{NEAR_FAR:g}")))
    ]


def _counted(code: str, have: int, wanted: int) -> list[Message]:
    if have >= wanted:
        return []
    return [Message(code, (("have", str(have)), ("wanted", str(wanted))))]
