"""What a person who stands at the table sees of it, as plain data for a web page.

The face of a face-down or wholly covered card is not in it, nor is anything that tells
such cards apart but their place.
"""

from typing import Any

import numpy as np

from companion.cards import BACK, Deck
from vision.plan import TablePlan
from vision.simulated import geometry
from vision.simulated.scene import Scene
from vision.simulated.staging import shown
from vision.simulated.things import PhysicalCard, Snapshot


def describe(scene: Scene, plan: TablePlan) -> dict[str, Any]:
    """Return the visible table: cards from the bottom up, hands, light, camera and plan.

    Lengths are mm, angles degrees. `face` and `print` are None for backs, for covered
    cards and for cards in somebody's hand.
    """
    now = scene.snapshot()
    nudge = now.nudge
    return {
        "version": now.version,
        "card": {"width_mm": scene.deck.width_mm, "height_mm": scene.deck.height_mm},
        "cards": [_card(scene.deck, now, place) for place in range(len(now.cards))],
        "hands": [
            {"name": name, "x": arm.x_mm, "y": arm.y_mm, "from": arm.from_deg}
            for name, arm in now.arms
        ],
        "light": now.light,
        "camera": {"x": nudge.x_mm, "y": nudge.y_mm, "turn": nudge.turn_deg},
        "plan": plan.to_plain(),
    }


def _card(deck: Deck, now: Snapshot, place: int) -> dict[str, Any]:
    card = now.cards[place]
    covered = _covered(deck, card, now.cards[place + 1 :])
    side = deck.print_of(shown(deck, card))
    is_open = side.face != BACK and not covered and not card.in_hand
    return {
        "handle": card.handle,
        "x": card.pose.x_mm,
        "y": card.pose.y_mm,
        "angle": card.pose.angle_deg,
        "raised": card.pose.raised_mm,
        "face_up": card.face_up and not covered,
        "covered": covered,
        "in_hand": card.in_hand,
        "print": side.id if is_open else None,
        "face": side.face_at(card.pose.angle_deg) if is_open else None,
    }


def _covered(deck: Deck, card: PhysicalCard, above: tuple[PhysicalCard, ...]) -> bool:
    """Tell whether less than a sliver of a card is in sight."""
    across = np.linspace(-0.48, 0.48, 9) * deck.width_mm
    down = np.linspace(-0.48, 0.48, 13) * deck.height_mm
    grid = np.stack(np.meshgrid(across, down), axis=-1).reshape(-1, 2)
    return geometry.visible_share(deck, geometry.placed(grid, card.pose), above) == 0.0
