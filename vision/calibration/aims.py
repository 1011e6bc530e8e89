"""Where the mat lay in the picture when a camera was aimed, kept over a restart.

So a camera that was bumped while the power was off is noticed with the first picture.
"""

import contextlib
import json
from pathlib import Path
from typing import Any

import numpy as np

from vision.calibration.profile_store import write_atomically
from vision.plan import Points

VERSION = 1
#: Mats whose tags lie so near each other are one mat, mm.
SAME_MM = 0.5


class AimStore:
    """One file with the last aim of each camera, by the size of its pictures."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def load(self, camera: str, size: tuple[int, int], mat: Points) -> Points | None:
        """Return where the mat's tags lay, (N, 2) px; None: that is not known.

        Args:
            camera: its id.
            size: of its pictures, (width, height), px.
            mat: the middles of the mat's tags, (N, 2), mm; another mat was another aim.

        """
        with contextlib.suppress(KeyError, TypeError, ValueError):
            kept = self._all()[_key(camera, size)]
            planned, pixels = (np.array(kept[name], dtype=np.float64) for name in ("mm", "px"))
            alike = planned.shape == mat.shape == pixels.shape
            if alike and np.abs(planned - mat).max() < SAME_MM and np.isfinite(pixels).all():
                return pixels
        return None

    def save(self, camera: str, size: tuple[int, int], mat: Points, pixels: Points) -> None:
        """Keep where the mat's tags lie; raise OSError if that can't be written."""
        aim = {"mm": mat.round(2).tolist(), "px": pixels.round(2).tolist()}
        kept = {**self._all(), _key(camera, size): aim}
        self._path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(self._path, json.dumps({"version": VERSION, "aims": kept}, indent=1))

    def _all(self) -> dict[str, Any]:
        with contextlib.suppress(OSError, ValueError, KeyError, TypeError):
            plain = json.loads(self._path.read_text("utf-8"))
            if plain["version"] == VERSION:
                return dict(plain["aims"])
        return {}


def _key(camera: str, size: tuple[int, int]) -> str:
    return f"{camera} {size[0]}x{size[1]}"
