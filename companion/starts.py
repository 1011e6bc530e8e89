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
from companion.files import free_name, save
from companion.sentences import sentence
from companion.settings import (
    Fault,
    PanelSettings,
    Settings,
    SettingsError,
    default_data,
    load,
    parse,
)

FAILED, LAST_GOOD = "failed-starts", "settings.last-good.toml"
#: Ends the copy of the settings: without it the copy is not whole.
COPY_ENDS = "\n# (end of the copy)\n"
#: What a kept copy of a file with faults is called.
FAULTY = "faulty"
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

    A file with faults in the usual place, or one that was cut off, gives way to the last
    good one, and a copy of it is kept. Raises SettingsError where the file was named on the
    command line: whoever typed that is there to read it.
    """
    said = {key: value for key, value in given.items() if value is not None}
    data = said.get("data") or default_data(env)
    try:
        settings, notices = _whole(load(path, env), said.get("data"))
        return Prepared(replace(settings, **said), notices)
    except SettingsError as error:
        if path is not None:
            raise
        settings, which = last_good(data)
        kept = _kept_copy(error.source, data)
        notice = sentence(
            "The settings cannot be used, so {which} are. {kept}\n{error}",
            which=which,
            kept=kept,
            error=error,
        )
        return Prepared(replace(settings, **said), (notice,))


def _whole(settings: Settings, data: Path | None) -> tuple[Settings, tuple[str, ...]]:
    """Return these settings, unless their file is the beginning of the last good one.

    A line that breaks off may say something else than it said, and is refused with a
    SettingsError. Where whole lines are missing at the end, somebody may have wanted that.
    """
    source, before = settings.source, _last_good_text(data or settings.data)
    if source is None or before is None:
        return settings, ()
    text = _text(source)
    missing = before[len(text) :]
    if not text or not before.startswith(text) or not missing.strip():
        return settings, ()
    if not text.endswith("\n") and not missing.startswith("\n"):
        fault = Fault("cut off", text.count("\n") + 1, "the line broke off here")
        raise SettingsError(source, (fault,), "Write the rest again, or copy the last good file.")
    lines = len(missing.strip().splitlines())
    notice = sentence(
        "{source} has lost its last {lines} lines since the last start. If nobody took them "
        "out, the file was cut off.",
        source=source,
        lines=lines,
    )
    return settings, (notice,)


def _kept_copy(source: Path, data: Path) -> str:
    """Keep a copy of a file with faults, once, before anybody writes it anew; say where."""
    try:
        content = source.read_bytes()
        copies = data.glob(f"{source.name}.{FAULTY}-*")
        known = next((copy for copy in copies if copy.read_bytes() == content), None)
        if known is None:
            known = free_name(data / source.name, FAULTY)
            save(known, content)
    except OSError:
        return sentence("The file was left alone.")
    return sentence("The file was left alone, and {known} is a copy of it.", known=known)


def last_good(data: Path) -> tuple[Settings, str]:
    """Return the settings that the table last ran well with, and what they are called."""
    text = _last_good_text(data)
    if text is not None:
        with suppress(SettingsError):
            known = parse(text, data / LAST_GOOD, data)
            return replace(known, source=None), "those that worked last"
    return Settings(data=data), "the defaults"


def _last_good_text(data: Path) -> str | None:
    """Return the copy of the last good settings; None where there is no whole one."""
    try:
        text = (data / LAST_GOOD).read_text("utf-8")
    except (OSError, UnicodeDecodeError):
        return None
    return text.removesuffix(COPY_ENDS) if text.endswith(COPY_ENDS) else None


def _text(source: Path) -> str:
    try:
        return source.read_text("utf-8-sig")
    except (OSError, UnicodeDecodeError):
        return ""


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
    notice = sentence(
        "SAFE MODE, because the last {failed} starts failed: simulated camera, no buttons, and "
        "{which} as settings. Look at the log and at `marshal doctor`, then start again.",
        failed=failed,
        which=which,
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
                save(self._data / LAST_GOOD, f"{text}{COPY_ENDS}".encode())

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
