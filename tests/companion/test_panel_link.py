"""From a finger to the table and back to the lamps, whatever else hangs."""

import os
import threading
import time
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest
from gpiozero.pins.mock import MockPWMPin

from companion.camera_loop import CameraLoop, Watched
from companion.commands import AskUndo, ChooseGame, Rename, SetLogged, SetTimer
from companion.game import TABLE
from companion.panel_link import PanelLink
from companion.settings import PanelSettings
from companion.table import Claim, Tick
from hardware.panel import Panel, open_panel
from hardware.signals import PanelEvent, PanelEventKind
from hardware.simulated import SimulatedButtons
from tests.companion.evening import P1, P2, P3, Evening
from vision.camera import Camera, CameraProfile, Frame
from vision.plan import plan_table

#: Only a hang is as long (seconds).
AGES_S = 20.0


def until(right: Callable[[], bool]) -> None:
    """Yield the processor until something is so."""
    end = time.monotonic() + AGES_S
    while not right() and time.monotonic() < end:
        os.sched_yield()
    assert right()


@pytest.fixture
def evening() -> Iterator[Evening]:
    evening = Evening()
    yield evening
    evening.table.close()


def chord(link: PanelLink, kind: str, *seats: str) -> BaseException | None:
    """Let these seats hold their buttons together; return what the table had against it."""
    seat, several = (seats[0], ()) if kind == "hand_over" else (None, seats)
    answer = link.deliver(PanelEvent(PanelEventKind(kind), seat, 1.0, several))
    return answer.exception(AGES_S) if answer else None


@pytest.fixture
def link(evening: Evening) -> PanelLink:
    return PanelLink(evening.table, lambda: None, lambda: None)


def test_two_seats_together_stop_all_clocks_and_let_them_go_on(
    evening: Evening, link: PanelLink
) -> None:
    evening.table.do(SetTimer(10))
    evening.deal()
    halted = []
    for _ in range(2):
        assert chord(link, "together", P1, P3) is None
        halted.append(evening.table.session().halted)

    assert halted == [True, False]


def test_without_clocks_two_seats_together_ask_what_each_would_ask_alone(
    evening: Evening, link: PanelLink
) -> None:
    evening.deal()
    assert chord(link, "together", P2, P3) is None

    assert evening.table.published(TABLE).snapshot.challenge == P2


def test_two_seats_together_agree_to_what_is_offered(evening: Evening, link: PanelLink) -> None:
    evening.table.do(SetLogged(P1, True))
    evening.deal()
    evening.say("p1 holds 3", "p1 draws")
    evening.table.do(AskUndo(P1))
    before = evening.acts()
    assert chord(link, "together", P2, P3) is None

    assert evening.acts()[: len(before)] == before
    assert evening.acts()[-1].startswith("undo")
    assert evening.table.published(TABLE).snapshot.offer is None


def test_the_host_with_a_seat_lets_the_phone_that_asks_have_it(
    evening: Evening, link: PanelLink
) -> None:
    nobody = chord(link, "hand_over", P2)
    evening.table.do(Claim(P2, "another"))

    assert chord(link, "hand_over", P2) is None
    assert nobody is not None
    assert evening.table.seat_of("another") == P2


class Stopped(Camera):
    """A camera that gives no frame before the test lets it."""

    name = "a camera that hangs"

    def __init__(self) -> None:
        self.asked, self.free = threading.Event(), threading.Event()

    @property
    def profile(self) -> CameraProfile:
        return CameraProfile()

    def capture(self, timeout_s: float = 2.0) -> Frame:
        self.asked.set()
        self.free.wait(AGES_S)
        image = np.zeros((720, 1280, 3), np.uint8)
        return Frame(image, image[::4, ::4, 0].copy(), time.monotonic(), 1)


