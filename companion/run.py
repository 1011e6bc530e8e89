"""`marshal run`: start the table, say where it is, and stay until told to stop."""

from collections.abc import Iterator
from io import StringIO
from pathlib import Path

import click
import segno

from companion.app import House
from companion.record import dump
from companion.settings import Settings
from hardware.panel import exit_on_sigterm


def run_table(settings: Settings, record: Path | None, once: bool) -> None:
    """Run the table until Ctrl-C, SIGTERM or the host's button; with `once`, until a
    recording is over, and print the game that was seen.
    """
    exit_on_sigterm()
    with House(settings, record) as house:
        for line in greeting(house):
            click.echo(line)
        try:
            wait(house, once)
        except (KeyboardInterrupt, SystemExit):
            click.echo("Good night. Everything is saved.")


def wait(house: House, once: bool) -> None:
    """Wait until the house is to be closed; say what a recording showed."""
    while not house.stopped.wait(0.2):
        if house.ended.is_set():
            house.ended.clear()
            click.echo(written(house))
            if once:
                return


def written(house: House) -> str:
    """Return the record of the game that is on, as text."""
    play = house.table.session().play
    return dump(play.record) if play else "No game was dealt."


def greeting(house: House) -> Iterator[str]:
    """Yield what a newcomer needs to know, the QR code first."""
    yield qr_code(house.url)
    yield f"Phones join here        {house.url}"
    yield f"Table screen            {house.url}table"
    yield f"Host page               {house.host_url}"
    if house.simulated is not None:
        yield f"Simulated table         {house.simulator_url}"
    yield ""
    yield house.explanation
    yield house.panel.reason
    yield "Stop with Ctrl-C: nothing is lost."


def qr_code(url: str) -> str:
    """Return the QR code of an address, drawn for a terminal (ISO/IEC 18004)."""
    drawn = StringIO()
    segno.make(url, error="m").terminal(drawn, compact=True)
    return drawn.getvalue()
