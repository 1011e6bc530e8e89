"""Look for the camera that the settings name."""

from pathlib import Path

from companion.finding import Finding, Level, about_devices
from companion.probes import Probes
from companion.settings import Settings


def camera(settings: Settings, probes: Probes) -> Finding:
    """Return whether there is a camera as the settings say."""
    kind, _, place = settings.camera.partition(":")
    if kind == "files":
        return _files_camera(Path(place), probes)
    if kind == "simulated":
        return Finding("camera", Level.OK, "the settings ask for the simulated table")
    if kind == "usb":
        return _usb_camera(place, probes)
    found = _pi_cameras(probes)
    if found:
        return Finding("camera", Level.OK, f"{found} by libcamera")
    if kind == "pi":
        remedy = "power off, seat the ribbon cable at both ends, start again"
        return Finding("camera", Level.FAIL, "libcamera sees no camera", remedy)
    # A webcam is never switched on unasked.
    unasked = "; a USB camera is there: --camera usb" if _webcam("", probes) else ""
    return Finding("camera", Level.OK, f"no Pi camera; the simulated table stands in{unasked}")


def _pi_cameras(probes: Probes) -> int:
    # It lists webcams as well.
    program = (
        "from picamera2 import Picamera2 as P; "
        "print(sum('/usb' not in c['Id'] for c in P.global_camera_info()))"
    )
    worked, count = probes.run(program)
    return int(count) if worked and count.isdigit() else 0


def _usb_camera(place: str, probes: Probes) -> Finding:
    webcam = _webcam(place, probes)
    devices = probes.devices(webcam) if webcam else ()
    if devices:
        return about_devices("camera", devices, "video", "by USB")
    return Finding("camera", Level.FAIL, "no USB camera", "plug it in, or name another")


def _webcam(place: str, probes: Probes) -> str:
    """Return the device below /dev that a USB camera goes by, or nothing."""
    if place.startswith("/dev/"):
        return place.removeprefix("/dev/")
    if place.isdecimal():
        return f"video{place}"
    find = f"chosen({place!r})" if place else "min(webcams())[0]"
    worked, line = probes.run(
        f"from vision.cameras.usb_devices import chosen, webcams; print({find})"
    )
    return f"video{line}" if worked and line.isdecimal() else ""


def _files_camera(folder: Path, probes: Probes) -> Finding:
    count = probes.images(folder)
    if count:
        return Finding("camera", Level.OK, f"{count} pictures in {folder}")
    program = f"import cv2; print(cv2.VideoCapture({str(folder)!r}).isOpened())"
    if count is None and probes.run(program)[1] == "True":
        return Finding("camera", Level.OK, f"the video {folder}")
    what = f"{folder} is no folder and no video" if count is None else f"no pictures in {folder}"
    remedy = "name a folder of pictures, or a video: --camera files:DIR"
    return Finding("camera", Level.FAIL, what, remedy)
