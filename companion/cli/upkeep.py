"""`marshal doctor`, `bench`, `backup`, `restore`, `https` and `wiring`: looking after the box."""

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from companion.bench.result import BenchResult
from companion.cli.options import FILE, load_settings, says_errors_plainly, settings_options

FOLDER = click.Path(path_type=Path, file_okay=False)


@click.command()
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


@click.command()
@click.argument("name")
@click.option("--json", "as_json", is_flag=True, help="One JSON object per bench.")
@click.option("--minutes", type=click.FloatRange(0.1, 1440), help="Soak only: for so long.")
@click.option("--hard", is_flag=True, help="Vision only: 20,000 cards in hard scenes.")
@click.option("--photos", type=FOLDER, help="Vision only: score photos with labels.csv.")
@click.option("--enrol", type=FOLDER, help="With --photos: pictures FACE_n.png of the deck.")
@click.option("--every", type=click.IntRange(1), default=1, help="With --photos: each n-th.")
@says_errors_plainly
def bench(name: str, as_json: bool, minutes: float | None, **wishes: Any) -> None:
    """Measure this machine: engine, vision, leaks and others, or all of them."""
    for result in _measured(name, minutes, **wishes):
        click.echo(result.to_json() if as_json else result.to_text())


def _measured(
    name: str,
    minutes: float | None,
    *,
    hard: bool,
    photos: Path | None,
    enrol: Path | None,
    every: int,
) -> Iterator[BenchResult]:
    from companion.benches import run_benches, run_hard, run_photos  # noqa: PLC0415

    if hard:
        yield run_hard(name)
    elif photos or enrol:
        yield run_photos(name, photos, enrol, every)
    else:
        yield from run_benches(name, minutes)


@click.command()
@settings_options
@FILE
@says_errors_plainly
def backup(settings_path: Path | None, file: Path, **given: Any) -> None:
    """Write games, seats, settings and profiles into one file."""
    from companion.backup import back_up  # noqa: PLC0415
    from companion.marked_store import MARKED  # noqa: PLC0415

    names = back_up(load_settings(settings_path, **given), file)
    click.echo(f"{file}: {', '.join(names)}. Keep it private: it holds the host's key.")
    if any(name.startswith(f"{MARKED}/") for name in names):
        click.echo("It tells every card of the marked decks by its back: show it to no player.")


@click.command()
@FILE
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


@click.command()
@settings_options
@FILE
@says_errors_plainly
def wiring(settings_path: Path | None, file: Path, **given: Any) -> None:
    """Draw how buttons, lamps and buzzer are connected, as an SVG picture."""
    from hardware.wiring import wiring_svg  # noqa: PLC0415

    settings = load_settings(settings_path, **given)
    file.write_text(wiring_svg(settings.panel), encoding="utf-8")
    click.echo(f"{file}: as the settings say ({settings.source or 'the defaults'}).")


@click.command()
@settings_options
@says_errors_plainly
def https(settings_path: Path | None, **given: Any) -> None:
    """Make certificates, so that your own devices can use https."""
    from companion.https import set_up  # noqa: PLC0415

    click.echo(set_up(load_settings(settings_path, **given)))
