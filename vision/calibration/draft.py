"""A run that is not finished, on disk: a reload, a restart or a pulled plug loses nothing.

Each camera has a folder of its own. A view is a file that is written once; the draft itself
is a small file that names the views, those that can be brought back as well.
"""

import contextlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from itertools import chain
from pathlib import Path
from typing import Any

from vision.calibration.board import RULER_MM, BoardSpec
from vision.calibration.errors import CalibrationError
from vision.calibration.profile_store import file_name, write_atomically
from vision.calibration.views import View, ViewSet
from vision.camera import CameraProfile

VERSION = 1
_INDEX, _VIEW = "draft.json", "view-{:06d}.json"


@dataclass(frozen=True, slots=True)
class Draft:
    """What was told and taken so far.

    Args:
        board: name of one of our boards, or how another is made.
        ruler_mm: measured length of the sheet's 100 mm ruler; None: not measured yet.
        upright_mm: of its 50 mm ruler; None: not measured.
        sensor: what the views' lens hangs on, as the camera told it; empty without views.
        views: taken so far.

    """

    board: str = "A4"
    ruler_mm: float | None = None
    upright_mm: float | None = None
    sensor: Mapping[str, str] = field(default_factory=dict)
    views: ViewSet = field(default_factory=ViewSet, compare=False)

    def spec(self) -> BoardSpec:
        """Return the board as printed; raise CalibrationError if there is none such."""
        ruler = RULER_MM if self.ruler_mm is None else self.ruler_mm
        return BoardSpec.parse(self.board).measured(ruler, self.upright_mm)


class DraftStore:
    """The drafts in a folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def save(self, camera: CameraProfile, draft: Draft) -> None:
        """Write a camera's draft, the new views first.

        Raises:
            CalibrationError: it can't be written; what was there is untouched.

        """
        folder = self._of(camera)
        known = draft.views.every()
        try:
            folder.mkdir(parents=True, exist_ok=True)
            for number, view in known.items():
                path = folder / _VIEW.format(number)
                if not path.exists():
                    write_atomically(path, json.dumps(view.to_plain()))
            write_atomically(folder / _INDEX, json.dumps(_plain(draft)))
            _drop_others(folder, known)
        except OSError as error:
            problem = f"{folder} can't be written ({error.strerror})"
            remedy = "free some space, or check who may write there"
            raise CalibrationError(problem, remedy) from error

    def load(self, camera: CameraProfile) -> Draft:
        """Return a camera's draft; where it can't be read, a new one with all views that can."""
        folder = self._of(camera)
        with contextlib.suppress(OSError, ValueError, KeyError, TypeError):
            return self._read(folder)
        return Draft(views=ViewSet(_readable_views(folder)))

    def _read(self, folder: Path) -> Draft:
        plain = json.loads((folder / _INDEX).read_text("utf-8"))
        if plain["version"] != VERSION:
            raise ValueError(plain["version"])
        now, *before = plain["steps"]
        known = {number: _view(folder, number) for number in {*now, *chain(*before)}}
        views = ViewSet.restored(known, now, before[::-1])
        draft = Draft(
            board=str(plain["board"]),
            ruler_mm=_number(plain["ruler_mm"]),
            upright_mm=_number(plain["upright_mm"]),
            sensor={str(key): str(value) for key, value in plain["sensor"].items()},
        )
        draft.spec()
        return replace(draft, views=views)

    def _of(self, camera: CameraProfile) -> Path:
        return self._folder / file_name(camera)


def _plain(draft: Draft) -> dict[str, Any]:
    return {
        "version": VERSION,
        "board": draft.board,
        "ruler_mm": draft.ruler_mm,
        "upright_mm": draft.upright_mm,
        "sensor": dict(draft.sensor),
        "steps": draft.views.steps,
    }


def _view(folder: Path, number: int) -> View:
    return View.from_plain(json.loads((folder / _VIEW.format(number)).read_text("utf-8")))


def _readable_views(folder: Path) -> list[View]:
    views = []
    for path in sorted(folder.glob("view-*.json")):
        with contextlib.suppress(OSError, ValueError, KeyError, TypeError):
            views.append(View.from_plain(json.loads(path.read_text("utf-8"))))
    return views


def _drop_others(folder: Path, known: Mapping[int, View]) -> None:
    """Delete views that no step leads back to."""
    names = {_VIEW.format(number) for number in known}
    for path in folder.glob("view-*.json"):
        if path.name not in names:
            path.unlink(missing_ok=True)


def _number(value: Any) -> float | None:
    return None if value is None else float(value)
