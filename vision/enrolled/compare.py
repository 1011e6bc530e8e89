"""Decide which card lies in an outline, if any: block by block, so that parts may be hidden.

A block agrees with a photo if its ink does (a structural likeness: 1 for equal, 0 for
unrelated). The card in sight is the largest patch of agreeing blocks. A face is believed
only if the patch holds enough ink, is like the photo, and is more like it than like every
other face just where the two differ; else the card stays unknown.
"""

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from companion.cards import Face
from vision.camera import Image
from vision.enrolled.library import Library
from vision.enrolled.light import EVEN, Light, Paper, uneven_light_on
from vision.enrolled.picture import (
    BLOCK_PX,
    Ink,
    Mask,
    Points,
    in_blocks,
    paper_colour,
)

Floats = npt.NDArray[np.float32]

#: Ink² below this is noise of the paper.
NOISE = 0.02
#: Blocks less like than this do not agree.
AGREES = 0.5
#: A block counts for what it has over this likeness; a hidden one against at most so much.
NEUTRAL, LEAST = 0.55, -0.12
#: Weight of a blank block.
BLANK = 0.003
#: Blocks that must be in sight, and agree.
LEAST_IN_SIGHT, LEAST_AGREEING = 14, 10
#: A part less like its photo is of no card, whatever else it is like.
HOPELESS = 0.6
#: Other faces looked at closely.
RIVALS = 6
#: Two faces that differ by less ink² than this can't be told apart here.
TELLING = 0.2
#: Ink of the picture may be so much fainter or stronger than on the photo.
STRENGTHS = (0.6, 1.8)
#: If another face fits better where the two differ, that is tried, so often, provided
#: nearly as much speaks for it.
SECOND_THOUGHTS, NEARLY = 2, 0.85
#: Share of a card that must agree before its slant is measured too.
MOSTLY = 0.75
#: Blocks with less ink² are blank, and what a photo has to show to be missed there.
PRINTED, MISSED = 0.004, 0.03
#: An outline is laid on its photo in so many steps at most.
STEPS = 15


@dataclass(slots=True, eq=False)
class Comparison:
    """What an outline looks like.

    Args:
        outline: of the card, (4, 2) px, clockwise; one of its ends is the top.
        photo: number of the photo it is most like.
        face: of that photo.
        agreeing: the blocks that agree with it, flat.
        in_sight: the blocks nothing known hides, flat.
        score: how much speaks for a card here.
        likeness: of the agreeing part to the photo, -1 to 1.
        margin: how much less like the next face is.
        lean: towards the photo where it differs from other faces: 1 it, -1 the other.
        ink: in the agreeing part, so much of it as the photo has.
        cut: the card upright, BGR.
        pieces: ink of its second largest piece, as a share of that of the largest: where
            little is printed, a single piece may be any blot.
        missing: share of the print that should be in sight and is blank paper instead.
        light: in which it was compared.
        rival: the face it is told apart from least.
        sure: whether it is this face, where a method judges by figures of its own; None:
            the figures above tell.

    """

    outline: Points
    photo: int
    face: Face
    agreeing: Mask
    in_sight: Mask
    score: float
    likeness: float
    margin: float
    lean: float
    ink: float
    cut: Image
    pieces: float = 1.0
    missing: float = 0.0
    light: Light = EVEN
    rival: Face | None = None
    sure: bool | None = None

    @property
    def share(self) -> float:
        """Return how much of what is in sight agrees, 0 to 1."""
        return float(self.agreeing.sum() / max(self.in_sight.sum(), 1))


