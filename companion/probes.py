"""What `marshal doctor` can ask of the machine it runs on, and the asking itself.

`Probes` is what the doctor needs; `SystemProbes` asks this machine. Nothing here judges,
and nothing raises: an answer that cannot be had is an empty one or says why.
"""

import os
import shutil
import socket
import subprocess
import sys
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib import metadata
from pathlib import Path
from typing import Protocol

from companion import address

DISTRIBUTION = "table-marshal"
_THROTTLED = "/sys/devices/platform/soc/soc:firmware/get_throttled"
_IMAGES = {".png", ".jpg", ".jpeg"}


@dataclass(frozen=True, slots=True)
class Package:
    """An installed distribution: its version, and the folder it was found in."""

    name: str
    version: str
    origin: str


class Probes(Protocol):
    """Questions about one machine. Problems are told as text; empty text means none."""

    def python(self) -> tuple[str, str]:
        """Return the version of Python and the path of the interpreter."""
        ...

    def requirements(self) -> tuple[tuple[str, str], ...]:
        """Return what must be installed: names with their lowest versions."""
        ...

    def package(self, name: str) -> Package | None:
        """Return an installed distribution, or None."""
        ...

    def run(self, program: str) -> tuple[bool, str]:
        """Run Python source in a process of its own; return success and its last line."""
        ...

    def board(self) -> str:
        """Return what the machine calls itself ("Raspberry Pi 5 Model B"), or ""."""
        ...

    def throttled(self) -> int | None:
        """Return the Pi firmware's flags of throttling, or None where there are none."""
        ...

    def devices(self, pattern: str) -> tuple[tuple[str, bool], ...]:
        """Return device files below /dev, and whether this user may read and write them."""
        ...

    def groups(self) -> frozenset[str]:
        """Return the names of the groups this process belongs to."""
        ...

    def images(self, folder: Path) -> int | None:
        """Return how many pictures lie in a folder, or None where there is none."""
        ...

    def free_bytes(self, folder: Path) -> int:
        """Return the free space where this folder is, or will be."""
        ...

    def write_problem(self, folder: Path) -> str:
        """Say why nothing can be written into this folder."""
        ...

    def port_problem(self, host: str, port: int) -> str:
        """Say why nothing can listen on this port."""
        ...

    def sighting(self) -> address.Sighting:
        """Return the addresses of this machine."""
        ...

    def clock(self) -> tuple[datetime, datetime]:
        """Return the time it is, and the latest time at which this software was installed."""
        ...


class SystemProbes:
    """Asks the machine this runs on."""

    def python(self) -> tuple[str, str]:
        """Return the version of Python and the path of the interpreter."""
        return sys.version.split()[0], sys.executable

    def requirements(self) -> tuple[tuple[str, str], ...]:
        """Return what pyproject.toml requires, the extras left out."""
        try:
            listed = metadata.requires(DISTRIBUTION) or []
        except metadata.PackageNotFoundError:
            return ()
        plain = [line for line in listed if ";" not in line]
        return tuple((name, low) for name, _, low in (line.partition(">=") for line in plain))

    def package(self, name: str) -> Package | None:
        """Return an installed distribution, or None."""
        try:
            found = metadata.distribution(name)
        except metadata.PackageNotFoundError:
            return None
        return Package(name, found.version, str(found.locate_file("")))

    def run(self, program: str) -> tuple[bool, str]:
        """Run Python source in a process of its own, for at most 30 seconds.

        A process of its own, because a broken camera library may take its process along.
        """
        try:
            done = subprocess.run(
                [sys.executable, "-c", program],
                capture_output=True,
                text=True,
                timeout=30,
                check=False,
            )
        except (OSError, subprocess.TimeoutExpired) as error:
            return False, str(error)
        lines = (done.stdout if done.returncode == 0 else done.stderr).strip().splitlines()
        return done.returncode == 0, lines[-1] if lines else f"exit status {done.returncode}"

    def throttled(self) -> int | None:
        """Return the firmware's flags (documentation of vcgencmd get_throttled)."""
        try:
            return int(Path(_THROTTLED).read_text("ascii").strip(), 16)
        except (OSError, ValueError):
            return None

    def board(self) -> str:
        """Return the device tree's model, which only boards like the Pi have."""
        try:
            return Path("/proc/device-tree/model").read_text().strip("\0\n ")
        except (OSError, UnicodeDecodeError):
            return ""

    def devices(self, pattern: str) -> tuple[tuple[str, bool], ...]:
        """Return device files below /dev, and whether this user may read and write them."""
        found = sorted(Path("/dev").glob(pattern))
        return tuple((str(path), os.access(path, os.R_OK | os.W_OK)) for path in found)

    def groups(self) -> frozenset[str]:
        """Return the names of the groups this process belongs to."""
        import grp  # noqa: PLC0415 - absent on Windows, where nobody asks

        names = set()
        for number in os.getgroups():
            try:
                names.add(grp.getgrgid(number).gr_name)
            except KeyError:
                names.add(str(number))
        return frozenset(names)

    def images(self, folder: Path) -> int | None:
        """Return how many PNG and JPEG files lie in a folder, or None where there is none."""
        try:
            return sum(1 for path in folder.iterdir() if path.suffix.lower() in _IMAGES)
        except OSError:
            return None

    def free_bytes(self, folder: Path) -> int:
        """Return the free space where this folder is, or will be."""
        try:
            return shutil.disk_usage(_existing(folder)).free
        except OSError:
            return 0

    def write_problem(self, folder: Path) -> str:
        """Say why nothing can be written into this folder, without writing into it."""
        nearest = _existing(folder)
        if not nearest.is_dir():
            return f"{nearest} is not a folder"
        if not os.access(nearest, os.W_OK | os.X_OK):
            return f"{nearest} may not be written by this user"
        return ""

    def port_problem(self, host: str, port: int) -> str:
        """Say why nothing can listen on this port, by listening there for a moment."""
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        with socket.socket(family, socket.SOCK_STREAM) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((host, port))
                probe.listen(1)
            except OSError as error:
                return error.strerror or str(error)
        return ""

    def sighting(self) -> address.Sighting:
        """Return the addresses of this machine."""
        return address.look()

    def clock(self) -> tuple[datetime, datetime]:
        """Return the time it is, and the latest time at which a module of ours was written."""
        newest = max(path.stat().st_mtime for path in Path(__file__).parent.glob("*.py"))
        return datetime.now(UTC), datetime.fromtimestamp(newest, UTC)


def _existing(folder: Path) -> Path:
    while not folder.exists() and folder != folder.parent:
        folder = folder.parent
    return folder
