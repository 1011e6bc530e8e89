"""The Raspberry Pi's own camera through picamera2.

picamera2 belongs to the system (apt, not pip) and is imported only when it is asked for.
The frames of one sensor mode with the full field of view come in two sizes at once: the
picture, and a small one for the motion gate that costs nothing.
"""

import logging
import time
from collections.abc import Callable, Mapping
from concurrent.futures import CancelledError
from typing import Any

import numpy as np

from companion.sentences import sentence
from vision.camera import (
    CAPTURE_TIMEOUT_S,
    GREY_SIZE,
    Camera,
    CameraError,
    CameraOptions,
    CameraProfile,
    Control,
    Frame,
    LensMisfit,
)
from vision.cameras import pi_controls, pi_device

#: Frames that exposure and white balance are given to settle in before they are locked.
SETTLING_FRAMES = 40
#: Frames until a control that was set is in the picture: those on their way, and two more.
TAKING_EFFECT_FRAMES = 6
#: What the intrinsics depend on besides camera and resolution.
DEPENDS_ON: tuple[str, ...] = ("ScalerCrop", "LensPosition")
#: Longest wait for the lens to focus, seconds: in dim light a scan takes 100 frames.
FOCUS_TIMEOUT_S = 15.0

log = logging.getLogger(__name__)


