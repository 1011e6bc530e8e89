"""`marshal run`: start the table, say where it is, and stay until told to stop."""

import logging
import time
from collections.abc import Callable, Iterator
from io import StringIO
from pathlib import Path

import click
import segno

from companion.app import House
from companion.logs import start_logging, stop_logging
from companion.record import dump
from companion.recovery import FolderInUse
from companion.redaction import in_full
from companion.service import Watchdog, notify
from companion.starts import SETTLED_S, Prepared, Starts, careful
from companion.table import Tick
from hardware.panel import exit_on_sigterm
from web.serve import AddressNotHere, PortInUse

log = logging.getLogger(__name__)


def run_table(prepared: Prepared, record: Path | None, once: bool) -> None:
    """Run the table until Ctrl-C, SIGTERM or the host's button; with `once`, until a
    recording is over, and print the game that was seen.

    After two starts that failed it starts in safe mode.
    """
    exit_on_sigterm()
    starts = Starts(prepared.settings.data)
    prepared = careful(prepared, starts.begin())
    no_log = start_logging(prepared.settings.data)
    notices = (*prepared.notices, *filter(None, [no_log]))
    try:
        with House(prepared.settings, record, notices=notices) as house:
            _keep(house, starts, prepared, once)
    except (PortInUse, AddressNotHere, FolderInUse):
        # What was typed is wrong, not the machine; the message says what to do.
        starts.forget()
        raise
    finally:
        stop_logging()


def _keep(house: House, starts: Starts, prepared: Prepared, once: bool) -> None:
    """Greet, and keep house until it is to be closed."""
    try:
        for line in greeting(house):
            click.echo(line)
        log.info("the table is open; %s %s", house.explanation, house.panel.reason)
        notify("READY=1")
        wait(house, once, lambda: starts.settled(prepared))
    except (KeyboardInterrupt, SystemExit):
        click.echo("Good night. Everything is saved." if house.saves else "Good night.")
    notify("STOPPING=1")
    starts.settled(prepared)
    log.info("the table closes")


def wait(house: House, once: bool, settled: Callable[[], None] = lambda: None) -> None:
    """Wait until the house is to be closed; say what a recording showed.

    `settled` is called once the house has stood for a while.
    """
    watchdog = Watchdog(lambda: house.table.submit(Tick()))
    settles_at: float | None = time.monotonic() + SETTLED_S
    while not house.stopped.wait(0.2):
        now = time.monotonic()
        watchdog.look(now)
        if settles_at is not None and now >= settles_at:
            settles_at = None
            settled()
        if house.ended.is_set():
            house.ended.clear()
            click.echo(written(house))
            if once:
                return


def written(house: House) -> str:
    """Return the record of the game that is on, as text."""
    session = house.table.session()
    play = session.play
    return dump(in_full(session.game, play.record)) if play else "No game was dealt."


def greeting(house: House) -> Iterator[str]:
    """Yield what a newcomer needs to know, the QR code first."""
    yield qr_code(house.url)
    for notice in house.notices:
        yield f"!! {notice}\n"
    yield f"Phones join here        {house.url}"
    yield f"Table screen            {house.url}table"
    yield f"Host page               {house.host_url}"
    if house.https_url:
        yield f"Your own devices        {house.https_url}"
    if house.simulated is not None:
        yield f"Simulated table         {house.simulator_url}"
    yield ""
    yield house.explanation
    yield house.panel.reason
    yield "Stop with Ctrl-C" + (": nothing is lost." if house.saves else ".")


def qr_code(url: str) -> str:
    """Return the QR code of an address, drawn for a terminal (ISO/IEC 18004)."""
    drawn = StringIO()
    segno.make(url, error="m").terminal(drawn, compact=True)
    return drawn.getvalue()
