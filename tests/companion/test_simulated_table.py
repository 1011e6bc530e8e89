"""A simulated table deals as the game says, by the house rules of the evening."""

from collections.abc import Mapping
from random import Random

import pytest

from companion.cards import Seat
from companion.game import Setup
from companion.games import GAMES
from companion.layout import differences
from companion.simulated_table import SimulatedTable
from vision.plan import TablePlan, plan_table
from vision.reader import Reader

GAME = GAMES["good_cop_bad_cop"]


def table_of(players: int, rules: Mapping[str, str]) -> tuple[SimulatedTable, TablePlan]:
    """Return a simulated table that is dealt for so many players, and its plan."""
    seats = tuple(Seat(f"p{number}") for number in range(1, players + 1))
    plan = plan_table(GAME.zones(seats), seats)
    return SimulatedTable(GAME, plan, Random(players), lambda: rules), plan


@pytest.mark.parametrize(("players", "edition"), [(4, "seed"), (8, "fourth")])
def test_the_camera_finds_the_table_dealt_as_the_record_has_it(players: int, edition: str) -> None:
    simulated, plan = table_of(players, {"edition": edition})
    seats = tuple(Seat(f"p{number}") for number in range(1, players + 1))
    expected = GAME.layout(GAME.setup(Setup(seats, seats[0], {"edition": edition})))
    read = Reader(plan, GAME.deck, profile=simulated.profile).read(simulated.frame())
    kinds = {zone.name: zone.kind for zone in GAME.zones(seats)}

    assert read.warnings == ()
    assert differences(expected, read.layout, kinds) == ()


def test_a_deal_takes_no_more_cards_than_the_game_has() -> None:
    simulated, _ = table_of(4, {"guns": "3"})
    prints = [card.print_id for card in simulated.scene.snapshot().cards]

    assert prints.count("gun") == 3
    assert (prints.count("agent"), prints.count("kingpin")) == (1, 1)
    assert "report_audit" not in prints
