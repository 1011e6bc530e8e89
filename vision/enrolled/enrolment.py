"""From a photo of one card to its picture: cut out, upright, at one size."""

from typing import NamedTuple

import cv2
import numpy as np

from vision.camera import Image
from vision.enrolled.deck import EnrolledDeckError
from vision.enrolled.outlines import outlines
from vision.enrolled.photo_fault import PhotoFault
from vision.enrolled.picture import Points, clockwise, light_of, side_lengths
from vision.picture_faults import fault_of
from vision.reading import Warned

#: Width of an enrolled picture, px, and the least a card may have in its photo.
WIDTH_PX, LEAST_PX = 250, 90
#: A photo of this shape, share, that shows no smaller card is taken for the card alone. By
#: hand it is cut only so exactly; but 3 to 4, as phones take photos, is as near as that.
CUT_ALREADY, CUT_EXACTLY, FILLED = 0.06, 0.02, 0.6
#: Its rim, so wide, is so light against what is light in it (shares).
RIM, AS_LIGHT = 0.04, 0.8
#: A corner so near the rim is on it, px.
RIM_PX = 3.0
#: All sides of a card differ so much from the table, grey levels, and so much as those of
#: the outline that differs most (share).
STANDS_OUT, CLEAR_SHARE = 10.0, 0.6
#: Between a card and the table there are so many grey levels.
CARD_CONTRAST = 60.0
#: Width and height at which that is measured, and the rim around it, px.
EDGE_PX = (60, 84, 8)
#: Photos are made this large at most before the card is looked for, px.
LONGEST_PX = 1200
#: A card whose size is known looks so much smaller or larger, share.
SIZE_OFF = 0.13
#: Opposite sides of a card seen from above differ so much at most, and so large is the
#: cosine of its corners: what is further off is half hidden, or no card.
UNEVEN, OBLIQUE = 1.35, 0.3
#: A second card is at least this large, share of the first.
AS_LARGE = 0.5
#: Grey levels of a photo that is too dark, and of one that is too bright.
DARK, BRIGHT = 35.0, 250.0
#: Spread of the Laplacian below which a card is out of focus, grey levels.
BLURRED = 4.0
#: A shape that touches the rim and fills its box by so much, of so much of the picture, is
#: a card that is cut off.
CUT_FILLED, CUT_SHARES = 0.7, (0.02, 0.5)

_FAULTS = {
    Warned.TOO_DARK: "photo_dark",
    Warned.OVEREXPOSED: "photo_bright",
    Warned.OUT_OF_FOCUS: "photo_blurred",
}


class CutCard(NamedTuple):
    """A card's picture, upright as it is in the photo, and its outline there (4, 2), px."""

    picture: Image
    outline: Points


def cut_out(photo: Image, width_mm: float, height_mm: float, source: str) -> Image:
    """Return the picture of the one card of a photo; `source` names the photo in errors.

    Raises:
        EnrolledDeckError: as `cut_card`.

    """
    try:
        return cut_card(photo, width_mm, height_mm).picture
    except PhotoFault as error:
        raise EnrolledDeckError(f"{source}: {error}") from error


def cut_card(
    photo: Image, width_mm: float, height_mm: float, px_per_mm: float | None = None
) -> CutCard:
    """Return the one card of a photo, upright as it is in the photo.

    Args:
        photo: BGR; a photo that shows nothing but the card is taken as it is.
        width_mm: of the card, as `height_mm`.
        px_per_mm: the photo's scale; None: unknown.

    Raises:
        PhotoFault: there is no card, or more than one, or it is too small, dark, bright,
            blurred, cut off or of another size.

    """
    aspect = height_mm / width_mm
    outline = _outline(photo, (width_mm, height_mm), px_per_mm)
    across = side_lengths(outline)[0]
    if across < LEAST_PX:
        raise PhotoFault("photo_small", width=f"{across:.0f}")
    width, height = WIDTH_PX, round(WIDTH_PX * aspect)
    target = np.array([(0, 0), (width, 0), (width, height), (0, height)], dtype=np.float32)
    matrix = cv2.getPerspectiveTransform(outline, target)
    card = cv2.warpPerspective(photo, matrix, (width, height), flags=cv2.INTER_AREA)
    picture = np.asarray(card, dtype=np.uint8)
    _refuse_bad(picture, across)
    return CutCard(picture, outline)


