"""The cameras this table can look through, and the choice between them."""

import importlib
from collections.abc import Callable, Mapping
from typing import Protocol, cast

from companion.sentences import sentence
from vision.camera import Camera, CameraError, CameraOptions, LensMisfit

#: Opens a camera: (what follows the colon of the spec, options) -> camera.
Opener = Callable[[str, CameraOptions], Camera]


class _BackEnd(Protocol):
    def open_camera(self, argument: str, options: CameraOptions) -> Camera: ...


def _module(name: str) -> Opener:
    """Import a back-end only once it is asked for: most machines lack what some need."""

    def opener(argument: str, options: CameraOptions) -> Camera:
        back_end = cast("_BackEnd", importlib.import_module(f"vision.cameras.{name}"))
        return back_end.open_camera(argument, options)

    return opener


_registry: dict[str, Opener] = {name: _module(name) for name in ("simulated", "files", "usb", "pi")}


def register(name: str, opener: Opener) -> None:
    """Add a back-end under the name that starts its specs."""
    _registry[name] = opener


def back_ends() -> Mapping[str, Opener]:
    """Return every back-end by name."""
    return dict(_registry)


def open_camera(spec: str, options: CameraOptions | None = None) -> Camera:
    """Open the camera a spec names: auto, simulated, files:DIR, usb, usb:1, pi or pi:1.

    "auto" takes the Pi camera if there is one and the simulated table otherwise, and says
    why in the camera's `explanation`. It never switches on a webcam by itself.

    Raises:
        CameraError: there is no such camera, or it does not open; says what to do.
        LensMisfit: it would open, but not with the lens that was given for it.

    """
    known = options or CameraOptions()
    name, _, argument = spec.strip().partition(":")
    if name == "auto" and not argument:
        return _automatic(known)
    if name not in _registry:
        choices = ", ".join(["auto", *_registry])
        raise CameraError(
            "{spec} is no kind of camera",
            "choose one of {choices}",
            spec=repr(spec),
            choices=choices,
        )
    return _registry[name](argument, known)


def _automatic(options: CameraOptions) -> Camera:
    try:
        camera = _registry["pi"]("", options)
    except LensMisfit:
        # The camera is there, and whoever handed in the lens knows what to do without it.
        raise
    except CameraError as error:
        camera = _registry["simulated"]("", options)
        camera.explanation = sentence(
            "Using the simulated table, because {reason}. To use a real camera, {remedy}; "
            "a USB camera is chosen with --camera usb.",
            reason=error.reason,
            remedy=error.remedy,
        )
        return camera
    camera.explanation = sentence(
        "Using {camera}, the camera connected to this Raspberry Pi.", camera=camera.name
    )
    return camera
