"""The settings file: read, checked as a whole, and never written.

A small TOML file, wanted only by those who want something other than the defaults:

    port = 8000
    camera = "files:/home/ann/pictures"

    [panel]
    buzzer = 11

    [panel.seats.p1]
    button = 4
    lamp = 18

Every fault in it is named at once, with its line and with what to do. A file that is
refused stays as it is. `docs/settings.md` tells every key.
"""

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from companion.cards import Seat
from companion.game import TableError
from companion.settings_checks import (
    KEYS,
    MQTT_KEYS,
    PANEL_KEYS,
    SEAT_KEYS,
    SEATS,
    Check,
    KeyPath,
    line_of,
    unknown_key,
)

FOLDER = "table-marshal"
FILE = "settings.toml"
#: Nobody writes this much by hand: it is another file. (bytes)
MAX_BYTES = 64 * 1024


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing wrong in a settings file: where, what was expected, what to do."""

    key: str
    line: int | None
    problem: str

    def __str__(self) -> str:
        place = "" if self.line is None else f"line {self.line}, "
        return f"{place}{self.key}: {self.problem}"


class SettingsError(TableError, ValueError):
    """The settings cannot be used; `faults` lists why. The file was not touched."""

    def __init__(self, source: Path, faults: tuple[Fault, ...], remedy: str) -> None:
        listed = "".join(f"\n  {fault}" for fault in faults)
        super().__init__(f"{source}:{listed}\n{remedy}")
        self.source, self.faults = source, faults


@dataclass(frozen=True, slots=True)
class SeatPins:
    """The GPIO numbers (BCM) of one seat; None where nothing is connected."""

    button: int | None = None
    lamp: int | None = None


# Lamps and buzzer sit on pins that are pulled down when the Pi powers up (GPIO 9 to 27,
# "BCM2835 ARM Peripherals", table 6-31), so nothing glows or sounds before the start.
# GPIO 2, 3, 14 and 15 are left to I2C and the serial console.
_DEFAULT_PINS = (
    (4, 18),
    (17, 23),
    (27, 24),
    (22, 25),
    (5, 12),
    (6, 16),
    (13, 20),
    (19, 21),
)


def default_seats() -> Mapping[Seat, SeatPins]:
    """Return the pins of `docs/hardware.md` for eight seats."""
    return {Seat(f"p{n}"): SeatPins(*pins) for n, pins in enumerate(_DEFAULT_PINS, 1)}


@dataclass(frozen=True, slots=True)
class PanelSettings:
    """Where buttons, lamps and buzzer are connected (GPIO numbers, BCM)."""

    seats: Mapping[Seat, SeatPins] = field(default_factory=default_seats)
    host_button: int | None = 26
    buzzer: int | None = 11
    simulated: bool = False


@dataclass(frozen=True, slots=True)
class MqttSettings:
    """The MQTT broker that is told what everybody at the table sees.

    Args:
        host: the broker's name or address.
        topic: what all topics of this table begin with.
        discovery: where Home Assistant looks for what announces itself.

    """

    host: str
    port: int = 1883
    user: str = ""
    password: str = ""
    tls: bool = False
    topic: str = "table-marshal"
    discovery: str = "homeassistant"


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything the settings file may say.

    Args:
        data: the folder for records and profiles.
        address: what phones are told to connect to; empty means to find out.
        https_port: where https is answered once `marshal https` has made certificates.
        mqtt: the broker to tell; None tells none.
        deck: an enrolled deck to play with; empty means printed cards.
        source: the file that was read, or None for the defaults.

    """

    data: Path
    port: int = 8000
    host: str = "0.0.0.0"
    address: str = ""
    camera: str = "auto"
    language: str = "en"
    deck: str = ""
    https_port: int = 8443
    panel: PanelSettings = field(default_factory=PanelSettings)
    mqtt: MqttSettings | None = None
    source: Path | None = None


def default_path(env: Mapping[str, str]) -> Path:
    """Return where the settings file is looked for (XDG Base Directory 0.8)."""
    return _base(env, "XDG_CONFIG_HOME", ".config") / FOLDER / FILE


def default_data(env: Mapping[str, str]) -> Path:
    """Return where records go unless something else is said (XDG Base Directory 0.8)."""
    return _base(env, "XDG_STATE_HOME", ".local/state") / FOLDER


def _base(env: Mapping[str, str], variable: str, under_home: str) -> Path:
    given = Path(env.get(variable, ""))
    # The specification wants relative paths ignored.
    if given.is_absolute():
        return given
    return Path(env.get("HOME") or Path.home()) / under_home


def load(path: Path | None, env: Mapping[str, str]) -> Settings:
    """Read the settings from `path`, or from the usual place, where it may be missing.

    Raises SettingsError for a file that was named but is not there, for one that cannot
    be read, and for one with faults.
    """
    data = default_data(env)
    source = path or default_path(env)
    if path is None and not source.exists():
        return Settings(data=data)
    return parse(_read(source), source, data)


