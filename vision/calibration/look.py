"""Find the board in one picture, and say what keeps the picture from being of use."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from companion.game import Message
from vision.calibration import sharpness
from vision.calibration.board import BOARDS, BoardSpec, Ids, Points, dictionary_of
from vision.calibration.sharpness import Edges
from vision.camera import Image, grey_of

#: Fewer corners say nothing about a lens.
FEWEST_CORNERS = 8
#: So many tags and no corner at all: it is not the board we were told.
MANY_MARKERS = 4
#: Smaller squares are placed too coarsely, and smaller tags can't be read, px.
SMALLEST_SQUARE_PX, SMALLEST_TAG_PX = 18.0, 16.0
#: Gaussian blur from which corners wander, and from which tags may not be read, px.
WORST_BLUR_PX, UNREADABLE_BLUR_PX = 1.9, 1.2
#: So many equal quads look like a board even where no tag is read.
A_BOARDFUL = 20
#: Share of the board that may be saturated: exposed right, white paper is just below.
WORST_DROWNED = 0.2
#: The tags' size against the squares' may be misjudged by this, relative.
WORST_RATIO = 0.06
#: Shortest outline of a tag as a share of the picture's longer side.
_SMALLEST_RATE = 0.012

#: Dictionaries that other makers' boards use, the likeliest first.
OTHER_DICTIONARIES = (
    "DICT_5X5_1000", "DICT_4X4_1000", "DICT_6X6_1000", "DICT_7X7_1000",
    "DICT_ARUCO_ORIGINAL", "DICT_APRILTAG_36h11",
)  # fmt: skip


@dataclass(frozen=True, slots=True, eq=False)
class Look:
    """The board in one picture.

    Args:
        size: of the picture, (width, height), px.
        ids: of the inner corners that were found, (N,).
        corners: where they are, (N, 2), px.
        markers: how many of the board's tags were read.
        edges: how sharp it is where.
        outline: of the pattern in the picture, (4, 2) px; None: it was not found.
        problems: why the picture is of no use; empty: it is.

    """

    size: tuple[int, int]
    ids: Ids
    corners: Points
    markers: int = 0
    edges: Edges | None = None
    outline: Points | None = None
    problems: tuple[Message, ...] = ()

    @property
    def useful(self) -> bool:
        """Tell whether a lens may be measured with it."""
        return not self.problems


@dataclass(frozen=True, slots=True, eq=False)
class _Tags:
    """Tags that were read: `ids` (N,), `quads` (N, 4, 2) px; and quads that were not."""

    ids: Ids
    quads: Points
    unread: Points

    def only(self, spec: BoardSpec) -> "_Tags":
        """Return those of one board."""
        mine = np.isin(self.ids, np.array(spec.marker_ids))
        return _Tags(self.ids[mine], self.quads[mine], self.unread)


class BoardFinder:
    """Looks for one board in pictures of any size. Use it from one thread."""

    def __init__(self, spec: BoardSpec) -> None:
        self.spec = spec
        self._detector = _detector(spec)

    def look(self, picture: Image, *, thorough: bool = False) -> Look:
        """Find the board in a picture, (height, width) grey or (height, width, 3) BGR.

        `thorough` also tries other boards and dictionaries where ours is not there; that
        takes ten times as long, so do it for single pictures and not for every frame.
        """
        grey = grey_of(picture)
        tags = _tags(grey, self.spec.dictionary)
        mine = tags.only(self.spec)
        ids, corners = _corners(self._detector, grey, mine)
        if len(ids) >= FEWEST_CORNERS and not _in_line(self.spec, ids):
            return self._found(grey, ids, sharpness.refined(grey, self.spec, ids, corners), mine)
        some = len(ids) >= MANY_MARKERS or 0 < len(mine.ids) < MANY_MARKERS
        problem = (
            self._unreadable(grey, mine)
            or (_few(ids) if some else None)
            or self._missing(grey, tags, len(mine.ids), thorough)
        )
        return Look(_size(grey), ids, corners, len(mine.ids), problems=(problem,))

    def _found(self, grey: Image, ids: Ids, corners: Points, mine: _Tags) -> Look:
        to_picture, _ = cv2.findHomography(self.spec.corners_mm()[ids], corners, 0)
        matrix = np.asarray(to_picture, dtype=np.float64)
        outline = _mapped(matrix, self.spec.outline_mm())
        edges = sharpness.measure_edges(grey, self.spec, ids, corners)
        problems = (
            *_ratio_problem(self.spec, matrix, mine),
            *_size_problem(self.spec, outline),
            *_light_problems(grey, self.spec, outline),
            *_blur_problem(edges),
        )
        return Look(_size(grey), ids, corners, len(mine.ids), edges, outline, problems)

    def _unreadable(self, grey: Image, mine: _Tags) -> Message | None:
        """Return what keeps quads of a board's look from being read, if there are such."""
        quads = _alike(np.concatenate([mine.quads, mine.unread]))
        # A board's black squares are such quads as well: half of them are tags.
        if len(quads) < MANY_MARKERS or len(mine.ids) > 0.4 * len(quads):
            return None
        side = float(np.median(_sides(quads)))
        if side < SMALLEST_TAG_PX and (len(mine.ids) or len(quads) >= A_BOARDFUL):
            square = side * self.spec.square_mm / self.spec.marker_mm
            return _too_small(square)
        blur = sharpness.measure_quads(grey, quads).blur
        return _blurred(blur, UNREADABLE_BLUR_PX) if blur > UNREADABLE_BLUR_PX else None

    def _missing(self, grey: Image, tags: _Tags, count: int, thorough: bool) -> Message:
        other = _other_board(tags) if count < MANY_MARKERS else None
        if other is not None:
            return Message("other_board", (("board", other), ("wanted", str(self.spec))))
        if count >= MANY_MARKERS:
            likely = _likely(self.spec, grey, tags) if thorough else ""
            facts = (("markers", str(count)), ("wanted", str(self.spec)))
            if likely:
                return Message("other_pattern", (*facts, ("board", likely)))
            return Message("markers_without_corners", facts)
        name = _other_dictionary(self.spec, grey) if thorough and not count else None
        if name is not None:
            facts = (("dictionary", name), ("wanted", self.spec.dictionary))
            return Message("other_dictionary", facts)
        return Message("no_board", (("markers", str(count)),))


