"""Which settings a table starts with after this and that went wrong."""

from pathlib import Path

import pytest

from companion.settings import SettingsError
from companion.starts import LAST_GOOD, Starts, careful, prepare

GOOD = 'port = 8123\nlanguage = "fr"\n'


def home(tmp_path: Path, text: str | None = GOOD) -> dict[str, str]:
    """Return the environment of a user with this settings file."""
    file = tmp_path / "config" / "table-marshal" / "settings.toml"
    file.parent.mkdir(parents=True, exist_ok=True)
    if text is not None:
        file.write_text(text)
    return {"XDG_CONFIG_HOME": f"{tmp_path}/config", "XDG_STATE_HOME": f"{tmp_path}/state"}


def run_well(env: dict[str, str]) -> None:
    prepared = prepare(None, env, {})
    starts = Starts(prepared.settings.data)
    starts.begin()
    starts.settled(prepared)


@pytest.mark.parametrize("broken", ["port = \n", "port = 99999\n", "", "\x00\x00\x00"])
def test_broken_settings_give_way_to_those_that_worked_last(tmp_path: Path, broken: str) -> None:
    run_well(home(tmp_path))
    env = home(tmp_path, broken)

    prepared = prepare(None, env, {})

    assert (prepared.settings.port, prepared.settings.language) == (8123, "fr")
    assert "settings.toml" in prepared.notices[0]
    assert (tmp_path / "config/table-marshal/settings.toml").read_text() == broken


def test_broken_settings_without_a_last_good_copy_give_way_to_the_defaults(tmp_path: Path) -> None:
    prepared = prepare(None, home(tmp_path, "port = 0"), {"language": "fr", "host": None})

    assert (prepared.settings.port, prepared.settings.language) == (8000, "fr")
    assert "the defaults" in prepared.notices[0]


def test_a_file_named_by_hand_is_refused_to_whoever_named_it(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text("port = 0")

    with pytest.raises(SettingsError, match="port"):
        prepare(file, home(tmp_path), {})


def test_the_third_start_after_two_failures_is_in_safe_mode(tmp_path: Path) -> None:
    run_well(home(tmp_path))
    env = home(tmp_path, f'{GOOD}camera = "pi"\n[panel.seats.p1]\nbutton = 5\n')
    starts = Starts(tmp_path / "state" / "table-marshal")

    modes = [careful(prepare(None, env, {}), starts.begin()) for _ in range(3)]

    assert [mode.safe_mode for mode in modes] == [False, False, True]
    safe = modes[2].settings
    assert (safe.camera, dict(safe.panel.seats), safe.port) == ("simulated", {}, 8123)
    assert safe.language == "fr"
    assert "SAFE MODE" in modes[2].notices[0]


def test_a_start_that_went_well_is_the_end_of_safe_mode(tmp_path: Path) -> None:
    env = home(tmp_path)
    starts = Starts(tmp_path / "state" / "table-marshal")
    for _ in range(2):
        starts.begin()
    safe = careful(prepare(None, env, {}), starts.begin())
    starts.settled(safe)

    assert safe.safe_mode
    assert not careful(prepare(None, env, {}), starts.begin()).safe_mode
    assert not (tmp_path / "state" / "table-marshal" / LAST_GOOD).exists()


def test_a_start_that_was_refused_for_a_told_reason_does_not_count(tmp_path: Path) -> None:
    starts = Starts(tmp_path)
    for _ in range(5):
        starts.begin()
        starts.forget()

    assert starts.begin() == 0


@pytest.mark.parametrize("broken", [b"", b"\xff\xff", b"many", b"123456789"])
def test_a_broken_count_counts_as_none(tmp_path: Path, broken: bytes) -> None:
    (tmp_path / "failed-starts").write_bytes(broken)

    assert Starts(tmp_path).begin() == 0
