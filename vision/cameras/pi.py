"""The Raspberry Pi's own camera through picamera2.

picamera2 belongs to the system (apt, not pip) and is imported only when it is asked for.
The frames of one sensor mode with the full field of view come in two sizes at once: the
picture, and a small one for the motion gate that costs nothing.
"""

import contextlib
import importlib
import threading
import time
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from vision.camera import (
    CAPTURE_TIMEOUT_S,
    GREY_SIZE,
    Camera,
    CameraError,
    CameraOptions,
    CameraProfile,
    Frame,
    LensMisfit,
)

#: Frames that exposure and white balance are given to settle in before they are locked.
SETTLING_FRAMES = 20
#: libcamera's AfModeEnum.Manual.
AF_MANUAL = 0
#: What is read back once and then set in every configuration.
LOCKED: tuple[str, ...] = ("LensPosition", "ExposureTime", "AnalogueGain", "ColourGains")
#: What the intrinsics depend on besides camera and resolution.
DEPENDS_ON: tuple[str, ...] = ("ScalerCrop", "LensPosition")
#: Longest wait for the lens to focus, and for a stuck camera to let go, seconds.
FOCUS_TIMEOUT_S, LETTING_GO_S = 8.0, 5.0


def _picamera2() -> Any:
    """Import picamera2, or raise a CameraError that says what keeps it out."""
    try:
        return importlib.import_module("picamera2").Picamera2
    except (ImportError, ValueError) as error:
        if "numpy" in str(error):
            remedy = "install the table's packages again with numpy below 2"
            problem = f"picamera2 was built for another numpy ({error})"
            raise CameraError(problem, remedy) from error
        remedy = (
            "on a Raspberry Pi: sudo apt install python3-picamera2, and make the "
            "environment with --system-site-packages"
        )
        raise CameraError("picamera2 is not installed", remedy) from error


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
        self._library = library or _picamera2()
        self._index = index
        self._now, self._boot_ns = now, boot_ns or _boot_ns
        self._device: Any = None
        self._locked: dict[str, Any] = {}
        self._flush = False
        self._number = 0
        info = _information(self._library, index)
        self._camera_id = str(info.get("Id", f"pi:{index}"))
        self.name = f"the Pi camera {info.get('Model', index)}"
        here = CameraProfile(self._camera_id, options.width, options.height)
        self._options = options.fitted(here)
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

    def close(self) -> None:
        """Stop the camera and let it go."""
        device, self._device = self._device, None
        if device is not None:
            _let_go(device)

    def _open(self) -> None:
        try:
            self._device = self._library(self._index)
        except (RuntimeError, IndexError) as error:
            remedy = "close other programs that use it (rpicam-hello, libcamera-vid)"
            raise CameraError(f"{self.name} is busy ({error})", remedy) from error
        try:
            if not self._locked:
                self._locked = self._settled()
            self._run(self._locked)
            self._profile = self._profile_now()
        except BaseException:
            self.close()
            raise

    def _run(self, controls: Mapping[str, Any]) -> None:
        """Configure and start; every configuration drops all controls, so name them all."""
        period_us = round(1e6 / max(self._options.fps, 1.0))
        configuration = self._device.create_video_configuration(
            main={"size": (self._options.width, self._options.height), "format": "RGB888"},
            lores={"size": GREY_SIZE, "format": "YUV420"},
            sensor=_full_view(self._device.sensor_modes, self._options.width),
            controls={"FrameDurationLimits": (period_us, period_us), **controls},
            buffer_count=4,
        )
        self._device.configure(configuration)
        self._device.start()

    def _settled(self) -> dict[str, Any]:
        """Let the automatics settle once and return the controls that hold their result."""
        lens = self._options.profile.sensor.get("LensPosition") if self._options.profile else None
        has_focus = "AfMode" in self._device.camera_controls
        focus: dict[str, Any] = {}
        if has_focus and lens is not None:
            focus = {"AfMode": AF_MANUAL, "LensPosition": float(lens)}
        self._run(focus)
        if has_focus and lens is None:
            self._focus()
        metadata: Mapping[str, Any] = {}
        for _ in range(SETTLING_FRAMES):
            metadata = self._metadata()
        self._device.stop()
        held = {name: metadata[name] for name in LOCKED if name in metadata}
        return ({"AfMode": AF_MANUAL} if has_focus else {}) | held | focus

    def _focus(self) -> None:
        job = self._device.autofocus_cycle(wait=False)
        try:
            job.get_result(timeout=FOCUS_TIMEOUT_S)
        except TimeoutError as error:
            remedy = "lay something with print on the table and start again"
            raise CameraError(f"{self.name} finds no focus", remedy) from error

    def _metadata(self) -> dict[str, Any]:
        request = self._request(CAPTURE_TIMEOUT_S)
        try:
            return dict(request.get_metadata())
        finally:
            request.release()

    def _request(self, timeout_s: float) -> Any:
        fresh = {"flush": True} if self._flush else {}
        job = self._device.capture_request(wait=False, **fresh)
        try:
            request = job.get_result(timeout=timeout_s)
        except TimeoutError as error:
            self.close()
            remedy = "switch off, push the ribbon cable home on both ends and switch on again"
            problem = f"{self.name} gave no frame for {timeout_s:g} s"
            raise CameraError(problem, remedy) from error
        self._flush = False
        return request

    def _time_s(self, metadata: Mapping[str, Any]) -> float:
        """Return when a frame was exposed, on the monotonic clock."""
        exposed_ns = metadata.get("SensorTimestamp")
        if exposed_ns is None:
            return self._now()
        return self._now() - max(0.0, (self._boot_ns() - int(exposed_ns)) / 1e9)

    def _checked_profile(self) -> CameraProfile:
        known = self._options.profile
        size = (self._options.width, self._options.height)
        if known is None:
            return CameraProfile(self._camera_id, *size)
        if (known.camera_id, known.width, known.height) != (self._camera_id, *size):
            remedy = "calibrate this camera at this resolution, or delete the profile"
            belongs = f"{known.camera_id} at {known.width}x{known.height}"
            raise LensMisfit(f"the lens profile belongs to {belongs}, not {self.name}", remedy)
        return known

    def _profile_now(self) -> CameraProfile:
        """Note what a calibration would hang on; refuse one that hangs on something else."""
        metadata = self._metadata()
        sensor: dict[str, str] = {n: str(metadata[n]) for n in DEPENDS_ON if n in metadata}
        known = self._profile
        if known.known and known.sensor.get("ScalerCrop", "") != sensor.get("ScalerCrop", ""):
            remedy = "calibrate the camera anew, or delete the profile"
            raise LensMisfit("the lens profile belongs to another crop of the sensor", remedy)
        if known.known:
            return known
        return CameraProfile(self._camera_id, known.width, known.height, sensor=sensor)


