"""The practice deck that comes with the program: invented, not the published game's."""

from importlib.resources import files

from companion.games.deadeye_dinah.reading import read_deck

_FILE = files(__package__) / "practice.toml"


def practice_text() -> str:
    """Return the practice deck as its file says it."""
    return _FILE.read_text(encoding="utf-8")


PRACTICE = read_deck(practice_text(), _FILE.name)
