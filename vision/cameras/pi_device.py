"""How picamera2 is got hold of: imported, asked for its cameras, opened, and let go."""

import contextlib
import importlib
import inspect
import os
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from vision.camera import CameraError

#: Longest wait for a stuck camera to let go, seconds.
LETTING_GO_S = 5.0

#: Threads that still try to close a camera which hangs.
_closing: list[threading.Thread] = []


def picamera2() -> Any:
    """Import picamera2, or raise a CameraError that says what keeps it out."""
    try:
        library = importlib.import_module("picamera2").Picamera2
    except Exception as error:  # Built for other libraries it raises ValueError, and others.
        raise _kept_out(error) from error
    if "flush" not in inspect.signature(library.capture_request).parameters:
        remedy = "on the Raspberry Pi: sudo apt update && sudo apt full-upgrade"
        raise CameraError("this picamera2 is too old", remedy)
    return library


def _kept_out(error: Exception) -> CameraError:
    if "numpy" in str(error):
        remedy = "install the table's packages again with numpy below 2"
        problem = "picamera2 was built for another numpy ({error})"
        return CameraError(problem, remedy, error=error)
    remedy = (
        "on a Raspberry Pi: sudo apt install python3-picamera2, and make the "
        "environment with --system-site-packages"
    )
    if isinstance(error, ImportError) and error.name in (None, "picamera2"):
        return CameraError("picamera2 is not installed", remedy)
    return CameraError("picamera2 can't be loaded ({error})", remedy, error=error)


def information(library: Any, index: int, devices: Path = Path("/dev")) -> Mapping[str, Any]:
    """Return what is known of a camera; raise CameraError, with the choice, if it is not there.

    picamera2 lists webcams, too, which give neither sensor modes nor raw pictures: they are
    the USB back-end's.
    """
    listed = list(library.global_camera_info())
    found = {n: info for n, info in enumerate(listed) if "/usb" not in str(info.get("Id", ""))}
    if not found:
        raise _why_none(devices)
    if index not in found:
        choices = ", ".join(f"pi:{place}" for place in found)
        raise CameraError(
            "there is no Pi camera {index}", "choose {choices}", index=index, choices=choices
        )
    chosen: Mapping[str, Any] = found[index]
    return chosen


def _why_none(devices: Path) -> CameraError:
    """Return why libcamera sees no camera: it says nothing itself where it may not look."""
    media = sorted(devices.glob("media*"))
    if media and not any(os.access(path, os.R_OK | os.W_OK) for path in media):
        remedy = "add yourself to its group: sudo usermod -aG video $USER, then log in again"
        return CameraError("you may not use {path}", remedy, path=media[0])
    remedy = "push the ribbon cable home with the power off, then try rpicam-hello"
    return CameraError("no camera is connected to this Pi", remedy)


def opened(library: Any, index: int, name: str) -> Any:
    """Return an open camera; raise CameraError where it is busy or does not answer."""
    device = library.__new__(library)
    try:
        device.__init__(index)
    except Exception as error:
        # What failed to open keeps a pipe, and it is tried again every two seconds.
        with contextlib.suppress(AttributeError, OSError):
            os.close(device.notifyme_w)
        raise _why_closed(name, error) from error
    return device


def _why_closed(name: str, error: BaseException) -> CameraError:
    while error.__context__ is not None:
        error = error.__context__
    _closing[:] = [thread for thread in _closing if thread.is_alive()]
    if _closing:
        remedy = "switch off, push the ribbon cable home on both ends and switch on again"
        return CameraError("{camera} hangs", remedy, camera=name)
    said = str(error).lower()
    if "acquire" in said or "busy" in said:
        remedy = "close other programs that use it (rpicam-hello, libcamera-vid)"
        return CameraError("{camera} is busy ({error})", remedy, camera=name, error=error)
    return does_not_start(name, error)


def does_not_start(name: str, error: BaseException) -> CameraError:
    """Return that a camera is there and gives no pictures all the same."""
    remedy = "close other programs, as it may want memory, and try rpicam-hello"
    return CameraError("{camera} does not start ({error})", remedy, camera=name, error=error)


def full_view(modes: list[dict[str, Any]], width: int) -> dict[str, Any]:
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


def mode_name(mode: Mapping[str, Any]) -> str:
    """Return a sensor mode as text, such as "2304x1296-10"."""
    width, height = mode["output_size"]
    return f"{width}x{height}-{mode['bit_depth']}"


def let_go(device: Any) -> None:
    """Stop and close, whatever state the camera is in.

    Jobs that wait for a frame are cancelled first: `stop` would queue up behind them. A
    camera that hangs even so, as with its cable pulled, is left to its thread.
    """

    def steps() -> None:
        for step in (device.cancel_all_and_flush, device.stop, device.close):
            with contextlib.suppress(Exception):
                step()

    thread = threading.Thread(target=steps, name="closing the Pi camera", daemon=True)
    thread.start()
    thread.join(LETTING_GO_S)
    if thread.is_alive():
        _closing.append(thread)
