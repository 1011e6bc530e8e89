"""What a button press means and what a lamp shows, as pure functions of time.

No pin is touched and no clock is read here: whoever owns the pins hands in levels and
timestamps (seconds of one monotonic clock). `hardware.panel` does so for gpiozero.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from enum import Enum

from companion.cards import Seat

#: A level counts once it has not changed for this long. Arcade buttons bounce for about
#: 5 ms and a finger stays down for more than 40 ms, so nothing real is lost. (seconds)
SETTLE_S = 0.02
#: A seat's button held this long asks "is that right?". (seconds)
HOLD_S = 1.0
#: The host's button held this long offers an undo. (seconds)
UNDO_S = 2.0
#: The host's button held this long shuts the companion down. (seconds)
SHUT_DOWN_S = 6.0
#: Nobody holds a button this long on purpose: something lies on it. (seconds)
STUCK_S = 20.0


class PanelEventKind(Enum):
    """What a button has to say."""

    PRESS = "press"
    """A seat: my turn is done."""

    HOLD = "hold"
    """A seat: is that right?"""

    TAP = "tap"
    """The host: stop all timers, or let them go on."""

    UNDO = "undo"
    """The host: offer to take the last action back."""

    SHUT_DOWN = "shut_down"
    """The host: shut down."""

    TOGETHER = "together"
    """Two seats or more, held together: we agree."""

    HAND_OVER = "hand_over"
    """The host and one seat, held together: let the phone that asks have this seat."""

    STUCK = "stuck"
    """This button has been down too long, or was down at the start, and is ignored."""

    FREED = "freed"
    """A stuck button was let go and works again."""


@dataclass(frozen=True, slots=True)
class PanelEvent:
    """Something a button said.

    `seat` is None for the host's button, and where several seats say it: `seats` names them
    all. `at` is when the (first) finger came down, in seconds of the monotonic clock, so that
    the first press of two is the one with the smaller `at`.
    """

    kind: PanelEventKind
    seat: Seat | None
    at: float
    seats: tuple[Seat, ...] = ()


@dataclass(frozen=True, slots=True)
class ButtonState:
    """One button, debounced. Every step returns a new state and what it means, if anything.

    Args:
        down: the settled level.
        since: when the settled level began, in seconds.
        level: the level last reported, perhaps still bouncing.
        left_at: the first edge of a burst that may end the settled level.
        quiet_from: the last edge, in seconds.
        stuck: whether this press has been given up.

    """

    down: bool = False
    since: float = 0.0
    level: bool = False
    left_at: float | None = None
    quiet_from: float = 0.0
    stuck: bool = False

    @classmethod
    def at_start(cls, down: bool, at: float) -> "ButtonState":
        """Return a button as it is found; one that is down already is stuck."""
        return cls(down=down, since=at, level=down, quiet_from=at, stuck=down)

    def edge(self, down: bool, at: float) -> "ButtonState":
        """Return the button after the pin reported a level; call `tick(at)` before."""
        at = max(at, self.quiet_from)
        left_at = at if self.left_at is None else self.left_at
        return replace(self, level=down, left_at=left_at, quiet_from=at)

    def tick(self, now: float) -> tuple["ButtonState", "Stroke | None"]:
        """Return the button at `now`, and the stroke that has come to an end."""
        if self.left_at is not None and now >= self.quiet_from + SETTLE_S:
            return self._settled(self.left_at, now)
        if self.down and not self.stuck and now >= self.since + STUCK_S:
            return replace(self, stuck=True), Stroke(self.since, None, stuck=True)
        return self, None

    def _settled(self, left_at: float, now: float) -> tuple["ButtonState", "Stroke | None"]:
        if self.level == self.down:
            return replace(self, left_at=None), None
        after = ButtonState(self.level, left_at, self.level, None, self.quiet_from)
        if self.level:
            # A tick may come late, so this press may have lasted too long already.
            return after.tick(now)
        return after, Stroke(self.since, left_at, self.stuck)

    def deadline(self) -> float | None:
        """Return when `tick` has something to do if no edge comes first, in seconds."""
        if self.left_at is not None:
            return self.quiet_from + SETTLE_S
        if self.down and not self.stuck:
            return self.since + STUCK_S
        return None

    def pressed_since(self) -> float | None:
        """Return since when a finger may be on the button, or None; stuck ones are left out."""
        if self.stuck:
            return None
        if self.down:
            return self.since
        return self.left_at if self.level else None


@dataclass(frozen=True, slots=True)
class Stroke:
    """A press that ended at `up` (seconds), or one that got stuck (`up` is None)."""

    at: float
    up: float | None
    stuck: bool = False


def meaning(seat: Seat | None, stroke: Stroke) -> PanelEventKind:
    """Say what a press means by how long it lasted."""
    if stroke.stuck:
        return PanelEventKind.STUCK if stroke.up is None else PanelEventKind.FREED
    held = (stroke.at if stroke.up is None else stroke.up) - stroke.at
    if seat is not None:
        return PanelEventKind.HOLD if held >= HOLD_S else PanelEventKind.PRESS
    if held >= SHUT_DOWN_S:
        return PanelEventKind.SHUT_DOWN
    return PanelEventKind.UNDO if held >= UNDO_S else PanelEventKind.TAP


def chord(since: Mapping[Seat | None, float]) -> tuple[PanelEvent, ...]:
    """Say what buttons mean that were held together, by when each came down (seconds)."""
    seats, at = tuple(seat for seat in since if seat is not None), min(since.values())
    if None not in since:
        return (PanelEvent(PanelEventKind.TOGETHER, None, at, tuple(sorted(seats))),)
    # The host with several seats could mean any of them, so it means none.
    return (PanelEvent(PanelEventKind.HAND_OVER, seats[0], at),) if len(seats) == 1 else ()


class Gestures:
    """All buttons of a panel: levels and times go in, events come out in fair order.

    A finished press waits while another seat's finger came down earlier and may yet prove
    to be a press too (at most `HOLD_S`). So of two presses the first one down comes out
    first, even if it was released last.

    Buttons that were all down together for `HOLD_S` are a chord: the first of them to come
    up says what it means, and the others then say nothing more.
    """

    def __init__(self, down: Mapping[Seat | None, bool], at: float) -> None:
        self._buttons = {seat: ButtonState.at_start(level, at) for seat, level in down.items()}
        self._spent: set[Seat | None] = set()
        self._waiting: list[PanelEvent] = []
        self._ready = [
            PanelEvent(PanelEventKind.STUCK, seat, at) for seat, level in down.items() if level
        ]

    def edge(self, seat: Seat | None, down: bool, at: float) -> tuple[PanelEvent, ...]:
        """Take in one change of level; raise KeyError for a button that is not there."""
        for each in self._buttons:
            self._step(each, at)
        self._buttons[seat] = self._buttons[seat].edge(down, at)
        return self._out(at)

    def tick(self, now: float) -> tuple[PanelEvent, ...]:
        """Let time pass up to `now` and return what has become certain."""
        for seat in self._buttons:
            self._step(seat, now)
        return self._out(now)

    def deadline(self) -> float | None:
        """Return when `tick` is needed next if no edge comes first, in seconds."""
        times = [t for button in self._buttons.values() if (t := button.deadline()) is not None]
        times += [since + HOLD_S for event in self._waiting for since in self._earlier(event)]
        return min(times, default=None)

    def fingers(self) -> frozenset[Seat | None]:
        """Return the buttons that a finger is on, counted from the first touch."""
        pressed = (s for s, button in self._buttons.items() if button.pressed_since() is not None)
        return frozenset(pressed)

    def stuck(self) -> tuple[Seat | None, ...]:
        """Return the buttons that are ignored because they have been down too long."""
        return tuple(seat for seat, button in self._buttons.items() if button.stuck)

    def _step(self, seat: Seat | None, now: float) -> None:
        self._buttons[seat], stroke = self._buttons[seat].tick(now)
        if stroke is None:
            return
        kind, spent = meaning(seat, stroke), seat in self._spent
        self._spent.discard(seat)
        if stroke.stuck:
            self._ready.append(PanelEvent(kind, seat, stroke.at))
        elif not spent and not self._is_chord(seat, stroke):
            queue = self._waiting if kind is PanelEventKind.PRESS else self._ready
            queue.append(PanelEvent(kind, seat, stroke.at))

    def _is_chord(self, seat: Seat | None, stroke: Stroke) -> bool:
        """Tell whether other buttons were held all the while, and if so what they say."""
        late = (stroke.at if stroke.up is None else stroke.up) - HOLD_S
        since = {s: at for s, b in self._buttons.items() if (at := b.pressed_since()) is not None}
        since = {s: at for s, at in since.items() if at <= late and s not in self._spent}
        if stroke.at > late or not since:
            return False
        self._spent |= set(since)
        since[seat] = stroke.at
        self._ready += chord(since)
        return True

    def _out(self, now: float) -> tuple[PanelEvent, ...]:
        free = [e for e in self._waiting if all(now >= t + HOLD_S for t in self._earlier(e))]
        self._waiting = [event for event in self._waiting if event not in free]
        out = self._ready + sorted(free, key=lambda event: event.at)
        self._ready = []
        return tuple(out)

    def _earlier(self, event: PanelEvent) -> Iterator[float]:
        for seat, button in self._buttons.items():
            since = button.pressed_since()
            if seat not in (None, event.seat) and since is not None and since < event.at:
                yield since


class Lamp(Enum):
    """What a seat's lamp says."""

    OFF = "off"
    STEADY = "steady"
    """It is your stroke."""

    SLOW = "slow"
    """The table waits for you."""

    FAST = "fast"
    """Table and record disagree (shown on every lamp)."""


