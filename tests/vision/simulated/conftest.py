from random import Random

import pytest

from companion.cards import Seat
from companion.games.deadlock_city.cards import DECK
from companion.layout import Zone, ZoneKind, ZoneSpec
from vision.plan import plan_table
from vision.simulated.player import Player, crossed_deck
from vision.simulated.scene import Scene


@pytest.fixture(scope="session")
def deck():
    return DECK


@pytest.fixture(scope="session")
def plan():
    seats = [Seat(f"p{number}") for number in (1, 2, 3)]
    specs = [ZoneSpec(Zone("deck"), ZoneKind.STACK)]
    for seat in seats:
        specs.append(ZoneSpec(Zone(f"{seat}.pile"), ZoneKind.FAN, seat))
        specs.append(ZoneSpec(Zone(f"{seat}.hand"), ZoneKind.HAND, seat))
    return plan_table(specs, seats)


@pytest.fixture
def scene(deck, plan):
    start = crossed_deck(deck, plan, Zone("deck"), Random(3))
    return Scene(deck, (plan.width_mm, plan.height_mm), start, Random(4))


@pytest.fixture
def player(scene, plan):
    return Player(scene, plan)
