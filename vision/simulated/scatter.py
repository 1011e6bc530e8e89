"""Random but believable tables, for tests and for measuring how well they are read."""

import math
from collections.abc import Sequence
from random import Random

from companion.cards import Deck, PrintId
from companion.layout import ZoneKind
from vision.plan import PlacedZone, TablePlan
from vision.simulated import geometry
from vision.simulated.difficulty import Difficulty
from vision.simulated.scene import Scene
from vision.simulated.things import Arm, Placement, Pose

#: Fans of a random scene hold up to so many cards, hands up to two.
LONGEST_FAN = 6


def random_scene(rng: Random, deck: Deck, plan: TablePlan, difficulty: Difficulty) -> Scene:
    """Return a table in the middle of some game: fans, hands, a stack, perhaps a hand.

    Which cards lie where is drawn from `rng`; how carelessly, from `difficulty`.
    """
    order = [design.id for design in deck.physical_cards()]
    rng.shuffle(order)
    start: list[Placement] = []
    for zone in plan.zones:
        start.extend(_filled(zone, order, rng, deck, difficulty))
    scene = Scene(deck, (plan.width_mm, plan.height_mm), start, rng)
    if rng.random() < difficulty.hand_share:
        side = rng.choice((180.0, 0.0, 90.0, 270.0))
        x, y = rng.uniform(0.2, 0.8) * plan.width_mm, rng.uniform(0.2, 0.8) * plan.height_mm
        scene.hover(Arm(x, y, side + rng.uniform(-25, 25)))
    return scene


def _filled(
    zone: PlacedZone, order: list[PrintId], rng: Random, deck: Deck, difficulty: Difficulty
) -> Sequence[Placement]:
    """Take cards from `order` and lay them in a zone as its kind asks."""
    centre = Pose(zone.x_mm, zone.y_mm, zone.angle_deg)
    if zone.spec.kind is ZoneKind.STACK:
        return [Placement(card, centre) for card in _taken(order, rng.randint(0, 5))]
    if zone.spec.kind is ZoneKind.HAND:
        step, cards = deck.width_mm + 4.0, _taken(order, rng.randint(0, 2))
        places = [((place - 0.5) * step, 0.0) for place in range(len(cards))]
    else:
        cards = _taken(order, rng.randint(0, LONGEST_FAN))
        direction = math.radians(rng.choice(difficulty.fan_directions_deg))
        places = _fan(len(cards), direction, difficulty.strip_mm)
    poses = [_careless(geometry.shifted(centre, *place), rng, difficulty) for place in places]
    face_up = zone.spec.kind is ZoneKind.FAN
    return [Placement(card, pose, face_up) for card, pose in zip(cards, poses, strict=True)]


def _taken(order: list[PrintId], count: int) -> list[PrintId]:
    taken, order[:] = order[:count], order[count:]
    return taken


def _fan(count: int, direction: float, strip_mm: float) -> list[tuple[float, float]]:
    """Return places around the middle along a direction (radians), strips of so many mm."""
    # Askew it is the longer of the two ways across that leaves the strip.
    step = strip_mm / max(abs(math.cos(direction)), abs(math.sin(direction)))
    steps = [(place - (count - 1) / 2) * step for place in range(count)]
    return [(step * math.cos(direction), step * math.sin(direction)) for step in steps]


def _careless(pose: Pose, rng: Random, difficulty: Difficulty) -> Pose:
    turned = 180.0 if rng.random() < difficulty.upside_down_share else 0.0
    return Pose(
        pose.x_mm + rng.gauss(0, difficulty.jitter_mm),
        pose.y_mm + rng.gauss(0, difficulty.jitter_mm),
        pose.angle_deg + turned + rng.gauss(0, difficulty.jitter_deg),
    )
