"""The panel on gpiozero's mock pins."""

import os
import queue
import signal
import subprocess
import sys
import textwrap
import threading
from concurrent.futures import Future
from pathlib import Path

import pytest
from gpiozero import LED
from gpiozero.pins.mock import MockFactory, MockPWMPin

from companion.game import TableError
from hardware.devices import BadPin
from hardware.panel import ANSWER_S, Panel, PanelClosed, open_panel
from hardware.signals import Lamp, PanelEventKind
from hardware.simulated import NoSuchButton, SimulatedButtons

from .conftest import P1, P2, P3, Rig, Wired, Wiring


def test_a_bouncing_press_is_one_press(rig):
    rig.hold(P2, 0.2)

    assert rig.said() == [("press", P2)]


def test_a_second_press_counts_again(rig):
    rig.hold(P2, 0.2)
    rig.hold(P2, 0.2)

    assert rig.said() == [("press", P2), ("press", P2)]


def test_holding_a_seat_button_asks(rig):
    rig.hold(P1, 1.2)

    assert rig.said() == [("hold", P1)]


def test_the_host_button_taps_then_offers_undo_then_shuts_down(rig):
    rig.hold(None, 0.5)
    rig.hold(None, 2.5)
    rig.hold(None, 6.5)

    assert rig.said() == [("tap", None), ("undo", None), ("shut_down", None)]


def test_first_finger_down_wins_though_it_is_lifted_last(rig):
    rig.down(P3)
    rig.down(P1)
    rig.wait(0.1)
    rig.up(P1)
    rig.wait(0.1)
    rig.up(P3)
    rig.wait(0.1)

    assert rig.said() == [("press", P3), ("press", P1)]


def test_stuck_button_is_named_at_the_start_and_works_once_freed():
    rig = Rig(Wiring(), stuck=(17,))
    rig.wait(0.0)
    stuck = rig.panel.stuck()
    rig.up(P2)
    rig.wait(0.1)
    rig.hold(P2, 0.2)
    rig.panel.close()

    assert stuck == (P2,)
    assert rig.said() == [("stuck", P2), ("freed", P2), ("press", P2)]


def test_other_buttons_work_beside_a_stuck_one():
    rig = Rig(Wiring(), stuck=(26,))
    rig.hold(P1, 0.2)
    rig.panel.close()

    assert rig.said() == [("stuck", None), ("press", P1)]


def test_a_failing_consumer_leaves_every_button_alive(caplog):
    taken, wiring = queue.Queue(), Wiring()

    def deliver(event):
        taken.put(event)
        raise RuntimeError("the table is down")

    factory = MockFactory(pin_class=MockPWMPin)
    with Panel(wiring, factory, deliver, "a test") as panel:
        buttons = SimulatedButtons(panel)
        seats = []
        for seat in (P1, P2, P1):
            buttons.press(seat)
            _until(lambda seat=seat: panel._gestures._buttons[seat].down)
            buttons.release(seat)
            seats.append(taken.get(timeout=10).seat)

    assert seats == [P1, P2, P1]
    assert [record.exc_info[1].args for record in caplog.records] == [("the table is down",)] * 3


def _until(true):
    """Yield the processor until the panel's thread has got there."""
    deadline = 1_000_000
    while not true() and deadline:
        deadline -= 1
        os.sched_yield()
    assert true()


def test_steady_lamp_lights_and_goes_out(rig):
    rig.panel.lamp(P1, Lamp.STEADY)
    lit = rig.lamp(P1)
    rig.panel.lamp(P1, Lamp.OFF)

    assert (lit, rig.lamp(P1), rig.lamp(P2)) == (True, False, False)


def test_all_lamps_blink_fast_together(rig):
    rig.panel.lamps(Lamp.FAST)
    seen = []
    for _ in range(8):
        seen.append({rig.lamp(seat) for seat in (P1, P2, P3)})
        rig.wait(0.1)

    assert all(len(lamps) == 1 for lamps in seen)
    assert {next(iter(lamps)) for lamps in seen} == {True, False}


def test_beeps_can_be_counted_and_end(rig):
    rig.panel.beep(3)
    heard = []
    for _ in range(200):
        heard.append(rig.buzzer())
        rig.wait(0.01)
    starts = sum(b and not a for a, b in zip([False, *heard], heard, strict=False))

    assert (starts, heard[-1]) == (3, False)


