"""A camera over a simulated table: paced like a real one, and as ignorant."""

import math
from collections.abc import Callable
from dataclasses import replace

import cv2
import numpy as np

from vision.camera import (
    CAPTURE_TIMEOUT_S,
    Camera,
    CameraError,
    CameraOptions,
    CameraProfile,
    Control,
    Frame,
    Image,
    small_grey,
)
from vision.pacing import Clock, Pacer

#: The id of the camera that looks at a simulated table.
SIMULATED = "simulated"


#: The simulated sensor's controls: their ranges, and what its automatics find.
RANGES = {"exposure": (2.0, 60.0), "gain": (1.0, 8.0), "focus": (0.0, 5.0)}
FOUND = {"exposure": 20.0, "gain": 1.0, "focus": 1.3}
#: Blur of a lens that is focused wrongly, px at 2304 for each dioptre.
BLUR_PX = 2.2
#: Blur that nobody sees, px.
_SHARP_PX = 0.3


class SimulatedCamera(Camera):
    """Takes pictures from a function, at most `fps` a second.

    Exposure and gain make them brighter or darker, and focus blurs them, as if what is
    drawn were what a camera in good order sees.

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
        self._set = dict(FOUND)
        self._number = 0
        self._closed = False

    @property
    def profile(self) -> CameraProfile:
        """Return the simulated lens; out of focus, it is one that nobody has measured."""
        sensor = {"LensPosition": f"{self._set['focus']:g}"}
        if self._set["focus"] == FOUND["focus"]:
            return replace(self._profile, sensor=sensor)
        return CameraProfile(
            self._profile.camera_id, self._profile.width, self._profile.height, sensor=sensor
        )

    def capture(self, timeout_s: float = CAPTURE_TIMEOUT_S) -> Frame:
        """Return the table as it is now, at most `fps` times a second."""
        if self._closed:
            raise CameraError("the simulated camera is closed", "open it again")
        time_s = self._pacer.wait(self._period_s)
        image = self._exposed(self._picture())
        self._number += 1
        return Frame(image, small_grey(image), time_s, self._number)

    def flush(self) -> None:
        """Take the next frame at once."""
        self._pacer.hurry()

    def controls(self) -> tuple[Control, ...]:
        """Return exposure, gain and focus."""
        return tuple(Control(name, self._set[name], *RANGES[name]) for name in RANGES)

    def adjust(self, name: str, value: float) -> None:
        """Set exposure (ms), gain or focus (dioptres); raise CameraError for what is not."""
        known = {control.name: control for control in self.controls()}
        if name not in known:
            raise CameraError(
                "{camera} can't set {control}", "set something else", camera=self.name, control=name
            )
        known[name].check(value, self.name)
        self._set[name] = value

    def lock(self) -> None:
        """Set what the automatics of a real camera would find, and hold it."""
        self._set = dict(FOUND)

    def close(self) -> None:
        """Stop giving frames."""
        self._closed = True

    def _exposed(self, image: Image) -> Image:
        bright = math.prod(self._set[name] / FOUND[name] for name in ("exposure", "gain"))
        off = abs(self._set["focus"] - FOUND["focus"]) * BLUR_PX * image.shape[1] / 2304
        if off > _SHARP_PX:
            image = np.asarray(cv2.GaussianBlur(image, (0, 0), off), dtype=np.uint8)
        if bright != 1.0:
            image = np.asarray(cv2.convertScaleAbs(image, alpha=bright), dtype=np.uint8)
        return image


def open_camera(argument: str, options: CameraOptions) -> Camera:
    """Open the simulated camera on the table that `options.picture` draws."""
    if argument:
        raise CameraError(
            "simulated:{argument} names a table", "write simulated alone", argument=argument
        )
    if options.picture is None:
        remedy = "choose another with --camera, or start it with a simulated table"
        raise CameraError("no simulated table is set up", remedy)
    here = CameraProfile(SIMULATED, options.width, options.height)
    profile = options.fitted(here).profile or here
    return SimulatedCamera(options.picture, profile, options.fps)
