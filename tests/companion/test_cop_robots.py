"""Robots play Good Cop Bad Cop through the simulated camera, from the deal to the last reveal."""

import random
from collections import Counter
from pathlib import Path

from companion import demo
from companion.app import House
from companion.cards import Face, Seat
from companion.commands import ChooseGame
from companion.game import TABLE, SeatView, View
from companion.games import GAMES
from companion.games.good_cop_bad_cop.surroundings import row_zone
from companion.layout import Pile
from companion.robots.good_cop_bad_cop import CopRobot
from companion.robots.police_hands import PoliceHands
from companion.settings import PanelSettings, Settings
from companion.simulated_table import SimulatedTable
from companion.store import MemoryJournal
from companion.table import Table
from vision.plan import plan_table


def test_a_game_of_four_is_played_to_its_end_through_frames(tmp_path: Path) -> None:
    settings = Settings(
        data=tmp_path,
        port=0,
        host="127.0.0.1",
        address="127.0.0.1",
        camera="simulated",
        panel=PanelSettings(simulated=True),
    )
    with House(settings, seed=3, in_memory=True) as house:
        house.table.do(ChooseGame("good_cop_bad_cop"), 60)
        said = list(demo.play(house, 4, random.Random(3), 0.0))
        shown = house.table.published(TABLE).snapshot
        written = house.table.written(whole=True)

    assert shown.stage == "over", said[-3:]
    assert shown.view is not None
    assert shown.view.outcome is not None
    # Guns were seen to be taken and turned, cards to be turned up.
    for act in (" arms", " flips ", " aims ", " shoots ", " reveals "):
        assert act in written
    assert "told_wrong" not in {note.code for note in shown.view.notes}


def test_of_equal_cards_one_is_kept_and_the_others_are_put_away() -> None:
    """Who comes back with one card may have held another that looks the same."""
    seats = tuple(Seat(f"p{number}") for number in range(1, 6))
    game = GAMES["good_cop_bad_cop"]
    simulated = SimulatedTable(game, plan_table(game.zones(seats), seats), random.Random(1))
    players = [PoliceHands(seat, simulated) for seat in seats]
    hands = next(one for one in players if len(set(one.row_faces())) < 3)
    hands.flip_all()
    (face, count), *_ = Counter(hands.row_faces()).most_common(1)
    piles = ((row_zone(hands.seat), Pile((face,))),)
    view = View(game.name, TABLE, "action", (SeatView(hands.seat, (), piles),), (), ())
    while len(hands.row_faces()) > 1:
        assert hands.tidy(view, discards=False)

    assert count >= 2
    assert hands.row_faces() == [face]


def row_of(seat: Seat, simulated: SimulatedTable) -> list[str]:
    """Return the handles of the cards in a seat's row, from left to right."""
    zone = simulated.plan.zone(row_zone(seat))
    cards = simulated.person.cards_in(zone.spec.name)
    cards = sorted(cards, key=lambda c: float(zone.to_zone([(c.pose.x_mm, c.pose.y_mm)])[0, 0]))
    return [str(card.handle) for card in cards]


def test_an_exchange_moves_the_two_cards_that_were_chosen_for_it_alone() -> None:
    """What was chosen for another card before has nothing to do with it."""
    seats = tuple(Seat(f"p{number}") for number in range(1, 5))
    game = GAMES["good_cop_bad_cop"]
    simulated = SimulatedTable(game, plan_table(game.zones(seats), seats), random.Random(1))
    table = Table(GAMES, MemoryJournal(), random.Random(1), lambda: 0.0)
    robot = CopRobot(seats[0], table, simulated, random.Random(1), 0.0)
    rows = {seat: row_of(seat, simulated) for seat in seats}
    robot.chose(Face("wiretap"), {"target": "p2", "place": "right"})
    robot.chose(Face("blackmail"), {"target": "p3", "place": "left"})
    assert {seat: row_of(seat, simulated) for seat in seats} == rows
    robot.chose(Face("blackmail"), {"target": "p4", "place": "middle"})
    after = {seat: row_of(seat, simulated) for seat in seats}
    table.close()

    assert (after["p3"][0], after["p4"][1]) == (rows["p4"][1], rows["p3"][0])
    assert after["p2"] == rows["p2"]
