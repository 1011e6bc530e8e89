"""Between the panel and the table: presses become commands, public facts become lamps."""

import threading
import time
from collections import Counter
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from typing import Any

from companion.cards import Seat
from companion.commands import HOST, AskUndo, Consent, Halt
from companion.game import TABLE
from companion.snapshot import Snapshot
from companion.table import ConfirmClaim, Press, Table
from hardware.panel import Panel
from hardware.signals import Lamp, PanelEvent, PanelEventKind

#: How long the lamps may lag behind a table that is about to close (seconds).
PATIENCE_S = 1.0
#: How long a lamp blinks that the host wants to see (seconds).
SHOWN_S = 2.5


def lamps_of(snapshot: Snapshot) -> Mapping[Seat, Lamp]:
    """Return what each taken seat's lamp shows, from what everybody may see.

    All blink fast while table and record disagree; else a seat that the table waits for
    blinks slowly, and the one whose turn it is glows.
    """
    seats = [info.seat for info in snapshot.seats]
    if snapshot.repair is not None:
        return dict.fromkeys(seats, Lamp.FAST)
    return {seat: _lamp(seat, snapshot) for seat in seats}


def _lamp(seat: Seat, snapshot: Snapshot) -> Lamp:
    asked = snapshot.question is not None and snapshot.question.seat == seat
    consents = snapshot.offer is not None and seat in snapshot.offer.waiting
    if asked or consents or seat in snapshot.claims or snapshot.challenge == seat:
        return Lamp.SLOW
    prompts = snapshot.view.prompts if snapshot.view else ()
    return Lamp.STEADY if any(prompt.seat == seat for prompt in prompts) else Lamp.OFF


class PanelLink:
    """Carries presses to the table and keeps the lamps in step with it.

    Args:
        shut_down: what the host's long hold asks for.
        hurry: makes the camera's next frame a fresh one.

    """

    def __init__(
        self, table: Table, shut_down: Callable[[], None], hurry: Callable[[], None]
    ) -> None:
        self._table, self._shut_down, self._hurry = table, shut_down, hurry
        self._panel: Panel | None = None
        self._stop = threading.Event()
        self._presses: Counter[Seat | None] = Counter()
        self._shown: dict[Seat, float] = {}
        self._thread = threading.Thread(target=self._follow, name="lamps", daemon=True)

    def start(self, panel: Panel) -> None:
        """Start keeping this panel's lamps in step."""
        self._panel = panel
        self._thread.start()

    def deliver(self, event: PanelEvent) -> "Future[Any] | None":
        """Take an event from the panel's thread; return what is done when it is dealt with."""
        if event.kind in (PanelEventKind.STUCK, PanelEventKind.FREED):
            return None
        self._presses.update(event.seats or (event.seat,))
        if event.kind is PanelEventKind.SHUT_DOWN:
            self._shut_down()
            return None
        answers = [self._submit(command) for command in self._wishes(event)]
        return answers[-1] if answers else None

    def _wishes(self, event: PanelEvent) -> tuple[Any, ...]:
        """Return what the table is asked for by a press, a hold or a chord."""
        seat = event.seat
        match event.kind:
            case PanelEventKind.TAP:
                return (Halt(),)
            case PanelEventKind.UNDO:
                return (AskUndo(HOST),)
            case PanelEventKind.TOGETHER:
                return self._agreed(event.seats)
            case PanelEventKind.HAND_OVER if seat is not None:
                return (ConfirmClaim(seat),)
            case _ if seat is not None:
                self._hurry()
                return (Press(seat, event.kind is PanelEventKind.HOLD),)
        return ()

    def _agreed(self, seats: tuple[Seat, ...]) -> tuple[Any, ...]:
        """Return the consent of these seats to what is offered; else all clocks stop or go on.

        Where no clock runs, they ask "is that right?" as each of them would alone.
        """
        snapshot = self._table.published(TABLE).snapshot
        if snapshot.offer is not None:
            return tuple(Consent(seat, True) for seat in seats if seat in snapshot.offer.waiting)
        return (Halt(),) if snapshot.times else (Press(seats[0], held=True),)

    def buttons(self) -> tuple[tuple[str, int, bool], ...]:
        """Return each button: its seat ("host"), its presses so far, whether it is stuck."""
        if self._panel is None:
            return ()
        pins, stuck = self._panel.pins, self._panel.stuck()
        wired: list[Seat | None] = [s for s, p in pins.seats.items() if p.button is not None]
        wired += [None] if pins.host_button is not None else []
        return tuple((seat or "host", self._presses[seat], seat in stuck) for seat in wired)

    def show(self, seat: Seat) -> None:
        """Let a seat's lamp blink for a moment."""
        if self._panel is not None:
            self._shown[seat] = time.monotonic() + SHOWN_S
            self._panel.lamp(seat, Lamp.FAST)

    def close(self) -> None:
        """Stop following the table."""
        self._stop.set()
        self._thread.join(2 * PATIENCE_S)

    def _submit(self, command: Any) -> "Future[Any]":
        before = self._table.published(TABLE).revision
        answer = self._table.submit(command)
        answer.add_done_callback(lambda done: self._answered(done, before))
        return answer

    def _answered(self, answer: "Future[Any]", before: int) -> None:
        """Beep once for what was done, long for what was refused; the lamps follow at once.

        Everyone hears it. So what nobody may see done, such as a player's pass, sounds like
        nothing done: one more press, by whoever, does not tell whether he had passed.
        """
        if self._panel is None or self._stop.is_set():
            return
        self._keep_in_step(self._panel)
        if answer.exception() is not None:
            self._panel.refuse()
        elif answer.result() and self._table.published(TABLE).revision != before:
            self._panel.beep()
        else:
            self._panel.tick()

    def _follow(self) -> None:
        revision = 0
        while not self._stop.is_set():
            revision = self._table.wait(TABLE, revision, PATIENCE_S)
            if self._panel is not None and not self._stop.is_set():
                self._keep_in_step(self._panel)

    def _keep_in_step(self, panel: Panel) -> None:
        """Set the lamps as everybody may see the table now."""
        shown, now = lamps_of(self._table.published(TABLE).snapshot), time.monotonic()
        for seat in panel.pins.seats:
            if self._shown.get(seat, 0.0) <= now:
                panel.lamp(seat, shown.get(seat, Lamp.OFF))