def _boot_ns() -> int:
    """Return the time since boot, on which libcamera stamps its frames (Linux only)."""
    return time.clock_gettime_ns(time.CLOCK_BOOTTIME)


def _information(library: Any, index: int) -> Mapping[str, Any]:
    found = list(library.global_camera_info())
    if not found:
        remedy = "push the ribbon cable home with the power off, then try rpicam-hello"
        raise CameraError("no camera is connected to this Pi", remedy)
    if index >= len(found):
        choices = ", ".join(f"pi:{place}" for place in range(len(found)))
        raise CameraError(f"there is no Pi camera {index}", f"choose {choices}")
    information: Mapping[str, Any] = found[index]
    return information


def _full_view(modes: list[dict[str, Any]], width: int) -> dict[str, Any]:
    """Return the smallest sensor mode that sees everything and has `width` pixels."""

    def seen(mode: dict[str, Any]) -> int:
        _, _, across, down = mode["crop_limits"]
        return int(across) * int(down)

    widest = max(seen(mode) for mode in modes)
    # Modes of the same view differ by a few rows of crop.
    full = [mode for mode in modes if seen(mode) > 0.98 * widest]
    enough = [mode for mode in full if mode["size"][0] >= width] or full
    chosen = min(enough, key=lambda mode: int(mode["size"][0]))
    return {"output_size": chosen["size"], "bit_depth": chosen["bit_depth"]}


def _let_go(device: Any) -> None:
    """Stop and close, whatever state the camera is in.

    Jobs that wait for a frame are cancelled first: `stop` would queue up behind them. A
    camera that hangs even so is left to its thread.
    """

    def steps() -> None:
        for step in (device.cancel_all_and_flush, device.stop, device.close):
            with contextlib.suppress(Exception):
                step()

    thread = threading.Thread(target=steps, name="closing the Pi camera", daemon=True)
    thread.start()
    thread.join(LETTING_GO_S)


def open_camera(argument: str, options: CameraOptions) -> Camera:
    """Open the Pi's camera; the argument is its number, 0 if left out."""
    if argument and not argument.isdecimal():
        raise CameraError(f"pi:{argument} is no camera", "write pi, pi:0 or pi:1")
    return PiCamera(int(argument or "0"), options)
