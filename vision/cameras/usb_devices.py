"""Which USB cameras there are, and why one does not open."""

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from companion.sentences import sentence
from vision.camera import CameraError

DEVICES, SYSTEM = Path("/dev"), Path("/sys/class/video4linux")


class Webcam(NamedTuple):
    """A USB camera: its number, as in /dev/video2, and what its maker calls it."""

    number: int
    name: str


def webcams(system: Path = SYSTEM) -> tuple[Webcam, ...]:
    """Return the USB cameras, as Linux lists them; none on other systems.

    Most have a second device for what is no picture, and a Raspberry Pi has dozens of devices
    for its codecs and its own camera: none of these is one.
    """
    return tuple(sorted(_listed(system)))


def _listed(system: Path) -> Iterator[Webcam]:
    for folder in system.glob("video*"):
        match = re.fullmatch(r"video(\d+)", folder.name)
        try:
            is_first = (folder / "index").read_text(encoding="utf-8").strip() == "0"
            name = (folder / "name").read_text(encoding="utf-8").strip()
        except (OSError, UnicodeDecodeError):  # Unplugged just now.
            continue
        if match and is_first and "/usb" in str((folder / "device").resolve()):
            yield Webcam(int(match[1]), name)


def chosen(wanted: str, system: Path = SYSTEM) -> int | str:
    """Return the number or path to open: of the first USB camera, or the one that is named.

    Args:
        wanted: a number, a path, or part of what a camera calls itself; empty: the first.
        system: where Linux tells of its cameras.

    """
    if wanted.isdecimal():
        return int(wanted)
    found = (webcam.number for webcam in webcams(system) if _goes_by(wanted, webcam))
    return next(found, wanted or 0)


def _goes_by(wanted: str, webcam: Webcam) -> bool:
    return "/" not in wanted and wanted.casefold() in webcam.name.casefold()


def why_closed(device: int | str, devices: Path = DEVICES, system: Path = SYSTEM) -> CameraError:
    """Return what is the matter with a camera that does not open, and what to do."""
    path = devices / f"video{device}" if isinstance(device, int) else Path(device)
    if not path.exists():
        remedy = _others(devices, system)
        return CameraError("there is no camera {device}", remedy, device=device)
    if not os.access(path, os.R_OK | os.W_OK):
        remedy = "add yourself to its group: sudo usermod -aG video $USER, then log in again"
        return CameraError("you may not use {path}", remedy, path=path)
    remedy = "close the program that uses it, or try another number: some are no camera"
    return CameraError("{path} does not open, probably it is busy", remedy, path=path)


def _others(devices: Path, system: Path) -> str:
    others = [f"usb:{webcam.number} ({webcam.name})" for webcam in webcams(system)]
    if not others and not system.exists():
        found = [re.fullmatch(r"video(\d+)", file.name) for file in sorted(devices.glob("video*"))]
        others = [f"usb:{match[1]}" for match in found if match]
    if not others:
        return "plug one in and check its cable"
    return sentence("choose another: {others}", others=", ".join(others))
