"""`marshal replay`: a written game once more."""

import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import click

from companion.cli.options import LANGUAGE, says_errors_plainly


@click.command()
@click.argument("file", type=click.Path(exists=True, path_type=Path, dir_okay=False))
@click.option("--check", is_flag=True, help="Only say what is wrong in it, line by line.")
@click.option("--step", is_flag=True, help="Wait for Enter before each step.")
@click.option("--screen", is_flag=True, help="Show it on a table screen as well.")
@click.option("--host", default="127.0.0.1", show_default=True, help="Where the screen listens.")
@click.option("--port", type=click.IntRange(0, 65535), default=0, help="0 takes any free port.")
@click.option("--pause", default=1.0, show_default=True, help="Seconds a step stays on screen.")
@LANGUAGE
@says_errors_plainly
def replay(file: Path, check: bool, language: str, **shown: Any) -> None:
    """Play a written record again, step by step. Exits with 1 if anything in it is wrong."""
    from companion.replay import Read, on_screen, told  # noqa: PLC0415

    read = Read.of(_text_of(file), str(file), language)
    pace = _pace(shown["step"], shown["pause"] if shown["screen"] else 0.0)
    if check:
        lines = read.faults()
    elif shown["screen"]:
        lines = on_screen(read, (shown["host"], shown["port"]), language, pace, _stay)
    else:
        lines = told(read, pace)
    for line in lines:
        click.echo(line)
    sys.exit(0 if read.is_right else 1)


def _text_of(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise click.ClickException(f"{file} can't be read as text: {error}") from error


def _stay() -> None:
    """Wait for Ctrl-C where somebody sits there."""
    if sys.stdin.isatty():
        click.echo("Stop with Ctrl-C.")
        with suppress(KeyboardInterrupt):
            threading.Event().wait()


def _pace(step: bool, pause_s: float) -> Callable[[], None]:
    """Return what waits between two steps: for Enter where somebody sits there, else a while."""
    if step and sys.stdin.isatty():
        return lambda: click.pause("") if sys.stdout.isatty() else None
    return lambda: time.sleep(pause_s)
