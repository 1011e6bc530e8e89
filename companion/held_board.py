"""A printed board that a simulated person holds before the simulated camera.

It is the sheet that `marshal print board` prints, seen through the camera's own lens and
sensor, so a calibration learns here what it learns from a real one.
"""

import threading
from collections.abc import Callable
from dataclasses import replace
from random import Random

from companion.game import Message
from vision.calibration.board import BOARDS
from vision.camera import Image
from vision.printing import Paper, board_pdf
from vision.printing.raster import page_image
from vision.simulated.lens import CameraModel
from vision.simulated.sheet import Sheet, SheetCamera, SheetPose

#: Resolution of the print: finer than any camera sees it from where it is held.
PX_PER_MM = 5
#: How far it may be held to each side, and from the lens, mm, and how it may lean, degrees.
SIDE_MM, DISTANCE_MM, TILT_DEG = 420.0, (260.0, 900.0), 60.0
#: Held so that all of it is in the picture.
AT_FIRST = SheetPose(distance_mm=560.0, turn_deg=90.0)

#: Where in the picture a place is, as shares of half its width and height.
_COLUMNS, _ROWS = {"left": -1, "centre": 0, "right": 1}, {"upper": -1, "middle": 0, "lower": 1}
_NEAR_DEG = {"top": 0.0, "right": 90.0, "bottom": 180.0, "left": 270.0}


class HeldBoard:
    """What is held before the camera, if anything is.

    Args:
        model: the camera's lens and sensor; asked for once something is held.
        rng: for a hand that never holds it twice alike.

    """

    def __init__(self, model: Callable[[], CameraModel], rng: Random) -> None:
        self._model, self._rng = model, rng
        self._lock = threading.Lock()
        self._pose: SheetPose | None = None
        self._paper = Paper.A4
        self._cameras: dict[Paper, SheetCamera] = {}

    @property
    def pose(self) -> SheetPose | None:
        """Return how it is held, None: it is not."""
        return self._pose

    @property
    def focal_per_width(self) -> float:
        """Return the camera's focal length as a share of its picture's width."""
        model = self._model()
        return model.focal_px / model.width

    def hold(self, pose: SheetPose | None, paper: str = "A4") -> None:
        """Hold the board of a paper like this, or put it away."""
        with self._lock:
            self._pose = pose
            if paper.upper() in BOARDS:
                self._paper = Paper[paper.upper()]

    def show(self, missing: tuple[Message, ...], paper: str) -> None:
        """Hold the board as a person would who is told what is missing."""
        wanted = next(iter(missing), Message("need_views"))
        self.hold(self._followed(wanted), paper)

    def before(self, table: Image) -> Image:
        """Return a picture of the table with what is held before it; for one thread."""
        with self._lock:
            pose, paper = self._pose, self._paper
        if pose is None:
            return table
        if paper not in self._cameras:
            self._cameras = {paper: _camera(self._model(), paper)}
        return self._cameras[paper].before(table, pose)

    def _followed(self, wanted: Message) -> SheetPose:
        facts, draw = dict(wanted.facts), self._rng.uniform
        far = draw(330, 470)
        tilt, near = draw(22, 36), draw(0, 360)
        x, y = draw(-0.8, 0.8), draw(-0.8, 0.8)
        if wanted.code == "need_tilt":
            near = _NEAR_DEG[facts["side"]] + draw(-25, 25)
        elif wanted.code == "need_place":
            row, column = facts["place"].split()
            x, y = _COLUMNS[column] + draw(-0.2, 0.2), _ROWS[row] + draw(-0.2, 0.2)
        elif wanted.code == "need_whole":
            far, x, y = draw(560, 640), draw(-0.3, 0.3), draw(-0.15, 0.15)
        elif wanted.code == "need_distance":
            far = self._rng.choice((draw(300, 340), draw(600, 660)))
        model = self._model()
        reach_x = far * model.width / model.focal_px / 2
        reach_y = far * model.height / model.focal_px / 2
        turned = 90.0 * (wanted.code == "need_whole") + draw(-20, 20)
        return SheetPose(0.72 * x * reach_x, 0.6 * y * reach_y, far, tilt, near % 360, turned % 360)


def _camera(model: CameraModel, paper: Paper) -> SheetCamera:
    picture = page_image(board_pdf(paper), 0, PX_PER_MM)
    return SheetCamera(replace(model), Sheet(picture, PX_PER_MM))
