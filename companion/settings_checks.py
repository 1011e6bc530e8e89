"""What each key of the settings file may be, and on which line it stands."""

import re
from collections.abc import Callable, Mapping
from difflib import get_close_matches
from ipaddress import ip_address
from typing import Any

#: The way to a key: ("panel", "seats", "p1", "button").
KeyPath = tuple[str, ...]
#: Says what is wrong with a value, or None.
Check = Callable[[Any], str | None]


def _is_int(low: int, high: int) -> Check:
    def check(value: Any) -> str | None:
        if type(value) is int and low <= value <= high:
            return None
        return f"{value!r} is not a whole number from {low} to {high}"

    return check


def _is_pin(value: Any) -> str | None:
    if type(value) is int and 2 <= value <= 27:
        return None
    return f"{value!r} is not a GPIO number from 2 to 27 (the number behind 'GPIO', not the place)"


def _is_truth(value: Any) -> str | None:
    return None if isinstance(value, bool) else f"{value!r} is neither true nor false"


def _is_host(value: Any) -> str | None:
    try:
        ip_address(value if isinstance(value, str) else "")
    except ValueError:
        return f'{value!r} is not an IP address; use "0.0.0.0" for every network of this machine'
    return None


def _matches(pattern: str, expected: str) -> Check:
    def check(value: Any) -> str | None:
        if isinstance(value, str) and re.fullmatch(pattern, value):
            return None
        return f"{value!r} is not {expected}"

    return check


#: Topics may have levels; wildcards are for those who listen (MQTT 5.0, 4.7).
_is_topic = _matches(r"[\w-]+(/[\w-]+)*", 'a topic such as "table-marshal"')

KEYS: Mapping[str, Check] = {
    "port": _is_int(1, 65535),
    "https_port": _is_int(1, 65535),
    "host": _is_host,
    "address": _matches(r"[A-Za-z0-9.-]{0,253}", "a name or address that phones can reach"),
    "camera": _matches(
        r"auto|pi(:\d{1,2})?|simulated|usb(:.+)?|files:.+",
        '"auto", "pi", "pi:1", "usb", "usb:1", "simulated" or "files:" and a folder',
    ),
    "language": _matches(r"[a-z]{2,3}(-[A-Za-z]{2,4})?", 'a language code such as "en"'),
    "deck": _matches(r"[a-z0-9][a-z0-9_-]{0,39}|", "the name of a deck you enrolled"),
    "data": _matches(r"(/|~/).*", 'an absolute folder, such as "~/table-marshal"'),
}
MQTT_KEYS: Mapping[str, Check] = {
    "host": _matches(r"[A-Za-z0-9.:-]{1,253}", "a broker's name or address"),
    "port": _is_int(1, 65535),
    "user": _matches(r".{0,200}", "a name"),
    "password": _matches(r".{0,200}", "a password"),
    "tls": _is_truth,
    "topic": _is_topic,
    "discovery": _is_topic,
}
PANEL_KEYS: Mapping[str, Check] = {
    "host_button": _is_pin,
    "buzzer": _is_pin,
    "simulated": _is_truth,
}
SEAT_KEYS: Mapping[str, Check] = {"button": _is_pin, "lamp": _is_pin}
SEATS = tuple(f"p{n}" for n in range(1, 9))


def unknown_key(key: str, known: list[str]) -> str:
    """Say that a key is not known, and which one may have been meant."""
    near = get_close_matches(key, known, n=1, cutoff=0.5)
    if near:
        return f'there is no such key; did you mean "{near[0]}"?'
    return f"there is no such key; there are: {', '.join(sorted(known))}"


_HEADER = re.compile(r"\s*\[\s*([^\[\]]+?)\s*\]")
_KEY = re.compile(r"""\s*([\w."' -]+?)\s*=""")


def line_of(text: str, path: KeyPath) -> int | None:
    """Return the line (from 1) on which a key is set, or else that of its table.

    tomllib keeps no positions, so this looks for the line that names most of `path`.
    """
    best, found, table = 0, None, KeyPath()
    for number, line in enumerate(text.splitlines(), 1):
        if header := _HEADER.match(line):
            table = named = _parts(header[1])
        elif key := _KEY.match(line):
            named = (*table, *_parts(key[1]))
        else:
            continue
        if len(named) > best and path[: len(named)] == named:
            best, found = len(named), number
    return found


def _parts(dotted: str) -> KeyPath:
    return tuple(part.strip().strip("\"'") for part in dotted.split("."))
