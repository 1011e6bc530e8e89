"""Robots play Good Cop Bad Cop through the simulated camera, from the deal to the last reveal."""

import random
from pathlib import Path

from companion import demo
from companion.app import House
from companion.commands import ChooseGame
from companion.game import TABLE
from companion.settings import PanelSettings, Settings


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
