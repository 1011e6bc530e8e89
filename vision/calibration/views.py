"""The views a lens is measured with: listed, deleted, undone, kept as plain data."""

import base64
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np

from companion.game import Message
from vision.calibration.attitude import Attitude, estimate
from vision.calibration.board import BoardSpec, Ids, Points
from vision.calibration.errors import CalibrationError
from vision.calibration.look import Look, square_px
from vision.camera import Image

THUMBNAIL_PX = 240
#: Views show the same if their corners differ by less on average, of the picture's width,
#: and they lean alike, degrees.
_SAME_SHARE, _SAME_TILT_DEG = 0.025, 6.0
#: So many steps can be undone; each keeps a view's corners alive.
_UNDOABLE = 200


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """One picture of the board that counts: its corners, not its pixels.

    Args:
        number: names the view; never used twice in one set.
        name: the file it came from, or empty.
        size: of the picture, (width, height), px.
        ids: of the inner corners, (N,).
        corners: where they are, (N, 2), px.
        attitude: how the board was held, by a guessed lens.
        square_px: side of a square in the middle, px.
        blur_px: of its edges.
        thumbnail: a small JPEG, or empty.

    """

    number: int
    name: str
    size: tuple[int, int]
    ids: Ids
    corners: Points
    attitude: Attitude
    square_px: float
    blur_px: float
    thumbnail: bytes = b""

    def shows_same(self, other: "View") -> bool:
        """Tell whether another view has the board in the same place, leaning alike."""
        common, mine, theirs = np.intersect1d(self.ids, other.ids, return_indices=True)
        if len(common) < 0.6 * max(len(self.ids), len(other.ids)):
            return False
        apart = np.linalg.norm(self.corners[mine] - other.corners[theirs], axis=1)
        leaning = np.subtract(self.attitude.lean_deg, other.attitude.lean_deg)
        near = float(apart.mean()) < _SAME_SHARE * self.size[0]
        return near and float(np.hypot(*leaning)) < _SAME_TILT_DEG

    def to_plain(self) -> dict[str, Any]:
        """Return the view as plain data, ready for JSON."""
        attitude = self.attitude
        return {
            "number": self.number,
            "name": self.name,
            "size": list(self.size),
            "ids": self.ids.tolist(),
            "corners": self.corners.round(4).tolist(),
            "attitude": [attitude.tilt_deg, attitude.near_deg, attitude.distance_mm],
            "square_px": self.square_px,
            "blur_px": self.blur_px,
            "thumbnail": base64.b64encode(self.thumbnail).decode("ascii"),
        }

    @classmethod
    def from_plain(cls, plain: Mapping[str, Any]) -> "View":
        """Read what `to_plain` wrote; raise KeyError, TypeError or ValueError otherwise."""
        width, height = plain["size"]
        ids = np.array(plain["ids"], dtype=np.intp)
        return cls(
            number=int(plain["number"]),
            name=str(plain["name"]),
            size=(int(width), int(height)),
            ids=ids,
            corners=np.array(plain["corners"], dtype=np.float64).reshape(len(ids), 2),
            attitude=Attitude(*(float(number) for number in plain["attitude"])),
            square_px=float(plain["square_px"]),
            blur_px=float(plain["blur_px"]),
            thumbnail=base64.b64decode(plain["thumbnail"]),
        )


def view_of(look: Look, spec: BoardSpec, matrix: Points, picture: Image, name: str = "") -> View:
    """Make a view, numbered 0, of a useful look.

    Args:
        look: whose `problems` are empty.
        spec: the board.
        matrix: the camera matrix so far, (3, 3), px.
        picture: for the thumbnail.
        name: the file it came from.

    """
    assert look.edges is not None and look.outline is not None
    return View(
        number=0,
        name=name,
        size=look.size,
        ids=look.ids,
        corners=look.corners,
        attitude=estimate(spec, look.ids, look.corners, matrix),
        square_px=square_px(spec, look.outline),
        blur_px=look.edges.blur,
        thumbnail=_thumbnail(picture, look.outline),
    )


