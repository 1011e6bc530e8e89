"""The ChArUco board: a chessboard whose white squares carry tags.

Its frame has the origin in the top left corner of the pattern, x to the right, y down, mm.
The number of rows is odd: with an even one, patterns drawn by OpenCV before 4.6 and after
differ, and a board of one kind shows many tags and no corners to a reader of the other.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from functools import cache
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from companion.game import Message
from vision.calibration.errors import CalibrationError

Points = npt.NDArray[np.float64]
Ids = npt.NDArray[np.intp]
Modules = npt.NDArray[np.bool_]

#: The rulers printed on every sheet, along the foot and up the side, mm.
RULER_MM, UPRIGHT_RULER_MM = 100.0, 50.0
#: No printer is further off; a larger correction is a slip of the ruler.
WORST_SCALE = 0.25
_REMEDY = "write it as COLUMNSxROWS:SQUARE:TAG:DICTIONARY, such as 7x9:25:17.5:DICT_5X5_250"
_WRITTEN = re.compile(r"(\d+)x(\d+):([\d.]+):([\d.]+):(\w+?)(?:\+(\d+))?(:legacy)?")


@dataclass(frozen=True, slots=True)
class BoardSpec:
    """What is printed on a board.

    Args:
        columns: squares across.
        rows: squares down.
        square_mm: side of a square as designed.
        marker_mm: outer edge of a tag's black border as designed.
        dictionary: OpenCV's name of the tags' dictionary.
        first_id: id of the first tag; the others count on from it, row by row.
        legacy: drawn by OpenCV before 4.6; makes a difference for even `rows` only.
        stretch: how much larger the print is than designed, across and down.

    Raises:
        CalibrationError: no such board can be; says what is wrong.

    """

    columns: int
    rows: int
    square_mm: float
    marker_mm: float
    dictionary: str = "DICT_5X5_250"
    first_id: int = 0
    legacy: bool = False
    stretch: tuple[float, float] = (1.0, 1.0)

    def __post_init__(self) -> None:
        """Refuse what can't be a board."""
        if min(self.columns, self.rows) < 3:
            raise CalibrationError(f"{self.name} has too few squares", "use 3 x 3 or more")
        if not 0 < self.marker_mm < self.square_mm:
            tags = f"{self.name} has tags of {self.marker_mm:g} mm in {self.square_mm:g} mm squares"
            raise CalibrationError(tags, "give the square first, then the smaller tag")
        if not hasattr(cv2.aruco, self.dictionary):
            raise CalibrationError(f"there is no dictionary {self.dictionary!r}", _REMEDY)
        known = len(dictionary_of(self.dictionary).bytesList)
        if self.first_id + self.markers > known:
            needs = f"{self.name} needs {self.markers} tags, {self.dictionary} has {known}"
            raise CalibrationError(needs, "choose a larger dictionary")

    @classmethod
    def parse(cls, text: str) -> "BoardSpec":
        """Read the name of one of our boards (A4, A3, Letter) or what `str` writes."""
        known = BOARDS.get(text.strip().upper())
        if known is not None:
            return known
        match = _WRITTEN.fullmatch(text.strip())
        if match is None:
            problem = f"{text!r} is no board"
            told = Message("no_such_board", (("board", text), ("known", ", ".join(BOARDS))))
            raise CalibrationError(problem, f"name {', '.join(BOARDS)}, or {_REMEDY}", told)
        columns, rows, square, marker, name, first, legacy = match.groups()
        try:
            sizes = float(square), float(marker)
        except ValueError:
            raise CalibrationError(f"{text!r} has no sizes in mm", _REMEDY) from None
        return cls(int(columns), int(rows), *sizes, name, int(first or 0), legacy is not None)

    def __str__(self) -> str:
        first = f"+{self.first_id}" if self.first_id else ""
        sizes = f"{self.square_mm:g}:{self.marker_mm:g}"
        end = ":legacy" if self.legacy else ""
        return f"{self.columns}x{self.rows}:{sizes}:{self.dictionary}{first}{end}"

    @property
    def name(self) -> str:
        """Return what a person calls the board."""
        return f"a board of {self.columns} x {self.rows} squares"

    @property
    def markers(self) -> int:
        """Return how many tags the board has: one in each white square."""
        return self.columns * self.rows // 2

    @property
    def marker_ids(self) -> range:
        """Return the ids of the board's tags."""
        return range(self.first_id, self.first_id + self.markers)

    @property
    def corners(self) -> int:
        """Return how many inner chessboard corners there are."""
        return (self.columns - 1) * (self.rows - 1)

    @property
    def size_mm(self) -> tuple[float, float]:
        """Return the pattern's width and height as printed, mm."""
        across, down = self.stretch
        return self.columns * self.square_mm * across, self.rows * self.square_mm * down

    def corners_mm(self) -> Points:
        """Return the inner corners as printed, (corners, 2), mm; the row is the corner's id."""
        columns, rows = np.meshgrid(np.arange(1, self.columns), np.arange(1, self.rows))
        cells = np.stack([columns.ravel(), rows.ravel()], axis=1).astype(np.float64)
        return np.asarray(cells * self.square_mm * np.array(self.stretch))

    def outline_mm(self) -> Points:
        """Return the pattern's corners as printed, (4, 2), mm, clockwise from the top left."""
        width, height = self.size_mm
        return np.array([(0.0, 0.0), (width, 0.0), (width, height), (0.0, height)])

    def white_squares(self) -> Iterator[tuple[int, int, int]]:
        """Yield (column, row, tag id) of the squares with tags, in the order of the ids."""
        dark = 1 if self.legacy and self.rows % 2 == 0 else 0
        tag = self.first_id
        for row in range(self.rows):
            for column in range(self.columns):
                if (row + column) % 2 != dark:
                    yield column, row, tag
                    tag += 1

    def measured(self, ruler_mm: float, upright_mm: float | None = None) -> "BoardSpec":
        """Return the board as it was really printed, from the lengths of the sheet's rulers.

        Args:
            ruler_mm: measured length of the 100 mm ruler along the foot.
            upright_mm: of the 50 mm ruler up the side; None: stretched alike.

        Raises:
            CalibrationError: no printer is so far off.

        """
        across = _scale(ruler_mm, RULER_MM)
        down = across if upright_mm is None else _scale(upright_mm, UPRIGHT_RULER_MM)
        return replace(self, stretch=(across, down))

    def pattern(self) -> cv2.aruco.CharucoBoard:
        """Return OpenCV's board, as designed."""
        board = cv2.aruco.CharucoBoard(
            (self.columns, self.rows),
            self.square_mm,
            self.marker_mm,
            dictionary_of(self.dictionary),
            np.array(self.marker_ids, dtype=np.int32),
        )
        board.setLegacyPattern(self.legacy)
        return board

    def to_plain(self) -> dict[str, Any]:
        """Return the board as plain data, ready for JSON."""
        return asdict(self)

    @classmethod
    def from_plain(cls, plain: Mapping[str, Any]) -> "BoardSpec":
        """Read what `to_plain` wrote; raise CalibrationError if it is something else."""
        try:
            across, down = plain["stretch"]
            return cls(**{**plain, "stretch": (float(across), float(down))})
        except (KeyError, TypeError, ValueError) as error:
            raise CalibrationError(
                f"this is no board ({error!r})", "name the board anew"
            ) from error