class _Sight:
    """The ink of one outline against all photos."""

    def __init__(self, library: Library, ink: Ink, in_sight: Mask) -> None:
        self.library, self.in_sight = library, in_sight
        self._blocks = blocks = in_blocks(ink, BLOCK_PX)
        self._energy = np.square(blocks).mean(axis=-1)
        self._product = np.matmul(blocks[:, None], library.by_block)[:, 0].T / blocks.shape[1]
        both = library.energy + self._energy
        self._like = (2 * self._product + NOISE) / (both + NOISE)
        weight = (both / 2 + BLANK) * in_sight
        self.scores = (weight * np.clip(self._like - NEUTRAL, LEAST, None)).sum(axis=1)

    def best(self) -> int:
        """Return the photo for which most speaks."""
        return int(self.scores.argmax())

    def agreeing(self, photo: int) -> Mask:
        """Return which blocks agree with a photo."""
        return np.asarray((self._like[photo] > AGREES) & self.in_sight)

    def missing(self, photo: int, part: Mask) -> float:
        """Return how much of the print in sight is not there but blank paper, 0 to 1."""
        print_ = self.library.energy[photo] * self.in_sight
        gone = ~part & (self._energy < PRINTED) & (print_ > MISSED)
        return float(print_[gone].sum() / max(float(print_.sum()), 1e-6))

    def likeness(self, part: Mask) -> Floats:
        """Return how like each photo some blocks are, -1 to 1."""
        norm = self.library.energy[:, part].sum(axis=1) * self._energy[part].sum()
        likeness = self._product[:, part].sum(axis=1) / np.sqrt(np.maximum(norm, 1e-9))
        return np.asarray(likeness, dtype=np.float32)

    def against_others(self, photo: int, part: Mask) -> tuple[float, float, int | None]:
        """Return the margin to the next face, the least lean against any, and which that is."""
        library, likeness = self.library, self.likeness(part)
        others = np.where(library.owner != library.owner[photo], likeness, -2.0)
        nearest = [int(n) for n in np.argsort(-others)[:RIVALS] if others[n] > -2.0]
        if not nearest:
            return 1.0, 1.0, None
        if likeness[photo] < HOPELESS:
            return float(likeness[photo] - others[nearest[0]]), -1.0, None
        leans = _leans(self._blocks[part], library.blocks[[photo, *nearest]][:, part])
        least = int(np.argmin(leans))
        return float(likeness[photo] - others[nearest[0]]), float(leans[least]), nearest[least]


def _leans(seen: Ink, known: Ink) -> Floats:
    """Return how much more like the first photo than like each other one it looks, -1 to 1.

    0 where two are alike. Inks fade, so each is compared at the strength that fits it
    best, channel by channel.

    Args:
        seen: blocks of the picture, shape (N, pixels · 3).
        known: the same of the photos, shape (M, N, pixels · 3).

    """
    one, many = seen.reshape(-1, 3), known.reshape(len(known), -1, 3)
    product = np.einsum("pc,mpc->mc", one, many)
    square = np.einsum("mpc,mpc->mc", many, many)
    with_own = np.einsum("pc,mpc->mc", many[0], many)
    strength = np.clip(product / np.maximum(square, 1e-6), *STRENGTHS)
    off = (np.square(strength) * square - 2 * strength * product).sum(axis=1)
    apart = square[0] + square - 2 * with_own
    size = (np.square(strength[0]) * apart).sum(axis=1)[1:]
    alike = apart.sum(axis=1)[1:] < TELLING * seen.shape[1]
    lean = np.clip((off[1:] - off[0]) / np.maximum(size, 1e-6), -1.0, 1.0)
    return np.where(alike, 0.0, lean).astype(np.float32)