def test_seat_without_lamp_and_table_without_buzzer_are_fine():
    rig = Rig(Wiring(seats={P1: Wired(4, None)}, host_button=None, buzzer=None))
    rig.panel.lamp(P1, Lamp.STEADY)
    rig.panel.lamp(P2, Lamp.STEADY)
    rig.panel.refuse()
    rig.hold(P1, 0.1)
    rig.panel.close()

    assert rig.said() == [("press", P1)]


def test_closing_switches_everything_off_and_frees_the_pins(rig):
    rig.panel.lamps(Lamp.STEADY)
    rig.panel.refuse()
    rig.panel.step()
    pins = [rig.factory.pin(number) for number in (18, 23, 24, 11)]
    before = [bool(pin.state) for pin in pins]
    for pin in pins:
        pin.clear_states()
    rig.panel.close()
    rig.panel.close()
    after = [bool(pin.states[-1].state) for pin in pins]
    LED(18, pin_factory=rig.factory).close()

    assert (before, after) == ([True] * 4, [False] * 4)


def test_closed_panel_cannot_be_started_again(rig):
    rig.panel.close()

    with pytest.raises(PanelClosed, match="open a new one"):
        rig.panel.start()


def test_late_commands_leave_a_closed_panel_dark(rig):
    pins = [rig.factory.pin(number) for number in (18, 11)]
    rig.panel.close()
    rig.panel.lamps(Lamp.STEADY)
    rig.panel.refuse()
    rig.panel.step()

    assert [bool(pin.state) for pin in pins] == [False, False]


def test_panel_can_be_closed_from_its_own_event():
    box, done = [], queue.Queue()

    def deliver(event):
        box[0].close()
        done.put(event)

    panel = Panel(Wiring(), MockFactory(pin_class=MockPWMPin), deliver, "a test")
    box.append(panel)
    panel.start()
    buttons = SimulatedButtons(panel)
    buttons.press(P1)
    _until(lambda: panel._gestures._buttons[P1].down)
    buttons.release(P1)

    assert done.get(timeout=10).kind is PanelEventKind.PRESS
    panel._thread.join(timeout=10)
    assert not panel._thread.is_alive()


def test_pin_used_twice_names_pin_and_part_and_frees_the_others():
    factory = MockFactory(pin_class=MockPWMPin)
    wiring = Wiring(seats={P1: Wired(4, 18), P2: Wired(17, 18)})

    with pytest.raises(BadPin, match=r"GPIO 18 cannot be p2's lamp"):
        Panel(wiring, factory, print, "a test")

    Panel(Wiring(), factory, print, "a test").close()


def test_nine_seats_are_refused():
    wiring = Wiring(seats={f"p{n}": Wired(None, None) for n in range(1, 10)})

    with pytest.raises(BadPin, match="8 is the most"):
        Panel(wiring, MockFactory(pin_class=MockPWMPin), print, "a test")


def test_errors_are_table_errors_and_built_ins():
    assert issubclass(BadPin, (TableError, ValueError))
    assert issubclass(PanelClosed, RuntimeError)
    assert issubclass(NoSuchButton, LookupError)


def test_simulation_by_setting_says_so():
    panel = open_panel(Wiring(simulated=True), print)
    panel.close()

    assert panel.reason == "The settings ask for simulated buttons and lamps."


def test_missing_gpio_falls_back_to_the_mock_and_says_why(monkeypatch):
    monkeypatch.setitem(sys.modules, "lgpio", None)
    monkeypatch.delitem(sys.modules, "gpiozero.pins.lgpio", raising=False)
    panel = open_panel(Wiring(simulated=False), print)
    panel.close()

    assert isinstance(panel.factory, MockFactory)
    assert "no GPIO here (import of lgpio halted" in panel.reason


def test_an_evening_of_blinking_leaves_nothing_behind_in_simulated_pins():
    with open_panel(Wiring(), lambda event: None) as panel:
        for shown in (Lamp.STEADY, Lamp.OFF) * 8:
            panel.lamp(P1, shown)
            _until(lambda shown=shown: SimulatedButtons(panel).lit(P1) is (shown is Lamp.STEADY))
        history = panel.factory.pin(18).states

    assert len(history) <= 8


def test_buttons_on_screen_drive_the_real_pins_of_the_mock():
    events = queue.Queue()
    with open_panel(Wiring(), events.put) as panel:
        buttons = SimulatedButtons(panel)
        panel.lamp(P3, Lamp.STEADY)
        buttons.press(P3)
        _until(lambda: panel._gestures._buttons[P3].down and not buttons.lit(P3))
        low = panel.factory.pin(27).state
        buttons.release(P3)
        event = events.get(timeout=10)

    assert (low, event.kind, event.seat) == (False, PanelEventKind.PRESS, P3)


