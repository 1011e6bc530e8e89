"""The robot that plays Deadeye Dinah tells its phone what the camera reads, and plays on."""

from random import Random

import pytest

from companion.cards import Seat
from companion.commands import ChooseGame, Deal, Join
from companion.games import GAMES
from companion.layout import Zone
from companion.robots.deadeye_dinah import DinahRobot
from companion.simulated_table import SimulatedTable
from companion.store import MemoryJournal
from companion.table import Observe, Table
from vision.plan import plan_table
from vision.reader import Reader

GAME, P1 = GAMES["deadeye_dinah"], Seat("p1")


class SharpRobot(DinahRobot):
    """A robot whose camera looks whenever it waits, so that the test needs no camera thread."""

    reader: Reader

    def _wait(self, settled):  # type: ignore[no-untyped-def]
        layout = self.reader.read(self._simulated.frame()).layout
        self._table.do(Observe({Zone("p1.fan"): layout[Zone("p1.fan")]}))
        shown = self._snapshot()
        assert settled(shown)
        return shown


@pytest.fixture
def robot():  # type: ignore[no-untyped-def]
    plan = plan_table(GAME.zones((P1,)), (P1,))
    simulated = SimulatedTable(GAME, plan, Random(2))
    table = Table(GAMES, MemoryJournal(), Random(2), lambda: 0.0)
    for command in (ChooseGame(GAME.name), Join("Dinah", "-"), Deal()):
        table.do(command)
    player = SharpRobot(P1, table, simulated, Random(2), 0.0)
    player.reader = Reader(plan, GAME.deck, profile=simulated.profile)
    yield player, table
    table.close()


def test_it_captures_or_lets_go_a_boss_by_what_the_camera_reads(robot) -> None:
    player, table = robot
    while True:
        player.act()
        state = table.session().play.state
        if state.last is not None:
            break
    acts = [str(entry) for entry in table.session().play.record.entries]

    assert state.attempts == 1
    assert acts[1].startswith("p1 stacks")
    assert state.last.code in ("captured", "failed_given_up")
