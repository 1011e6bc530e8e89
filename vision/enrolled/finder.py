"""Find the cards of an enrolled deck in a picture, lying free or half covered.

Free cards are found by their outlines, the rest by their features in what is left. Cards
found hide what lies below them, so each is taken out of the picture before the next.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from companion.cards import Face
from vision.camera import Image
from vision.enrolled.belief import FREE_SHARE, is_believed, lies_free
from vision.enrolled.compare import PRINTED, Comparer, Comparison
from vision.enrolled.features import FeatureIndex, Votes
from vision.enrolled.library import Library
from vision.enrolled.method import Method
from vision.enrolled.outlines import Distinct, erected, outlines
from vision.enrolled.picture import CardFrame, Mask, Points, light_of, side_lengths

#: Outlines are compared closely if this like some photo, the best so many.
PROMISING, MOST_OUTLINES = 0.45, 10
#: Suggested outlines looked at, and how like one must be to be laid on its photo.
MOST_SUGGESTED, MOST_ERECTED, WORTH_ALIGNING = 16, 26, 0.5
#: A card half hidden by another is at least so like.
HOPEFUL = 0.7
#: Suggestions whose corners are closer, share of a card's height, are one.
SAME_SHARE = 0.12
#: Two cards whose centres are closer, share of a card's width, are one.
SAME_CARD = 0.25
#: Paper has places this even (grey levels), at least so bright (share of Otsu's level),
#: and print lies within so far of them, px.
EVEN, BRIGHT, NEAR_PX = 4.0, 0.8, 31
#: Share of a card from which all of it is in sight.
WHOLE = 0.9
#: Where more of a card's print is blank instead, what is blank is not the card's but for
#: its edge, this many blocks wide, and so are pieces this small, share of the largest.
DOUBTFUL, EDGE, PIECE = 0.3, 2, 0.25
#: A piece of paper that no card explains is at least so large, share of a card.
LEAST_PAPER = 0.02
#: So large it is worth a second look, in another light.
WORTH_A_LOOK = 0.08

#: Tells whether an outline (4, 2), px, can be a card's: its size where that is known.
Possible = Callable[[Points], bool]


@dataclass(frozen=True, slots=True, eq=False)
class FoundCard:
    """A card in the picture.

    Args:
        outline_px: its corners (4, 2), clockwise from its own top left.
        box_px: left, top, right and bottom of the part in sight.
        share: of the card that is in sight.
        clear: share of what no known card hides that agrees with the face.
        corners: which of its corners, from its own top left, are in sight.

    """

    face: Face
    outline_px: Points
    box_px: tuple[float, float, float, float]
    share: float
    clear: float
    corners: tuple[bool, bool, bool, bool]


def anything(outline: Points) -> bool:
    """Tell that any outline can be a card's."""
    return len(outline) == 4


class CardFinder:
    """Finds the cards of one library in pictures.

    Args:
        library: the photos.
        method: what outlines are compared with them by; None: block by block.

    """

    def __init__(self, library: Library, method: Method | None = None) -> None:
        self._library = library
        first = method or Comparer(library)
        self._methods = (first, first.second())
        self._index = FeatureIndex(library)

    def find(self, picture: Image, possible: Possible = anything) -> tuple[FoundCard, ...]:
        """Return the cards of a BGR picture, those on top first."""
        search = _Search(picture, self._library, possible)
        for method in filter(None, self._methods):
            search.take_with(method, self._index)
        return tuple(search.found())


