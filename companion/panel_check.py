"""`marshal doctor --panel`: press each button, see each lamp, hear the buzzer.

Each lamp in turn lights up until the button beside it is pressed. What was not pressed in
time, or answered for another seat, is told with what to look at.
"""

import json
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from queue import Empty, SimpleQueue

from companion.cards import Seat
from companion.settings import PanelSettings
from hardware.panel import Panel, exit_on_sigterm, open_panel
from hardware.signals import Lamp, PanelEvent, PanelEventKind

#: How long a person may take to find a button (seconds).
PATIENCE_S = 15.0

Say = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Checked:
    """One button: whose it is, whether it works, and what to do where it does not."""

    who: str
    works: bool
    what: str
    remedy: str = ""


def check_panel(pins: PanelSettings, say: Say, as_json: bool = False) -> int:
    """Lead a person through the panel; return 0 if every button answered, else 1."""
    exit_on_sigterm()
    events: SimpleQueue[PanelEvent] = SimpleQueue()
    with open_panel(pins, events.put) as panel:
        if panel.simulated:
            say(f"{panel.reason} There is nothing to press.")
            return 1
        quiet: Say = (lambda text: None) if as_json else say
        found = list(check(panel, events, quiet))
    if as_json:
        say(json.dumps([asdict(one) for one in found], indent=2))
    return int(not all(one.works for one in found))


def check(
    panel: Panel,
    events: "SimpleQueue[PanelEvent]",
    say: Say,
    patience_s: float = PATIENCE_S,
) -> Iterator[Checked]:
    """Ask for each button of a running panel, and yield what came of it."""
    for seat in _wanted(panel):
        for one in _stuck(panel):
            say(one)
        say(_asking(panel, seat))
        if seat is not None:
            panel.lamp(seat, Lamp.STEADY)
        checked = _awaited(panel, events, seat, patience_s)
        if seat is not None:
            panel.lamp(seat, Lamp.OFF)
        panel.beep() if checked.works else panel.refuse()
        say(f"{'ok' if checked.works else 'FAIL':4}  {checked.who}: {checked.what}")
        if checked.remedy:
            say(f"      -> {checked.remedy}")
        yield checked


def _wanted(panel: Panel) -> list[Seat | None]:
    wanted: list[Seat | None] = [s for s, w in panel.pins.seats.items() if w.button is not None]
    return [*wanted, None] if panel.pins.host_button is not None else wanted


def _stuck(panel: Panel) -> Iterator[str]:
    for seat in panel.stuck():
        yield f"{_name(seat)} is down and was not let go: its contact or its wire to GND is closed."


def _asking(panel: Panel, seat: Seat | None) -> str:
    if seat is None:
        return f"Press the host's button (GPIO {panel.pins.host_button})."
    wired = panel.pins.seats[seat]
    lamp = "which has no lamp" if wired.lamp is None else f"whose lamp (GPIO {wired.lamp}) is lit"
    return f"Press the button of {seat} (GPIO {wired.button}), {lamp}."


def _awaited(
    panel: Panel, events: "SimpleQueue[PanelEvent]", seat: Seat | None, patience_s: float
) -> Checked:
    end = time.monotonic() + patience_s
    others = set()
    while (left := end - time.monotonic()) > 0:
        try:
            event = events.get(timeout=left)
        except Empty:
            break
        if event.kind in (PanelEventKind.STUCK, PanelEventKind.FREED):
            continue
        if event.seat == seat:
            return Checked(_name(seat), True, "pressed")
        others.add(_name(event.seat))
    return _missed(seat, others)


def _missed(seat: Seat | None, others: set[str]) -> Checked:
    if others:
        named = ", ".join(sorted(others))
        remedy = "swap the two wires, or the two numbers in the settings"
        return Checked(_name(seat), False, f"{named} answered in its place", remedy)
    remedy = "check its wires (pin to button, button to GND) and its number in the settings"
    return Checked(_name(seat), False, "no press came", remedy)


def _name(seat: Seat | None) -> str:
    return "the host's button" if seat is None else f"the button of {seat}"