class PiCamera(Camera):
    """A camera on the Pi's camera connector. It is opened again after it got stuck.

    Args:
        index: which of the connected cameras.
        options: size of the frames, rate, and the calibrated profile if there is one.
        library: the Picamera2 class; for tests.
        now: the monotonic clock, seconds; for tests.
        boot_ns: the clock of the sensor's timestamps, nanoseconds; for tests.

    Raises:
        CameraError: no camera, busy, picamera2 missing or broken.
        LensMisfit: the profile belongs to another camera, resolution or crop.

    """

    def __init__(
        self,
        index: int,
        options: CameraOptions,
        library: Any = None,
        now: Callable[[], float] = time.monotonic,
        boot_ns: Callable[[], int] | None = None,
    ) -> None:
        self._library = library or pi_device.picamera2()
        self._index = index
        self._now, self._boot_ns = now, boot_ns or _boot_ns
        self._device: Any = None
        self._locked: dict[str, Any] = {}
        self._flush = False
        self._number = 0
        info = pi_device.information(self._library, index)
        self._camera_id = str(info.get("Id", f"pi:{index}"))
        self.name = sentence("the Pi camera {model}", model=info.get("Model", index))
        here = CameraProfile(self._camera_id, options.width, options.height)
        self._options = options.fitted(here)
        self._size = (options.width, options.height)
        self._profile = self._checked_profile()
        self._open()

    @property
    def profile(self) -> CameraProfile:
        """Return the calibrated profile, or one without a lens but with what it hangs on."""
        return self._profile

    def capture(self, timeout_s: float = CAPTURE_TIMEOUT_S) -> Frame:
        """Return the next frame; reopen the camera first if it got stuck before."""
        if self._device is None:
            self._open()
        request = self._request(timeout_s)
        try:
            image = request.make_array("main")
            grey = request.make_array("lores")
            metadata = request.get_metadata()
        finally:
            request.release()
        self._number += 1
        # lores is I420: the first rows are brightness, and rows may be padded.
        small = np.ascontiguousarray(grey[: GREY_SIZE[1], : GREY_SIZE[0]])
        return Frame(image, small, self._time_s(metadata), self._number)

    def flush(self) -> None:
        """Make the next frame one that is exposed from now on."""
        self._flush = True

    def controls(self) -> tuple[Control, ...]:
        """Return exposure, gain, white balance and, where there is one, focus."""
        limits = {} if self._device is None else self._device.camera_controls
        return tuple(pi_controls.known_controls(limits, self._locked, self._period_us))

    def adjust(self, name: str, value: float) -> None:
        """Set a control and read it back; raise CameraError if there is none such.

        With another focus the lens is another one: its profile no longer counts.
        """
        wanted = pi_controls.asked(name, value, self._locked)
        if not wanted:
            raise CameraError(
                "{camera} can't set {control}", "set something else", camera=self.name, control=name
            )
        if self._device is None:
            self._open()
        # Out of range libcamera would stumble over it between two frames.
        (control,) = (one for one in self.controls() if one.name == name)
        control.check(value, self.name)
        self._device.set_controls(wanted)
        metadata: Mapping[str, Any] = {}
        for _ in range(TAKING_EFFECT_FRAMES):
            metadata = self._metadata()
        self._locked |= {name: metadata.get(name, given) for name, given in wanted.items()}
        if "LensPosition" in wanted:
            self._profile = CameraProfile(self._camera_id, *self._size)
            self._profile = self._profile_now()

    def lock(self) -> None:
        """Let the automatics settle anew and hold them; a calibrated focus is kept."""
        self.close()
        self._locked = {}
        self._profile = self._checked_profile()
        self._open()

    def close(self) -> None:
        """Stop the camera and let it go."""
        device, self._device = self._device, None
        if device is not None:
            pi_device.let_go(device)

    def _open(self) -> None:
        self._device = pi_device.opened(self._library, self._index, self.name)
        try:
            if not self._locked:
                self._locked = self._settled()
            self._run(pi_controls.pace(self._period_us) | self._locked)
            self._profile = self._profile_now()
        except CameraError:
            self.close()
            raise
        except Exception as error:  # No memory, a sensor that does not answer, a bug of theirs.
            self.close()
            raise pi_device.does_not_start(self.name, error) from error

    def _run(self, controls: Mapping[str, Any]) -> None:
        """Configure and start; every configuration drops all controls, so name them all."""
        configuration = self._device.create_video_configuration(
            main={"size": (self._options.width, self._options.height), "format": "RGB888"},
            lores={"size": GREY_SIZE, "format": "YUV420"},
            raw=None,
            sensor=self._mode(),
            controls=dict(controls),
            buffer_count=4,
        )
        self._device.configure(configuration)
        # libcamera may give another size than was asked for.
        width, height = self._device.camera_configuration()["main"]["size"]
        self._size = (int(width), int(height))
        self._device.start()

    @property
    def _period_us(self) -> int:
        return round(1e6 / max(self._options.fps, 1.0))

    def _mode(self) -> dict[str, Any]:
        return pi_device.full_view(self._device.sensor_modes, self._options.width)

    def _settled(self) -> dict[str, Any]:
        """Let the automatics settle once and return the controls that hold their result."""
        known = set(self._device.camera_controls)
        lens = self._options.profile.sensor.get("LensPosition") if self._options.profile else None
        focus = None if lens is None else float(lens)
        pace = pi_controls.pace(self._period_us, settling=True)
        self._run(pace | pi_controls.automatic(known, focus))
        if "AfMode" in known and focus is None:
            self._focus()
        metadata: dict[str, Any] = {}
        for _ in range(SETTLING_FRAMES):
            metadata = self._metadata()
        self._device.stop()
        if focus is not None:
            metadata["LensPosition"] = focus
        return pi_controls.holding(known, metadata)

    def _focus(self) -> None:
        """Focus once. What cannot be focused on is said of the picture, which is blurred then."""
        job = self._device.autofocus_cycle(wait=False)
        try:
            focused = job.get_result(timeout=FOCUS_TIMEOUT_S)
        except TimeoutError:
            # A job that is not done holds up all that come after it.
            self._device.cancel_all_and_flush()
            focused = False
        if not focused:
            log.warning("%s finds no focus; the lens stays where it is", self.name)

    def _metadata(self) -> dict[str, Any]:
        request = self._request(CAPTURE_TIMEOUT_S)
        try:
            return dict(request.get_metadata())
        finally:
            request.release()

    def _request(self, timeout_s: float) -> Any:
        fresh = {"flush": True} if self._flush else {}
        try:
            job = self._device.capture_request(wait=False, **fresh)
            request = job.get_result(timeout=timeout_s)
        except Exception as error:
            self.close()
            silent = isinstance(error, TimeoutError | CancelledError)
            problem = "{camera} gave no frame for {seconds} s" if silent else "{camera} stopped"
            remedy = "switch off, push the ribbon cable home on both ends and switch on again"
            facts = {"camera": self.name, "seconds": f"{timeout_s:g}"}
            raise CameraError(problem, remedy, **facts) from error
        self._flush = False
        return request

    def _time_s(self, metadata: Mapping[str, Any]) -> float:
        """Return when a frame was exposed, on the monotonic clock."""
        exposed_ns = metadata.get("SensorTimestamp")
        if exposed_ns is None:
            return self._now()
        return self._now() - max(0.0, (self._boot_ns() - int(exposed_ns)) / 1e9)

    def _checked_profile(self) -> CameraProfile:
        known = self._options.profile or CameraProfile(self._camera_id, *self._size)
        if (known.camera_id, known.width, known.height) != (self._camera_id, *self._size):
            remedy = "calibrate this camera at this resolution, or delete the profile"
            facts = {"known": known.camera_id, "size": f"{known.width}x{known.height}"}
            problem = "the lens profile belongs to {known} at {size}, not {camera}"
            raise LensMisfit(problem, remedy, camera=self.name, **facts)
        return known

    def _profile_now(self) -> CameraProfile:
        """Note what a calibration would hang on; refuse one that hangs on something else."""
        metadata = self._metadata()
        sensor: dict[str, str] = {n: str(metadata[n]) for n in DEPENDS_ON if n in metadata}
        sensor["SensorMode"] = pi_device.mode_name(self._mode())
        known = self._profile
        if not known.known:
            return CameraProfile(self._camera_id, *self._size, sensor=sensor)
        self._checked_profile()
        remedy = "calibrate the camera anew, or delete the profile"
        if known.sensor.get("ScalerCrop", "") != sensor.get("ScalerCrop", ""):
            raise LensMisfit("the lens profile belongs to another crop of the sensor", remedy)
        if known.sensor.get("SensorMode", "") not in ("", sensor["SensorMode"]):
            raise LensMisfit("the lens profile belongs to another mode of the sensor", remedy)
        return known


def _boot_ns() -> int:
    """Return the time since boot, on which libcamera stamps its frames (Linux only)."""
    return time.clock_gettime_ns(time.CLOCK_BOOTTIME)


def open_camera(argument: str, options: CameraOptions) -> Camera:
    """Open the Pi's camera; the argument is its number, 0 if left out."""
    if argument and not argument.isdecimal():
        raise CameraError("pi:{argument} is no camera", "write pi, pi:0 or pi:1", argument=argument)
    return PiCamera(int(argument or "0"), options)
