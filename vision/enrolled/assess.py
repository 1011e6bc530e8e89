"""Say beforehand how well a deck will be read, and by which method best.

Each photo is read with it left out, as it looks on a table: small, a little turned, softer,
and in other light. A face with one photo is read by worn copies of that. What is refused
counts as not read; only a wrong name is an error.
"""

import math
from collections.abc import Callable, Iterator
from dataclasses import replace

import cv2
import numpy as np

from companion.cards import Face
from vision.camera import Image
from vision.enrolled.belief import is_believed
from vision.enrolled.deck import EnrolledDeck
from vision.enrolled.expectation import STRIP_MM, Expectation
from vision.enrolled.library import Library
from vision.enrolled.method import Method
from vision.enrolled.methods import LAST_RESORT, METHODS, USUAL
from vision.enrolled.picture import Points

#: Cards are read at this width, px: that of a whole table in a 2304 px frame.
TABLE_PX = 140
#: How a card is worn: turned (degrees), blurred (px), how bright its left and right are,
#: and how strong blue and red: lamps are warm.
Wear = tuple[float, float, tuple[float, float], tuple[float, float]]
WORN: tuple[Wear, ...] = (
    (1.5, 1.2, (0.7, 0.7), (1.0, 1.0)),
    (-2.0, 0.8, (1.0, 0.62), (1.0, 1.0)),
    (0.6, 1.0, (0.85, 0.85), (0.82, 1.06)),
)
#: Another photo of a face brings wear of its own.
AS_IT_IS: tuple[Wear, ...] = ((0.6, 0.6, (0.85, 0.85), (1.0, 1.0)),)
_ROOM_PX = 40
#: Two photos of one card are this like each other.
SAME = 0.93

#: Is told how much is done, 0 to 1; may raise to have the work stopped.
Progress = Callable[[float], None]


def unwatched(share: float) -> None:
    """Note no progress."""


def assess(deck: EnrolledDeck, told: Progress = unwatched) -> Expectation:
    """Return what to expect of a deck, read by the method that suits it best."""
    return best_of(list(assess_all(deck, told)))


def assess_all(deck: EnrolledDeck, told: Progress = unwatched) -> Iterator[Expectation]:
    """Yield what to expect of a deck by each method, the usual one first.

    The one of last resort is left out where another reads all there is to read, and any is
    given up once it cannot become the best.
    """
    library, found = deck.library(), list[Expectation]()
    for place, name in enumerate(METHODS):
        if name == LAST_RESORT and any(one.is_flawless for one in found):
            continue

        def of_all(share: float, done: int = place) -> None:
            told((done + share) / len(METHODS))

        to_beat = max((one.worth for one in found), default=-math.inf)
        expected = _assessed(deck, library, name, of_all, to_beat)
        if expected is not None:
            found.append(expected)
            yield expected


def best_of(expectations: list[Expectation]) -> Expectation:
    """Return the best; the usual method where no other is clearly better."""
    usual = next((one for one in expectations if one.method == USUAL), expectations[0])
    best = max(expectations, key=lambda one: one.worth)
    return best if best.worth > usual.worth + 0.01 else usual


def with_best_method(deck: EnrolledDeck, told: Progress = unwatched) -> EnrolledDeck:
    """Return a deck with the method that suits it best, and what to expect of it."""
    return replace(deck, expectation=assess(deck, told))


def read_as(deck: EnrolledDeck, card: Image) -> Face | None:
    """Return which of a deck's cards another card, cut out, would be taken for; None: none."""
    picture, outline = _on_a_table(card, AS_IT_IS[0])
    free = np.full(picture.shape[:2], 255, dtype=np.uint8)
    method = METHODS[USUAL](deck.library(), None)
    found = method.compare(picture, outline, free)
    if found is None:
        return None
    found = method.aligned(picture, found, free)
    # Among few cards the nearest is soon believed; it takes more to be the same one.
    return found.face if is_believed(found) and found.likeness > SAME else None


