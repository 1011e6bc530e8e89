"""A USB camera through OpenCV, by index or device path.

A thread reads all the time and keeps the newest frame only: drivers queue frames, and a
queued frame shows the table as it was.
"""

import os
import re
import sys
import threading
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Protocol, TypeVar

import cv2
import numpy as np

from companion.sentences import sentence
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
from vision.errands import Errands, within

Result = TypeVar("Result")

#: After a button this many frames are passed over: they may have been exposed before it.
QUEUED_FRAMES = 2
#: Video4Linux numbers its exposure modes: 1 is manual, 3 automatic.
_MANUAL_EXPOSURE, _AUTOMATIC_EXPOSURE = 1, 3
#: What can be set, OpenCV's property for it, and how many of its units make one of ours:
#: Video4Linux counts exposure in 0.1 ms.
_PROPERTIES: Mapping[str, tuple[int, float]] = {
    "exposure": (cv2.CAP_PROP_EXPOSURE, 10.0),
    "gain": (cv2.CAP_PROP_GAIN, 1.0),
    "temperature": (cv2.CAP_PROP_WB_TEMPERATURE, 1.0),
    "focus": (cv2.CAP_PROP_FOCUS, 1.0),
}
#: How long automatics are given to find themselves, seconds.
SETTLING_S = 1.5


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


def _open_video(device: int | str) -> Video:
    back_end = cv2.CAP_V4L2 if sys.platform.startswith("linux") else cv2.CAP_ANY
    return cv2.VideoCapture(device, back_end)


class UsbCamera(Camera):
    """A USB camera. It is opened again by itself after its cable was loose.

    Args:
        device: an index ("0") or the path of a device ("/dev/video2").
        options: size and rate to ask for; the driver may give others.
        open_video: for tests.
        now: the monotonic clock, seconds; for tests.
        settle: waits so many seconds; for tests.

    """

    def __init__(
        self,
        device: str,
        options: CameraOptions,
        open_video: Callable[[int | str], Video] = _open_video,
        now: Callable[[], float] = time.monotonic,
        settle: Callable[[float], None] = time.sleep,
    ) -> None:
        self._settle = settle
        self._device: int | str = int(device) if device.isdecimal() else device
        self.name = sentence("the USB camera {device}", device=device)
        self._options, self._open_video, self._now = options, open_video, now
        self._news = threading.Condition()
        self._number = 0
        self._skip_to = 0
        self._reader: _Reader | None = None
        self._profile = CameraProfile()
        self._start()

    @property
    def profile(self) -> CameraProfile:
        """Return the calibrated profile, or one that says that the lens is unknown."""
        return self._profile

    def capture(self, timeout_s: float = CAPTURE_TIMEOUT_S) -> Frame:
        """Return the newest frame not yet given; wait for it up to `timeout_s` seconds."""
        reader = self._reader or self._start()
        with self._news:
            self._news.wait_for(lambda: reader.ended or reader.count > self._skip_to, timeout_s)
            if reader.count <= self._skip_to:
                stopped, silent = "{camera} stopped", "{camera} gave no frame for {seconds} s"
                problem = stopped if reader.ended else silent
                self._stop()
                remedy = "check its cable, plug it in directly without a hub"
                raise CameraError(problem, remedy, camera=self.name, seconds=f"{timeout_s:g}")
            self._skip_to = reader.count
            image, time_s = reader.image, reader.time_s
        self._number += 1
        return Frame(image, small_grey(image), time_s, self._number)

    def flush(self) -> None:
        """Pass over the frames that were on their way already."""
        with self._news:
            if self._reader is not None:
                self._skip_to = self._reader.count + QUEUED_FRAMES

    def controls(self) -> tuple[Control, ...]:
        """Return what the driver tells a value of; it tells no limits."""
        reader = self._reader
        if reader is None:
            return ()
        found = reader.between_frames(_told)
        return tuple(Control(name, value) for name, value in found.items())

    def adjust(self, name: str, value: float) -> None:
        """Set a control; raise CameraError if the driver does not take it."""
        reader = self._reader or self._start()
        if name not in _PROPERTIES or not reader.between_frames(lambda v: _put(v, name, value)):
            problem = "the driver of {camera} does not set {control} to {value}"
            facts = {"camera": self.name, "control": name, "value": f"{value:g}"}
            raise CameraError(problem, "choose another value, or leave it", **facts)

    def lock(self) -> None:
        """Let the driver's automatics run for a moment, then hold what they found."""
        reader = self._reader or self._start()
        reader.between_frames(_release)
        self._settle(SETTLING_S)
        reader.between_frames(_hold)

    def close(self) -> None:
        """Let the camera go."""
        self._stop()

    def _start(self) -> "_Reader":
        video = self._open_video(self._device)
        if not video.isOpened():
            video.release()
            raise why_closed(self._device)
        _configure(video, self._options)
        width = int(video.get(cv2.CAP_PROP_FRAME_WIDTH))
        height = int(video.get(cv2.CAP_PROP_FRAME_HEIGHT))
        here = CameraProfile(f"usb:{self._device}", width, height)
        self._profile = self._options.fitted(here).profile or here
        self._skip_to = 0
        self._reader = _Reader(video, self._news, self._now)
        self._reader.start()
        return self._reader

    def _stop(self) -> None:
        reader, self._reader = self._reader, None
        if reader is not None:
            reader.wanted = False


