"""The panel's self-test with mock pins in the place of fingers."""

from queue import SimpleQueue

from gpiozero.pins.mock import MockFactory, MockPWMPin

from companion.cards import Seat
from companion.panel_check import check, check_panel
from companion.settings import PanelSettings, SeatPins
from hardware.panel import Panel
from hardware.signals import PanelEvent, PanelEventKind

P1, P2 = Seat("p1"), Seat("p2")
PINS = PanelSettings({P1: SeatPins(4, 18), P2: SeatPins(17, None)}, 26, None, simulated=True)


class Finger(SimpleQueue[PanelEvent]):
    """Presses what it is told to, one press for each time that somebody waits."""

    def __init__(self, *presses: Seat | str | None) -> None:
        self.presses = list(presses)

    def get(self, block: bool = True, timeout: float | None = None) -> PanelEvent:
        pressed = self.presses.pop(0)
        if pressed == "nothing":
            return super().get(timeout=0.0)
        kind = PanelEventKind.TAP if pressed is None else PanelEventKind.PRESS
        return PanelEvent(kind, None if pressed is None else Seat(pressed), 0.0)


def checked(*presses: Seat | str | None) -> tuple[list[tuple[str, bool]], str]:
    said: list[str] = []
    panel = Panel(PINS, MockFactory(pin_class=MockPWMPin), lambda event: None, "a test")
    with panel:
        found = list(check(panel, Finger(*presses), said.append, patience_s=60.0))
    return [(one.who, one.works) for one in found], "\n".join(said)


def test_a_panel_that_answers_passes() -> None:
    found, said = checked(P1, P2, None)

    assert [works for _, works in found] == [True, True, True]
    assert "whose lamp (GPIO 18) is lit" in said
    assert "p2 (GPIO 17), which has no lamp" in said


def test_buttons_that_are_swapped_are_named() -> None:
    found, said = checked(P2, "nothing", P2, None)

    assert found[0] == ("the button of p1", False)
    assert "the button of p2 answered in its place" in said
    assert "swap the two wires" in said


def test_a_button_that_says_nothing_has_a_remedy() -> None:
    found, said = checked(P1, "nothing", None)

    assert found[1] == ("the button of p2", False)
    assert "-> check its wires" in said


def test_without_pins_there_is_nothing_to_press() -> None:
    said: list[str] = []

    assert check_panel(PINS, said.append) == 1
    assert "nothing to press" in said[0]
