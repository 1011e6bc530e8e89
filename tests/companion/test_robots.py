"""Robots on a machine so busy that the camera is slow: they wait, and do nothing twice."""

from random import Random

import pytest

from companion.cards import Seat
from companion.layout import Layout, Pile
from companion.robots import ROBOTS, Robot
from companion.robots import seat as seat_module
from companion.simulated_table import SimulatedTable
from tests.companion.evening import P1, P2, Evening
from vision.plan import plan_table
from web.simulation import DealCards


class Room:
    """Two robots at a simulated table, and a camera that looks when the test says so."""

    def __init__(self) -> None:
        self.evening = Evening(("Ann", "Ben"), logged=(P1, P2))
        self.table = self.evening.table
        self.evening.deal()
        game, seats = self.table.session().game, self.table.session().seats
        plan = plan_table(game.zones(seats), seats)
        self.simulated = SimulatedTable(game, plan, Random(4))
        self.simulated.perform(DealCards())
        kind = ROBOTS[game.name]
        self.ann, self.ben = (kind(s, self.table, self.simulated, Random(1), 0.0) for s in seats)

    def look(self) -> None:
        """Let the table see what lies there, as a camera would tell it."""
        session = self.table.session()
        assert session.play is not None
        layout: Layout = dict(session.game.layout(session.play.state))
        for zone in layout:
            cards = self.simulated.person.cards_in(zone)
            if zone != "deck":
                up = tuple(self.simulated.scene.face_of(c.handle) for c in cards if c.face_up)
                layout |= {zone: Pile(up, len(cards) - len(up))}
        self.evening.look(layout)

    def held(self, seat: Seat) -> int:
        return len(self.simulated.person.cards_in(f"{seat}.hand"))


@pytest.fixture
def room(monkeypatch: pytest.MonkeyPatch) -> Room:
    # The camera is too slow for any patience.
    monkeypatch.setattr(seat_module, "PICTURES", 0)
    return Room()


def settled(room: Room, robot: Robot) -> int:
    """Let a robot act until there is nothing it would do; return how often it acted."""
    return sum(robot.act() for _ in range(5))


def test_a_drawn_card_that_nobody_has_seen_is_not_drawn_again(room: Room) -> None:
    acts = settled(room, room.ann)
    unseen, unrecorded = room.held(P1), room.evening.acts()
    room.look()
    recorded = room.evening.acts()

    assert acts == 2  # It tells its phone what it holds, and draws.
    assert unseen == 2
    assert not any("draws" in act for act in unrecorded)
    assert recorded[-1] == "act p1 draws"
    assert room.ann.act()
