"""The cheap gate: where on a small grey picture does something move?"""

from typing import NamedTuple

import cv2
import numpy as np
import numpy.typing as npt

from companion.layout import Zone
from vision.camera import GREY_SIZE, Image
from vision.plan import Points, TablePlan
from vision.pose import TablePose

#: Sensor noise peaks at 9 grey levels in the small picture.
MOVED_LEVELS = 13
#: So many pixels of a cell must change: 5 px are about 45 mm2 of a whole mat.
MOVED_PX = 5
#: Cells reach this far beyond their zone, mm, as cards stick out of zones.
CELL_MARGIN_MM = 12.0

Mask = npt.NDArray[np.bool_]


class SmallView:
    """The mat as the small picture shows it: turns mm into masks of (180, 320)."""

    def __init__(self, pose: TablePose, frame_width: int, frame_height: int) -> None:
        self._pose = pose
        self._shrink = np.array([GREY_SIZE[0] / frame_width, GREY_SIZE[1] / frame_height])

    def pixels(self, points: Points) -> Points:
        """Return where mat points (N, 2), mm, fall in the small picture, px."""
        return np.asarray((self._pose.to_px(points) + 0.5) * self._shrink - 0.5)

    def points(self, pixels: Points) -> Points:
        """Return the mat points (N, 2), mm, that fall on pixels of the small picture."""
        return self._pose.to_mm((pixels + 0.5) / self._shrink - 0.5)

    @property
    def pixel_mm(self) -> float:
        """Return how wide a pixel is in the middle of the picture, mm."""
        middle = np.array(GREY_SIZE) / 2
        ends = self.points(middle + np.array([(-20.0, 0.0), (20.0, 0.0)]))
        return float(np.linalg.norm(ends[1] - ends[0])) / 40

    def mask(self, *outlines: Points) -> Mask:
        """Return the mask of convex outlines, each (N, 2) in mm on the mat."""
        picture = np.zeros(GREY_SIZE[::-1], dtype=np.uint8)
        for outline in outlines:
            corners = np.rint(self.pixels(outline)).astype(np.int32)
            cv2.fillConvexPoly(picture, corners, (1,))
        return picture > 0


class Motion(NamedTuple):
    """Where something moves: in which zones, elsewhere on the mat, on the mat's tags."""

    zones: frozenset[Zone]
    elsewhere: bool
    mat_tags: bool

    @property
    def none(self) -> bool:
        """Tell whether the whole mat is still."""
        return not (self.zones or self.elsewhere or self.mat_tags)


class MotionGate:
    """Compares each small picture with the one before, cell by cell.

    A cell is a zone, a mat tag, or the rest of the mat. What happens beside the mat does
    not matter. Until `place` has said where the cells are, everything counts as moving.
    """

    def __init__(self, plan: TablePlan) -> None:
        self._plan = plan
        self._names = [zone.spec.name for zone in plan.zones]
        self._labels: Image | None = None
        self._before: Image | None = None

    def place(self, view: SmallView) -> None:
        """Lay the cells over the picture."""
        plan = self._plan
        self._labels = np.where(view.mask(mat_outline(plan)), 0, self._beside).astype(np.uint8)
        for label, zone in enumerate(plan.zones, 1):
            self._labels[view.mask(zone.outline(CELL_MARGIN_MM))] = label
        self._labels[view.mask(*(tag.outline() for tag in plan.mat_tags))] = self._tags

    @property
    def _tags(self) -> int:
        return len(self._names) + 1

    @property
    def _beside(self) -> int:
        return len(self._names) + 2

    def moved(self, grey: Image) -> Motion:
        """Compare the next picture, shape (180, 320), with the one before."""
        before, self._before = self._before, grey
        if before is None or self._labels is None:
            return Motion(frozenset(self._names), elsewhere=True, mat_tags=True)
        changed = self._labels[cv2.absdiff(grey, before) > MOVED_LEVELS]
        counts = np.bincount(changed, minlength=self._beside) >= MOVED_PX
        moving = (name for name, moves in zip(self._names, counts[1:], strict=False) if moves)
        return Motion(frozenset(moving), bool(counts[0]), bool(counts[self._tags]))


def mat_outline(plan: TablePlan) -> Points:
    """Return the mat's corners (4, 2), mm."""
    width, height = plan.width_mm, plan.height_mm
    return np.array([(0.0, 0.0), (width, 0.0), (width, height), (0.0, height)])
