"""Writes a camera's frames to a folder that the `files` camera plays back."""

from pathlib import Path
from types import TracebackType
from typing import Self

import cv2
import numpy as np

from vision.camera import (
    CAPTURE_TIMEOUT_S,
    Camera,
    CameraError,
    CameraProfile,
    Control,
    Frame,
    Image,
)
from vision.cameras.files import PROFILE, TIMES

#: Two pictures are the same if no pixel of the small grey one differs by more, grey levels.
STILL_LEVELS = 12
#: JPEG quality high enough that tags read as from the camera.
JPEG_QUALITY = 96
_FREE_DISK = "free some space on the disk, or record to another folder"


class Recorder:
    """Writes frames, and a still table only once.

    After `still_frames` pictures of a table on which nothing moves, further ones are
    noted in times.csv but not written: the playback shows the last one again.

    Args:
        folder: created if need be; must hold no recording yet.
        profile: the lens, written as profile.json.
        lossless: PNG instead of JPEG.
        still_frames: pictures of each still moment to write; 0 writes every frame.

    Raises:
        CameraError: the folder can't be used, or the disk is full.

    """

    def __init__(
        self, folder: Path, profile: CameraProfile, *, lossless: bool = False, still_frames: int = 2
    ) -> None:
        self.folder = folder
        self._ending = ".png" if lossless else ".jpg"
        self._still_frames = still_frames
        self._reference: Image | None = None
        self._still = 0
        self._written = 0
        self._start_s: float | None = None
        self._name = ""
        try:
            # The frames show every back, and the events what phones were told.
            folder.mkdir(0o700, parents=True, exist_ok=True)
            if any(folder.iterdir()):
                raise CameraError("{folder} is not empty", "record to a new folder", folder=folder)
            (folder / PROFILE).write_text(profile.to_json(), encoding="utf-8")
            self._times = (folder / TIMES).open("w", encoding="utf-8")
        except OSError as error:
            raise CameraError(
                "{folder} can't be written ({error})",
                _FREE_DISK,
                folder=folder,
                error=error.strerror,
            ) from error

    def write(self, frame: Frame) -> None:
        """Append a frame."""
        if self._start_s is None:
            self._start_s = frame.time_s
        if self._is_new(frame.grey):
            self._write_picture(frame.image)
        try:
            self._times.write(f"{self._name},{frame.time_s - self._start_s:.4f}\n")
            self._times.flush()
        except OSError as error:
            raise CameraError(
                "the recording stopped ({error})", _FREE_DISK, error=error.strerror
            ) from error

    def close(self) -> None:
        """Finish the recording."""
        self._times.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _is_new(self, grey: Image) -> bool:
        reference = self._reference
        moved = reference is None or int(cv2.absdiff(grey, reference).max()) > STILL_LEVELS
        self._still = 0 if moved else self._still + 1
        if moved:
            self._reference = grey
        return moved or self._still_frames == 0 or self._still < self._still_frames

    def _write_picture(self, image: Image) -> None:
        self._written += 1
        self._name = f"frame-{self._written:06d}{self._ending}"
        _, packed = cv2.imencode(self._ending, image, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])
        try:
            (self.folder / self._name).write_bytes(np.asarray(packed).tobytes())
        except OSError as error:
            problem = "the recording stopped at {picture} ({error})"
            facts = {"picture": self._name, "error": error.strerror}
            raise CameraError(problem, _FREE_DISK, **facts) from error


class RecordingCamera(Camera):
    """A camera whose every frame is also written to a recorder."""

    def __init__(self, camera: Camera, recorder: Recorder) -> None:
        self._camera, self._recorder = camera, recorder
        self.name, self.explanation = camera.name, camera.explanation

    @property
    def profile(self) -> CameraProfile:
        """Return the recorded camera's profile."""
        return self._camera.profile

    def capture(self, timeout_s: float = CAPTURE_TIMEOUT_S) -> Frame:
        """Return the camera's next frame, written first."""
        frame = self._camera.capture(timeout_s)
        self._recorder.write(frame)
        return frame

    def flush(self) -> None:
        """Flush the recorded camera."""
        self._camera.flush()

    def controls(self) -> tuple[Control, ...]:
        """Return the recorded camera's controls."""
        return self._camera.controls()

    def adjust(self, name: str, value: float) -> None:
        """Set a control of the recorded camera."""
        self._camera.adjust(name, value)

    def lock(self) -> None:
        """Lock the recorded camera's automatics."""
        self._camera.lock()

    def close(self) -> None:
        """Close the camera and finish the recording."""
        self._camera.close()
        self._recorder.close()
