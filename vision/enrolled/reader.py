"""Read a whole table with an enrolled deck: the mat by its tags, the cards by their faces.

A card that was named counts as if it bore the tags of the print it stands for, in those
of its corners that are in sight. So order, zones, counts and warnings are the same as for
a printed deck, and printed cards may lie among the others.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache

import cv2
import numpy as np
import numpy.typing as npt

from companion.cards import Deck
from vision import tags
from vision.camera import CameraProfile, Image
from vision.detection import SeenTags, Window
from vision.enrolled.deck import EnrolledDeck
from vision.enrolled.finder import CardFinder, FoundCard
from vision.enrolled.methods import USUAL, method_of
from vision.enrolled.picture import Points, side_lengths
from vision.plan import TablePlan
from vision.pose import TablePose
from vision.reader import Reader

#: Cards are looked for at about this width, px: more shows nothing new.
CARD_PX = 110.0
#: A card looks so much smaller or larger than it is, at a slant or held up.
SIZES = (0.75, 1.3)
#: So much of what no other card hides must agree with the face.
CLEAR = 0.75


class EnrolledReader(Reader):
    """Reads frames of one table whose cards have no tags.

    Args:
        plan: where the zones are.
        deck: of the game in play.
        enrolled: the cards that stand for it.
        others: decks whose cards are named as foreign, by their tags.
        profile: the camera's lens; None if it was never calibrated.

    Raises:
        EnrolledDeckError: the enrolled deck lacks cards for the game.

    """

    reads_tags = False

    def __init__(
        self,
        plan: TablePlan,
        deck: Deck,
        enrolled: EnrolledDeck,
        others: Iterable[Deck] = (),
        profile: CameraProfile | None = None,
    ) -> None:
        super().__init__(plan, deck, others, profile)
        self._enrolled = enrolled
        self._slots = {
            face: tags.slot_of(deck, design) for face, design in enrolled.prints(deck).items()
        }
        self._finder = _finder_of(enrolled)

    def _more_tags(
        self, seen: SeenTags, frame: Image, pose: TablePose, windows: Iterable[Window]
    ) -> SeenTags:
        ids, corners = [seen.ids], [seen.corners]
        known: list[tuple[int, Points]] = []
        for window in windows:
            for card, outline in self._cards(frame, pose, window):
                slot = self._slots.get(card.face)
                # On a mat nothing but a hand hides part of a card, and then it is looked at again.
                if slot is None or card.clear < CLEAR or _known(slot, outline, known):
                    continue
                known.append((slot, outline))
                own = self._tags_of(slot, card, outline, pose)
                ids.append(own.ids)
                corners.append(own.corners)
        return SeenTags(np.concatenate(ids), np.concatenate(corners), seen.strangers)

    def _cards(
        self, frame: Image, pose: TablePose, window: Window
    ) -> Iterator[tuple[FoundCard, Points]]:
        """Yield the cards in a window of a frame, and where they lie in the frame, px."""
        cut = frame[window.top : window.bottom, window.left : window.right]
        if cut.size == 0:
            return
        if cut.ndim == 2:
            cut = np.asarray(cv2.cvtColor(cut, cv2.COLOR_GRAY2BGR), dtype=np.uint8)
        wide = self._enrolled.width_mm * _px_per_mm(pose, window)
        scale = min(1.0, CARD_PX / wide)
        small = cv2.resize(cut, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)

        def possible(outline: Points) -> bool:
            size = side_lengths(outline)[0] / (wide * scale)
            return SIZES[0] < size < SIZES[1]

        for card in self._finder.find(np.asarray(small, dtype=np.uint8), possible):
            yield card, card.outline_px / scale + np.array([window.left, window.top], np.float32)

    def _tags_of(self, slot: int, card: FoundCard, outline: Points, pose: TablePose) -> SeenTags:
        """Return the tags the card would bear, px of the frame.

        Of an outline only place and direction are believed: one that is askew, or too small,
        would give each tag a card of its own.
        """
        own = _complex(tags.card_corners_mm(self.deck))
        there = _complex(pose.to_mm(outline.astype(np.float64)))
        turn = (np.conj(own) * (there - there.mean())).sum()
        turn /= max(abs(turn), 1e-9)
        in_sight = [n for n, seen in enumerate(card.corners) if seen] or [tags.TOP_LEFT]
        printed = np.array([tags.tag_corners_mm(self.deck, n) for n in in_sight])
        placed = there.mean() + turn * _complex(printed.reshape(-1, 2))
        pixels = pose.to_px(np.column_stack([placed.real, placed.imag]))
        ids = np.array([tags.tag_id(slot, n) for n in in_sight], dtype=np.intp)
        return SeenTags(ids, pixels.reshape(-1, 4, 2))


@lru_cache(maxsize=1)
def _finder_of(enrolled: EnrolledDeck) -> CardFinder:
    """Return what finds a deck's cards: it takes seconds to make, and readers come and go."""
    library, expected = enrolled.library(), enrolled.expectation
    return CardFinder(library, method_of(expected.method if expected else USUAL, library))


def _complex(points: npt.NDArray[np.float64]) -> npt.NDArray[np.complex128]:
    return np.asarray(points[:, 0] + 1j * points[:, 1], dtype=np.complex128)


def _px_per_mm(pose: TablePose, window: Window) -> float:
    """Return the scale of the picture in the middle of a window."""
    middle = np.array([[(window.left + window.right) / 2, (window.top + window.bottom) / 2]])
    ((x, y),) = pose.to_mm(middle)
    near = pose.to_px(np.array([(x - 10, y), (x + 10, y), (x, y - 10), (x, y + 10)]))
    across = np.linalg.norm(near[1] - near[0]) + np.linalg.norm(near[3] - near[2])
    return float(across / 40.0)


def _known(slot: int, outline: Points, known: Iterable[tuple[int, Points]]) -> bool:
    """Tell whether a card was found already, in the window of a zone beside."""
    middle, near = outline.mean(axis=0), side_lengths(outline)[0] / 2
    return any(
        slot == other and float(np.hypot(*(place.mean(axis=0) - middle))) < near
        for other, place in known
    )
