"""Score the reading of enrolled cards on real photos: `marshal bench vision --photos`.

A labelled card counts as found if its face is named with a box that covers it: the
intersection over the union of both boxes is at least one half. Free cards and those whose
boxes overlap are told apart. In the same run each photo is also read the plain way, SIFT
features of the whole frame against each photo of a face, for scale.
"""

import csv
import re
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np

from companion.bench.result import BenchResult
from companion.cards import Face
from companion.game import TableError
from vision.camera import Image
from vision.enrolled.finder import CardFinder
from vision.enrolled.library import Library
from vision.enrolled.picture import CardFrame
from vision.plain_sift import PlainSift

Box = tuple[float, float, float, float]

#: Intersection over union from which a box covers a card.
COVERS = 0.5
#: Pictures of faces are called FACE_n.png.
_FACE_NAME = re.compile(r"(?P<face>.+)_\d+")


class PhotosError(TableError, ValueError):
    """The folders cannot be scored; says what is missing where."""


class Named(NamedTuple):
    """A card somebody says is there: its face and the box of what is in sight, px."""

    face: str
    box: Box


@dataclass(slots=True)
class _Score:
    """Counts over all photos."""

    cards: Counter[str] = field(default_factory=Counter)
    found: Counter[str] = field(default_factory=Counter)
    named: int = 0
    right: int = 0
    seconds: list[float] = field(default_factory=list)

    def add(self, named: Sequence[Named], labels: Sequence[Named]) -> None:
        """Count one photo."""
        free = set(range(len(named)))
        for label in labels:
            kind = "overlapped" if _overlapped(label, labels) else "separate"
            self.cards[kind] += 1
            hits = [n for n in free if named[n].face == label.face]
            best = max(hits, key=lambda n: overlap(named[n].box, label.box), default=None)
            if best is not None and overlap(named[best].box, label.box) >= COVERS:
                free.discard(best)
                self.found[kind] += 1
                self.right += 1
        self.named += len(named)

    def figures(self) -> dict[str, float]:
        """Return precision, recall and times; ms of processor time."""
        cards = sum(self.cards.values())
        figures: dict[str, float] = {
            "photos": len(self.seconds),
            "cards": cards,
            "named": self.named,
            "precision": self.right / max(self.named, 1),
            "recall": self.right / max(cards, 1),
            "frame_ms": float(np.median(self.seconds) * 1000),
            "frame_mean_ms": float(np.mean(self.seconds) * 1000),
        }
        for kind in ("separate", "overlapped"):
            figures[f"{kind}_cards"] = self.cards[kind]
            figures[f"{kind}_recall"] = self.found[kind] / max(self.cards[kind], 1)
        return figures


def overlap(one: Box, other: Box) -> float:
    """Return the intersection of two boxes over their union, 0 to 1."""
    width = min(one[2], other[2]) - max(one[0], other[0])
    height = min(one[3], other[3]) - max(one[1], other[1])
    shared = max(width, 0.0) * max(height, 0.0)
    union = _area(one) + _area(other) - shared
    return shared / union if union > 0 else 0.0


def _area(box: Box) -> float:
    return max(box[2] - box[0], 0.0) * max(box[3] - box[1], 0.0)


def _overlapped(label: Named, labels: Sequence[Named]) -> bool:
    return any(overlap(label.box, other.box) > 0 for other in labels if other is not label)


def run(photos: Path, enrolment: Path, every: int = 1) -> BenchResult:
    """Score all photos of a folder, or every n-th, with the faces of another.

    Args:
        photos: holds `images/` and `labels.csv` (file, box_xmin, box_ymin, box_xmax,
            box_ymax, face).
        enrolment: pictures FACE_n.png, each cut to the upright card.
        every: 2 takes every other photo.

    Raises:
        PhotosError: a folder lacks something.

    """
    threads = cv2.getNumThreads()
    cv2.setNumThreads(1)
    try:
        return _scored(read_labels(photos), read_faces(enrolment), max(every, 1))
    finally:
        cv2.setNumThreads(threads)


def _scored(
    labels: Mapping[Path, Sequence[Named]], faces: Mapping[Face, Sequence[Image]], every: int
) -> BenchResult:
    ours, plain = _finder(faces), PlainSift(faces)
    scores = {"ours": _Score(), "plain": _Score()}
    readers: dict[str, Callable[[Image], list[Named]]] = {
        "ours": lambda picture: [Named(c.face, c.box_px) for c in ours.find(picture)],
        "plain": lambda picture: [Named(face, box) for face, box in plain.find(picture)],
    }
    for path in sorted(labels)[::every]:
        picture = _picture(path)
        for name, read in readers.items():
            start = time.process_time()
            named = read(picture)
            scores[name].seconds.append(time.process_time() - start)
            scores[name].add(named, labels[path])
    seconds = {name: np.array(score.seconds) for name, score in scores.items()}
    ratios = {
        "frame_vs_plain_sift": float(np.median(seconds["ours"]) / np.median(seconds["plain"])),
        "all_vs_plain_sift": float(seconds["ours"].sum() / seconds["plain"].sum()),
    }
    against = {"plain_sift": scores["plain"].figures()}
    return BenchResult("vision --photos", scores["ours"].figures(), against, ratios)


def _finder(faces: Mapping[Face, Sequence[Image]]) -> CardFinder:
    shapes = [photo.shape[0] / photo.shape[1] for photos in faces.values() for photo in photos]
    return CardFinder(Library(faces, CardFrame.of(1.0, float(np.median(shapes)))))


def read_labels(photos: Path) -> Mapping[Path, Sequence[Named]]:
    """Return the labelled cards of each photo."""
    table = photos / "labels.csv"
    if not table.is_file():
        raise PhotosError(f"{table} is missing; it lists file, box and face of every card")
    labels: dict[Path, list[Named]] = defaultdict(list)
    with table.open(newline="", encoding="utf-8") as lines:
        for number, row in enumerate(csv.DictReader(lines), 2):
            labels[photos / "images" / row.get("file", "")].append(_label(row, table, number))
    if not labels:
        raise PhotosError(f"{table} lists no cards; there is nothing to score")
    return labels


def _label(row: Mapping[str, str], table: Path, number: int) -> Named:
    try:
        left, top, right, bottom = (
            float(row[f"box_{n}"]) for n in ("xmin", "ymin", "xmax", "ymax")
        )
        return Named(row["face"], (left, top, right, bottom))
    except (KeyError, TypeError, ValueError) as error:
        wanted = "file,box_xmin,box_ymin,box_xmax,box_ymax,face"
        raise PhotosError(f"{table}, line {number}: {error!r}; the columns are {wanted}") from error


def read_faces(folder: Path) -> Mapping[Face, Sequence[Image]]:
    """Return the pictures FACE_n.png of a folder by face."""
    faces: dict[Face, list[Image]] = defaultdict(list)
    for path, name in _named_pictures(folder):
        faces[name].append(_picture(path))
    if not faces:
        raise PhotosError(f"{folder} holds no pictures called FACE_n.png, such as 10C_0.png")
    return faces


def _named_pictures(folder: Path) -> Iterator[tuple[Path, Face]]:
    for path in sorted(folder.glob("*.png")):
        match = _FACE_NAME.fullmatch(path.stem)
        if match:
            yield path, Face(match["face"])


def _picture(path: Path) -> Image:
    picture = cv2.imread(str(path), cv2.IMREAD_COLOR)
    if picture is None:
        raise PhotosError(f"{path} is no picture that can be read; take it out of the labels")
    return np.asarray(picture, dtype=np.uint8)
