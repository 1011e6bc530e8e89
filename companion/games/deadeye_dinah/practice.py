"""The practice deck that comes with the program: invented, not the published game's."""

from importlib.resources import files

from companion.games.deadeye_dinah.reading import read_deck

_FILE = files(__package__) / "practice.toml"

PRACTICE = read_deck(_FILE.read_text(encoding="utf-8"), _FILE.name)