def _detector(spec: BoardSpec) -> cv2.aruco.CharucoDetector:
    return cv2.aruco.CharucoDetector(spec.pattern())


def _tags(grey: Image, dictionary: str) -> _Tags:
    parameters = cv2.aruco.DetectorParameters()
    parameters.minMarkerPerimeterRate = _SMALLEST_RATE
    detector = cv2.aruco.ArucoDetector(dictionary_of(dictionary), parameters)
    quads, ids, unread = detector.detectMarkers(grey)
    found = np.asarray([] if ids is None else ids, dtype=np.intp).ravel()
    return _Tags(found, _stacked(quads), _stacked(unread))


def _stacked(quads: Sequence[npt.ArrayLike]) -> Points:
    # OpenCV 4 gives (1, 4, 2) a quad, 5 may give (4, 2).
    return np.asarray(quads, dtype=np.float64).reshape(-1, 4, 2)


def _sides(quads: Points) -> Points:
    return np.asarray(np.linalg.norm(quads - np.roll(quads, 1, axis=1), axis=2))


def _alike(quads: Points) -> Points:
    """Return the quads (N, 4, 2) that are about as large as most of them."""
    size = _sides(quads).mean(axis=1)
    usual = np.median(size) if len(size) else 0.0
    return np.asarray(quads[np.abs(size - usual) <= 0.35 * usual])


def _corners(detector: cv2.aruco.CharucoDetector, grey: Image, tags: _Tags) -> tuple[Ids, Points]:
    if not len(tags.ids):
        return np.empty(0, dtype=np.intp), np.empty((0, 2))
    quads = [quad.astype(np.float32).reshape(1, 4, 2) for quad in tags.quads]
    corners, ids, _, _ = detector.detectBoard(
        grey, None, None, quads, tags.ids.astype(np.int32).reshape(-1, 1)
    )
    if ids is None or not len(ids):
        return np.empty(0, dtype=np.intp), np.empty((0, 2))
    places = np.asarray(corners, dtype=np.float64).reshape(-1, 2)
    return np.asarray(ids, dtype=np.intp).ravel(), places


def _size(grey: Image) -> tuple[int, int]:
    return grey.shape[1], grey.shape[0]


def _mapped(matrix: Points, points: Points) -> Points:
    lifted = np.column_stack([points, np.ones(len(points))]) @ matrix.T
    return np.asarray(lifted[:, :2] / lifted[:, 2:])


