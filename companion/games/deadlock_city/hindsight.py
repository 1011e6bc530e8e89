"""Looking back: what was not right in the past, now that cards have come up.

Going back from the end, where the cards in hand have been shown, the hands of every moment
follow: a card put down was in the hand before, and of two cards in hand either was the one
drawn. So at each moment there are some pasts that may have been. Each breaks some rules;
those that break the fewest are believed. What all of these break was not right. Where they
differ, it is said that not all of it can be right, and no more.

A card that never came up is a joker: it fits whatever was said of it, and accuses nobody.
So is a card that the host's word has changed.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from companion.cards import UNKNOWN, Face, Seat
from companion.game import Correction, Finding, Setup
from companion.games.deadlock_city.actions import Act, Draw, Drop, Hold, Play, Show
from companion.games.deadlock_city.cards import COPIES, FACES, FOUR
from companion.games.deadlock_city.corrections import correct
from companion.games.deadlock_city.dealing import first_state
from companion.games.deadlock_city.effects import after
from companion.games.deadlock_city.judging import Moment, finding
from companion.games.deadlock_city.ledger import public_count
from companion.games.deadlock_city.state import DRAW, State

Step = Act | Correction | None
#: The cards in hand of each seat, in the order of the seats; each hand sorted.
Hands = tuple[tuple[Face, ...], ...]
#: More pasts than this are not told apart: then nothing is found. Real games have dozens.
MOST_PASTS = 20_000
#: What the host's word makes of a seat's cards, so that nothing follows from them.
_TOUCHING = ("pile", "hand")


@dataclass(frozen=True, slots=True)
class Pasts:
    """What the likeliest ways from one moment to the end have in common.

    Args:
        cost: how many rules each of them breaks.
        common: what all of them break.
        some: what any of them breaks.
        sure: the steps at which all of them break a rule, perhaps each another one.

    """

    cost: int = 0
    common: frozenset[Finding] = frozenset()
    some: frozenset[Finding] = frozenset()
    sure: frozenset[int] = frozenset()

    def or_else(self, other: "Pasts") -> "Pasts":
        """Return the likelier of two, or what both have in common."""
        if self.cost != other.cost:
            return self if self.cost < other.cost else other
        return Pasts(
            self.cost,
            self.common & other.common,
            self.some | other.some,
            self.sure & other.sure,
        )

    def but_for(self, found: Finding | None) -> "Pasts":
        """Return these pasts with one more broken rule."""
        if found is None:
            return self
        new = frozenset({found})
        return Pasts(
            self.cost + 1, self.common | new, self.some | new, self.sure | set(found.steps)
        )


def look_back(
    setup: Setup, steps: Sequence[Step], shown: Mapping[str, tuple[Face, ...]]
) -> tuple[Finding, ...]:
    """Return what was not right; see `Game.hindsight`."""
    moments, last = _course(setup, steps)
    pasts = {hands: Pasts() for hands in _endings(last, shown)}
    for moment in reversed(moments):
        pasts = _before(moment, pasts, _is_mended(steps, moment.number))
        if not 0 < len(pasts) <= MOST_PASTS:
            return ()
    found = _either(list(pasts.values()))
    turns = {moment.number: moment for moment in moments}
    return tuple(sorted(_findings(found, turns), key=lambda one: one.steps))


def _either(pasts: list[Pasts]) -> Pasts:
    found = pasts[0]
    for other in pasts[1:]:
        found = found.or_else(other)
    return found


def _findings(found: Pasts, moments: Mapping[int, Moment]) -> Iterator[Finding]:
    yield from found.common
    named = {step for one in found.common for step in one.steps}
    for step in found.sure - named:
        yield _unclear("audit_not_so", [moments[step]])
    left = {step for one in found.some for step in one.steps} - found.sure
    if left and found.cost > len(found.sure):
        yield _unclear("audit_one_of", [moments[step] for step in sorted(left)])


def _unclear(code: str, moments: Sequence[Moment]) -> Finding:
    turns = dict.fromkeys(str(moment.turn) for moment in moments)
    seats = dict.fromkeys(moment.act.seat for moment in moments if moment.act)
    facts = (("turn", ", ".join(turns)), ("seat", " ".join(seats)))
    return Finding(code, facts, "", tuple(moment.number for moment in moments))


# --- forward: what was to be done when ----------------------------------------------------


def _course(setup: Setup, steps: Sequence[Step]) -> tuple[list[Moment], State]:
    """Return each step with what it came after, and the last state."""
    state, turn, moments = first_state(setup), 0, []
    for number, step in enumerate(steps):
        draws = isinstance(step, Draw) and bool(state.agenda) and state.agenda[0].step is DRAW
        turn += draws
        moments.append(Moment(number, max(turn, 1), step, state))
        if isinstance(step, Correction):
            state = correct(state, step)
        elif step is not None:
            state = after(state, step)
    return moments, state


def _is_mended(steps: Sequence[Step], number: int) -> bool:
    """Tell whether a player told his phone something else before anything came of it."""
    told = steps[number]
    if not isinstance(told, Hold):
        return False
    for later in steps[number + 1 :]:
        if isinstance(later, Hold):
            if later.seat == told.seat:
                return True
        elif later is not None:
            return False
    return False


# --- the end ------------------------------------------------------------------------------


def _endings(last: State, shown: Mapping[str, tuple[Face, ...]]) -> Iterator[Hands]:
    """Yield the hands that may be left at the end.

    One hand that nobody has shown can be counted out; of several each is a joker.
    """
    hands = tuple(_left(seat, len(p.hand), shown) for seat, p in last.seated())
    hidden = [place for place, hand in enumerate(hands) if UNKNOWN in hand]
    if last.agenda or len(hidden) != 1 or len(hands[hidden[0]]) != 1:
        yield hands
        return
    seat = last.table.seats[hidden[0]]
    count = public_count(last)
    for place, faces in shown.items():
        count.update(faces if place != seat else ())
    for face in FACES:
        if count[face] < COPIES[face]:
            yield (*hands[: hidden[0]], (face,), *hands[hidden[0] + 1 :])


def _left(seat: Seat, size: int, shown: Mapping[str, tuple[Face, ...]]) -> tuple[Face, ...]:
    faces = shown.get(seat, ())
    return tuple(sorted(faces)) if len(faces) == size else (UNKNOWN,) * size


# --- backward: what may have been ---------------------------------------------------------


def _before(moment: Moment, pasts: Mapping[Hands, Pasts], mended: bool) -> dict[Hands, Pasts]:
    """Return the pasts before a step, from those after it."""
    found: dict[Hands, Pasts] = {}
    for hands, past in pasts.items():
        for earlier in _earlier(moment, hands):
            fault = None if mended else finding(moment, earlier)
            grown = past.but_for(fault)
            known = found.get(earlier)
            found[earlier] = grown if known is None else known.or_else(grown)
    return found


def _earlier(moment: Moment, hands: Hands) -> Iterator[Hands]:
    """Yield the hands that may have become `hands` by this step."""
    step = moment.step
    if isinstance(step, Correction):
        yield _before_correction(moment, step, hands)
    elif isinstance(step, Draw):
        yield from _before_draw(hands, moment.place(step.seat))
    elif isinstance(step, Play):
        yield _before_play(moment, step, hands)
    elif isinstance(step, Drop | Show):
        yield _with(hands, moment.place(step.seat), (step.face,))
    else:
        yield hands


def _before_draw(hands: Hands, place: int) -> Iterator[Hands]:
    """Yield the hand without either of its cards: it may be the one drawn."""
    hand = hands[place]
    kept = ((*hand[:drawn], *hand[drawn + 1 :]) for drawn in range(len(hand)))
    yield from (_with(hands, place, rest) for rest in dict.fromkeys(kept))


def _before_play(moment: Moment, play: Play, hands: Hands) -> Hands:
    own = moment.place(play.seat)
    if play.effect == FOUR and play.target:
        other = moment.place(play.target)
        hands = _with(_with(hands, own, hands[other]), other, hands[own])
    return _with(hands, own, (*hands[own], play.face))


def _before_correction(moment: Moment, step: Correction, hands: Hands) -> Hands:
    owner, _, field = step.field.rpartition(".")
    if field in _TOUCHING or (field == "out" and step.value == "no"):
        place = moment.place(Seat(owner))
        return _with(hands, place, (UNKNOWN,) * len(moment.state.players[place].hand))
    return hands


def _with(hands: Hands, place: int, hand: tuple[Face, ...]) -> Hands:
    return (*hands[:place], tuple(sorted(hand)), *hands[place + 1 :])
