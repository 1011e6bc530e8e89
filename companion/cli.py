"""The command line: `marshal run`, `demo`, `print`, `replay`, `doctor`, `backup` and others."""

import os
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from functools import wraps
from pathlib import Path
from typing import Any, ParamSpec

import click

from companion.game import TableError
from companion.games import game_named

P = ParamSpec("P")


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
        click.option("--camera", help="auto, simulated, pi, usb:0 or files:DIR."),
        click.option("--language", type=click.Choice(["en", "fr"])),
    )
    for option in reversed(options):
        command = option(command)
    return command


def load_settings(settings_path: Path | None, **given: Any) -> Any:
    """Return the settings file with what the command line says laid over it."""
    from dataclasses import replace  # noqa: PLC0415

    from companion.settings import load  # noqa: PLC0415

    settings = load(settings_path, os.environ)
    return replace(settings, **{k: v for k, v in given.items() if v is not None})


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="table-marshal")
def main() -> None:
    """Table Marshal: the companion of a real card table."""
    # We say ourselves what is wrong with a camera, and what to do; OpenCV reads this once.
    os.environ.setdefault("OPENCV_LOG_LEVEL", "ERROR")


@main.command()
@settings_options
@click.option("--record", type=click.Path(path_type=Path), help="Keep frames and events here.")
@click.option("--once", is_flag=True, help="Stop when a recording is over; print the game.")
@says_errors_plainly
def run(settings_path: Path | None, record: Path | None, once: bool, **given: Any) -> None:
    """Start the table."""
    from companion.run import run_table  # noqa: PLC0415
    from companion.starts import prepare  # noqa: PLC0415

    run_table(prepare(settings_path, os.environ, given), record, once)


@main.command()
@settings_options
@click.option("--seed", type=int, help="The same seed plays the same game.")
@click.option("--players", type=click.IntRange(2, 5), default=3, show_default=True)
@click.option("--pause", type=float, default=0.6, show_default=True, help="Seconds a hand takes.")
@says_errors_plainly
def demo(
    settings_path: Path | None, seed: int | None, players: int, pause: float, **given: Any
) -> None:
    """Play a whole game by itself on the simulated table."""
    from companion.demo import run_demo  # noqa: PLC0415

    run_demo(load_settings(settings_path, **given), seed, players, pause)


@main.group("print")
def print_group() -> None:
    """Write PDFs to print: decks, the table mat, the calibration board."""


PAPER = click.option(
    "--paper", type=click.Choice(["A4", "A3", "Letter"], case_sensitive=False), default="A4"
)
OUTPUT = click.option("--output", type=click.Path(path_type=Path, dir_okay=False))


@print_group.command("deck")
@click.argument("game")
@PAPER
@click.option("--language", type=click.Choice(["en", "fr"]), default="en")
@OUTPUT
@says_errors_plainly
def print_deck(game: str, paper: str, language: str, output: Path | None) -> None:
    """Write a game's deck at true scale; GAME is a name such as deadlock-city."""
    from vision.printing import Paper, deck_pdf  # noqa: PLC0415

    chosen = game_named(game.replace("-", "_"))
    target = output or Path(f"{chosen.name.replace('_', '-')}-{paper}-{language}.pdf".lower())
    target.write_bytes(deck_pdf(chosen.deck, Paper[paper.upper()], language))
    click.echo(f"{target}: print it at 100 %, both sides, flipped on the long edge.")


@print_group.command("mat")
@PAPER
@click.option("--language", type=click.Choice(["en", "fr"]), default="en")
@OUTPUT
@says_errors_plainly
def print_mat(paper: str, language: str, output: Path | None) -> None:
    """Write the four corner tags of the table mat."""
    from vision.printing import Paper, mat_pdf  # noqa: PLC0415

    target = output or Path(f"mat-{paper}-{language}.pdf".lower())
    target.write_bytes(mat_pdf(Paper[paper.upper()], language))
    click.echo(f"{target}: print it at 100 % and measure the ruler.")


@print_group.command("board")
@PAPER
@click.option("--language", type=click.Choice(["en", "fr"]), default="en")
@OUTPUT
@says_errors_plainly
def print_board(paper: str, language: str, output: Path | None) -> None:
    """Write the board that cameras are calibrated with."""
    from vision.printing import Paper, board_pdf  # noqa: PLC0415

    target = output or Path(f"board-{paper}-{language}.pdf".lower())
    target.write_bytes(board_pdf(Paper[paper.upper()], language))
    click.echo(f"{target}: print it at 100 %, glue it flat, and measure both rulers.")


@print_group.command("calibration-mat")
@PAPER
@click.option("--language", type=click.Choice(["en", "fr"]), default="en")
@OUTPUT
@says_errors_plainly
def print_calibration_mat(paper: str, language: str, output: Path | None) -> None:
    """Write a small mat on one sheet, to prove a calibration with."""
    from vision.printing import Paper, calibration_mat_pdf  # noqa: PLC0415

    target = output or Path(f"calibration-mat-{paper}-{language}.pdf".lower())
    target.write_bytes(calibration_mat_pdf(Paper[paper.upper()], language))
    click.echo(f"{target}: print it at 100 %, do not cut it, and measure the ruler.")


