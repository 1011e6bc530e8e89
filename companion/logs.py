"""The log: one JSON object a line, rotated, and without what a player may not know.

Errors of the rules may name a card in their text, so the log has only what kind of error it
was and where it came from. Errors of the machine (files, camera, pins) speak for themselves.
"""

import json
import logging
import logging.handlers
import sys
import traceback
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from companion.files import PRIVATE
from companion.sentences import sentence

FOLDER = "logs"
FILE = "marshal.log"
#: A megabyte is some thousand lines; six of them are the most (bytes, files).
MOST_BYTES, OLD_FILES = 1024 * 1024, 5


def may_speak(error: BaseException) -> bool:
    """Tell whether an error is about the machine, so that its text holds no secret.

    A camera's and a panel's errors are told by their module: the game's own live in others.
    """
    return isinstance(error, OSError) or type(error).__module__.startswith(("vision", "hardware"))


def spoken(error: BaseException) -> str:
    """Return what anybody may hear of an error: its text, or only what kind it is."""
    return str(error) if may_speak(error) else type(error).__name__


class JsonLines(logging.Formatter):
    """A record as one JSON object: time (UTC), level, logger, thread, message, error."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line."""
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "thread": record.threadName,
            "message": said(record),
        }
        if record.exc_info and record.exc_info[1] is not None:
            line["error"] = type(record.exc_info[1]).__name__
            line["text"] = spoken(record.exc_info[1])
            line["where"] = _where(record.exc_info[1])
        return json.dumps(line, ensure_ascii=False)


class Plain(logging.Formatter):
    """A record as a line for the terminal, with the same silence."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line."""
        error = record.exc_info[1] if record.exc_info else None
        return f"{record.levelname.lower()}: {said(record)}" + (
            f" ({spoken(error)})" if error else ""
        )


def said(record: logging.LogRecord) -> str:
    """Return a record's message; errors among its arguments say what they may."""
    args = record.args
    if isinstance(args, Mapping):
        args = {key: _argument(value) for key, value in args.items()}
    elif args:
        args = tuple(_argument(value) for value in args)
    try:
        return str(record.msg) % args if args else str(record.msg)
    except (TypeError, ValueError, KeyError):
        return str(record.msg)


def _argument(value: Any) -> Any:
    return spoken(value) if isinstance(value, BaseException) else value


def _where(error: BaseException) -> list[str]:
    """Return the innermost calls, without source lines or values."""
    frames = traceback.extract_tb(error.__traceback__)
    return [f"{Path(f.filename).name}:{f.lineno} {f.name}" for f in frames[-6:]]


class _Quiet(logging.Handler):
    """A handler that keeps its own failures to itself.

    Logging would print a record that it could not write, with all that the record holds;
    and on a full disk, without end.
    """

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802 - logging's name
        return


class _File(_Quiet, logging.handlers.RotatingFileHandler):
    """The log file."""


class _Terminal(_Quiet, logging.StreamHandler):  # type: ignore[type-arg]
    """Standard error, as it is at the moment."""

    def emit(self, record: logging.LogRecord) -> None:
        """Write the record."""
        self.stream = sys.stderr
        super().emit(record)


def start_logging(data: Path) -> str:
    """Write the log below the data folder, warnings to the terminal too.

    Returns why there is no log file, or "".
    """
    root = logging.getLogger()
    root.setLevel(logging.INFO)
    terminal = _Terminal()
    terminal.setLevel(logging.WARNING)
    terminal.setFormatter(Plain())
    root.addHandler(terminal)
    try:
        root.addHandler(_log_file(data))
    except OSError as error:
        return sentence("There is no log file: {error}.", error=error)
    return ""


def _log_file(data: Path) -> logging.Handler:
    folder = data / FOLDER
    data.mkdir(PRIVATE, parents=True, exist_ok=True)
    folder.mkdir(exist_ok=True)
    file = _File(
        folder / FILE, maxBytes=MOST_BYTES, backupCount=OLD_FILES, encoding="utf-8", delay=False
    )
    file.setFormatter(JsonLines())
    return file


def stop_logging() -> None:
    """Close and remove the handlers that `start_logging` added."""
    root = logging.getLogger()
    for handler in tuple(root.handlers):
        if isinstance(handler.formatter, JsonLines | Plain):
            root.removeHandler(handler)
            handler.close()