def _in_line(spec: BoardSpec, ids: Ids) -> bool:
    rows, columns = np.divmod(ids, spec.columns - 1)
    return len(np.unique(rows)) < 2 or len(np.unique(columns)) < 2


def _ratio_problem(spec: BoardSpec, to_picture: Points, tags: _Tags) -> tuple[Message, ...]:
    """Compare the tags' size with the squares': a wrong one was told, or a wrong board."""
    to_board = np.asarray(np.linalg.inv(to_picture), dtype=np.float64)
    on_board = _mapped(to_board, tags.quads.reshape(-1, 2)).reshape(-1, 4, 2)
    measured = float(np.median(_sides(on_board / np.array(spec.stretch))))
    if abs(measured / spec.marker_mm - 1) <= WORST_RATIO:
        return ()
    facts = (("measured", f"{measured:.1f}"), ("wanted", f"{spec.marker_mm:g}"))
    return (Message("other_marker_size", (*facts, ("square", f"{spec.square_mm:g}"))),)


def square_px(spec: BoardSpec, outline: Points) -> float:
    """Return the side of a square in the picture, px, from the pattern's outline (4, 2)."""
    area = abs(float(cv2.contourArea(outline.astype(np.float32))))
    return float(np.sqrt(area / (spec.columns * spec.rows)))


def _size_problem(spec: BoardSpec, outline: Points) -> tuple[Message, ...]:
    side = square_px(spec, outline)
    if side >= SMALLEST_SQUARE_PX:
        return ()
    return (_too_small(side),)


def _too_small(square: float) -> Message:
    wanted = max(SMALLEST_SQUARE_PX, 1.3 * square)
    return Message("too_small", (("square", f"{square:.0f}"), ("wanted", f"{wanted:.0f}")))


def _few(ids: Ids) -> Message:
    facts = (("corners", str(len(ids))), ("wanted", str(FEWEST_CORNERS)))
    return Message("few_corners", facts)


def _light_problems(grey: Image, spec: BoardSpec, outline: Points) -> tuple[Message, ...]:
    share, patch = sharpness.drowned(grey, outline, square_px(spec, outline))
    percent = (("percent", f"{100 * share:.0f}"),)
    if sharpness.is_glare(patch):
        return (Message("glare", percent),)
    return (Message("too_bright", percent),) if share > WORST_DROWNED else ()


def _blur_problem(edges: Edges) -> tuple[Message, ...]:
    if edges.blur <= WORST_BLUR_PX:
        return ()
    return (_blurred(edges.blur, WORST_BLUR_PX),)


def _blurred(blur: float, most: float) -> Message:
    return Message("blurred", (("blur", f"{blur:.1f}"), ("most", f"{most:g}")))


def _other_board(tags: _Tags) -> str | None:
    """Return which of our boards these tags belong to, if most of them do."""
    for name, board in BOARDS.items():
        theirs = np.isin(tags.ids, np.array(board.marker_ids))
        if theirs.sum() >= MANY_MARKERS and theirs.mean() > 0.7:
            return name
    return None


def _likely(spec: BoardSpec, grey: Image, tags: _Tags) -> str:
    """Return the board the tags would fit, of those that are commonly mixed up with ours."""
    sizes = ((spec.columns, spec.rows), (spec.rows, spec.columns))
    for columns, rows in sizes:
        for legacy in (False, True):
            board = BoardSpec(
                columns, rows, spec.square_mm, spec.marker_mm, spec.dictionary,
                spec.first_id, legacy,
            )  # fmt: skip
            if board == spec or (legacy and rows % 2):
                continue
            if len(_corners(_detector(board), grey, tags)[0]) >= FEWEST_CORNERS:
                return str(board)
    return ""


def _other_dictionary(spec: BoardSpec, grey: Image) -> str | None:
    """Return the dictionary that most tags in the picture are read with, if any."""
    # DICT_5X5_250 is the start of DICT_5X5_1000: that one would find ours as well.
    family = spec.dictionary.rsplit("_", 1)[0]
    others = [name for name in OTHER_DICTIONARIES if not name.startswith(family)]
    counts = {name: len(_tags(grey, name).ids) for name in others}
    best = max(counts, key=lambda name: counts[name])
    return best if counts[best] >= MANY_MARKERS else None
