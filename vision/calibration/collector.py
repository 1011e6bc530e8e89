"""Watches frames and takes a view when the board is still and shows something new."""

from dataclasses import dataclass

import numpy as np

from companion.game import Message
from vision.calibration.attitude import guessed_matrix
from vision.calibration.board import BoardSpec, Points
from vision.calibration.errors import CalibrationError
from vision.calibration.guide import Coverage, coverage, missing
from vision.calibration.look import BoardFinder, Look
from vision.calibration.views import View, ViewSet, view_of
from vision.camera import Image

#: A board that moves less than this between two looks is still, of the picture's width.
STILL_SHARE = 0.0012
#: So long it has to be still, seconds.
STILL_S = 0.35


@dataclass(frozen=True, slots=True, eq=False)
class Offer:
    """What became of one frame.

    Args:
        look: where the board is in it.
        taken: the view that was made of it, if any.
        refused: why none was made; empty if one was.
        missing: what to show next, the most needed first.

    """

    look: Look
    taken: View | None
    refused: tuple[Message, ...]
    missing: tuple[Message, ...]


class Collector:
    """Makes views of frames of one camera at one resolution. Use it from one thread.

    Args:
        spec: the board, as it was printed.
        views: from an earlier run.
        focal_px: of the camera's data sheet, if it has one.

    """

    def __init__(
        self, spec: BoardSpec, views: ViewSet | None = None, focal_px: float | None = None
    ) -> None:
        self.spec = spec
        self.views = ViewSet() if views is None else views
        self._finder = BoardFinder(spec)
        self._focal_px = focal_px
        self._last: Look | None = None
        self._still_since = 0.0

    @property
    def size(self) -> tuple[int, int] | None:
        """Return the resolution of the views, (width, height) px; None without any."""
        return next((view.size for view in self.views), None)

    @property
    def coverage(self) -> Coverage:
        """Return what the views cover so far."""
        return coverage(self.spec, self.views)

    def offer(self, picture: Image, time_s: float) -> Offer:
        """Look at a frame taken at `time_s` and take it as a view if it is good for one.

        Raises:
            CalibrationError: the frame has another resolution than the views.

        """
        return self.judge(self.look(picture), picture, time_s)

    def look(self, picture: Image) -> Look:
        """Look for the board in a frame; the views are not touched, so this needs no lock.

        Raises:
            CalibrationError: the frame has another resolution than the views.

        """
        self._check_size(picture)
        return self._finder.look(picture)

    def judge(self, look: Look, picture: Image, time_s: float, *, at_once: bool = False) -> Offer:
        """Take a frame that was looked at as a view if it is good for one.

        `at_once` does not ask whether the board is still: whoever wants that holds it still.
        """
        moved = self._moved_px(look, time_s)
        problems = look.problems
        if look.useful and not at_once and (moved is None or time_s - self._still_since < STILL_S):
            problems = (Message("moving", (("px", f"{moved or 0:.0f}"),)),)
        return self._judged(look, problems, picture, "")

    def consider(self, picture: Image, name: str = "") -> Offer:
        """Take a single picture as a view if it is good for one, however it was taken.

        Raises:
            CalibrationError: the picture has another resolution than the views.

        """
        self._check_size(picture)
        look = self._finder.look(picture, thorough=True)
        return self._judged(look, look.problems, picture, name)

    def _judged(
        self, look: Look, problems: tuple[Message, ...], picture: Image, name: str
    ) -> Offer:
        taken = None
        if not problems:
            view = view_of(look, self.spec, self._matrix(look), picture, name)
            same = self.views.same_as(view)
            if same is None:
                taken = self.views.add(view)
            else:
                facts = (("view", str(same.number)), ("file", same.name))
                problems = (Message("duplicate", facts),)
        return Offer(look, taken, problems, missing(self.coverage))

    def _matrix(self, look: Look) -> Points:
        return guessed_matrix(*look.size, self._focal_px)

    def _check_size(self, picture: Image) -> None:
        size = (picture.shape[1], picture.shape[0])
        if self.size not in (None, size):
            assert self.size is not None
            problem = f"the views have {_times(self.size)} and this picture {_times(size)}"
            told = Message("other_size", (("views", _times(self.size)), ("size", _times(size))))
            raise CalibrationError(problem, "keep to one resolution, or start anew", told)

    def _moved_px(self, look: Look, time_s: float) -> float | None:
        """Return how far the board moved since the last look, px; None if not known."""
        last, self._last = self._last, look
        moved = None if last is None else _moved(last, look)
        if moved is None or moved > STILL_SHARE * look.size[0]:
            self._still_since = time_s
        return moved


def _moved(before: Look, after: Look) -> float | None:
    common, old, new = np.intersect1d(before.ids, after.ids, return_indices=True)
    if len(common) < 4:
        return None
    return float(np.median(np.linalg.norm(after.corners[new] - before.corners[old], axis=1)))


def _times(size: tuple[int, int]) -> str:
    return f"{size[0]} x {size[1]} px"