def _assessed(
    deck: EnrolledDeck, library: Library, name: str, told: Progress, to_beat: float
) -> Expectation | None:
    """Return what to expect by one method; None if that is less than what is to be beaten."""
    readings = [
        (number, wear)
        for number in range(len(library.photos))
        for wear in _wears(deck, library, number)
    ]
    counted = _Counted(len(readings))
    known = METHODS[name](library, None)
    for done, (number, wear) in enumerate(readings):
        face, photo = library.photos[number]
        alone = len(deck.pictures[face]) == 1
        method = known if alone else METHODS[name](library, number)
        counted.read(face, method, _on_a_table(photo, wear), STRIP_MM / deck.width_mm)
        if counted.best_worth < to_beat:
            return None
        told((done + 1) / len(readings))
    single = sum(len(photos) == 1 for photos in deck.pictures.values())
    return counted.expectation(name, single)


def _wears(deck: EnrolledDeck, library: Library, number: int) -> tuple[Wear, ...]:
    face, _ = library.photos[number]
    return WORN if len(deck.pictures[face]) == 1 else AS_IT_IS


class _Counted:
    """What was read so far of so many readings."""

    def __init__(self, readings: int) -> None:
        self._readings = readings
        self._whole, self._strips = _Tally(), _Tally()

    def read(self, face: Face, method: Method, seen: tuple[Image, Points], strip: float) -> None:
        """Read a card, all of it and so large a share of its width."""
        for tally, share in ((self._whole, 1.0), (self._strips, strip)):
            tally.add(face, *_named(method, *seen, share))

    @property
    def best_worth(self) -> float:
        """Return the worth there would be if all that is left were read rightly."""
        left = self._readings - self._whole.cards
        return self._expected("", self._whole.right + left, self._strips.right + left, 0).worth

    def expectation(self, name: str, single: int) -> Expectation:
        """Return what was found, once all is read."""
        return self._expected(name, self._whole.right, self._strips.right, single)

    def _expected(self, name: str, right: int, in_strips: int, single: int) -> Expectation:
        return Expectation(
            method=name,
            readings=self._readings,
            read=right / self._readings,
            wrong=self._whole.wrong / self._readings,
            in_strips=in_strips / self._readings,
            confused=tuple(sorted(self._whole.confused)),
            single=single,
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


def _on_a_table(photo: Image, wear: Wear) -> tuple[Image, Points]:
    """Return a photo as the camera would see it, and where its card is looked for."""
    turned_deg, blur_px, (left, right), (blue, red) = wear
    height = round(TABLE_PX * photo.shape[0] / photo.shape[1])
    small = cv2.resize(photo, (TABLE_PX, height), interpolation=cv2.INTER_AREA)
    size = (height + 2 * _ROOM_PX, TABLE_PX + 2 * _ROOM_PX, 3)
    picture = np.full(size, 60, dtype=np.uint8)
    picture[_ROOM_PX:-_ROOM_PX, _ROOM_PX:-_ROOM_PX] = small
    corners = np.array([(0, 0), (TABLE_PX, 0), (TABLE_PX, height), (0, height)], np.float32)
    middle = (size[1] / 2, size[0] / 2)
    turn = cv2.getRotationMatrix2D(middle, turned_deg, 1.0)
    turned = cv2.warpAffine(picture, turn, (size[1], size[0]))
    blurred = cv2.GaussianBlur(turned, (0, 0), blur_px)
    light = np.linspace(left, right, size[1])[None, :, None] * np.array([blue, 1.0, red])
    return np.clip(blurred * light, 0, 255).astype(np.uint8), corners + _ROOM_PX


def _named(
    method: Method, picture: Image, outline: Points, share: float
) -> tuple[Face | None, Face | None]:
    """Return the face that is read, if any, and the one it is nearest to otherwise."""
    free = np.full(picture.shape[:2], 255, dtype=np.uint8)
    if share < 1.0:
        left, right = outline[:, 0].min(), outline[:, 0].max()
        free[:, int(left + share * (right - left)) :] = 0
    found = method.compare(picture, outline, free)
    if found is None:
        return None, None
    found = method.aligned(picture, found, free)
    if is_believed(found):
        return found.face, found.face
    return None, found.rival if found.rival is not None else found.face
