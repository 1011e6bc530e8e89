"""Every module of the house stands on a floor, so that the floors hold for all of them."""

import tomllib
from pathlib import Path

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
