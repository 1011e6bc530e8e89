"""Finding the line of a TOML text that a value stands in, for error messages.

The standard library's TOML reader tells values but not their lines.
"""

import re
from collections.abc import Mapping

Place = tuple[str | int, ...]

_HEADER = re.compile(r"\s*(\[\[?)([A-Za-z0-9_.\-]+)\]\]?\s*(?:#.*)?")
_KEY = re.compile(r"\s*([A-Za-z0-9_\-]+)\s*=")


def lines_of(text: str) -> Mapping[Place, int]:
    """Return the line number, from 1, of each table and key at the start of a line."""
    found: dict[Place, int] = {(): 1}
    counts: dict[Place, int] = {}
    table: Place = ()
    for number, line in enumerate(text.splitlines(), start=1):
        if header := _HEADER.fullmatch(line):
            table = _place(header[2].split("."), header[1] == "[[", counts)
            found[table] = number
        elif key := _KEY.match(line):
            found.setdefault((*table, key[1]), number)
    return found


def _place(names: list[str], is_list: bool, counts: dict[Place, int]) -> Place:
    """Return where a header points; names of lists mean their last entry."""
    place: Place = ()
    for name in names[:-1]:
        place = (*place, name)
        if place in counts:
            place = (*place, counts[place])
    place = (*place, names[-1])
    if not is_list:
        return place
    counts[place] = counts.get(place, -1) + 1
    return (*place, counts[place])


def line_of(lines: Mapping[Place, int], place: Place) -> int:
    """Return the line of a value, or of the nearest table around it; 0 without any lines."""
    while place and place not in lines:
        place = place[:-1]
    return lines.get(place, 0)
