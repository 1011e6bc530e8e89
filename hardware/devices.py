"""The electrical side of the panel: which pin is what, taken and let go as one.

Every button pulls its pin to ground; every lamp and the buzzer light up on a high pin.
"""

import logging
from collections.abc import Callable, Mapping
from typing import Any, Protocol

from gpiozero import Buzzer, DigitalInputDevice, DigitalOutputDevice
from gpiozero.exc import GPIOZeroError

from companion.cards import Seat
from companion.game import TableError
from companion.sentences import sentence

MAX_SEATS = 8

_log = logging.getLogger(__name__)


class PanelError(TableError):
    """Something is wrong with buttons, lamps or the buzzer; says what to do."""


class BadPin(PanelError, ValueError):
    """A pin cannot be used as the settings say."""


class SeatPins(Protocol):
    """The GPIO numbers (BCM) of one seat; None where nothing is connected."""

    @property
    def button(self) -> int | None:
        """Return the button's pin."""
        ...

    @property
    def lamp(self) -> int | None:
        """Return the lamp's pin."""
        ...


class PanelPins(Protocol):
    """The GPIO numbers (BCM) of a whole panel."""

    @property
    def seats(self) -> Mapping[Seat, SeatPins]:
        """Return the pins by seat, at most eight seats."""
        ...

    @property
    def host_button(self) -> int | None:
        """Return the host button's pin."""
        ...

    @property
    def buzzer(self) -> int | None:
        """Return the pin of an active buzzer."""
        ...

    @property
    def simulated(self) -> bool:
        """Return True where the buttons are to be simulated even on a Pi."""
        ...


class Devices:
    """All devices of a panel. Each one stays referenced: a collected one closes its pin.

    Args:
        pins: what is connected where.
        factory: gpiozero's pin factory, real or mock.
        note: is told each change of a button (seat, None for the host; whether it is
            down) on the back-end's only thread. It must not raise: one exception there
            makes every button deaf.

    Raises BadPin, and then leaves no pin taken.

    """

    def __init__(
        self, pins: PanelPins, factory: Any, note: Callable[[Seat | None, bool], None]
    ) -> None:
        self._factory, self._note = factory, note
        self._buttons: dict[Seat | None, DigitalInputDevice] = {}
        self._lamps: dict[Seat, DigitalOutputDevice] = {}
        self._buzzer: Buzzer | None = None
        try:
            self._connect(pins)
        except BaseException:
            self.close()
            raise

    def levels(self) -> dict[Seat | None, bool]:
        """Return which buttons are down right now; None is the host's."""
        return {seat: button.is_active for seat, button in self._buttons.items()}

    def lamp_seats(self) -> tuple[Seat, ...]:
        """Return the seats that have a lamp."""
        return tuple(self._lamps)

    def light(self, seat: Seat, on: bool) -> None:
        """Switch the lamp of a seat that has one."""
        self._lamps[seat].value = on

    def buzz(self, on: bool) -> None:
        """Switch the buzzer, if there is one."""
        if self._buzzer is not None:
            self._buzzer.value = on

    def close(self) -> None:
        """Switch everything off and let go of every pin; a second call does nothing."""
        outputs = [*self._lamps.values(), *([self._buzzer] if self._buzzer else [])]
        for device in outputs:
            _quietly(device.off)
        for device in [*outputs, *self._buttons.values()]:
            _quietly(device.close)
        self._lamps, self._buttons, self._buzzer = {}, {}, None

    def _connect(self, pins: PanelPins) -> None:
        if len(pins.seats) > MAX_SEATS:
            problem = "{seats} seats have pins; {most} is the most"
            raise BadPin(sentence(problem, seats=len(pins.seats), most=MAX_SEATS))
        for seat, wired in pins.seats.items():
            if wired.button is not None:
                self._add_button(seat, wired.button, sentence("{seat}'s button", seat=seat))
            if wired.lamp is not None:
                name = sentence("{seat}'s lamp", seat=seat)
                self._lamps[seat] = self._take(DigitalOutputDevice, wired.lamp, name)
        if pins.host_button is not None:
            self._add_button(None, pins.host_button, "the host's button")
        if pins.buzzer is not None:
            self._buzzer = self._take(Buzzer, pins.buzzer, "the buzzer")

    def _add_button(self, seat: Seat | None, pin: int, name: str) -> None:
        # No bounce_time: it means something else on each back-end, so we debounce ourselves.
        button = self._take(DigitalInputDevice, pin, name, pull_up=True)
        button.when_activated = lambda: self._note(seat, True)
        button.when_deactivated = lambda: self._note(seat, False)
        self._buttons[seat] = button

    def _take(self, kind: Any, pin: int, name: str, **options: Any) -> Any:
        try:
            return kind(pin, pin_factory=self._factory, **options)
        except (GPIOZeroError, OSError) as error:
            problem = (
                "GPIO {pin} cannot be {name}: {error}; give it another GPIO number in the "
                "settings, or close the program that has it"
            )
            raise BadPin(sentence(problem, pin=pin, name=name, error=error)) from error


def _quietly(act: Callable[[], None]) -> None:
    # One device that fails to go dark must not keep the others alight.
    try:
        act()
    except Exception:
        _log.exception("a device of the panel would not close")