#: Seconds from one flash to the next. Fast stays below three flashes per second, the
#: limit for people with photosensitive epilepsy (WCAG 2.3.1).
BLINK_PERIOD_S: Mapping[Lamp, float] = {Lamp.SLOW: 1.6, Lamp.FAST: 0.4}


def lit(lamp: Lamp, at: float) -> bool:
    """Say whether a lamp is lit at `at` (seconds); lamps that blink alike blink together."""
    period = BLINK_PERIOD_S.get(lamp)
    if period is None:
        return lamp is Lamp.STEADY
    return at % period < period / 2


#: A sound as (on, off) pulses in seconds.
Pulses = tuple[tuple[float, float], ...]

#: One long beep: refused.
REFUSED: Pulses = ((0.8, 0.2),)
#: The least there is: heard, but not your stroke.
TICK: Pulses = ((0.03, 0.1),)


def short_beeps(count: int) -> Pulses:
    """Return `count` short beeps, for counting something aloud; at most nine."""
    return ((0.12, 0.18),) * min(max(count, 0), 9)


def sounding(pulses: Pulses, elapsed: float) -> bool | None:
    """Say whether the buzzer sounds `elapsed` seconds into `pulses`; None once it is over."""
    for on, off in pulses:
        if elapsed < on:
            return True
        if elapsed < on + off:
            return False
        elapsed -= on + off
    return None
