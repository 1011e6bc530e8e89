"""Writing the values of a deck as a TOML text, as `reading` reads it.

Whatever the values are, right or not: a deck that is still being entered can be taken home.
"""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

_BARE = re.compile(r"[A-Za-z0-9_-]+")
#: Tables with a header of their own; all others stand within one line.
_HEADED = frozenset({"boss", "kit", "scrap", "scene"})
_LISTED = frozenset({"job", "legend"})


def write_deck(data: Mapping[str, Any]) -> str:
    """Return the values of a deck as TOML; None values are left out."""
    return "\n".join(_table(data, ())) + "\n"


def _table(data: Mapping[str, Any], place: tuple[str, ...]) -> Iterator[str]:
    inside: list[tuple[str, Any]] = []
    for key, value in data.items():
        if _stands_apart(key, value, place):
            inside.append((key, value))
        elif value is not None:
            yield f"{_key(key)} = {_value(value)}"
    for key, value in inside:
        yield from _header(key, value, (*place, key))


def _stands_apart(key: str, value: Any, place: tuple[str, ...]) -> bool:
    if place:
        return len(place) == 1 and key in _HEADED and isinstance(value, dict)
    return key in _LISTED and isinstance(value, list) and all(isinstance(v, dict) for v in value)


def _header(key: str, value: Any, place: tuple[str, ...]) -> Iterator[str]:
    if isinstance(value, dict):
        yield f"[{'.'.join(place)}]"
        yield from _table(value, place)
        return
    for item in value:
        yield ""
        yield f"[[{key}]]"
        yield from _table(item, place)


def _key(key: str) -> str:
    return key if _BARE.fullmatch(key) else _text(key)


def _value(value: Any) -> str:
    match value:
        case str():
            return _text(value)
        case bool() | int() | float():
            return json.dumps(value)
        case dict():
            pairs = (f"{_key(k)} = {_value(v)}" for k, v in value.items() if v is not None)
            return f"{{ {', '.join(pairs)} }}"
        case list() | tuple():
            return f"[{', '.join(_value(item) for item in value if item is not None)}]"
    return _text(str(value))


def _text(text: str) -> str:
    # JSON's escapes are TOML's, but for the one control character that JSON lets pass.
    clean = text.encode("utf-8", "replace").decode("utf-8")
    return json.dumps(clean, ensure_ascii=False).replace("\x7f", "\\u007f")
