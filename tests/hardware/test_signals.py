"""What presses mean, by timestamps alone."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.cards import Seat
from hardware.signals import (
    BLINK_PERIOD_S,
    HOLD_S,
    REFUSED,
    SETTLE_S,
    STUCK_S,
    Gestures,
    Lamp,
    PanelEventKind,
    lit,
    short_beeps,
    sounding,
)

P1, P2, P3 = Seat("p1"), Seat("p2"), Seat("p3")


def held(seat, seconds):
    """Return what a clean press of this length says."""
    gestures = Gestures({P1: False, P2: False, None: False}, 0.0)
    gestures.edge(seat, True, 10.0)
    gestures.edge(seat, False, 10.0 + seconds)
    return [event.kind for event in gestures.tick(10.0 + seconds + SETTLE_S)]


@pytest.mark.parametrize(
    ("seat", "seconds", "kinds"),
    [
        (P1, 0.05, [PanelEventKind.PRESS]),
        (P1, 0.99, [PanelEventKind.PRESS]),
        (P1, 1.01, [PanelEventKind.HOLD]),
        (P1, 10.0, [PanelEventKind.HOLD]),
        (None, 0.5, [PanelEventKind.TAP]),
        (None, 1.99, [PanelEventKind.TAP]),
        (None, 2.01, [PanelEventKind.UNDO]),
        (None, 5.99, [PanelEventKind.UNDO]),
        (None, 6.01, [PanelEventKind.SHUT_DOWN]),
    ],
)
def test_length_of_a_press_says_what_it_means(seat, seconds, kinds):
    actual = held(seat, seconds)

    assert actual == kinds


def test_nothing_is_said_before_the_button_is_let_go():
    gestures = Gestures({None: False}, 0.0)
    gestures.edge(None, True, 1.0)

    assert gestures.tick(1.0 + 7.0) == ()


def test_the_event_carries_the_moment_the_finger_came_down():
    gestures = Gestures({P1: False}, 0.0)
    for at, down in [(5.0, True), (5.003, False), (5.006, True), (5.3, False), (5.304, True)]:
        gestures.edge(P1, down, at)
    gestures.edge(P1, False, 5.309)

    (event,) = gestures.tick(5.4)

    assert event.at == 5.0


def test_a_spike_shorter_than_the_settling_time_is_no_press():
    gestures = Gestures({P1: False}, 0.0)
    gestures.edge(P1, True, 1.0)
    gestures.edge(P1, False, 1.0 + SETTLE_S / 2)

    assert gestures.tick(2.0) == ()


def test_a_contact_that_opens_briefly_does_not_split_a_hold():
    gestures = Gestures({P1: False}, 0.0)
    for at, down in [(1.0, True), (1.5, False), (1.505, True), (2.2, False)]:
        gestures.edge(P1, down, at)

    assert [event.kind for event in gestures.tick(2.3)] == [PanelEventKind.HOLD]


def test_a_late_tick_changes_nothing_about_the_length():
    gestures = Gestures({P1: False}, 0.0)
    gestures.edge(P1, True, 1.0)
    gestures.edge(P1, False, 1.2)

    assert [event.kind for event in gestures.tick(500.0)] == [PanelEventKind.PRESS]


def test_a_press_waits_for_an_earlier_finger_no_longer_than_a_hold():
    gestures = Gestures({P1: False, P2: False}, 0.0)
    gestures.edge(P1, True, 1.0)
    gestures.edge(P2, True, 1.1)
    gestures.edge(P2, False, 1.2)

    before, after = gestures.tick(1.9), gestures.tick(1.0 + HOLD_S)

    assert (before, [(e.kind, e.seat) for e in after]) == ((), [(PanelEventKind.PRESS, P2)])


def test_a_stuck_button_holds_up_nobody():
    gestures = Gestures({P1: True, P2: False}, 0.0)
    gestures.tick(0.0)
    gestures.edge(P2, True, 1.0)
    gestures.edge(P2, False, 1.1)

    assert [event.seat for event in gestures.tick(1.2)] == [P2]


def test_a_button_held_absurdly_long_is_given_up_and_freed():
    gestures = Gestures({None: False}, 0.0)
    gestures.edge(None, True, 1.0)
    kinds = [event.kind for event in gestures.tick(1.0 + STUCK_S)]
    gestures.edge(None, False, 60.0)
    kinds += [event.kind for event in gestures.tick(61.0)]

    assert kinds == [PanelEventKind.STUCK, PanelEventKind.FREED]


@given(
    gaps=st.lists(st.floats(0.0001, SETTLE_S * 0.9), max_size=30),
    held_for=st.floats(SETTLE_S * 1.1, 0.9),
)
def test_any_chatter_is_one_press(gaps, held_for):
    gestures, at, down = Gestures({P1: False}, 0.0), 1.0, False
    for settled in (True, False):
        for gap in [*gaps[: len(gaps) // 2 * 2], 0.0]:
            at, down = at + gap, not down
            gestures.edge(P1, down, at)
        assert down is settled
        at += 0.0 if settled is False else held_for
    chatter = sum(gaps[: len(gaps) // 2 * 2])

    kinds = [event.kind for event in gestures.tick(at + 1.0)]

    expected = PanelEventKind.PRESS if chatter + held_for < HOLD_S else PanelEventKind.HOLD
    assert kinds == [expected]


def said(*strokes, until=100.0):
    """Return what clean strokes (seat, down, up) say together."""
    seats = {P1: False, P2: False, P3: False, None: False}
    gestures, out = Gestures(seats, 0.0), []
    edges = [(d, s, True) for s, d, _ in strokes] + [(u, s, False) for s, _, u in strokes]
    for at, seat, down in sorted(edges, key=lambda edge: edge[0]):
        out += gestures.edge(seat, down, at)
    out += gestures.tick(until)
    return [(event.kind.value, event.seat, event.seats) for event in out]


def test_seats_held_together_agree_when_the_first_comes_up_and_say_nothing_more():
    assert said((P2, 1.0, 3.0), (P1, 1.4, 2.5)) == [("together", None, (P1, P2))]
    assert said((P1, 1.0, 2.6), (P2, 1.1, 2.6), (P3, 1.2, 2.6)) == [
        ("together", None, (P1, P2, P3))
    ]


def test_the_host_with_a_seat_hands_it_over_and_offers_no_undo():
    assert said((None, 1.0, 4.0), (P2, 1.5, 3.0)) == [("hand_over", P2, ())]
    assert said((P2, 1.0, 9.0), (None, 1.5, 8.5)) == [("hand_over", P2, ())]


def test_the_host_with_two_seats_means_nothing():
    assert said((None, 1.0, 3.0), (P1, 1.0, 3.0), (P2, 1.0, 3.0)) == []


def test_buttons_that_meet_for_less_than_a_hold_mean_what_each_means_alone():
    kinds = said((P1, 1.0, 2.5), (P2, 1.6, 2.55), (None, 2.0, 2.9))

    assert kinds == [("hold", P1, ()), ("press", P2, ()), ("tap", None, ())]


def test_a_button_works_alone_again_after_a_chord():
    assert said((P1, 1.0, 2.5), (P2, 1.0, 2.6), (P2, 3.0, 3.2)) == [
        ("together", None, (P1, P2)),
        ("press", P2, ()),
    ]


def test_a_stuck_button_is_part_of_no_chord():
    gestures = Gestures({P1: True, P2: False}, 0.0)
    out = [*gestures.edge(P2, True, 1.0), *gestures.edge(P2, False, 3.0), *gestures.tick(4.0)]

    assert [(event.kind.value, event.seat) for event in out] == [("stuck", P1), ("hold", P2)]


@given(st.lists(st.tuples(st.sampled_from([P1, P2, P3, None]), st.booleans(), st.floats(0, 3))))
def test_a_finger_says_one_thing_at_most(steps):
    gestures, at, out, touches = Gestures(dict.fromkeys([P1, P2, P3, None], False), 0.0), 0.0, [], 0
    for seat, down, gap in steps:
        at += gap
        touches += down
        out += gestures.edge(seat, down, at)
    out += gestures.tick(at + 100.0)

    lying = (PanelEventKind.STUCK, PanelEventKind.FREED)
    spoken = [event for event in out if event.kind not in lying]
    assert sum(max(1, len(event.seats)) for event in spoken) <= touches


@given(st.lists(st.tuples(st.sampled_from([P1, P2, None]), st.booleans(), st.floats(0, 3))))
def test_presses_come_out_in_the_order_the_fingers_came_down(steps):
    gestures, at, out = Gestures({P1: False, P2: False, None: False}, 0.0), 0.0, []
    for seat, down, gap in steps:
        at += gap
        out += gestures.edge(seat, down, at)
    out += gestures.tick(at + 100.0)

    presses = [event.at for event in out if event.kind is PanelEventKind.PRESS]
    assert presses == sorted(presses)


def test_lamps_are_steady_or_blink_at_their_own_pace():
    seen = {lamp: [lit(lamp, tenth / 10 + 0.05) for tenth in range(16)] for lamp in Lamp}

    assert seen == {
        Lamp.OFF: [False] * 16,
        Lamp.STEADY: [True] * 16,
        Lamp.SLOW: [True] * 8 + [False] * 8,
        Lamp.FAST: [True, True, False, False] * 4,
    }


def test_no_lamp_flashes_more_than_three_times_a_second():
    assert all(1 / period <= 3 for period in BLINK_PERIOD_S.values())


def rises(pulses):
    """Count how often a sound starts, looking every millisecond."""
    heard = [sounding(pulses, ms / 1000) for ms in range(10_000)]
    return sum(1 for a, b in zip([False, *heard], heard, strict=False) if b and not a), heard[-1]


@pytest.mark.parametrize("count", [1, 3, 9])
def test_short_beeps_count(count):
    assert rises(short_beeps(count)) == (count, None)


def test_refused_is_one_long_beep():
    assert (rises(REFUSED), sounding(REFUSED, 0.5)) == ((1, None), True)