@main.command()
@click.option("--images", required=True, type=click.Path(path_type=Path), help="The pictures.")
@click.option("--board", default="A4", show_default=True, help="A4, A3, Letter, or its making.")
@click.option("--ruler", "ruler_mm", default=100.0, help="Measured length of the 100 mm ruler.")
@click.option("--upright-ruler", "upright_mm", type=float, help="The same of the 50 mm ruler.")
@click.option("--camera", default="", help="Its id or model, such as imx708_wide.")
@click.option("--crop", default="", help="Its ScalerCrop, such as '(0, 0, 4608, 2592)'.")
@click.option("--output", type=click.Path(path_type=Path, dir_okay=False), help="The profile.")
@click.option("--language", type=click.Choice(["en", "fr"]), default="en")
@click.option("--json", "as_json", is_flag=True)
@says_errors_plainly
def calibrate(as_json: bool, **wanted: Any) -> None:
    """Measure a camera's lens from pictures of the printed board, and judge it.

    Exits with 1 if the lens is not usable.
    """
    from companion.calibrating import Wanted  # noqa: PLC0415
    from companion.calibrating import calibrate as measured  # noqa: PLC0415

    result = measured(Wanted(**wanted))
    click.echo(result.to_json() if as_json else result.text)
    sys.exit(result.exit_code)


@main.command()
@click.argument("file", type=click.Path(exists=True, path_type=Path, dir_okay=False))
@click.option("--check", is_flag=True, help="Only say what is wrong in it, line by line.")
@click.option("--step", is_flag=True, help="Wait for Enter before each step.")
@click.option("--screen", is_flag=True, help="Show it on a table screen as well.")
@click.option("--host", default="127.0.0.1", show_default=True, help="Where the screen listens.")
@click.option("--port", type=click.IntRange(0, 65535), default=0, help="0 takes any free port.")
@click.option("--pause", default=1.0, show_default=True, help="Seconds a step stays on screen.")
@click.option("--language", type=click.Choice(["en", "fr"]), default="en")
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


@main.command()
@click.argument("name")
@click.option("--json", "as_json", is_flag=True, help="One JSON object per bench.")
@says_errors_plainly
def bench(name: str, as_json: bool) -> None:
    """Measure this machine: engine, vision, push, leaks or all."""
    from companion.benches import run_benches  # noqa: PLC0415

    for result in run_benches(name):
        click.echo(result.to_json() if as_json else result.to_text())


@main.command()
@settings_options
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@says_errors_plainly
def backup(settings_path: Path | None, file: Path, **given: Any) -> None:
    """Write games, seats, settings and profiles into one file."""
    from companion.backup import back_up  # noqa: PLC0415

    names = back_up(load_settings(settings_path, **given), file)
    click.echo(f"{file}: {', '.join(names)}. Keep it private: it holds the host's key.")


@main.command()
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@click.option("--settings", "settings_path", type=click.Path(path_type=Path))
@click.option("--data", type=click.Path(path_type=Path), help="Where games are kept.")
@says_errors_plainly
def restore(file: Path, settings_path: Path | None, data: Path | None) -> None:
    """Put a backup in place; what was there is kept beside it."""
    from companion.backup import restore as put_back  # noqa: PLC0415
    from companion.settings import default_data, default_path  # noqa: PLC0415

    folder = data or default_data(os.environ)
    aside = put_back(file, folder, settings_path or default_path(os.environ))
    for name in aside:
        click.echo(f"Kept what was there before: {name}")
    click.echo(f"Restored into {folder}. Start the table.")


@main.command()
@settings_options
@says_errors_plainly
def link(settings_path: Path | None, **given: Any) -> None:
    """Print the host's own address, with his key; keep it to yourself."""
    from companion.app import HOST_KEY  # noqa: PLC0415
    from companion.starts import phone_address  # noqa: PLC0415

    settings = load_settings(settings_path, **given)
    try:
        key = (settings.data / HOST_KEY).read_text("ascii").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise click.ClickException(
            f"there is no key in {settings.data} yet ({error}); start the table once, "
            "or ask as the user it runs as"
        ) from error
    click.echo(f"http://{phone_address(settings)}:{settings.port}/host?key={key}")


@main.command()
@settings_options
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@says_errors_plainly
def wiring(settings_path: Path | None, file: Path, **given: Any) -> None:
    """Draw how buttons, lamps and buzzer are connected, as an SVG picture."""
    from hardware.wiring import wiring_svg  # noqa: PLC0415

    settings = load_settings(settings_path, **given)
    file.write_text(wiring_svg(settings.panel), encoding="utf-8")
    click.echo(f"{file}: as the settings say ({settings.source or 'the defaults'}).")


@main.command()
@settings_options
@click.option("--json", "as_json", is_flag=True)
@click.option("--panel", is_flag=True, help="Press each button and see each lamp.")
@says_errors_plainly
def doctor(settings_path: Path | None, as_json: bool, panel: bool, **given: Any) -> None:
    """Look at this machine and say what is missing."""
    if panel:
        from companion.panel_check import check_panel  # noqa: PLC0415

        sys.exit(check_panel(load_settings(settings_path, **given).panel, click.echo, as_json))
    from companion.doctor import as_json as json_of  # noqa: PLC0415
    from companion.doctor import examine, exit_code, render  # noqa: PLC0415
    from companion.probes import SystemProbes  # noqa: PLC0415
    from companion.settings import SettingsError  # noqa: PLC0415

    settings: Any
    try:
        settings = load_settings(settings_path, **given)
    except SettingsError as error:
        settings = error
    findings = examine(settings, SystemProbes())
    click.echo(json_of(findings) if as_json else render(findings))
    sys.exit(exit_code(findings))
