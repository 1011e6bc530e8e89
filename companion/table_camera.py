"""Single pictures of the table, for whoever wants one card photographed."""

from typing import Any, NamedTuple, Protocol

import numpy as np

from companion.camera_loop import CameraLoop
from vision.calibration.mat_watch import MatWatch
from vision.camera import Camera, Image
from vision.errands import within
from vision.plan import TablePlan
from vision.pose import TablePose

#: How long the camera may take for a photo (seconds).
PATIENCE_S = 6.0


class Shot(NamedTuple):
    """A picture, where the mat is in it, and its number; without a mat in sight no pose."""

    image: Image
    pose: TablePose | None
    number: int


class Shooter(Protocol):
    """Gives pictures of the table."""

    def last(self) -> Shot | None:
        """Return the newest picture that was looked at, if there is one."""
        ...

    def shoot(self) -> Shot:
        """Take a fresh picture; raise CameraError or TimeoutError."""
        ...


class TableCamera:
    """The table's own camera, used through the thread that alone may touch it."""

    def __init__(self, loop: CameraLoop) -> None:
        self._loop = loop

    def last(self) -> Shot | None:
        """Return the newest picture that was looked at, if there is one."""
        self._loop.show()
        look = self._loop.look
        return None if look is None else Shot(look.frame.image, look.pose, look.number)

    def shoot(self) -> Shot:
        """Take a fresh picture; raise CameraError or TimeoutError."""

        def fresh(camera: Any) -> Image:
            camera.flush()
            return np.asarray(camera.capture(PATIENCE_S).image, dtype=np.uint8)

        image = within(self._loop.errand(fresh), PATIENCE_S)
        look = self._loop.look
        return Shot(image, None if look is None else look.pose, 0)


class OpenedCamera:
    """A camera that nothing else uses, over a mat with this plan; for one thread."""

    def __init__(self, camera: Camera, plan: TablePlan) -> None:
        self._camera, self._plan, self._mat = camera, plan, MatWatch()

    def last(self) -> Shot | None:
        """Return nothing: nobody looks meanwhile."""
        return None

    def shoot(self) -> Shot:
        """Take a fresh picture; raise CameraError, or EndOfFrames after a recording's last."""
        self._camera.flush()
        frame, lens = self._camera.capture(PATIENCE_S), self._camera.profile
        seen = self._mat.look(frame.image, self._plan, lens if lens.known else None)
        return Shot(frame.image, seen.pose, frame.number)
