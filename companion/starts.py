"""Which settings to start with: the file's, the last good ones, or those of safe mode.

A start has failed if the table was gone before it had settled. After two of them in a row
the third leaves out what most likely broke: camera and panel are simulated, and the
settings are those that worked last.
"""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from companion.address import choose, look
from companion.files import save
from companion.settings import PanelSettings, Settings, SettingsError, default_data, load, parse

FAILED, LAST_GOOD = "failed-starts", "settings.last-good.toml"
#: So many failed starts in a row lead to safe mode.
PATIENCE = 2
#: A table that has run for so long has started well (seconds).
SETTLED_S = 10.0


@dataclass(frozen=True, slots=True)
class Prepared:
    """What to start with, and what to tell people about it."""

    settings: Settings
    notices: tuple[str, ...] = ()
    safe_mode: bool = False


def prepare(path: Path | None, env: Mapping[str, str], given: Mapping[str, Any]) -> Prepared:
    """Return the settings with what the command line says (`given`) laid over them.

    A file with faults in the usual place gives way to the last good one. Raises
    SettingsError where the file was named on the command line: whoever typed that is there
    to read it.
    """
    said = {key: value for key, value in given.items() if value is not None}
    try:
        return Prepared(replace(load(path, env), **said))
    except SettingsError as error:
        if path is not None:
            raise
        settings, which = last_good(said.get("data") or default_data(env))
        notice = f"The settings cannot be used, so {which} are. The file was left alone.\n{error}"
        return Prepared(replace(settings, **said), (notice,))


def last_good(data: Path) -> tuple[Settings, str]:
    """Return the settings that the table last ran well with, and what they are called."""
    file = data / LAST_GOOD
    try:
        settings = parse(file.read_text("utf-8"), file, data)
    except (OSError, UnicodeDecodeError, SettingsError):
        return Settings(data=data), "the defaults"
    return replace(settings, source=None), "those that worked last"


def careful(prepared: Prepared, failed: int) -> Prepared:
    """Return what to start with after so many failed starts in a row."""
    if failed < PATIENCE:
        return prepared
    mine = prepared.settings
    known, which = last_good(mine.data)
    # The port and the address stay: phones must find the table where it was.
    settings = replace(
        known,
        data=mine.data,
        port=mine.port,
        host=mine.host,
        address=mine.address,
        camera="simulated",
        panel=PanelSettings({}, None, None, simulated=True),
    )
    notice = (
        f"SAFE MODE, because the last {failed} starts failed: simulated camera, no buttons, "
        f"and {which} as settings. Look at the log and at `marshal doctor`, then start again."
    )
    return Prepared(settings, (*prepared.notices, notice), safe_mode=True)


class Starts:
    """Counts the starts that failed in a row, in a file of the data folder."""

    def __init__(self, data: Path) -> None:
        self._data = data

    def begin(self) -> int:
        """Count this start as failed until it has settled; return how many failed before."""
        failed = self._failed()
        self._write(failed + 1)
        return failed

    def forget(self) -> None:
        """Do not count this start: it was refused for a reason that was told."""
        self._write(max(0, self._failed() - 1))

    def settled(self, prepared: Prepared) -> None:
        """Note that this start went well, and keep its settings as the last good ones."""
        self._write(0)
        source = prepared.settings.source
        if source is not None and not prepared.safe_mode:
            # It may have been edited since, and a broken one is not to be kept.
            with suppress(OSError, UnicodeDecodeError, SettingsError):
                text = source.read_text("utf-8-sig")
                parse(text, source, self._data)
                save(self._data / LAST_GOOD, text.encode())

    def _failed(self) -> int:
        try:
            text = (self._data / FAILED).read_text("ascii").strip()
        except (OSError, UnicodeDecodeError):
            return 0
        return int(text) if text.isdigit() and len(text) < 4 else 0

    def _write(self, failed: int) -> None:
        # A table whose disk is full or read-only must start all the same.
        with suppress(OSError):
            save(self._data / FAILED, f"{failed}\n".encode())


def phone_address(settings: Settings) -> str:
    """Return the address that phones are told."""
    return settings.address or choose(look()) or "127.0.0.1"
