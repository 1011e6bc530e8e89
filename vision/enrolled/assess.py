"""Say beforehand how well a deck will be read: each photo is read with it left out.

A face with one photo is read as it would look on a table: smaller, a little turned,
softer and darker. What is refused counts as not read; only a wrong name is an error.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np

from companion.cards import Face
from vision.camera import Image
from vision.enrolled.compare import Comparer
from vision.enrolled.deck import EnrolledDeck
from vision.enrolled.finder import is_believed
from vision.enrolled.picture import Points

#: Cards are read at this width, px: that of a whole table in a 2304 px frame.
TABLE_PX = 140
#: Of a fanned card so much is in sight, mm.
STRIP_MM = 15.0


@dataclass(frozen=True, slots=True)
class Assessment:
    """What to expect of a deck.

    Args:
        read: share of whole cards that are named rightly.
        wrong: share that is named wrongly.
        in_strips: share that is named rightly where a fan leaves `STRIP_MM` in sight.
        confused: pairs of faces that are not told apart: the card, and what it looks like.

    """

    read: float
    wrong: float
    in_strips: float
    confused: tuple[tuple[Face, Face], ...]

    def sentences(self) -> Iterator[str]:
        """Yield what the owner ought to know."""
        yield f"Cards lying free: {self.read:.0%} are read, {self.wrong:.0%} are named wrongly."
        yield f"In a fan with {STRIP_MM:g} mm in sight: at best {self.in_strips:.0%} are read."
        for card, other in self.confused:
            yield f"{card} is not told from {other}: photograph both again, or mark one."
        if self.in_strips < 0.95:
            yield "Lay cards apart, or print this deck's game: its tags are read in fans."


def assess(deck: EnrolledDeck) -> Assessment:
    """Read each photo of a deck without itself."""
    whole, strips = _Tally(), _Tally()
    library = deck.library()
    for number, (face, photo) in enumerate(library.photos):
        alone = len(deck.pictures[face]) == 1
        picture, outline = _on_a_table(photo, worn=alone)
        comparer = Comparer(library, None if alone else number)
        for tally, share in ((whole, 1.0), (strips, STRIP_MM / deck.width_mm)):
            tally.add(face, *_named(comparer, picture, outline, share))
    return Assessment(
        read=whole.right / whole.cards,
        wrong=whole.wrong / whole.cards,
        in_strips=strips.right / strips.cards,
        confused=tuple(sorted(whole.confused)),
    )


class _Tally:
    def __init__(self) -> None:
        self.cards = self.right = self.wrong = 0
        self.confused: set[tuple[Face, Face]] = set()

    def add(self, face: Face, named: Face | None, nearest: Face | None) -> None:
        self.cards += 1
        self.right += named == face
        self.wrong += named not in (None, face)
        if named != face and nearest is not None and nearest != face:
            self.confused.add((face, nearest))


def _on_a_table(photo: Image, *, worn: bool) -> tuple[Image, Points]:
    """Return a photo as the camera would see it, and where its card lies."""
    height = round(TABLE_PX * photo.shape[0] / photo.shape[1])
    small = cv2.resize(photo, (TABLE_PX, height), interpolation=cv2.INTER_AREA)
    picture = np.full((height + 80, TABLE_PX + 80, 3), 60, dtype=np.uint8)
    picture[40:-40, 40:-40] = small
    corners = np.array([(0, 0), (TABLE_PX, 0), (TABLE_PX, height), (0, height)], np.float32) + 40
    if worn:
        middle = (picture.shape[1] / 2, picture.shape[0] / 2)
        turn = cv2.getRotationMatrix2D(middle, 1.5, 1.0)
        turned = cv2.warpAffine(picture, turn, picture.shape[1::-1])
        picture = np.asarray(cv2.GaussianBlur(turned, (0, 0), 1.2) * 0.7, dtype=np.uint8)
    return picture, corners


def _named(
    comparer: Comparer, picture: Image, outline: Points, share: float
) -> tuple[Face | None, Face | None]:
    """Return the face that is read, if any, and the one it is nearest to otherwise."""
    free = np.full(picture.shape[:2], 255, dtype=np.uint8)
    if share < 1.0:
        left, right = outline[:, 0].min(), outline[:, 0].max()
        free[:, int(left + share * (right - left)) :] = 0
    found = comparer.compare(picture, outline, free)
    if found is None:
        return None, None
    found = comparer.aligned(picture, found, free)
    if is_believed(found):
        return found.face, found.face
    return None, found.rival or found.face
