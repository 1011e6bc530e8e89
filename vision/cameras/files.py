"""Frames from disk: a folder of pictures in the order of their names, or a video.

A folder may hold a `times.csv` (lines of "file name,seconds"; a file named twice is shown
twice) and a `profile.json` of the lens.
"""

import math
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np

from companion.sentences import sentence
from vision.camera import (
    CAPTURE_TIMEOUT_S,
    Camera,
    CameraError,
    CameraOptions,
    CameraProfile,
    EndOfFrames,
    Frame,
    Image,
    small_grey,
)
from vision.pacing import Clock, Pacer

PICTURES = frozenset({".png", ".jpg", ".jpeg", ".bmp", ".webp", ".tif", ".tiff"})
TIMES, PROFILE = "times.csv", "profile.json"

#: A picture and how long it is shown, seconds.
Shown = tuple[Image, float]


class FilesCamera(Camera):
    """Plays recorded pictures once, then raises EndOfFrames.

    Args:
        path: a folder of pictures or a video file.
        fps: for recordings that do not tell their times.
        full_speed: do not wait between frames; their times stay as recorded.
        clock: for tests.

    """

    def __init__(
        self, path: Path, *, fps: float = 10.0, full_speed: bool = False, clock: Clock | None = None
    ) -> None:
        self.name = sentence("the recording {path}", path=path)
        self._shown = _folder(path, fps) if path.is_dir() else _video(path, fps)
        self._profile = _profile(path)
        self._clock = clock or Clock()
        self._pacer = Pacer(self._clock)
        self._full_speed = full_speed
        self._next_s = self._clock.now()
        self._number = 0

    @property
    def profile(self) -> CameraProfile:
        """Return the lens as the folder's profile.json has it."""
        return self._profile

    def capture(self, timeout_s: float = CAPTURE_TIMEOUT_S) -> Frame:
        """Return the next recorded frame; raise EndOfFrames after the last."""
        try:
            image, period_s = next(self._shown)
        except StopIteration:
            raise EndOfFrames(f"{self.name} is over after {self._number} frames") from None
        time_s = self._next_s if self._full_speed else self._pacer.wait(period_s)
        self._next_s = time_s + period_s
        self._number += 1
        return Frame(image, small_grey(image), time_s, self._number)

    def close(self) -> None:
        """Stop playing."""
        self._shown = iter(())


def open_camera(argument: str, options: CameraOptions) -> Camera:
    """Open a recording; the argument is the path of a folder or a video."""
    if not argument:
        raise CameraError("files: names no folder", "write files:DIR with the folder's path")
    path = Path(argument).expanduser()
    if not path.exists():
        raise CameraError("there is no {path}", "check the path after files:", path=path)
    return FilesCamera(path, fps=options.fps, full_speed=options.full_speed)


def _profile(path: Path) -> CameraProfile:
    file = path / PROFILE
    if not path.is_dir() or not file.is_file():
        return CameraProfile()
    return CameraProfile.from_json(_text(file), str(file))


def _text(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise CameraError(
            "{file} can't be read ({error})", "check the file", file=file, error=error
        ) from error


def _folder(path: Path, fps: float) -> Iterator[Shown]:
    try:
        names = sorted(file.name for file in path.iterdir() if is_picture(file))
    except OSError as error:
        remedy = "check who may read the folder"
        raise CameraError(
            "{path} can't be opened ({error})", remedy, path=path, error=error.strerror
        ) from error
    if not names:
        endings = " ".join(sorted(PICTURES))
        raise CameraError(
            "there are no pictures in {path}",
            "put some there: {endings}",
            path=path,
            endings=endings,
        )
    times = path / TIMES
    order = _timed(times, names) if times.is_file() else [(name, 1 / fps) for name in names]
    return _played(path, order)


def is_picture(file: Path) -> bool:
    """Tell whether a file goes by a picture's name, and is not hidden."""
    return file.suffix.lower() in PICTURES and not file.name.startswith(".")


def _timed(file: Path, names: list[str]) -> list[tuple[str, float]]:
    """Read names with their times and return names with how long each is shown."""
    known = set(names)
    rows = [_row(file, *numbered) for numbered in enumerate(_text(file).splitlines(), start=1)]
    if not rows:
        raise CameraError(
            "{file} is empty", "delete it to play the pictures by their names", file=file
        )
    for number, (name, _) in enumerate(rows, start=1):
        if name not in known:
            remedy = "put the picture back, or delete the line"
            raise CameraError(
                "{file}, line {number} names a missing {picture}",
                remedy,
                file=file,
                number=number,
                picture=repr(name),
            )
    ends = [seconds for _, seconds in rows[1:]] + [rows[-1][1]]
    return [(name, max(0.0, end - start)) for (name, start), end in zip(rows, ends, strict=True)]


def _row(file: Path, number: int, line: str) -> tuple[str, float]:
    name, _, text = line.rpartition(",")
    try:
        seconds = float(text)
    except ValueError:
        seconds = math.nan
    if not name or not math.isfinite(seconds):
        remedy = "write a file name, a comma and seconds, or delete the file"
        raise CameraError(
            "{file}, line {number}: {line} is no time",
            remedy,
            file=file,
            number=number,
            line=repr(line),
        )
    return name, seconds


def _played(path: Path, order: list[tuple[str, float]]) -> Iterator[Shown]:
    last: tuple[str, Image] | None = None
    for name, period_s in order:
        if last is None or last[0] != name:
            last = (name, read_picture(path / name))
        yield last[1], period_s


def read_picture(file: Path) -> Image:
    """Return a picture, BGR (height, width, 3); raise CameraError if it can't be read."""
    try:
        packed = np.frombuffer(file.read_bytes(), np.uint8)
    except OSError as error:
        remedy = "check who may read it, or take it out of the folder"
        raise CameraError(
            "{file} can't be read ({error})", remedy, file=file, error=error.strerror
        ) from error
    image = cv2.imdecode(packed, cv2.IMREAD_COLOR) if len(packed) else None
    if image is None:
        remedy = "take it out of the folder, or replace it"
        raise CameraError("{file} is broken or no picture", remedy, file=file)
    return np.asarray(image, dtype=np.uint8)


def _video(path: Path, fps: float) -> Iterator[Shown]:
    video = cv2.VideoCapture(str(path))
    okay, first = video.read()
    if not okay:
        video.release()
        remedy = "give a folder of pictures, or a video that OpenCV reads (MP4, AVI, MKV)"
        raise CameraError("{path} is broken or no video", remedy, path=path)
    recorded = float(video.get(cv2.CAP_PROP_FPS))
    period_s = 1 / (recorded if 0 < recorded < 1000 else fps)
    return _video_frames(video, np.asarray(first, dtype=np.uint8), period_s)


def _video_frames(video: cv2.VideoCapture, first: Image, period_s: float) -> Iterator[Shown]:
    try:
        yield first, period_s
        while (following := video.read())[0]:
            yield np.asarray(following[1], dtype=np.uint8), period_s
    finally:
        video.release()
