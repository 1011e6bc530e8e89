"""A USB camera through OpenCV, by number, device path or name.

A thread reads all the time and keeps the newest frame only: drivers queue frames, and a
queued frame shows the table as it was.
"""

import sys
import threading
import time
from collections.abc import Callable
from typing import TypeVar

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
from vision.cameras import usb_controls, usb_devices
from vision.cameras.usb_controls import Video
from vision.errands import Errands, within

Result = TypeVar("Result")

#: After a button this many frames are passed over: they may have been exposed before it.
QUEUED_FRAMES = 2
#: How long automatics are given to find themselves, seconds.
SETTLING_S = 1.5
#: So many frames in a row may be broken before the camera counts as gone.
BROKEN_FRAMES = 3


def _open_video(device: int | str) -> Video:
    back_end = cv2.CAP_V4L2 if sys.platform.startswith("linux") else cv2.CAP_ANY
    return cv2.VideoCapture(device, back_end)


class UsbCamera(Camera):
    """A USB camera. It is opened again by itself after its cable was loose.

    Args:
        device: a number ("0"), the path of a device ("/dev/video2"), or part of what the
            camera calls itself ("C920"); empty: the first there is.
        options: size and rate to ask for; the driver may give others.
        open_video: for tests.
        now: the monotonic clock, seconds; for tests.
        settle: waits so many seconds; for tests.
        settling_s: frames are passed over for so long, while the automatics find themselves.

    """

    def __init__(
        self,
        device: str,
        options: CameraOptions,
        open_video: Callable[[int | str], Video] = _open_video,
        *,
        now: Callable[[], float] = time.monotonic,
        settle: Callable[[float], None] = time.sleep,
        settling_s: float = SETTLING_S,
    ) -> None:
        self._settle, self._settling_s = settle, settling_s
        self._wanted = device
        self.name = sentence("the USB camera {device}", device=device or usb_devices.chosen(""))
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
        patience_s = timeout_s if reader.settled else timeout_s + self._settling_s
        with self._news:
            self._news.wait_for(lambda: reader.ended or reader.count > self._skip_to, patience_s)
            if reader.count <= self._skip_to:
                stopped, silent = "{camera} stopped", "{camera} gave no frame for {seconds} s"
                problem = stopped if reader.ended else silent
                self._stop()
                remedy = "check its cable, plug it in directly without a hub"
                raise CameraError(problem, remedy, camera=self.name, seconds=f"{timeout_s:g}")
            self._skip_to = reader.count
            image, time_s = reader.image, reader.time_s
        self._note_focus(reader)
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
        found = reader.between_frames(usb_controls.told)
        return tuple(Control(name, value) for name, value in found.items())

    def adjust(self, name: str, value: float) -> None:
        """Set a control; raise CameraError if the driver does not take it.

        With another focus the lens is another one: its profile no longer counts.
        """
        reader = self._reader or self._start()
        if not reader.between_frames(lambda video: usb_controls.put(video, name, value)):
            problem = "the driver of {camera} does not set {control} to {value}"
            facts = {"camera": self.name, "control": name, "value": f"{value:g}"}
            raise CameraError(problem, "choose another value, or leave it", **facts)
        if name == "focus":
            self._focused(value)

    def lock(self) -> None:
        """Let the automatics run for a moment, then hold what they found.

        A calibrated focus is kept.
        """
        reader = self._reader or self._start()
        reader.between_frames(lambda video: usb_controls.release(video, self._focus))
        self._settle(SETTLING_S)
        reader.focus = reader.between_frames(usb_controls.hold)
        self._note_focus(reader)

    def close(self) -> None:
        """Let the camera go."""
        self._stop()

    def _start(self) -> "_Reader":
        device = usb_devices.chosen(self._wanted)
        video = self._open_video(device)
        if not video.isOpened():
            video.release()
            raise usb_devices.why_closed(device)
        usb_controls.configure(video, self._options)
        width = int(video.get(cv2.CAP_PROP_FRAME_WIDTH))
        height = int(video.get(cv2.CAP_PROP_FRAME_HEIGHT))
        here = CameraProfile(f"usb:{self._wanted or device}", width, height)
        self._profile = self._options.fitted(here).profile or here
        usb_controls.release(video, self._focus)
        self._skip_to = 0
        self._reader = _Reader(video, self._news, self._now, self._settling_s)
        self._reader.start()
        return self._reader

    @property
    def _focus(self) -> float | None:
        """Return the focus that the lens was calibrated at, as its driver counts it."""
        told = self._profile.sensor.get("LensPosition") if self._profile.known else None
        return None if told is None else float(told)

    def _note_focus(self, reader: "_Reader") -> None:
        """Note where the lens was held: a calibration will hang on it."""
        if reader.focus is not None and not self._profile.known:
            self._focused(reader.focus)
        reader.focus = None

    def _focused(self, focus: float) -> None:
        sensor = {"LensPosition": f"{focus:g}"}
        here = self._profile
        self._profile = CameraProfile(here.camera_id, here.width, here.height, sensor=sensor)

    def _stop(self) -> None:
        reader, self._reader = self._reader, None
        if reader is not None:
            reader.wanted = False


class _Reader(threading.Thread):
    """Reads until it is no longer wanted or the camera fails, then lets the camera go."""

    def __init__(
        self, video: Video, news: threading.Condition, now: Callable[[], float], settling_s: float
    ) -> None:
        super().__init__(name="usb camera", daemon=True)
        self._video, self._news, self._now = video, news, now
        self._settling_s, self._since_s = settling_s, -1.0
        self._broken = 0
        self.settled = False
        self.focus: float | None = None
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
            # Over USB a frame is broken now and then; without a cable all are.
            self._broken += 1
            return self._broken < BROKEN_FRAMES
        self._broken = 0
        if self.settled or self._settle():
            self._publish(np.asarray(image, dtype=np.uint8))
        return True

    def _settle(self) -> bool:
        """Hold what the automatics have found, once they had time; True: that is done."""
        now_s = self._now()
        self._since_s = now_s if self._since_s < 0 else self._since_s
        if now_s - self._since_s < self._settling_s:
            return False
        self.focus = usb_controls.hold(self._video)
        self.settled = True
        return True

    def _publish(self, image: Image) -> None:
        with self._news:
            self.image, self.time_s = image, self._now()
            self.count += 1
            self._news.notify_all()


def open_camera(argument: str, options: CameraOptions) -> Camera:
    """Open a USB camera; the argument is its number, path or name, the first if left out."""
    return UsbCamera(argument, options)
