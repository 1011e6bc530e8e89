"""A camera over a simulated table: paced like a real one, and as ignorant."""

from collections.abc import Callable

from vision.camera import (
    CAPTURE_TIMEOUT_S,
    Camera,
    CameraError,
    CameraOptions,
    CameraProfile,
    Frame,
    Image,
    small_grey,
)
from vision.pacing import Clock, Pacer

#: The id of the camera that looks at a simulated table.
SIMULATED = "simulated"


class SimulatedCamera(Camera):
    """Takes pictures from a function, at most `fps` a second.

    Args:
        picture: draws the table as it is now, BGR (height, width, 3).
        profile: the lens it draws through.
        fps: frames a second at most.
        clock: for tests.

    """

    name = "the simulated table"

    def __init__(
        self,
        picture: Callable[[], Image],
        profile: CameraProfile,
        fps: float,
        clock: Clock | None = None,
    ) -> None:
        self._picture, self._profile = picture, profile
        self._period_s = 1.0 / fps if fps > 0 else 0.0
        self._pacer = Pacer(clock or Clock())
        self._number = 0
        self._closed = False

    @property
    def profile(self) -> CameraProfile:
        """Return the simulated lens."""
        return self._profile

    def capture(self, timeout_s: float = CAPTURE_TIMEOUT_S) -> Frame:
        """Return the table as it is now, at most `fps` times a second."""
        if self._closed:
            raise CameraError("the simulated camera is closed", "open it again")
        time_s = self._pacer.wait(self._period_s)
        image = self._picture()
        self._number += 1
        return Frame(image, small_grey(image), time_s, self._number)

    def flush(self) -> None:
        """Take the next frame at once."""
        self._pacer.hurry()

    def close(self) -> None:
        """Stop giving frames."""
        self._closed = True


def open_camera(argument: str, options: CameraOptions) -> Camera:
    """Open the simulated camera on the table that `options.picture` draws."""
    if argument:
        raise CameraError(f"simulated:{argument} names a table", "write simulated alone")
    if options.picture is None:
        remedy = "choose another with --camera, or start it with a simulated table"
        raise CameraError("no simulated table is set up", remedy)
    here = CameraProfile(SIMULATED, options.width, options.height)
    profile = options.fitted(here).profile or here
    return SimulatedCamera(options.picture, profile, options.fps)
