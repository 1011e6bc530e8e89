"""From a scene to a list of things to draw, from the table up, each at its height."""

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from companion.cards import BACK, Deck, PrintId
from vision.simulated import geometry
from vision.simulated.things import THICKNESS_MM, Arm, PhysicalCard, Pose, Snapshot

#: Of a neat stack only every so many cards are drawn; their edges still meet.
_DRAWN_OF_STACK = 4
_NEAT_MM, _NEAT_DEG = 0.4, 0.4
#: The lamp hangs up and left: shadows fall this far right and down per mm of height.
SHADOW_SLOPE = (0.30, 0.42)
#: Keys of the sprites that are not cards.
ARM, ARM_SHADOW, CARD_SHADOW = "arm", "arm shadow", "card shadow"


@dataclass(frozen=True, slots=True)
class Item:
    """One sprite to draw: which, where on the mat, and how high over it, mm."""

    sprite: str
    pose: Pose
    height_mm: float


def back_of(deck: Deck) -> PrintId:
    """Return the id of the print that the deck's cards show face down."""
    return next(design.id for design in deck.prints if design.face == BACK)


def shown(deck: Deck, card: PhysicalCard) -> PrintId:
    """Return the id of the print on the side of a card that lies up."""
    if card.face_up:
        return card.print_id
    return deck.print_of(card.print_id).behind or back_of(deck)


def lying(snapshot: Snapshot) -> tuple[PhysicalCard, ...]:
    """Return the cards the camera could see, from the bottom of the table up."""
    return tuple(card for card in snapshot.cards if not card.in_hand)


def heights(deck: Deck, cards: Sequence[PhysicalCard]) -> tuple[float, ...]:
    """Return how high over the mat the upper side of each card is, mm."""
    tops: list[float] = []
    size = (deck.width_mm, deck.height_mm)
    for place, card in enumerate(cards):
        support = 0.0
        for below in range(place - 1, -1, -1):
            if _touch(size, card.pose, cards[below].pose):
                support = tops[below] - cards[below].pose.raised_mm
                break
        tops.append(support + THICKNESS_MM + card.pose.raised_mm)
    return tuple(tops)


@lru_cache(maxsize=4096)
def _touch(size: tuple[float, float], first: Pose, second: Pose) -> bool:
    """Tell whether cards at two poses overlap; asked again for every frame that changed."""
    if math.hypot(first.x_mm - second.x_mm, first.y_mm - second.y_mm) > math.hypot(*size):
        return False
    return geometry.overlap(geometry.rectangle(size, first), geometry.rectangle(size, second))


def stage(deck: Deck, snapshot: Snapshot) -> tuple[Item, ...]:
    """Return everything to draw, from the table up."""
    cards = lying(snapshot)
    drawn: list[Item] = []
    for place, (card, height) in enumerate(zip(cards, heights(deck, cards), strict=True)):
        if _buried(cards, place):
            continue
        if card.pose.raised_mm > 0:
            drawn.append(_shadow(CARD_SHADOW, card.pose, height))
        drawn.append(Item(shown(deck, card), card.pose, height))
    return (*drawn, *_arms(arm for _, arm in snapshot.arms))


def _buried(cards: Sequence[PhysicalCard], place: int) -> bool:
    """Tell whether a card lies within a neat stack, not to be drawn."""
    return (
        0 < place < len(cards) - 1
        and place % _DRAWN_OF_STACK != 0
        and _neat(cards[place - 1].pose, cards[place].pose)
        and _neat(cards[place].pose, cards[place + 1].pose)
    )


def _neat(first: Pose, second: Pose) -> bool:
    return (
        abs(first.x_mm - second.x_mm) < _NEAT_MM
        and abs(first.y_mm - second.y_mm) < _NEAT_MM
        and abs(first.angle_deg - second.angle_deg) < _NEAT_DEG
        and first.raised_mm == second.raised_mm
    )


def _shadow(sprite: str, pose: Pose, height_mm: float) -> Item:
    x, y = pose.x_mm + SHADOW_SLOPE[0] * height_mm, pose.y_mm + SHADOW_SLOPE[1] * height_mm
    return Item(sprite, replace(pose, x_mm=x, y_mm=y, raised_mm=0.0), 0.5)


def _arms(arms: Iterable[Arm]) -> Iterator[Item]:
    for arm in arms:
        pose = Pose(arm.x_mm, arm.y_mm, arm.from_deg - 180.0)
        yield _shadow(ARM_SHADOW, pose, arm.height_mm)
        yield Item(ARM, pose, arm.height_mm)
