"""What can be set on a USB camera through OpenCV, and how it is held still.

Video4Linux tells of what a driver has not with -1, other systems with 0.
"""

import sys
from collections.abc import Mapping
from typing import Any, Protocol

import cv2

from vision.camera import CameraOptions

#: Video4Linux numbers its exposure modes: 1 is manual; 3 and 0, of which a driver has one,
#: are automatic.
_MANUAL_EXPOSURE, _AUTOMATIC_EXPOSURES = 1, (3, 0)
#: What can be set, OpenCV's property for it, and how many of its units make one of ours:
#: Video4Linux counts exposure in 0.1 ms.
_PROPERTIES: Mapping[str, tuple[int, float]] = {
    "exposure": (cv2.CAP_PROP_EXPOSURE, 10.0),
    "gain": (cv2.CAP_PROP_GAIN, 1.0),
    "temperature": (cv2.CAP_PROP_WB_TEMPERATURE, 1.0),
    "focus": (cv2.CAP_PROP_FOCUS, 1.0),
}
_LACKING = -1.0 if sys.platform.startswith("linux") else 0.0


class Video(Protocol):
    """What is used of `cv2.VideoCapture`."""

    def isOpened(self) -> bool:  # noqa: N802
        """Tell whether the device is open."""
        ...

    def set(self, propId: int, value: float, /) -> bool:  # noqa: N803
        """Set a property; False if the driver has none such."""
        ...

    def get(self, propId: int, /) -> float:  # noqa: N803
        """Return a property."""
        ...

    def read(self) -> tuple[bool, Any]:
        """Wait for a frame."""
        ...

    def release(self) -> None:
        """Let the device go."""
        ...


def configure(video: Video, options: CameraOptions) -> None:
    """Ask for size and rate.

    MJPG comes first: uncompressed, USB 2 carries 2304 x 1296 at 2 frames a second only.
    """
    video.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
    video.set(cv2.CAP_PROP_FRAME_WIDTH, options.width)
    video.set(cv2.CAP_PROP_FRAME_HEIGHT, options.height)
    video.set(cv2.CAP_PROP_FPS, max(options.fps, 1.0))
    video.set(cv2.CAP_PROP_BUFFERSIZE, 1)


def release(video: Video, focus: float | None = None) -> None:
    """Let the automatics go, where there are any; `focus` is held, if one is given."""
    for mode in _AUTOMATIC_EXPOSURES:
        if video.set(cv2.CAP_PROP_AUTO_EXPOSURE, mode):
            break
    video.set(cv2.CAP_PROP_AUTO_WB, 1)
    if focus is None:
        video.set(cv2.CAP_PROP_AUTOFOCUS, 1)
    else:
        video.set(cv2.CAP_PROP_AUTOFOCUS, 0)
        video.set(cv2.CAP_PROP_FOCUS, focus)


def hold(video: Video) -> float | None:
    """Lock exposure, focus and white balance as they are, where that is possible.

    Return where the lens is then, as the driver counts it; None: it does not say.
    """
    exposure, focus = video.get(cv2.CAP_PROP_EXPOSURE), video.get(cv2.CAP_PROP_FOCUS)
    if video.set(cv2.CAP_PROP_AUTO_EXPOSURE, _MANUAL_EXPOSURE) and exposure > 0:
        video.set(cv2.CAP_PROP_EXPOSURE, exposure)
    if video.set(cv2.CAP_PROP_AUTOFOCUS, 0) and focus > _LACKING:
        video.set(cv2.CAP_PROP_FOCUS, focus)
    video.set(cv2.CAP_PROP_AUTO_WB, 0)
    return told(video).get("focus")


def told(video: Video) -> dict[str, float]:
    """Return what the driver says it is set to, without what it has not."""
    found = {name: video.get(code) for name, (code, _) in _PROPERTIES.items()}
    return {n: value / _PROPERTIES[n][1] for n, value in found.items() if value > _LACKING}


def put(video: Video, name: str, value: float) -> bool:
    """Set a control, by our name; False if the driver does not take it."""
    if name not in _PROPERTIES:
        return False
    code, scale = _PROPERTIES[name]
    return video.set(code, value * scale)