def parse(text: str, source: Path, data: Path) -> Settings:
    """Read settings from TOML text; `source` names the file in errors.

    Raises SettingsError with every fault.
    """
    try:
        tree = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        remedy = "Mend that line, or move the file away to start with the defaults."
        raise SettingsError(source, (Fault("not valid TOML", None, str(error)),), remedy) from error
    reader = _Reader(text)
    settings = reader.settings(tree, source, data)
    if reader.faults:
        raise SettingsError(source, tuple(reader.faults), "Mend these; nothing was changed.")
    return settings


def _read(source: Path) -> str:
    try:
        with source.open("rb") as file:
            raw = file.read(MAX_BYTES + 1)
        text = raw.decode("utf-8-sig")
    except OSError as error:
        remedy = "Check the path and its permissions, or start without --settings."
        fault = Fault("cannot be read", None, error.strerror or str(error))
        raise SettingsError(source, (fault,), remedy) from error
    except UnicodeDecodeError as error:
        fault = Fault("not text", None, f"byte {error.start} is not UTF-8")
        raise SettingsError(source, (fault,), "Save the file as UTF-8.") from error
    if len(raw) > MAX_BYTES:
        fault = Fault("too long", None, f"more than {MAX_BYTES} bytes")
        raise SettingsError(source, (fault,), "This is hardly a settings file; name another.")
    if not text.strip():
        # A power cut while an editor was saving leaves a file of no length.
        fault = Fault("empty", None, "perhaps the power failed while it was saved")
        remedy = "Write it again, or delete it to start with the defaults."
        raise SettingsError(source, (fault,), remedy)
    return text


class _Reader:
    """Reads a parsed file and collects its faults."""

    def __init__(self, text: str) -> None:
        self._text = text
        self.faults: list[Fault] = []

    def settings(self, tree: Mapping[str, Any], source: Path, data: Path) -> Settings:
        values = self._table(tree, (), KEYS, tables=("panel", "mqtt"))
        panel = self._panel(self._subtable(tree, ("panel",)))
        mqtt = self._mqtt(self._subtable(tree, ("mqtt",))) if "mqtt" in tree else None
        folder = Path(values.pop("data", data)).expanduser()
        return Settings(data=folder, panel=panel, mqtt=mqtt, source=source, **values)

    def _mqtt(self, tree: Mapping[str, Any]) -> MqttSettings | None:
        values = self._table(tree, ("mqtt",), MQTT_KEYS)
        if "host" in values:
            return MqttSettings(**values)
        if "host" not in tree:
            self._fault(("mqtt", "host"), 'the broker is missing; write host = "192.168.1.10"')
        return None

    def _panel(self, tree: Mapping[str, Any]) -> PanelSettings:
        values = self._table(tree, ("panel",), PANEL_KEYS, tables=("seats",))
        if "seats" in tree:
            values["seats"] = self._seats(self._subtable(tree, ("panel", "seats")))
            # Naming the seats is naming the wiring, so nothing else is taken for granted.
            values = {"host_button": None, "buzzer": None} | values
        panel = PanelSettings(**values)
        self._report_shared_pins(panel)
        return panel

    def _seats(self, tree: Mapping[str, Any]) -> dict[Seat, SeatPins]:
        path = ("panel", "seats")
        self._table(tree, path, {}, tables=SEATS)
        return {
            Seat(name): SeatPins(
                **self._table(self._subtable(tree, (*path, name)), (*path, name), SEAT_KEYS)
            )
            for name in SEATS
            if name in tree
        }

    def _table(
        self,
        tree: Mapping[str, Any],
        path: KeyPath,
        checks: Mapping[str, Check],
        tables: tuple[str, ...] = (),
    ) -> dict[str, Any]:
        """Return the good values of one table, and note the faults of the others."""
        good: dict[str, Any] = {}
        for key, value in tree.items():
            if key in tables:
                continue
            problem = checks[key](value) if key in checks else unknown_key(key, [*checks, *tables])
            if problem is None:
                good[key] = value
            else:
                self._fault((*path, key), problem)
        return good

    def _subtable(self, tree: Mapping[str, Any], path: KeyPath) -> Mapping[str, Any]:
        value = tree.get(path[-1], {})
        if isinstance(value, dict):
            return value
        self._fault(path, f"{value!r} is not a table; write [{'.'.join(path)}] and its keys below")
        return {}

    def _report_shared_pins(self, panel: PanelSettings) -> None:
        taken: dict[int, KeyPath] = {}
        for path, pin in _wired(panel):
            if pin in taken:
                other = ".".join(taken[pin])
                self._fault(path, f"GPIO {pin} is also {other}; give one of them another pin")
            taken.setdefault(pin, path)

    def _fault(self, path: KeyPath, problem: str) -> None:
        self.faults.append(Fault(".".join(path), line_of(self._text, path), problem))


def _wired(panel: PanelSettings) -> Iterator[tuple[KeyPath, int]]:
    for seat, pins in panel.seats.items():
        for part, pin in (("button", pins.button), ("lamp", pins.lamp)):
            if pin is not None:
                yield ("panel", "seats", seat, part), pin
    for part, pin in (("host_button", panel.host_button), ("buzzer", panel.buzzer)):
        if pin is not None:
            yield ("panel", part), pin
