"""What a perfect reader would find in a frame: the ground truth of a simulated picture."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from companion.cards import BACK, Deck, PrintId
from vision import tags
from vision.plan import Points
from vision.simulated import geometry
from vision.simulated.lens import CameraModel
from vision.simulated.staging import heights, lying, shown
from vision.simulated.things import Arm, Handle, PhysicalCard, Pose, Snapshot

#: A tag may read if this much of its white margin is free, in modules; it should where all
#: of it is.
FREE_MARGIN_MODULES, WHOLE_MARGIN_MODULES = 0.5, 1.0
#: An arm hides what is this close to its axis, mm, and this far beyond the palm.
ARM_HALF_WIDTH_MM = 62.0
ARM_REACH_MM = 115.0


@dataclass(frozen=True, slots=True, eq=False)
class CardTruth:
    """One card as the camera has it before it.

    Args:
        handle: which card.
        shows: the print the camera sees: the card's own, or the deck's back.
        pose: where it lies on the mat.
        outline_px: its corners in the frame, (4, 2), clockwise from its own top left.
        visible_tags: corners (0 to 3) whose tag is wholly in sight.
        module_px: the size of its tags' modules in the frame, px.
        clear_tags: those of which the white margin is wholly in sight as well.

    """

    handle: Handle
    shows: PrintId
    pose: Pose
    outline_px: Points
    visible_tags: tuple[int, ...]
    module_px: float
    clear_tags: tuple[int, ...] = ()


def card_truths(deck: Deck, snapshot: Snapshot, camera: CameraModel) -> tuple[CardTruth, ...]:
    """Return the truth of every card that lies on the table, from the bottom up."""
    cards = lying(snapshot)
    tops = heights(deck, cards)
    arms = tuple(arm for _, arm in snapshot.arms)
    return tuple(
        _truth(deck, card, tops[place], _Over(camera, snapshot, cards[place + 1 :], arms))
        for place, card in enumerate(cards)
    )


@dataclass(frozen=True, slots=True)
class _Over:
    """What may come between a card and the camera."""

    camera: CameraModel
    snapshot: Snapshot
    cards: Sequence[PhysicalCard]
    arms: Sequence[Arm]


def _truth(deck: Deck, card: PhysicalCard, height: float, over: _Over) -> CardTruth:
    nudge = over.snapshot.nudge
    outline = over.camera.project(geometry.outline(deck, card.pose), height, nudge)
    every = range(tags.CORNERS)
    seen = tuple(n for n in every if _in_sight(deck, card, n, over, FREE_MARGIN_MODULES))
    clear = tuple(n for n in seen if _in_sight(deck, card, n, over, WHOLE_MARGIN_MODULES))
    side_px = float(np.linalg.norm(np.roll(outline, 1, axis=0) - outline, axis=1).sum())
    per_mm = side_px / (2 * (deck.width_mm + deck.height_mm))
    return CardTruth(
        handle=card.handle,
        shows=shown(deck, card),
        pose=card.pose,
        outline_px=outline,
        visible_tags=seen,
        module_px=per_mm * tags.TAG_MM / tags.MODULES,
        clear_tags=clear,
    )


def _in_sight(
    deck: Deck, card: PhysicalCard, corner: int, over: _Over, margin_modules: float
) -> bool:
    square = tags.tag_corners_mm(deck, corner)
    middle, half = square.mean(axis=0), (square[2, 0] - square[0, 0]) / 2
    reach = half + margin_modules * tags.TAG_MM / tags.MODULES
    steps = np.linspace(-reach, reach, 7)
    grid = np.stack(np.meshgrid(steps, steps), axis=-1).reshape(-1, 2) + middle
    points = geometry.placed(grid, card.pose)
    if geometry.visible_share(deck, points, over.cards) < 1.0:
        return False
    if any(_under_arm(arm, points) for arm in over.arms):
        return False
    pixels = over.camera.project(points, nudge=over.snapshot.nudge)
    limit = (over.camera.width, over.camera.height)
    return bool((pixels >= 0).all() and (pixels < limit).all())


def _under_arm(arm: Arm, points: Points) -> bool:
    local = geometry.unplaced(points, Pose(arm.x_mm, arm.y_mm, arm.from_deg - 180.0))
    near = np.abs(local[:, 0]) < ARM_HALF_WIDTH_MM + arm.height_mm / 2
    return bool((near & (local[:, 1] > -ARM_REACH_MM - arm.height_mm / 2)).any())


def readable(truths: Sequence[CardTruth], deck: Deck) -> tuple[CardTruth, ...]:
    """Return the face-up cards with at least one tag in sight."""
    return tuple(t for t in truths if t.visible_tags and deck.print_of(t.shows).face != BACK)
