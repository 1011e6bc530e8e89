"""A simulated table lies as it was left when its process comes back."""

from pathlib import Path
from random import Random

import pytest

from companion.cards import Seat
from companion.games import GAMES
from companion.kept_scene import SceneKeeper
from companion.simulated_table import SimulatedTable
from vision.plan import plan_table
from vision.simulated.things import Pose

TWO, THREE = (Seat("p1"), Seat("p2")), (Seat("p1"), Seat("p2"), Seat("p3"))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return where the table is kept."""
    return tmp_path / "scene.json"


def table(seed: int, seats: tuple[Seat, ...] = TWO) -> SimulatedTable:
    """Return a simulated table with a deck of its own order."""
    game = GAMES["deadlock_city"]
    return SimulatedTable(game, plan_table(game.zones(seats), seats), Random(seed))


def kept(path: Path, simulated: SimulatedTable) -> SceneKeeper:
    """Return the table's keeper at work."""
    keeper = SceneKeeper(path, simulated)
    keeper.start()
    return keeper


def lying(simulated: SimulatedTable) -> list[tuple[object, ...]]:
    """Return what lies on the table, from the bottom up, whatever its handles."""
    cards = simulated.scene.snapshot().cards
    return [(card.print_id, card.pose, card.face_up) for card in cards]


def test_the_cards_lie_where_they_were_left(path: Path) -> None:
    left, again = table(1), table(2)
    keeper = kept(path, left)
    left.scene.put_down(
        left.scene.snapshot().cards[-1].handle, Pose(99.0, 80.0, 15.0), face_up=True
    )
    keeper.close()
    kept(path, again).close()

    assert lying(again) == lying(left)


def test_a_new_mat_gets_a_new_deck(path: Path) -> None:
    three = table(2, THREE)
    before = lying(three)
    kept(path, table(1)).close()
    kept(path, three).close()

    assert lying(three) == before


@pytest.mark.parametrize("text", ["", "{", "[]", '{"table": 5}', '{"table": [], "cards": [[1]]}'])
def test_a_broken_file_is_no_table(path: Path, text: str) -> None:
    path.write_text(text)
    simulated = table(1)
    before = lying(simulated)
    kept(path, simulated).close()

    assert lying(simulated) == before


def test_a_card_of_another_deck_lays_nothing_out(path: Path) -> None:
    kept(path, table(1)).close()
    path.write_text(path.read_text().replace("9a", "joker"))
    simulated = table(2)
    before = lying(simulated)
    kept(path, simulated).close()

    assert lying(simulated) == before


def test_only_its_owner_may_read_where_the_cards_lie(path: Path) -> None:
    kept(path, table(1)).close()

    assert path.stat().st_mode & 0o077 == 0