def _thumbnail(picture: Image, outline: Points) -> bytes:
    """Return a JPEG `THUMBNAIL_PX` wide with the board's outline drawn in."""
    scale = THUMBNAIL_PX / picture.shape[1]
    size = (THUMBNAIL_PX, max(1, round(picture.shape[0] * scale)))
    small = cv2.resize(picture, size, interpolation=cv2.INTER_AREA)
    corners = np.rint(outline * scale).astype(np.int32).reshape(-1, 1, 2)
    cv2.polylines(small, [corners], isClosed=True, color=(233, 180, 86), thickness=2)
    return bytes(cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, 80])[1])


class ViewSet:
    """Views in the order they were taken. Whatever is deleted can be brought back."""

    def __init__(self, views: Sequence[View] = ()) -> None:
        self._views = list(views)
        self._next = max((view.number for view in views), default=0) + 1
        self._before: list[list[View]] = []

    def __len__(self) -> int:
        return len(self._views)

    def __iter__(self) -> Iterator[View]:
        return iter(tuple(self._views))

    @classmethod
    def restored(
        cls, known: Mapping[int, View], now: Sequence[int], before: Sequence[Sequence[int]]
    ) -> "ViewSet":
        """Return views as they were left, with the steps before, all by their numbers.

        Raises:
            CalibrationError: one of them is not known.

        """
        views = cls()
        try:
            views._views = [known[number] for number in now]
            views._before = [[known[number] for number in step] for step in before]
        except KeyError as error:
            problem = f"view {error} is missing"
            raise CalibrationError(problem, "take the views anew") from error
        views._next = max(known, default=0) + 1
        return views

    @property
    def steps(self) -> list[list[int]]:
        """Return the numbers of the views now, and before each step, the last step first."""
        return [[view.number for view in views] for views in (self._views, *self._before[::-1])]

    def every(self) -> Mapping[int, View]:
        """Return all views by number, those that a step took out as well."""
        return {view.number: view for views in (*self._before, self._views) for view in views}

    @property
    def can_undo(self) -> bool:
        """Tell whether there is a step to undo."""
        return bool(self._before)

    def add(self, view: View) -> View:
        """Take a view in and return it with its number."""
        numbered = replace(view, number=self._next)
        self._change([*self._views, numbered])
        self._next += 1
        return numbered

    def delete(self, number: int) -> View:
        """Take a view out and return it; raise CalibrationError if there is none."""
        gone = self.view(number)
        self._change([view for view in self._views if view is not gone])
        return gone

    def clear(self) -> None:
        """Take all views out, as one step."""
        self._change([])

    def undo(self) -> None:
        """Go back before the last step; raise CalibrationError if there is none."""
        if not self._before:
            told = Message("nothing_to_undo")
            raise CalibrationError("there is nothing to undo", "take or delete a view first", told)
        self._views = self._before.pop()

    def view(self, number: int) -> View:
        """Return a view by its number; raise CalibrationError if there is none."""
        for view in self._views:
            if view.number == number:
                return view
        told = Message("no_such_view", (("view", str(number)),))
        raise CalibrationError(f"there is no view {number}", "choose one of the list", told)

    def same_as(self, view: View) -> View | None:
        """Return a view that already shows the same, if any."""
        return next((old for old in self._views if old.shows_same(view)), None)

    def to_plain(self) -> list[dict[str, Any]]:
        """Return the views as plain data, ready for JSON; undone steps are not kept."""
        return [view.to_plain() for view in self._views]

    @classmethod
    def from_plain(cls, plain: Sequence[Mapping[str, Any]]) -> "ViewSet":
        """Read what `to_plain` wrote; raise CalibrationError if it is something else."""
        try:
            return cls([View.from_plain(view) for view in plain])
        except (KeyError, TypeError, ValueError) as error:
            problem = f"these are no views of a board ({error!r})"
            raise CalibrationError(problem, "take the views anew") from error

    def _change(self, views: list[View]) -> None:
        self._before = [*self._before[1 - _UNDOABLE :], self._views]
        self._views = views