class _Reader(threading.Thread):
    """Reads until it is no longer wanted or the camera fails, then lets the camera go."""

    def __init__(self, video: Video, news: threading.Condition, now: Callable[[], float]) -> None:
        super().__init__(name="usb camera", daemon=True)
        self._video, self._news, self._now = video, news, now
        self._errands = Errands[Video]()
        self.wanted, self.ended = True, False
        self.count = 0
        self.time_s = 0.0
        self.image: Image = np.empty((0, 0, 3), np.uint8)

    def run(self) -> None:
        """Read frames; tell whoever waits of each one, and of the end."""
        try:
            while self.wanted and self._read():
                pass
        finally:
            self._video.release()
            with self._news:
                self.ended = True
                self._news.notify_all()

    def between_frames(self, errand: Callable[[Video], Result]) -> Result:
        """Let the thread that reads do this as well, for a driver serves one at a time.

        Raises:
            CameraError: it does not come to it.

        """
        try:
            return within(self._errands.put(errand), CAPTURE_TIMEOUT_S)
        except TimeoutError as error:
            remedy = "check its cable, plug it in directly without a hub"
            raise CameraError("the USB camera does not answer", remedy) from error
        except cv2.error as error:
            raise CameraError("the driver refuses ({error})", "leave it", error=error) from error

    def _read(self) -> bool:
        self._errands.run(self._video)
        try:
            okay, image = self._video.read()
        except cv2.error:
            return False
        if not okay or image is None:
            return False
        with self._news:
            self.image = np.asarray(image, dtype=np.uint8)
            self.time_s = self._now()
            self.count += 1
            self._news.notify_all()
        return True


def _configure(video: Video, options: CameraOptions) -> None:
    """Ask for size and rate, and lock exposure, focus and white balance where possible.

    MJPG comes first: uncompressed, USB 2 carries 2304 x 1296 at 2 frames a second only.
    """
    video.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
    video.set(cv2.CAP_PROP_FRAME_WIDTH, options.width)
    video.set(cv2.CAP_PROP_FRAME_HEIGHT, options.height)
    video.set(cv2.CAP_PROP_FPS, max(options.fps, 1.0))
    video.set(cv2.CAP_PROP_BUFFERSIZE, 1)
    _hold(video)


def _hold(video: Video) -> None:
    """Lock exposure, focus and white balance as they are, where that is possible."""
    exposure, focus = video.get(cv2.CAP_PROP_EXPOSURE), video.get(cv2.CAP_PROP_FOCUS)
    if video.set(cv2.CAP_PROP_AUTO_EXPOSURE, _MANUAL_EXPOSURE) and exposure > 0:
        video.set(cv2.CAP_PROP_EXPOSURE, exposure)
    if video.set(cv2.CAP_PROP_AUTOFOCUS, 0) and focus > 0:
        video.set(cv2.CAP_PROP_FOCUS, focus)
    video.set(cv2.CAP_PROP_AUTO_WB, 0)


def _release(video: Video) -> None:
    """Let the automatics go."""
    video.set(cv2.CAP_PROP_AUTO_EXPOSURE, _AUTOMATIC_EXPOSURE)
    video.set(cv2.CAP_PROP_AUTOFOCUS, 1)
    video.set(cv2.CAP_PROP_AUTO_WB, 1)


def _told(video: Video) -> dict[str, float]:
    """Return what the driver says it is set to; 0 and -1 are its words for "no such thing"."""
    found = {name: video.get(code) / scale for name, (code, scale) in _PROPERTIES.items()}
    return {name: value for name, value in found.items() if value > 0}


def _put(video: Video, name: str, value: float) -> bool:
    code, scale = _PROPERTIES[name]
    return video.set(code, value * scale)


def why_closed(device: int | str, devices: Path = Path("/dev")) -> CameraError:
    """Return what is the matter with a camera that does not open, and what to do."""
    path = devices / f"video{device}" if isinstance(device, int) else Path(device)
    if not path.exists():
        return CameraError("there is no camera {device}", _others(devices), device=device)
    if not os.access(path, os.R_OK | os.W_OK):
        remedy = "add yourself to its group: sudo usermod -aG video $USER, then log in again"
        return CameraError("you may not use {path}", remedy, path=path)
    remedy = "close the program that uses it, or try another number: some are no camera"
    return CameraError("{path} does not open, probably it is busy", remedy, path=path)


def _others(devices: Path) -> str:
    found = [re.fullmatch(r"video(\d+)", file.name) for file in sorted(devices.glob("video*"))]
    numbers = [match[1] for match in found if match]
    if not numbers:
        return "plug one in and check its cable"
    return sentence("choose another: {others}", others=", ".join(f"usb:{n}" for n in numbers))


def open_camera(argument: str, options: CameraOptions) -> Camera:
    """Open a USB camera; the argument is its index (0 if left out) or device path."""
    return UsbCamera(argument or "0", options)