class Comparer:
    """Compares outlines of pictures with the photos of a library.

    Args:
        library: the photos.
        left_out: one of them that is not looked at, as it counts among `photos`.
        uneven: whether shadows fall across the cards, or the sun burns them out.

    """

    def __init__(self, library: Library, left_out: int | None = None, uneven: bool = False) -> None:
        self._library, self._left_out, self._uneven = library, left_out, uneven

    def second(self) -> "Comparer | None":
        """Return what to try where this one left paper unread: less even light."""
        return None if self._uneven else Comparer(self._library, self._left_out, uneven=True)

    def promise(self, picture: Image, outline: Points) -> float:
        """Return how like its best photo a whole card in an outline would be, -1 to 1."""
        cut = self._library.frame.cut(picture, outline)
        paper = paper_colour(cut.reshape(-1, 3))
        if paper is None:
            return -1.0
        library = self._known(paper)
        return float(library.likeness(library.light.ink(cut, paper, None)).max())

    def compare(self, picture: Image, outline: Points, free: Image) -> Comparison | None:
        """Say what lies in an outline; None if too little of it is in sight.

        Args:
            picture: BGR.
            outline: (4, 2), px.
            free: a mask, 0 where a known card hides what is below.

        """
        frame = self._library.frame
        cut = frame.cut(picture, outline)
        seen = frame.free(free, outline)
        in_sight = frame.blocks_in_sight(seen)
        if in_sight.sum() < LEAST_IN_SIGHT:
            return None
        paper = paper_colour(cut[seen])
        if paper is None:
            return None
        library = self._known(paper)
        sight = _Sight(library, library.light.ink(cut, paper, seen), in_sight)
        return self._judged(outline, cut, sight)

    def _known(self, paper: Paper) -> Library:
        """Return the photos under the light that lies on a card's paper."""
        return self._library.under(uneven_light_on(paper)) if self._uneven else self._library

    def _judged(self, outline: Points, cut: Image, sight: _Sight) -> Comparison | None:
        library = sight.library
        if self._left_out is not None:
            sight.scores[2 * self._left_out : 2 * self._left_out + 2] = -np.inf
        photo = sight.best()
        part = library.frame.largest(sight.agreeing(photo))
        for _ in range(SECOND_THOUGHTS):
            if part.sum() < LEAST_AGREEING:
                return None
            margin, lean, rival = sight.against_others(photo, part)
            if rival is None or lean >= 0 or sight.scores[rival] < NEARLY * sight.scores[photo]:
                break
            photo, part = rival, library.frame.largest(sight.agreeing(rival))
        if part.sum() < LEAST_AGREEING:
            return None
        margin, lean, rival = sight.against_others(photo, part)
        return Comparison(
            outline=outline,
            photo=photo,
            face=library.face(photo),
            agreeing=part,
            in_sight=sight.in_sight,
            score=float(sight.scores[photo]),
            likeness=float(sight.likeness(part)[photo]),
            margin=margin,
            lean=lean,
            ink=float((library.energy[photo] * part).sum()),
            cut=cut,
            pieces=_pieces((library.energy[photo] * part).reshape(library.frame.blocks)),
            missing=sight.missing(photo, part),
            light=library.light,
            rival=None if rival is None else library.face(rival),
        )

    def aligned(self, picture: Image, found: Comparison, free: Image) -> Comparison:
        """Return the comparison after laying the outline more exactly on the photo."""
        outline = self._moved(found)
        if outline is None:
            return found
        again = self.compare(picture, outline, free)
        return again if again is not None and again.score >= found.score else found

    def _moved(self, found: Comparison) -> Points | None:
        """Lay the outline on the photo by their greys (ECC, Evangelidis and Psarakis 2008)."""
        library = self._library.under(found.light)
        rows, columns = library.frame.blocks
        whole = float(found.agreeing.mean()) > MOSTLY
        grid = found.agreeing.reshape(rows, columns).astype(np.uint8) * 255
        where = cv2.resize(grid, tuple(library.frame), interpolation=cv2.INTER_NEAREST)
        motion = cv2.MOTION_HOMOGRAPHY if whole else cv2.MOTION_AFFINE
        start = np.eye(3 if whole else 2, 3, dtype=np.float32)
        stop = (cv2.TERM_CRITERIA_COUNT | cv2.TERM_CRITERIA_EPS, STEPS, 1e-3)
        grey = cv2.cvtColor(found.cut, cv2.COLOR_BGR2GRAY)
        try:
            _, warp = cv2.findTransformECC(
                library.grey[found.photo], grey, start, motion, stop, where, 3
            )
        except cv2.error:
            return None  # It did not converge: there is nothing to lay it on.
        step = np.vstack([warp, (0, 0, 1)]) if len(warp) == 2 else warp
        frame = library.frame
        return frame.moved(found.outline, frame.to_picture(found.outline) @ step)


def _pieces(ink: Floats) -> float:
    """Return the ink of the second largest piece of print as a share of the largest's."""
    count, labels = cv2.connectedComponents((ink > PRINTED).astype(np.uint8), connectivity=8)
    if count < 3:
        return 0.0
    *_, second, first = np.sort(np.bincount(labels.ravel(), ink.ravel())[1:])
    return float(second / first)
