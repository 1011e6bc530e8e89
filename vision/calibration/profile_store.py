"""Calibrations on disk: written whole or not at all, the last good one kept.

A profile is first written to a file of its own beside the old one, flushed to the disk, and
then takes the old one's name; so a power cut leaves the one or the other.
"""

import contextlib
import hashlib
import os
import re
import tempfile
from dataclasses import dataclass
from pathlib import Path

from companion.game import Message
from vision.calibration.errors import CalibrationError
from vision.calibration.profile import CalibrationProfile
from vision.camera import CameraProfile

_END, _LAST_GOOD = ".lens.json", ".lens.last-good.json"


@dataclass(frozen=True, slots=True)
class Loaded:
    """A stored profile; `note` says why it is not the newest one, or is empty."""

    profile: CalibrationProfile
    note: str = ""


class ProfileStore:
    """The profiles of a folder, one for each camera and resolution."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def save(self, profile: CalibrationProfile) -> Path:
        """Write a profile and return where; the one it replaces becomes the last good one.

        Raises:
            CalibrationError: it can't be written; the old one is untouched.

        """
        path = self._path(profile.lens)
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            if _good(path) is not None:
                write_atomically(self._last_good(profile.lens), path.read_text(encoding="utf-8"))
            write_atomically(path, profile.to_json())
        except OSError as error:
            raise _unwritable(path, error) from error
        return path

    def load(self, camera: CameraProfile) -> Loaded | None:
        """Return the profile of a camera, None if it has none.

        A broken one is passed over for the last good one, with a note.

        Raises:
            CalibrationError: it is broken and there is no other, or it does not fit.

        """
        path = self._path(camera)
        if not path.exists():
            return None
        try:
            loaded = Loaded(read_profile(path))
        except CalibrationError as error:
            before = _good(self._last_good(camera))
            if before is None:
                raise
            loaded = Loaded(before, f"{error.reason}; the last good calibration is used instead")
        loaded.profile.check_fits(camera)
        return loaded

    def restore(self, camera: CameraProfile) -> CalibrationProfile:
        """Bring the last good profile of a camera back and return it.

        Raises:
            CalibrationError: there is none.

        """
        before = _good(self._last_good(camera))
        if before is None:
            told = Message("no_earlier")
            raise CalibrationError("there is no earlier calibration", "calibrate it anew", told)
        self.save(before)
        return before

    def has_earlier(self, camera: CameraProfile) -> bool:
        """Tell whether there is a last good profile to restore."""
        return self._last_good(camera).exists()

    def take_in(self, file: Path, camera: CameraProfile) -> CalibrationProfile:
        """Import an exported profile for a camera and return it.

        Raises:
            CalibrationError: it can't be read or belongs to something else; nothing changed.

        """
        profile = read_profile(file)
        profile.check_fits(camera)
        self.save(profile)
        return profile

    def _path(self, camera: CameraProfile) -> Path:
        return self.folder / f"{file_name(camera)}{_END}"

    def _last_good(self, camera: CameraProfile) -> Path:
        return self.folder / f"{file_name(camera)}{_LAST_GOOD}"


def read_profile(path: Path) -> CalibrationProfile:
    """Return the profile in a file; raise CalibrationError if there is none."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        remedy = "check the path and who may read it"
        raise CalibrationError(f"{path} can't be read ({error})", remedy) from error
    return CalibrationProfile.from_json(text, str(path))


def export_profile(profile: CalibrationProfile, path: Path) -> None:
    """Write a profile to a file of the user's choice; raise CalibrationError if it fails."""
    try:
        write_atomically(path, profile.to_json())
    except OSError as error:
        raise _unwritable(path, error) from error


def write_atomically(path: Path, text: str) -> None:
    """Put text into a file so that a power cut leaves the old text or the new one, whole."""
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    temporary = Path(name)
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
    except BaseException:
        with contextlib.suppress(OSError):
            temporary.unlink()
        raise
    _flush_folder(path.parent)


def _flush_folder(folder: Path) -> None:
    """Flush the folder too: only then is the new name on the disk."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _good(path: Path) -> CalibrationProfile | None:
    try:
        return read_profile(path)
    except CalibrationError:
        return None


def file_name(camera: CameraProfile) -> str:
    """Return a name from the camera's id, which may be a path of the device tree, and size."""
    readable = re.sub(r"[^A-Za-z0-9]+", "-", camera.camera_id).strip("-")[-40:] or "camera"
    mark = hashlib.sha256(camera.camera_id.encode()).hexdigest()[:8]
    return f"{readable}-{mark}-{camera.width}x{camera.height}"


def _unwritable(path: Path, error: OSError) -> CalibrationError:
    remedy = "free some space, or check who may write there"
    return CalibrationError(f"{path} can't be written ({error.strerror})", remedy)