def _outline(photo: Image, size_mm: tuple[float, float], px_per_mm: float | None) -> Points:
    """Return where the card is, its top first: the end that is nearer to the photo's top."""
    aspect = size_mm[1] / size_mm[0]
    scale = min(1.0, LONGEST_PX / max(photo.shape[:2]))
    small = np.asarray(
        cv2.resize(photo, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8
    )
    if fault_of(light_of(small)) is Warned.TOO_DARK:
        raise PhotoFault("photo_dark")
    # Where the size tells cards from frames on them, a faint outline may be the card's.
    least = CLEAR_SHARE if px_per_mm is None else 0.0
    found = [outline / scale for outline in _distinct(small, outlines(small, aspect), least)]
    if px_per_mm is None and _is_cut_already(found, photo, aspect):
        return _whole(photo)
    if not found:
        raise PhotoFault(_why_none(small))
    if px_per_mm is not None:
        found = _of_size(found, photo, size_mm, px_per_mm)
    largest = max(found, key=_area)
    if _touches_rim(largest, photo):
        raise PhotoFault("photo_cut_off")
    _refuse_several(found, largest)
    if px_per_mm is not None:
        largest = _squared(largest, size_mm, px_per_mm)
    elif _is_askew(largest):
        raise PhotoFault("photo_askew")
    upside_down = largest[:2, 1].mean() > largest[2:, 1].mean()
    return np.asarray(np.roll(largest, 2, axis=0) if upside_down else largest, np.float32)


def _distinct(picture: Image, found: list[Points], clear: float) -> list[Points]:
    """Return the outlines that stand out on all sides, by a share `clear` of the clearest."""
    contrasts = [_contrast(picture, outline) for outline in found]
    least = max(STANDS_OUT, clear * max(contrasts, default=0.0))
    return [o for o, contrast in zip(found, contrasts, strict=True) if contrast >= least]


def _area(outline: Points) -> float:
    return float(cv2.contourArea(outline))


def _whole(photo: Image) -> Points:
    height, width = photo.shape[:2]
    return np.array([(0, 0), (width, 0), (width, height), (0, height)], dtype=np.float32)


def _is_cut_already(found: list[Points], photo: Image, aspect: float) -> bool:
    """Tell whether a photo of a card's shape is all card: light to its rim, with none in it."""
    off = abs(photo.shape[0] / photo.shape[1] / aspect - 1.0)
    if off >= CUT_ALREADY:
        return False
    grey = light_of(photo)
    light = AS_LIGHT * np.percentile(grey, 85)
    rim = max(2, round(RIM * min(grey.shape)))
    sides = [side.ravel() for side in (grey[:rim], grey[-rim:], grey[:, :rim], grey[:, -rim:])]
    # In the light of a room one side of a card may be dim: where its shape is sure, it counts.
    parts = [np.concatenate(sides)] if off < CUT_EXACTLY else sides
    if min(np.median(part) for part in parts) < light:
        return False
    within = max((o for o in found if _area(o) < FILLED * grey.size), key=_area, default=None)
    if within is None:
        return True
    inside = np.zeros(grey.shape, np.uint8)
    cv2.fillConvexPoly(inside, np.round(within).astype(np.int32), 255)
    # Print on a card is darker than its paper; a card on a light table is not.
    return bool(np.median(grey[inside > 0]) < light)


def _is_askew(outline: Points) -> bool:
    """Tell whether an outline is too far from a rectangle for a card seen from above."""
    sides = np.roll(outline, -1, axis=0) - outline
    lengths = np.maximum(np.linalg.norm(sides, axis=1), 1e-6)
    apart = np.abs(np.log(lengths[:2] / lengths[2:])).max()
    along = sides / lengths[:, None]
    cosine = np.abs((along * np.roll(along, 1, axis=0)).sum(axis=1)).max()
    return bool(apart > np.log(UNEVEN) or cosine > OBLIQUE)


def _contrast(picture: Image, outline: Points) -> float:
    """Return how the least telling side of an outline differs from what is beside it.

    The strip between, 8 % of the card wide, is left out: outlines are only so exact. Around
    a card it is another colour on all four sides; a frame printed on the card, or a
    place drawn on the mat, has the same on both sides. The median along a side passes over
    pips and corners. In grey levels of the channel that tells most.
    """
    width, height, rim = EDGE_PX
    inner = np.array([(rim, rim), (rim + width, rim), (rim + width, rim + height)], np.float32)
    matrix = cv2.getAffineTransform(outline[:3].astype(np.float32), inner)
    size = (width + 2 * rim, height + 2 * rim)
    flat = cv2.warpAffine(picture, matrix, size, borderMode=cv2.BORDER_REPLICATE)
    seen, inside = np.asarray(flat, dtype=np.float32), slice(rim, -rim)
    sides = []
    for turned in (seen[:, inside], seen[inside].swapaxes(0, 1)):
        for one in (turned, turned[::-1]):
            apart = one[rim + 3 : rim + 8].mean(axis=0) - one[: rim - 2].mean(axis=0)
            sides.append(float(np.abs(np.median(apart, axis=0)).max()))
    return min(sides)


def _touches_rim(outline: Points, photo: Image) -> bool:
    """Tell whether two corners lie on the rim of a photo: there it ends, and not the card."""
    right, bottom = photo.shape[1] - 1, photo.shape[0] - 1
    near = RIM_PX * max(1.0, max(photo.shape[:2]) / LONGEST_PX)
    x, y = outline.T
    to_rim = np.minimum.reduce([x, y, right - x, bottom - y])
    return bool((to_rim < near).sum() > 1)


def _of_size(
    found: list[Points], photo: Image, size_mm: tuple[float, float], px_per_mm: float
) -> list[Points]:
    """Return the outlines of the deck's size; raise PhotoFault if there is none."""
    sizes = [np.array(side_lengths(outline)) / px_per_mm for outline in found]
    off = [float(np.abs(size / np.array(size_mm) - 1.0).max()) for size in sizes]
    fitting = [outline for outline, share in zip(found, off, strict=True) if share < SIZE_OFF]
    if not fitting:
        largest = int(np.argmax([_area(outline) for outline in found]))
        if _touches_rim(found[largest], photo):
            raise PhotoFault("photo_cut_off")
        width, height = sizes[largest]
        raise PhotoFault("photo_other_size", width=f"{width:.0f}", height=f"{height:.0f}")
    return fitting


def _refuse_several(found: list[Points], largest: Points) -> None:
    middle, near = largest.mean(axis=0), side_lengths(largest)[0] * 0.6
    for outline in found:
        apart = float(np.hypot(*(outline.mean(axis=0) - middle)))
        if apart > near and _area(outline) > AS_LARGE * _area(largest):
            raise PhotoFault("photo_several")


def _squared(outline: Points, size_mm: tuple[float, float], px_per_mm: float) -> Points:
    """Return the rectangle of the known size that lies as an outline does.

    Quads lock onto inner frames and rounded corners; their middle and angle are right.
    """
    middle = outline.mean(axis=0)
    along = (outline[2] + outline[3] - outline[0] - outline[1]) / 2
    down = along / max(float(np.hypot(*along)), 1e-6)
    right = np.array([down[1], -down[0]])
    half = np.array(size_mm) * px_per_mm / 2
    corners = [(-1, -1), (1, -1), (1, 1), (-1, 1)]
    placed = [middle + x * half[0] * right + y * half[1] * down for x, y in corners]
    return clockwise(np.array(placed))


def _why_none(photo: Image) -> str:
    """Return the code of what keeps a card from being found."""
    grey = light_of(photo)
    fault = fault_of(grey)
    # An empty mat has no sharp edge either: only what is as bright as a card is blurred.
    low, high = np.percentile(grey, (1, 99))
    if fault in _FAULTS and (fault is not Warned.OUT_OF_FOCUS or high - low > CARD_CONTRAST):
        return _FAULTS[fault]
    return "photo_cut_off" if _is_cut_off(photo) else "photo_no_card"


def _is_cut_off(photo: Image) -> bool:
    """Tell whether something as bright and as straight as a card runs off the photo."""
    grey = light_of(photo, 1.5)
    _, split = cv2.threshold(grey, 0, 1, cv2.THRESH_BINARY | cv2.THRESH_OTSU)
    _, labels, stats, _ = cv2.connectedComponentsWithStats(split, connectivity=4)
    rim = np.concatenate([labels[0], labels[-1], labels[:, 0], labels[:, -1]])
    for number in np.unique(rim[rim > 0]):
        shape = (labels == number).astype(np.uint8)
        around, _ = cv2.findContours(shape, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
        contour = max(around, key=cv2.contourArea)
        area, (_, (width, height), _) = cv2.contourArea(contour), cv2.minAreaRect(contour)
        share = stats[number, cv2.CC_STAT_AREA] / grey.size
        filled = area > CUT_FILLED * max(width * height, 1.0)
        if filled and CUT_SHARES[0] < share < CUT_SHARES[1]:
            return True
    return False


def _refuse_bad(card: Image, seen_px: float) -> None:
    grey = light_of(card)
    if float(np.percentile(grey, 85)) < DARK:
        raise PhotoFault("photo_dark")
    if float((grey >= BRIGHT).mean()) > 0.97:
        raise PhotoFault("photo_bright")
    # Made larger than it was seen, anything is soft.
    scale = min(1.0, seen_px / card.shape[1])
    sharp = cv2.resize(grey, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    if float(cv2.Laplacian(sharp, cv2.CV_32F).std()) < BLURRED:
        raise PhotoFault("photo_blurred")
