"""How much memory watching a table takes, measured in a process that does nothing else."""

import multiprocessing
import resource
import sys
from pathlib import Path

from companion.cards import Deck
from vision.camera import CameraProfile, Frame, Image, small_grey
from vision.plan import TablePlan
from vision.reader import Reader
from vision.watcher import Watcher

_FRAMES = 12


def peak_mb(frame: Image, deck: Deck, plan: TablePlan, profile: CameraProfile) -> float:
    """Return the most memory a fresh process held while it watched `frame`, MB."""
    context = multiprocessing.get_context("spawn")
    with context.Pool(1) as pool:
        return pool.apply(_watch, (frame, deck, plan, profile))


def _watch(frame: Image, deck: Deck, plan: TablePlan, profile: CameraProfile) -> float:
    watcher = Watcher(Reader(plan, deck, profile=profile))
    for number in range(1, _FRAMES + 1):
        watcher.feed(Frame(frame, small_grey(frame), number / 10, number))
    return _peak_mb()


def _peak_mb() -> float:
    """Return the most memory this process ever held, MB."""
    status = Path("/proc/self/status")
    if status.exists():
        # getrusage hands the parent's peak down to a child on Linux.
        lines = status.read_text(encoding="ascii").splitlines()
        return float(next(ln.split()[1] for ln in lines if ln.startswith("VmHWM"))) / 2**10
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return float(peak / (2**20 if sys.platform == "darwin" else 2**10))