class _Search:
    """One picture, and the cards taken out of it so far."""

    def __init__(self, picture: Image, library: Library, possible: Possible) -> None:
        self._picture, self._library = picture, library
        self._possible = possible
        self._free: Image = np.full(picture.shape[:2], 255, dtype=np.uint8)
        self._taken: list[Comparison] = []
        self._votes: Votes | None = None
        self._aspect = library.frame.height / library.frame.width
        self._paper = _paper(picture)
        self._outlines = [one for one in outlines(picture, self._aspect) if possible(one)]

    def take_with(self, method: Method, index: FeatureIndex) -> None:
        """Take the cards one method knows, unless those found before explain all the paper."""
        self._comparer = method
        if self._taken and not self._is_paper_left(WORTH_A_LOOK):
            return
        self._take_free()
        self._take_suggested(index)
        self._take_erected()

    def _take_free(self) -> None:
        """Take the cards that lie free, found by their outlines."""
        promising = [
            (self._comparer.promise(self._picture, outline), outline)
            for outline in self._outlines
            if not self._is_taken(outline)
        ]
        promising.sort(key=lambda one: -one[0])
        for promise, outline in promising[:MOST_OUTLINES]:
            if promise < PROMISING:
                break
            found = self._looked_at(outline)
            if found and (found.sure or lies_free(found)):
                self._take(found)

    def _take_suggested(self, index: FeatureIndex) -> None:
        """Take cards that features suggest, until no more are found."""
        where = self._where_print_may_be()
        if where is None:
            return
        if self._votes is None:
            self._votes = index.votes(light_of(self._picture), where)
        if self._votes is None:
            return
        suggested = (s.outline for s in index.suggest(self._votes, where))
        self._take_all(self._different(suggested, MOST_SUGGESTED))

    def _take_erected(self) -> None:
        """Take cards of which only some edges are in sight."""
        if not self._is_paper_left(LEAST_PAPER):
            return
        pale = self._picture.copy()
        pale[self._free == 0] = 0
        self._take_all(self._different(erected(pale, self._aspect, self._size()), MOST_ERECTED))

    def _size(self) -> tuple[float, float] | None:
        """Return the width and height of the cards found so far, px."""
        sizes = [side_lengths(card.outline) for card in self._taken]
        if not sizes:
            return None
        width, height = np.median(np.array(sizes), axis=0)
        return float(width), float(height)

    def _different(self, outlines: Iterable[Points], most: int) -> list[Points]:
        different: list[Points] = []
        distinct = Distinct()
        for outline in outlines:
            near = SAME_SHARE * side_lengths(outline)[1]
            if self._possible(outline) and distinct.add(outline, near):
                different.append(outline)
            if len(different) == most:
                break
        return different

    def _take_all(self, suggested: list[Points]) -> None:
        looked = [self._looked_at(outline) for outline in suggested]
        while self._take_best(looked):
            # What was hidden in part by the cards just taken may be clear now.
            hopeful = [one for one in looked if one is not None and one.likeness > HOPEFUL]
            looked = [self._looked_at(one.outline) for one in hopeful]

    def _take_best(self, looked: list[Comparison | None]) -> bool:
        """Take what is believed, cards on top first; tell whether anything was."""
        before = len(self._taken)
        likely = [one for one in looked if one is not None and is_believed(one)]
        for one in sorted(likely, key=lambda one: (-(one.share > FREE_SHARE), -one.score)):
            if not self._is_taken(one.outline):
                again = self._comparer.compare(self._picture, one.outline, self._free)
                if again is not None:
                    self._take(again)
        return len(self._taken) > before

    def _looked_at(self, outline: Points) -> Comparison | None:
        """Compare an outline that is still free, and lay it on the photo it is like."""
        if self._is_taken(outline):
            return None
        found = self._comparer.compare(self._picture, outline, self._free)
        if found is None or found.likeness < WORTH_ALIGNING:
            return None
        found = self._comparer.aligned(self._picture, found, self._free)
        return found if self._possible(found.outline) else None

    def _is_taken(self, outline: Points) -> bool:
        near = SAME_CARD * side_lengths(outline)[0]
        centre = outline.mean(axis=0)
        return any(np.hypot(*(t.outline.mean(axis=0) - centre)) < near for t in self._taken)

    def _take(self, card: Comparison) -> None:
        """Take a card out of the picture, unless it may be another: then that may be seen yet."""
        if not is_believed(card):
            return
        self._taken.append(card)
        cv2.fillConvexPoly(self._free, np.round(self._hides(card)).astype(np.int32), 0)

    def _hides(self, card: Comparison) -> Points:
        """Return the shape that hides what is below: what is doubtful may lie on the card."""
        if card.share > FREE_SHARE:
            return card.outline
        shown = self._library.frame.shown(card.outline, card.agreeing)
        return np.asarray(cv2.convexHull(shown), dtype=np.float32).reshape(-1, 2)

    def _where_print_may_be(self) -> Image | None:
        """Return a mask of what is near bright even paper and on no card taken yet.

        None if no paper is left.
        """
        if not self._is_paper_left(LEAST_PAPER):
            return None
        near = cv2.dilate(self._paper, np.ones((NEAR_PX, NEAR_PX), np.uint8))
        return np.asarray(near * self._free, dtype=np.uint8)

    def _is_paper_left(self, least: float) -> bool:
        """Tell whether a piece of bright even paper is on no card, `least` of a card large."""
        free = cv2.erode(self._free, np.ones((5, 5), np.uint8))
        rest = cv2.bitwise_and(self._paper, self._paper, mask=free)
        _, _, pieces, _ = cv2.connectedComponentsWithStats(rest, connectivity=4)
        width, height = self._size() or (0.0, 0.0)
        return int(pieces[1:, cv2.CC_STAT_AREA].max(initial=0)) > least * width * height

    def found(self) -> Iterator[FoundCard]:
        """Yield what was taken."""
        for card in self._taken:
            upside_down = card.photo % 2 == 1
            outline = np.roll(card.outline, 2, axis=0) if upside_down else card.outline
            yield FoundCard(
                face=card.face,
                outline_px=outline,
                box_px=self._box(card),
                share=float(card.agreeing.mean()),
                clear=card.share,
                corners=self._corners(card, 2 if upside_down else 0),
            )

    def _corners(self, card: Comparison, turned: int) -> tuple[bool, bool, bool, bool]:
        """Tell which corners are in sight, beginning with the `turned`-th of the outline."""
        rows, columns = self._library.frame.blocks
        grid = card.agreeing.reshape(rows, columns)
        near = slice(0, 3), slice(-3, None)
        parts = ((near[0], near[0]), (near[0], near[1]), (near[1], near[1]), (near[1], near[0]))
        seen = [bool(grid[part].mean() > 0.5) for part in parts]
        first, second, third, fourth = (seen[(n + turned) % 4] for n in range(4))
        return first, second, third, fourth

    def _box(self, card: Comparison) -> tuple[float, float, float, float]:
        """Return the box of the blocks that agree; of the whole card if nearly all do."""
        whole = card.agreeing.mean() >= WHOLE
        frame = self._library.frame
        if card.missing > DOUBTFUL:
            ink = self._library.under(card.light).energy[card.photo]
            part = _about_print(card.agreeing, card.agreeing & (ink > PRINTED), frame)
        else:
            part = card.agreeing | whole
        points = frame.shown(card.outline, part)
        height, width = self._free.shape[:2]
        across, down = np.clip(points[:, 0], 0, width), np.clip(points[:, 1], 0, height)
        return float(across.min()), float(down.min()), float(across.max()), float(down.max())


