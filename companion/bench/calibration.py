"""Calibrating from hundreds of views: is memory flat, and what does each step cost?

Pictures of the printed board are shown until so many views are taken, as on a page whose
host can't stop. The frames pass through the same capture, with its draft on the disk, as
those of a camera. Then the lens is fitted to all of them.
"""

import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from companion.bench.memory import rss_mb
from companion.bench.result import BenchResult
from companion.held_board import PX_PER_MM
from vision.calibration.capture import Capture
from vision.calibration.draft import DraftStore
from vision.calibration.report import report_on
from vision.camera import CameraProfile, Frame, Image, small_grey
from vision.printing import Paper, board_pdf
from vision.printing.raster import page_image
from vision.simulated.lens import CameraModel
from vision.simulated.sheet import Sheet, SheetCamera, SheetPose

VIEWS = 300
MODEL = CameraModel().scaled(1152, 648)
#: So many leaning boards are drawn; each is then shown all over the picture.
POSES = 12
#: A board that is shown elsewhere by this is another view, px.
APART_PX = 60


@dataclass(slots=True)
class _Taking:
    """What was measured while views were taken."""

    looks_s: list[float] = field(default_factory=list)
    memory_mb: dict[int, float] = field(default_factory=dict)


def run(views: int = VIEWS) -> BenchResult:
    """Take so many views, watching the memory, and fit a lens to them."""
    with TemporaryDirectory() as folder:
        capture = Capture(DraftStore(Path(folder)), lambda: None)
        capture.attach(CameraProfile("bench", MODEL.width, MODEL.height))
        seen = _take(capture, views)
        kept_mb = sum(file.stat().st_size for file in Path(folder).rglob("*.json")) / 1024**2
    began = time.process_time()
    report_on(capture.spec, capture.views)
    fit_s = time.process_time() - began
    half, end = seen.memory_mb[views // 2], seen.memory_mb[views]
    figures = {
        "views": float(len(capture.views)),
        "rss_mb_after_a_half": half,
        "rss_mb_at_the_end": end,
        "rss_kb_a_view_in_second_half": 1024 * (end - half) / (views - views // 2),
        "draft_mb": kept_mb,
        "look_ms": 1000 * float(np.median(seen.looks_s)),
        "fit_s": fit_s,
    }
    return BenchResult("calibration", figures)


def _take(capture: Capture, views: int) -> _Taking:
    """Show pictures until so many views are taken."""
    seen, pictures = _Taking(), _shown(list(_drawn()))
    for number in count():
        picture = next(pictures)
        began = time.process_time()
        capture.take()
        capture.look_at(Frame(picture, small_grey(picture), float(number), number))
        seen.looks_s.append(time.process_time() - began)
        taken = len(capture.views)
        if taken in (views // 2, views):
            seen.memory_mb[taken] = rss_mb()
        if taken >= views:
            return seen
    raise AssertionError("there are always more pictures")


def _drawn() -> Iterator[Image]:
    rng = np.random.default_rng(5)
    camera = SheetCamera(MODEL, Sheet(page_image(board_pdf(Paper.A4), 0, PX_PER_MM), PX_PER_MM))
    for number in range(POSES):
        far, tilt = rng.uniform(560, 700), rng.uniform(15, 38)
        yield camera.picture(
            SheetPose(0, 0, far, tilt, 90.0 * number + rng.uniform(-30, 30), 30.0 * number)
        )


def _shown(pictures: list[Image]) -> Iterator[Image]:
    """Yield the pictures pushed about, so that each shows the board in another place."""
    while True:
        for down in range(-2, 3):
            for right in range(-4, 5):
                for picture in pictures:
                    yield np.roll(picture, (APART_PX * down, APART_PX * right), axis=(0, 1))
