"""Panels on mock pins that bounce, with a clock the test turns by hand."""

from collections.abc import Iterator
from concurrent.futures import Future
from dataclasses import dataclass, field

import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin

from companion.cards import Seat
from hardware.panel import Panel, PanelEvent

P1, P2, P3 = Seat("p1"), Seat("p2"), Seat("p3")


@dataclass
class Clock:
    """Seconds that pass only when the test says so."""

    now: float = 1000.0

    def __call__(self) -> float:
        return self.now

    def pass_(self, seconds: float) -> None:
        self.now += seconds


@dataclass(frozen=True)
class Wired:
    button: int | None
    lamp: int | None


@dataclass(frozen=True)
class Wiring:
    seats: dict[Seat, Wired] = field(
        default_factory=lambda: {P1: Wired(4, 18), P2: Wired(17, 23), P3: Wired(27, 24)}
    )
    host_button: int | None = 26
    buzzer: int | None = 11
    simulated: bool = True


class BouncingPin(MockPWMPin):
    """A pin whose contact chatters: each change comes as five edges, `chatter_s` apart."""

    clock: Clock
    chatter_s = 0.003

    def settle(self, high: bool) -> None:
        for level in (high, not high, high, not high, high):
            self.drive_high() if level else self.drive_low()
            self.clock.pass_(self.chatter_s)


class Rig:
    """A panel on bouncing pins, driven step by step."""

    def __init__(self, wiring: Wiring, stuck: tuple[int, ...] = ()) -> None:
        self.clock = clock = Clock()

        class Pin(BouncingPin):
            def __init__(self, factory: MockFactory, info: object) -> None:
                super().__init__(factory, info)
                self.clock = clock

            def _set_pull(self, value: str) -> None:
                super()._set_pull(value)
                if self.info.name in {f"GPIO{number}" for number in stuck}:
                    self.drive_low()

        self.wiring = wiring
        self.events: list[PanelEvent] = []
        #: What the table gives for an event: done when it has dealt with it.
        self.answer: Future[None] | None = None
        self.factory = MockFactory(pin_class=Pin)
        self.panel = Panel(wiring, self.factory, self.take, "a test", clock)

    def take(self, event: PanelEvent) -> "Future[None] | None":
        self.events.append(event)
        return self.answer

    def pin(self, seat: Seat | None) -> BouncingPin:
        number = self.wiring.host_button if seat is None else self.wiring.seats[seat].button
        return self.factory.pin(number)

    def down(self, seat: Seat | None) -> None:
        self.pin(seat).settle(False)

    def up(self, seat: Seat | None) -> None:
        self.pin(seat).settle(True)

    def wait(self, seconds: float) -> None:
        self.clock.pass_(seconds)
        self.panel.step()

    def hold(self, seat: Seat | None, seconds: float) -> None:
        self.down(seat)
        self.wait(seconds)
        self.up(seat)
        self.wait(0.1)

    def said(self) -> list[tuple[str, Seat | None]]:
        return [(event.kind.value, event.seat) for event in self.events]

    def lamp(self, seat: Seat) -> bool:
        self.panel.step()
        return bool(self.factory.pin(self.wiring.seats[seat].lamp).state)

    def buzzer(self) -> bool:
        self.panel.step()
        return bool(self.factory.pin(self.wiring.buzzer).state)


@pytest.fixture
def rig() -> Iterator[Rig]:
    built = Rig(Wiring())
    yield built
    built.panel.close()