def _paper(picture: Image) -> Image:
    """Return a mask of what is bright and even."""
    grey = light_of(picture, 1.0)
    level = grey.astype(np.float32)
    mean = cv2.blur(level, (5, 5))
    spread = cv2.blur(level * level, (5, 5)) - mean * mean
    otsu, _ = cv2.threshold(grey, 0, 255, cv2.THRESH_BINARY | cv2.THRESH_OTSU)
    even = ((spread < EVEN * EVEN) & (mean > BRIGHT * otsu)).astype(np.uint8)
    return np.asarray(cv2.erode(even, np.ones((3, 3), np.uint8)), dtype=np.uint8)


def _about_print(agreeing: Mask, printed: Mask, frame: CardFrame) -> Mask:
    """Return the blocks that agree, without those farther out than the large printed pieces."""
    if not printed.any():
        return agreeing
    grid = printed.reshape(frame.blocks).astype(np.uint8)
    _, pieces, stats, _ = cv2.connectedComponentsWithStats(grid, connectivity=4)
    sizes = stats[1:, cv2.CC_STAT_AREA]
    large = np.isin(pieces, 1 + np.flatnonzero(sizes >= PIECE * sizes.max()))
    near = np.zeros(frame.blocks, dtype=np.bool_)
    near[tuple(map(_span, np.nonzero(large), frame.blocks))] = True
    return np.asarray(agreeing & near.ravel())


def _span(places: npt.NDArray[np.intp], count: int) -> slice:
    """Return from the first to the last place; where an edge is near, from and to that."""
    first, last = int(places.min()), int(places.max()) + 1
    return slice(0 if first <= EDGE else first, count if last >= count - EDGE else last)
