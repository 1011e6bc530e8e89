"""What picamera2 tells of the cameras it finds, and how one that is stuck is let go."""

import contextlib
import threading
from collections.abc import Mapping
from typing import Any

from vision.camera import CameraError

#: Longest wait for a stuck camera to let go, seconds.
LETTING_GO_S = 5.0


def information(library: Any, index: int) -> Mapping[str, Any]:
    """Return what is known of a camera; raise CameraError, with the choice, if it is not there."""
    found = list(library.global_camera_info())
    if not found:
        remedy = "push the ribbon cable home with the power off, then try rpicam-hello"
        raise CameraError("no camera is connected to this Pi", remedy)
    if index >= len(found):
        choices = ", ".join(f"pi:{place}" for place in range(len(found)))
        raise CameraError(
            "there is no Pi camera {index}", "choose {choices}", index=index, choices=choices
        )
    information: Mapping[str, Any] = found[index]
    return information


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
    camera that hangs even so is left to its thread.
    """

    def steps() -> None:
        for step in (device.cancel_all_and_flush, device.stop, device.close):
            with contextlib.suppress(Exception):
                step()

    thread = threading.Thread(target=steps, name="closing the Pi camera", daemon=True)
    thread.start()
    thread.join(LETTING_GO_S)
