"""Cards that are slid up in a fan, from where the cards of the fan lie.

A fan may be straight or bent, and it may lie askew. From one card to the next its centre
moves along the fan; what it moves along the cards' own upward direction, halfway between
the two cards', is how much higher the next one is held. These steps add up to a profile
in which only cards that were slid up stand out.
"""

import math
from collections.abc import Iterator, Sequence

from companion.cards import Face
from vision.plan import PlacedZone
from vision.reading import Sighting

#: A card slid up sticks out at least so far; careless fans differ by half of it, mm.
SLID_UP_MM = 14.0


def slid_up(zone: PlacedZone, fan: Sequence[Sighting]) -> tuple[Face, ...]:
    """Return the faces of the cards, left to right, that stick out of their fan."""
    heights = list(_profile(zone, fan))
    floor = min(heights, default=0.0) + SLID_UP_MM
    return tuple(card.face for card, high in zip(fan, heights, strict=True) if high > floor)


def _profile(zone: PlacedZone, fan: Sequence[Sighting]) -> Iterator[float]:
    """Yield how high each card is held over the leftmost one, mm."""
    height = 0.0
    for number, card in enumerate(fan):
        if number:
            height += _step(zone, fan[number - 1], card)
        yield height


def _step(zone: PlacedZone, one: Sighting, other: Sighting) -> float:
    """Return how much higher the next card is held; two-ended cards count either way up."""
    (x, y), (next_x, next_y) = zone.to_zone([(one.x_mm, one.y_mm), (other.x_mm, other.y_mm)])
    lean = (_lean(zone, one) + _lean(zone, other)) / 2
    return float((next_x - x) * math.sin(lean) - (next_y - y) * math.cos(lean))


def _lean(zone: PlacedZone, card: Sighting) -> float:
    """Return the angle between a card's long side and the zone's, radians, within a quarter."""
    return math.radians((card.angle_deg - zone.angle_deg + 90.0) % 180.0 - 90.0)
