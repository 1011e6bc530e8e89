"""Calibrate from a folder of pictures of the board."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from companion.game import Message
from vision.calibration.board import BoardSpec
from vision.calibration.collector import Collector
from vision.calibration.errors import CalibrationError
from vision.calibration.report import Report, report_on
from vision.camera import CameraError, Image
from vision.cameras.files import PICTURES, is_picture, read_picture


@dataclass(frozen=True, slots=True)
class Judged:
    """What became of one picture: the number of its view, or why it is none."""

    name: str
    view: int | None
    refused: tuple[Message, ...] = ()


def calibrate_folder(
    folder: Path, spec: BoardSpec, camera: str = "", crop: tuple[int, int] | None = None
) -> tuple[Report, tuple[Judged, ...]]:
    """Measure a lens from the pictures in a folder; one picture is in memory at a time.

    A broken picture, or one without the board, is passed over with the reason.

    Args:
        folder: of pictures of the board, all taken by one camera in one mode.
        spec: the board, as it was printed.
        camera: id or model, for its data sheet.
        crop: part of the sensor in the pictures, (width, height) px; None: all it can.

    Raises:
        CalibrationError: no such folder, no pictures, or pictures of several resolutions.

    """
    collector = Collector(spec)
    sizes: dict[tuple[int, int], list[str]] = {}
    judged: list[Judged] = []
    for name, picture in _pictures(folder):
        if picture is None:
            judged.append(Judged(name, None, (Message("broken", (("file", name),)),)))
            continue
        sizes.setdefault((picture.shape[1], picture.shape[0]), []).append(name)
        # Of another size: read on all the same, to name every size at once.
        if len(sizes) == 1:
            offer = collector.consider(picture, name)
            view = None if offer.taken is None else offer.taken.number
            judged.append(Judged(name, view, offer.refused))
    if len(sizes) > 1:
        raise _mixed(folder, sizes)
    return report_on(spec, tuple(collector.views), camera, crop), tuple(judged)


def _pictures(folder: Path) -> Iterator[tuple[str, Image | None]]:
    try:
        names = sorted(file.name for file in folder.iterdir() if is_picture(file))
    except OSError as error:
        problem = f"{folder} can't be opened ({error.strerror})"
        raise CalibrationError(problem, "name a folder of pictures of the board") from error
    if not names:
        endings = " ".join(sorted(PICTURES))
        raise CalibrationError(f"there are no pictures in {folder}", f"put some there: {endings}")
    for name in names:
        try:
            yield name, read_picture(folder / name)
        except CameraError:
            yield name, None


def _mixed(folder: Path, sizes: dict[tuple[int, int], list[str]]) -> CalibrationError:
    counts = Counter({size: len(names) for size, names in sizes.items()}).most_common()
    listed = ", ".join(
        f"{count} of {width} x {height} px (such as {sizes[width, height][0]})"
        for (width, height), count in counts
    )
    problem = f"the pictures in {folder} have several resolutions: {listed}"
    return CalibrationError(problem, "a lens belongs to one resolution: keep one kind only")