def _scale(measured_mm: float, designed_mm: float) -> float:
    scale = measured_mm / designed_mm
    if not abs(scale - 1) <= WORST_SCALE:
        problem = f"a ruler of {designed_mm:g} mm can't have become {measured_mm:g} mm"
        remedy = f"measure from its 0 to its {designed_mm:g} again, in mm"
        facts = (("designed", f"{designed_mm:g}"), ("measured", f"{measured_mm:g}"))
        raise CalibrationError(problem, remedy, Message("wrong_ruler", facts))
    return scale


@cache
def dictionary_of(name: str) -> cv2.aruco.Dictionary:
    """Return a predefined dictionary by OpenCV's name of it."""
    return cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, name))


def marker_modules(spec: BoardSpec, tag: int) -> Modules:
    """Return a tag's modules with its border, shape (n, n), True where black."""
    dictionary = dictionary_of(spec.dictionary)
    side = dictionary.markerSize + 2
    image = cv2.aruco.generateImageMarker(dictionary, tag, side, borderBits=1)
    black: Modules = np.asarray(image).reshape(side, side) == 0
    return black


_SMALL = BoardSpec(7, 9, 25.0, 17.5)
#: The boards we print, by paper. Their tags differ, so a wrong one is known at sight.
BOARDS: Mapping[str, BoardSpec] = {
    "A4": _SMALL,
    "LETTER": _SMALL,
    "A3": BoardSpec(9, 11, 30.0, 21.0, first_id=100),
}
