"""Every module of the house stands on a floor, so that the floors hold for all of them."""

import re
import tomllib
from pathlib import Path

from companion.games import GAMES

ROOT = Path(__file__).parent.parent
#: Benches look into every room, and rooms have some of their own.
EVERYWHERE = {"companion.bench"}


def test_every_module_of_the_companion_is_on_a_floor() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    floors = settings["tool"]["importlinter"]["contracts"][0]["layers"]
    placed = {name.strip() for floor in floors for name in floor.split("|")}
    folder = ROOT / "companion"
    modules = {file.stem for file in folder.glob("*.py")} - {"__init__"}
    packages = {file.parent.name for file in folder.glob("*/__init__.py")}

    assert {f"companion.{name}" for name in modules | packages} - placed == EVERYWHERE


def test_no_clause_of_a_game_stands_outside_its_folder() -> None:
    prefixes = "|".join(game.clause_prefix for game in GAMES.values())
    clause = re.compile(rf"[\"'](?:{prefixes})-[A-Z]?\d")
    rooms = ("companion", "web", "vision", "hardware")
    files = (file for room in rooms for file in (ROOT / room).rglob("*.py"))
    shared = [f for f in files if "games" not in f.parts and "bench" not in f.parts]

    assert [str(file) for file in shared if clause.search(file.read_text("utf-8"))] == []
