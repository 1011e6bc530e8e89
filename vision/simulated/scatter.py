"""Random but believable tables, for tests and for measuring how well they are read."""

import math
from collections.abc import Sequence
from dataclasses import replace
from itertools import accumulate, pairwise
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
        slips = [rng.gauss(0, difficulty.jitter_mm) for _ in cards]
        places = [((place - 0.5) * step, slip) for place, slip in enumerate(slips)]
        turns = _turns(len(cards), rng, difficulty)
    else:
        cards = _taken(order, rng.randint(0, LONGEST_FAN))
        turns = _turns(len(cards), rng, difficulty)
        places = _fan(turns, rng, deck, difficulty)
    poses = [
        _turned(geometry.shifted(centre, *place), turn, rng, difficulty)
        for place, turn in zip(places, turns, strict=True)
    ]
    face_up = zone.spec.kind is ZoneKind.FAN
    return [Placement(card, pose, face_up) for card, pose in zip(cards, poses, strict=True)]


def _taken(order: list[PrintId], count: int) -> list[PrintId]:
    taken, order[:] = order[:count], order[count:]
    return taken


def _turns(count: int, rng: Random, difficulty: Difficulty) -> list[float]:
    """Return how far cards are turned out of their zone's axis, degrees."""
    return [rng.gauss(0, difficulty.jitter_deg) for _ in range(count)]


def _fan(
    turns: Sequence[float], rng: Random, deck: Deck, difficulty: Difficulty
) -> list[tuple[float, float]]:
    """Return places around the middle, strips apart, along a direction drawn from `rng`."""
    direction = math.radians(rng.choice(difficulty.fan_directions_deg))
    across, down = math.cos(direction), math.sin(direction)
    # Askew it is the longer of the two ways across that leaves the strip.
    shorter, longer = sorted((abs(across), abs(down)))
    edge_mm = deck.height_mm if abs(across) == longer else deck.width_mm
    steps = []
    for turn, following in pairwise(turns):
        slip = rng.gauss(0, difficulty.jitter_mm)
        if difficulty.strip_kept:
            # Turned against each other the strip is narrower at one end of the edge; and
            # what lies askew moves less across an edge that is turned.
            slip = abs(slip) + edge_mm / 2 * _sine(following - turn)
            slip += difficulty.strip_mm * shorter / longer * _sine(turn)
        steps.append((difficulty.strip_mm + slip) / longer)
    middle = sum(steps) / 2
    ends = list(accumulate(steps, initial=0.0))[: len(turns)]
    return [((end - middle) * across, (end - middle) * down) for end in ends]


def _sine(angle_deg: float) -> float:
    return abs(math.sin(math.radians(angle_deg)))


def _turned(pose: Pose, turn: float, rng: Random, difficulty: Difficulty) -> Pose:
    over = 180.0 if rng.random() < difficulty.upside_down_share else 0.0
    return replace(pose, angle_deg=pose.angle_deg + over + turn)
