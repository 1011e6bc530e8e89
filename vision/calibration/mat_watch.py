"""Looking at the mat while a page is open: where it is, and whether the camera was nudged."""

from dataclasses import dataclass, field

import numpy as np

from vision import tags
from vision.calibration.board import Points
from vision.calibration.profile import Hung
from vision.calibration.sharpness import Edges, measure_quads
from vision.calibration.solve import Lens as SolvedLens
from vision.calibration.table import farthest_mm
from vision.camera import CameraProfile, Image, grey_of
from vision.detection import SeenTags, TagDetector, refined_tag
from vision.plan import TablePlan
from vision.pose import Lens, MatFinder, TablePose

#: How much of its surroundings is shown with a tag, as a share of its side.
_AROUND = 0.4


@dataclass(frozen=True, slots=True, eq=False)
class MatLook:
    """The mat in one picture.

    Args:
        outlines: of its tags that were seen, (4, 2) px each, by corner.
        pose: of the mat; None: fewer than three tags.
        edges: how sharp the tags are.

    """

    outlines: dict[int, Points] = field(default_factory=dict)
    pose: TablePose | None = None
    edges: Edges = field(default_factory=lambda: Edges(np.empty((0, 2)), np.empty(0)))

    def windows(self) -> list[Points]:
        """Return what may be shown of a picture whose cards are nobody's business, px."""
        middles = (outline.mean(axis=0) for outline in self.outlines.values())
        return [
            middle + (outline - middle) * (1 + 2 * _AROUND)
            for middle, outline in zip(middles, self.outlines.values(), strict=True)
        ]


class MatWatch:
    """Finds the mat's tags in pictures. Use it from one thread."""

    def __init__(self) -> None:
        self._detector = TagDetector([tags.MAT_SLOT])

    def look(self, picture: Image, plan: TablePlan, lens: CameraProfile | None) -> MatLook:
        """Look for the mat in a BGR picture, through a lens if it is known."""
        grey = grey_of(picture)
        seen = self._detector.detect(grey)
        if not len(seen.ids):
            return MatLook()
        quads = np.array([refined_tag(grey, outline) for outline in seen.corners])
        through = Lens(lens, picture.shape[1], picture.shape[0])
        # Every picture speaks for itself here: nothing is remembered.
        pose = MatFinder(plan).find(SeenTags(seen.ids, quads), through)
        corners = (tags.slot_and_corner(int(tag)).corner for tag in seen.ids)
        outlines = dict(zip(corners, quads, strict=True))
        return MatLook(outlines, pose, measure_quads(grey, quads))


def shift_mm(look: MatLook, plan: TablePlan, hung: Hung, lens: CameraProfile) -> float | None:
    """Return how far the mat's tags lie from where they were when the camera was aimed, mm.

    The farthest counts; None: no tag is in sight. `lens` belongs to the picture's size.
    """
    if not look.outlines:
        return None
    pose = np.array(hung.rvec), np.array(hung.tvec)
    bent = SolvedLens(lens.matrix(), lens.coefficients())
    return round(farthest_mm(look.outlines, plan, pose, bent), 1)