@pytest.fixture
def hung(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Panel, PanelLink]]:
    """Run a panel beside a table that waits for its disk and a camera that gives nothing."""
    game, seats, camera = evening.table.session().game, evening.table.session().seats, Stopped()
    watched = Watched(plan_table(game.zones(seats), seats), game.deck)
    loop = CameraLoop(evening.table, lambda: camera, lambda: watched)
    link = PanelLink(evening.table, lambda: None, loop.hurry)
    reached, free = threading.Event(), threading.Event()

    def append(events: object) -> None:
        reached.set()
        free.wait(AGES_S)

    with open_panel(PanelSettings(simulated=True), link.deliver) as panel:
        link.start(panel)
        loop.start()
        monkeypatch.setattr(evening.journal, "append", append)
        renamed = evening.table.submit(Rename(P1, "Anna"))
        assert camera.asked.wait(AGES_S)
        assert reached.wait(AGES_S)
        yield panel, link
        free.set()
        camera.free.set()
        renamed.result(AGES_S)
        loop.close()
        link.close()


def test_a_press_is_felt_and_taken_while_table_and_camera_hang(
    hung: tuple[Panel, PanelLink],
) -> None:
    panel, link = hung
    buttons = SimulatedButtons(panel)
    for count, seat in enumerate((P1, P2, P1), start=1):
        buttons.press(seat)
        until(lambda seat=seat: buttons.lit(seat))
        until(lambda seat=seat: panel._gestures._buttons[seat].down)
        buttons.release(seat)
        until(lambda count=count: sum(presses for _, presses, _ in link.buttons()) == count)

    # Taken, and not ruled on yet: the lamps wait for the table, so they are still turned over.
    assert (buttons.lit(P1), buttons.lit(P2), buttons.lit(P3)) == (True, True, False)


def test_a_button_that_is_down_at_the_start_is_named_until_it_is_let_go(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    link = PanelLink(evening.table, lambda: None, lambda: None)
    monkeypatch.setattr(MockPWMPin, "_set_pull", held_down(4))
    with open_panel(PanelSettings(simulated=True), link.deliver) as panel:
        link.start(panel)
        stuck = [seat for seat, _, is_stuck in link.buttons() if is_stuck]
        SimulatedButtons(panel).release(P1)
        until(lambda: not any(is_stuck for *_, is_stuck in link.buttons()))
        link.close()

    assert stuck == [P1]


def held_down(number: int) -> Callable[[MockPWMPin, str], None]:
    """Return a pull-up that one pin does not follow: its contact is closed."""
    real = MockPWMPin._set_pull

    def pull(pin: MockPWMPin, value: str) -> None:
        real(pin, value)
        if pin.info.name == f"GPIO{number}" and value == "up":
            pin.drive_low()

    return pull


def sounds(evening: Evening, *done: str) -> list[str]:
    """Return what is heard when p2 presses twice in a window in which this was done before."""
    heard: list[str] = []
    link = PanelLink(evening.table, lambda: None, lambda: None)
    kinds = {kind: (lambda kind=kind: heard.append(kind)) for kind in ("beep", "tick", "refuse")}
    link._panel = cast(Any, SimpleNamespace(pins=SimpleNamespace(seats=()), **kinds))
    evening.table.do(ChooseGame("good_cop_bad_cop"))
    evening.deal()
    evening.say("p1 investigates p3 left", *done)
    for _ in range(2):
        answer = link.deliver(PanelEvent(PanelEventKind.PRESS, P2, 1.0, ()))
        assert answer is not None
        answer.result(AGES_S)
        evening.table.do(Tick())  # The sound is made before the next command is taken.
    return heard


def test_a_press_sounds_alike_whether_or_not_its_player_had_passed() -> None:
    names = ("Ann", "Ben", "Cy", "Dan")

    assert sounds(Evening(names)) == ["tick", "tick"]
    assert sounds(Evening(names), "p2 passes") == ["tick", "tick"]
    assert sounds(Evening(names), "p1 passes", "p3 passes", "p4 passes") == ["beep", "tick"]
