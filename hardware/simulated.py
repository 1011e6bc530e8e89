"""Buttons on a screen for a panel without GPIO: the mock's pins are really driven."""

import threading
from typing import Any

from companion.cards import Seat
from hardware.devices import PanelError
from hardware.panel import Panel


class NoSuchButton(PanelError, LookupError):
    """There is no such simulated button; says which ones there are."""


class SimulatedButtons:
    """Push and read the mock pins of a simulated panel, from any thread.

    A push goes through the same callback, queue and debouncing as a finger on a Pi.
    Raises NoSuchButton where the panel is on real pins.
    """

    def __init__(self, panel: Panel) -> None:
        if not panel.simulated:
            raise NoSuchButton("the panel is on real pins; press the real buttons")
        self._panel, self._lock = panel, threading.Lock()

    def press(self, seat: Seat | None) -> None:
        """Push a seat's button down (None: the host's) and keep it there."""
        with self._lock:
            self._pin(seat).drive_low()

    def release(self, seat: Seat | None) -> None:
        """Let a seat's button come up (None: the host's)."""
        with self._lock:
            self._pin(seat).drive_high()

    def lit(self, seat: Seat) -> bool:
        """Say whether a seat's lamp is lit at this moment; False where it has none."""
        pins = self._panel.pins.seats.get(seat)
        return pins is not None and self._high(pins.lamp)

    def buzzing(self) -> bool:
        """Say whether the buzzer sounds at this moment."""
        return self._high(self._panel.pins.buzzer)

    def _high(self, pin: int | None) -> bool:
        return pin is not None and bool(self._panel.factory.pin(pin).state)

    def _pin(self, seat: Seat | None) -> Any:
        pins = self._panel.pins
        number = pins.host_button if seat is None else getattr(pins.seats.get(seat), "button", None)
        if number is None:
            have = ", ".join(s for s, wired in pins.seats.items() if wired.button is not None)
            raise NoSuchButton(f"{seat or 'the host'} has no button; there are: {have or 'none'}")
        return self._panel.factory.pin(number)
