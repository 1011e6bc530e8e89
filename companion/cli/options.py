"""What commands have in common: their settings, and errors in one sentence."""

import os
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any, ParamSpec

import click

from companion.game import TableError

P = ParamSpec("P")
LANGUAGE = click.option("--language", type=click.Choice(["en", "fr"]), default="en")
OUTPUT = click.option("--output", type=click.Path(path_type=Path, dir_okay=False))
FILE = click.argument("file", type=click.Path(path_type=Path, dir_okay=False))


def says_errors_plainly(command: Callable[P, None]) -> Callable[P, None]:
    """Turn our own errors into one sentence on standard error and exit code 1."""

    @wraps(command)
    def wrapped(*args: P.args, **kwargs: P.kwargs) -> None:
        try:
            command(*args, **kwargs)
        except TableError as error:
            raise click.ClickException(str(error)) from error

    return wrapped


def settings_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options that override the settings file."""
    options = (
        click.option("--settings", "settings_path", type=click.Path(path_type=Path)),
        click.option("--data", type=click.Path(path_type=Path), help="Where games are kept."),
        click.option("--port", type=click.IntRange(0, 65535), help="0 takes any free port."),
        click.option("--host", help="The address to listen on."),
        click.option(
            "--camera", callback=_camera, help="auto, simulated, pi, usb, usb:1 or files:DIR."
        ),
        click.option("--language", type=click.Choice(["en", "fr"])),
    )
    for option in reversed(options):
        command = option(command)
    return command


def _camera(context: click.Context, option: click.Parameter, spec: str | None) -> str | None:
    """Refuse what is no camera by its name alone: it would be looked for in vain."""
    from companion.settings_checks import KEYS  # noqa: PLC0415

    fault = None if spec is None else KEYS["camera"](spec)
    if fault:
        raise click.BadParameter(f"{fault}.")
    return spec


def load_settings(settings_path: Path | None, **given: Any) -> Any:
    """Return the settings file with what the command line says laid over it."""
    from dataclasses import replace  # noqa: PLC0415

    from companion.settings import load  # noqa: PLC0415

    settings = load(settings_path, os.environ)
    return replace(settings, **{k: v for k, v in given.items() if v is not None})
