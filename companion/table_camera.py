"""Single pictures of the table, for whoever wants one card photographed."""

from typing import Any, NamedTuple, Protocol

import numpy as np

from companion.camera_loop import CameraLoop
from vision.camera import Image
from vision.errands import within
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
