"""A fan that its player holds under the camera: order, active ends, cards slid up."""

from collections.abc import Callable
from random import Random

import pytest

from companion.cards import Seat
from companion.games import GAMES
from companion.layout import Pile, Zone
from companion.simulated_table import SimulatedTable
from vision.plan import plan_table
from vision.reader import Reader
from vision.reading import Reading
from vision.simulated.things import Handle, Pose
from web.simulation import DealCards, MoveCard

GAME, FAN = GAMES["deadeye_dinah"], Zone("p1.fan")
Read = Callable[[], Reading]


@pytest.fixture
def table() -> tuple[SimulatedTable, Read]:
    """Return a simulated table on which a hand lies fanned, and who reads it."""
    seats = (Seat("p1"),)
    plan = plan_table(GAME.zones(seats), seats)
    simulated = SimulatedTable(GAME, plan, Random(4))
    simulated.perform(DealCards())
    reader = Reader(plan, GAME.deck, profile=simulated.profile)
    return simulated, lambda: reader.read(simulated.frame())


def slide(simulated: SimulatedTable, place: int, up_mm: float, turn_deg: float = 0.0) -> None:
    """Slide the card at a place of the fan up, as a person at the simulator page does."""
    card = sorted(simulated.describe().cards, key=lambda card: card.x_mm)[place]
    angle = card.angle_deg + turn_deg
    simulated.perform(MoveCard(card.handle, card.x_mm, card.y_mm - up_mm, angle))


def test_a_card_slid_up_in_the_fan_is_seen_so_and_keeps_its_place(table) -> None:
    simulated, read = table
    before = read().layout[FAN]
    for place in (2, 4):
        slide(simulated, place, 30.0)

    assert before.raised == ()
    assert read().layout[FAN] == Pile(before.face_up, raised=(before.face_up[2], before.face_up[4]))


def test_a_turned_card_shows_its_other_end(table) -> None:
    simulated, read = table
    before = read().layout[FAN].face_up
    slide(simulated, 1, 0.0, turn_deg=180.0)

    assert read().layout[FAN].face_up[1] == before[1].replace("kit", "scrap")


def test_a_fan_laid_askew_and_bent_has_no_card_slid_up(table) -> None:
    simulated, read = table
    for place, card in enumerate(sorted(simulated.describe().cards, key=lambda c: c.x_mm)):
        lean = (place - 4) * 5.0
        # 15 mm and 5 degrees from card to card: an arc of 172 mm.
        pose = Pose(card.x_mm, card.y_mm + lean * lean / 38, lean)
        simulated.scene.slide(Handle(card.handle), pose)
    reading = read()

    assert len(reading.layout[FAN].face_up) == 9
    assert reading.layout[FAN].raised == ()
    assert reading.warnings == ()