def test_unknown_simulated_button_lists_the_ones_there_are():
    with open_panel(Wiring(), print) as panel:
        buttons = SimulatedButtons(panel)

        with pytest.raises(NoSuchButton, match="p9 has no button; there are: p1, p2, p3"):
            buttons.press("p9")


def test_real_pins_cannot_be_simulated(rig):
    rig.panel.factory = object()

    with pytest.raises(NoSuchButton, match="press the real buttons"):
        SimulatedButtons(rig.panel)


def test_sigterm_puts_the_lamps_out():
    program = """
        import signal
        from hardware.panel import exit_on_sigterm, open_panel
        from hardware.signals import Lamp
        from tests.hardware.conftest import P1, Wiring
        exit_on_sigterm()
        panel = open_panel(Wiring(), print)
        pin = panel.factory.pin(18)
        try:
            with panel:
                panel.lamp(P1, Lamp.STEADY)
                while not pin.state:
                    pass
                print("lit", flush=True)
                signal.pause()
        finally:
            print([s.state for s in pin.states], flush=True)
    """
    command = [sys.executable, "-c", textwrap.dedent(program)]
    root = Path(__file__).parents[2]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=root) as process:
        assert process.stdout.readline() == "lit\n"
        process.send_signal(signal.SIGTERM)
        states = process.stdout.read().strip()

    assert (states, process.returncode) == ("[False, 1.0, 0.0]", 0)


def test_pins_that_are_gone_are_told_once_and_come_back(caplog):
    panel = Panel(Wiring(), MockFactory(pin_class=MockPWMPin), lambda event: None, "a test")
    light, wait, works = panel._devices.light, panel._wait, threading.Event()
    said = []

    def breathe(seconds):
        said.append(panel.trouble)
        if len(said) == 3:
            panel._devices.light = light

    def fail(seat, on):
        raise OSError("chip is gone")

    def wait_once_all_is_done():
        works.set()
        wait()

    panel._closing.wait, panel._devices.light = breathe, fail
    panel._wait = wait_once_all_is_done
    panel.lamp(P1, Lamp.STEADY)
    with panel:
        assert works.wait(timeout=60)
        lit, trouble = bool(panel.factory.pin(18).state), panel.trouble

    assert ["chip is gone" in text for text in said] == [True] * 3
    assert len(caplog.records) == 1
    assert (lit, trouble) == (True, "")


def test_a_lamp_turns_over_while_a_finger_is_on_its_button(rig):
    rig.panel.lamp(P1, Lamp.STEADY)
    rig.down(P1)
    rig.down(P2)
    pressed = (rig.lamp(P1), rig.lamp(P2), rig.lamp(P3))
    rig.wait(0.1)
    rig.up(P1)
    rig.up(P2)
    rig.wait(0.1)

    assert pressed == (False, True, False)
    assert (rig.lamp(P1), rig.lamp(P2), rig.lamp(P3)) == (True, False, False)


def test_a_lamp_stays_turned_over_until_the_table_has_answered(rig):
    rig.answer = Future()
    rig.hold(P1, 0.1)
    waiting = [rig.lamp(P1)]
    rig.wait(ANSWER_S / 2)
    waiting.append(rig.lamp(P1))
    rig.panel.lamp(P1, Lamp.STEADY)
    rig.answer.set_result(None)

    assert waiting == [True, True]
    assert rig.lamp(P1)
    rig.panel.lamp(P1, Lamp.OFF)
    assert not rig.lamp(P1)


def test_both_lamps_of_a_chord_wait_for_its_answer(rig):
    rig.answer = Future()
    rig.down(P1)
    rig.down(P2)
    rig.wait(1.5)
    rig.up(P1)
    rig.up(P2)
    rig.wait(0.1)
    waiting = [rig.lamp(seat) for seat in (P1, P2, P3)]
    rig.answer.set_exception(ValueError("refused"))

    assert waiting == [True, True, False]
    assert [rig.lamp(seat) for seat in (P1, P2, P3)] == [False] * 3


def test_a_table_that_never_answers_keeps_no_lamp_turned_over(rig):
    rig.answer = Future()
    rig.hold(P1, 0.1)
    rig.wait(ANSWER_S)

    assert not rig.lamp(P1)


def test_a_stuck_button_does_not_turn_its_lamp_over():
    rig = Rig(Wiring(), stuck=(17,))
    rig.wait(0.0)
    lit = rig.lamp(P2)
    rig.panel.close()

    assert not lit
