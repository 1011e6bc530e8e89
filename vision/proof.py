"""What of a crop may be shown: only what is proved to be the card that was read.

Something else may lie or be held over a card, or poke into it from the side: a card of a
hand, say. So a crop is compared with what the card looks like, which everyone knows. A
quarter of it that agrees wherever no other card is known to lie is shown. Of another one
nothing but its own tag is left, if that was read: a tag that is read is covered by nothing.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from companion.cards import Deck, PrintId
from vision import tags
from vision.camera import Image, grey_of
from vision.plan import Points

Mask = npt.NDArray[np.bool_]
Grey = npt.NDArray[np.float32]

#: Scale of a crop, about as fine as cameras see a card, px per mm.
PX_PER_MM = 2.5
#: Blur and a rounded corner carry light over a card's edge: so much is not shown, mm.
EDGE_MM = 2.0
#: What is not shown, grey level.
VEIL = 24
#: A pixel is as expected if some neighbour of its place is, within so many levels.
LEVELS = 48.0
#: A picture has at least this share of a look's contrast; with less all would be alike.
FLATTEST = 0.2
#: Blocks this large, px, are compared; in each so large a share may be otherwise.
BLOCK_PX, OTHERWISE = 8, 0.25
#: Less of a quarter in sight than this share of the card proves nothing.
ENOUGH = 0.03
_FRACTION_BITS = 4


@dataclass(frozen=True, slots=True, eq=False)
class Crop:
    """A card cut out of a frame, as it is, upright.

    Args:
        print_id: the print it was read as.
        picture: BGR or one channel, `PX_PER_MM`.
        hidden: where other cards are known to lie over it.
        corners: of the card whose own tags were read.

    """

    print_id: PrintId
    picture: Image
    hidden: Mask
    corners: Sequence[int] = ()


def proved(crop: Crop, deck: Deck, looks: Iterable[Image]) -> Image | None:
    """Return the parts of a crop that are the card, the rest veiled; None: nothing is.

    Args:
        crop: a card of the deck.
        looks: pictures of that card, upright; one of them will do.

    """
    shape = crop.picture.shape[:2]
    parts = [quarter & ~crop.hidden for quarter in _quarters(deck, shape)]
    agreeing = _agreeing(crop.picture, parts, looks)
    for corner in set(range(tags.CORNERS)) - agreeing:
        parts[corner] = _tag(deck, corner, shape) & ~crop.hidden & (corner in crop.corners)
    seen = np.logical_or.reduce(parts)
    if not seen.any():
        return None
    shown = np.full_like(crop.picture, VEIL)
    shown[seen] = crop.picture[seen]
    return shown


def _agreeing(picture: Image, parts: Sequence[Mask], looks: Iterable[Image]) -> set[int]:
    """Return which parts of a picture agree with one of the looks."""
    now = grey_of(picture).astype(np.float32)
    open_ones = {n for n, part in enumerate(parts) if part.mean() >= ENOUGH}
    found: set[int] = set()
    for look in looks:
        like = _as_large(look, picture)
        found |= {n for n in open_ones - found if _agrees(now, like, parts[n])}
        # Another look takes time to be drawn.
        if found == open_ones:
            break
    return found


def _as_large(look: Image, picture: Image) -> Grey:
    size = (picture.shape[1], picture.shape[0])
    smaller = cv2.resize(grey_of(look), size, interpolation=cv2.INTER_AREA)
    return np.asarray(smaller, dtype=np.float32)


def _quarters(deck: Deck, shape: tuple[int, ...]) -> Iterator[Mask]:
    """Yield the quarter of a card around each corner, without the card's edges."""
    corners = tags.card_corners_mm(deck)
    inside = np.asarray(corners - np.sign(corners) * EDGE_MM)
    for corner in inside:
        box = np.array([(0.0, 0.0), (corner[0], 0.0), corner, (0.0, corner[1])])
        mask = np.zeros(shape, np.uint8)
        fill(mask, _px(deck, box), 0.0)
        yield mask.astype(np.bool_)


def _tag(deck: Deck, corner: int, shape: tuple[int, ...]) -> Mask:
    """Return where the tag of a corner is, but for its outermost edge."""
    mask = np.zeros(shape, np.uint8)
    fill(mask, _px(deck, tags.tag_corners_mm(deck, corner)), -1.0)
    return mask.astype(np.bool_)


def fill(mask: Image, outline: Points, grown_px: float) -> None:
    """Mark a convex outline (N, 2), px, in a mask, made larger all round, or smaller."""
    area = np.zeros_like(mask)
    fixed = np.rint(outline * (1 << _FRACTION_BITS)).astype(np.int32)
    cv2.fillConvexPoly(area, fixed, 1, shift=_FRACTION_BITS)
    reach = round(abs(grown_px))
    if reach:
        kernel = np.ones((2 * reach + 1, 2 * reach + 1), np.uint8)
        change = cv2.dilate if grown_px > 0 else cv2.erode
        area = np.asarray(
            change(area, kernel, borderType=cv2.BORDER_CONSTANT, borderValue=0), np.uint8
        )
    mask |= area


def _px(deck: Deck, part: Points) -> Points:
    half = tags.card_corners_mm(deck)[2]
    return np.asarray((part + half) * PX_PER_MM, dtype=np.float64)


def _agrees(now: Grey, look: Grey, seen: Mask) -> bool:
    """Tell whether a picture is everywhere what a look of the card is, in any light."""
    (dark, bright), (low, high) = (np.percentile(one[seen], (5, 95)) for one in (now, look))
    if bright - dark < FLATTEST * (high - low):
        return False
    lit = (look - low) * ((bright - dark) / max(high - low, 1.0)) + dark
    around = np.ones((5, 5), np.uint8)
    above = now - cv2.dilate(lit, around)
    below = cv2.erode(lit, around) - now
    otherwise = (np.maximum(above, below) > LEVELS) & seen
    block = (BLOCK_PX, BLOCK_PX)
    share = cv2.boxFilter(otherwise.astype(np.float32), -1, block, borderType=cv2.BORDER_CONSTANT)
    return bool(share.max() <= OTHERWISE)
