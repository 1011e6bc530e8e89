"""A whole evening through frames: robots play, the recording plays it again."""

import random
from pathlib import Path

import pytest

from companion import demo
from companion.app import House
from companion.game import NotationError
from companion.games import game_named
from companion.record import parse, replay
from companion.recorded import EventScript
from companion.run import written
from companion.settings import PanelSettings, Settings

#: More than any recording here takes; only a hang is as long (seconds).
AGES_S = 300.0


def settings(tmp_path: Path, camera: str) -> Settings:
    return Settings(
        data=tmp_path / "data",
        port=0,
        host="127.0.0.1",
        camera=camera,
        panel=PanelSettings(simulated=True),
    )


@pytest.mark.parametrize("seed", [5, 8])
def test_a_game_seen_through_frames_is_the_same_from_recorded_files(
    tmp_path: Path, seed: int
) -> None:
    folder = tmp_path / "recording"
    with House(settings(tmp_path, "simulated"), folder, seed, in_memory=True) as house:
        said = list(demo.play(house, 3, random.Random(seed), 0.0))
        played = written(house)
    with House(settings(tmp_path, f"files:{folder}")) as house:
        assert house.ended.wait(AGES_S)
        seen = written(house)

    record = parse(played)
    states = replay(game_named(record.game), record)
    assert game_named(record.game).outcome(states[-1]) is not None
    assert "win" in said[-1]
    assert played == seen


def test_a_broken_line_in_a_recording_is_named() -> None:
    with pytest.raises(NotationError, match="line 2"):
        EventScript("0\tjoin p1 - Ann\nnonsense\n", "events.txt")
