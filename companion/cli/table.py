"""`marshal run`, `demo` and `link`: a table, and where it is."""

import os
from pathlib import Path
from typing import Any

import click

from companion.cli.options import load_settings, says_errors_plainly, settings_options


@click.command()
@settings_options
@click.option("--deck", help="Play with a deck you enrolled; else with printed cards.")
@click.option("--record", type=click.Path(path_type=Path), help="Keep frames and events here.")
@click.option("--once", is_flag=True, help="Stop when a recording is over; print the game.")
@says_errors_plainly
def run(settings_path: Path | None, record: Path | None, once: bool, **given: Any) -> None:
    """Start the table."""
    from companion.run import run_table  # noqa: PLC0415
    from companion.starts import prepare  # noqa: PLC0415

    run_table(prepare(settings_path, os.environ, given), record, once)


@click.command()
@settings_options
@click.option("--seed", type=int, help="The same seed plays the same game.")
@click.option(
    "--game",
    type=click.Choice(["deadlock-city", "good-cop-bad-cop", "deadeye-dinah"]),
    default="deadlock-city",
    show_default=True,
)
@click.option("--players", type=click.IntRange(1, 8), help="How many; else 3, or as few as can be.")
@click.option("--pause", type=float, default=0.6, show_default=True, help="Seconds a hand takes.")
@says_errors_plainly
def demo(
    settings_path: Path | None,
    seed: int | None,
    game: str,
    players: int | None,
    pause: float,
    **given: Any,
) -> None:
    """Play a whole game by itself on the simulated table."""
    from companion.demo import run_demo  # noqa: PLC0415

    run_demo(load_settings(settings_path, **given), seed, players, pause, game.replace("-", "_"))


@click.command()
@settings_options
@says_errors_plainly
def link(settings_path: Path | None, **given: Any) -> None:
    """Print the host's own address, with the key in it; keep it to yourself."""
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
