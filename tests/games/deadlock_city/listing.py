"""Every world that fits a history, listed by playing each deal through the rules.

Slow, and written without a look at the belief that is to be checked by it: the rules of
the engine alone say which deals fit.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from math import factorial, prod
from random import Random

from companion.cards import UNKNOWN, Face, Seat
from companion.game import Correction, Setup, TakenBack, Viewer
from companion.games.deadlock_city import DeadlockCity
from companion.games.deadlock_city.actions import Act, Draw, Hold
from companion.games.deadlock_city.cards import COPIES, FACES
from companion.games.deadlock_city.ledger import public_count
from companion.games.deadlock_city.state import State

Step = Act | Correction | TakenBack


@dataclass(frozen=True)
class World:
    """The states that stand, hands known in each, and the cards that were drawn and put back."""

    states: tuple[State, ...]
    deck: tuple[Face, ...] = ()

    @property
    def state(self) -> State:
        return self.states[-1]


class Listing:
    """All worlds that fit, with the number of ways that lead to each.

    Only with `undoes` are the states on the way kept apart; without, equal ones are one.
    """

    def __init__(self, game: DeadlockCity, setup: Setup, viewer: Viewer, undoes: bool) -> None:
        self.game, self.viewer, self.undoes = game, viewer, undoes
        self.begin(game.setup(setup))

    def begin(self, state: State) -> None:
        """List every way to fill the hands of `state`."""
        hands = with_hands(state, state.table.seats)
        self.worlds = Counter({World((filled,)): 1 for filled in hands})

    def take(self, step: Step) -> None:
        """Keep the worlds in which the step can be and looks the same to the viewer."""
        found: Counter[World] = Counter()
        for world, times in self.worlds.items():
            for after in self._after(world, step):
                found[after if self.undoes else World(after.states[-1:], after.deck)] += times
        self.worlds = found

    def _after(self, world: World, step: Step) -> Iterator[World]:
        if isinstance(step, TakenBack):
            yield World(world.states[: -step.steps], world.deck)
        elif isinstance(step, Correction):
            corrected = self.game.correct(world.state, step)
            for state in with_hands(corrected, corrected.table.seats):
                yield World((*world.states, state), world.deck)
        elif isinstance(step, Draw):
            yield from self._draws(world, step)
        elif self._fits(world.state, step):
            yield World((*world.states, self._next(world.state, step)), world.deck)

    def _draws(self, world: World, draw: Draw) -> Iterator[World]:
        state = world.state
        first = world.states[0] if self.undoes else state
        drawn = len(first.stock) + len(first.hidden) - len(state.stock) - len(state.hidden)
        if drawn < len(world.deck):
            yield World((*world.states, self._drawn(state, draw, world.deck[drawn])), world.deck)
            return
        for face in unseen(state):
            deck = (*world.deck, face) if self.undoes else ()
            yield World((*world.states, self._drawn(state, draw, face)), deck)

    def _drawn(self, state: State, draw: Draw, face: Face) -> State:
        if state.stock:
            return self.game.apply(replace(state, stock=(face, *state.stock[1:])), draw)
        return self.game.apply(replace(state, hidden=(face,)), draw)

    def _fits(self, state: State, act: Act) -> bool:
        if isinstance(act, Hold):
            told = act.seat == self.viewer
            return not told or Counter(state.player(act.seat).hand) == Counter(act.faces)
        forced = self.game.forced(state)
        if forced is None:
            return not self.game.violations(state, act)
        seen = self.game.seen_by(state, forced, self.viewer)
        return seen == self.game.seen_by(state, act, self.viewer)

    def _next(self, state: State, act: Act) -> State:
        if isinstance(act, Hold):
            return state
        forced = self.game.forced(state)
        return self.game.apply(state, forced or act)

    # --- counting -----------------------------------------------------------------------

    def counted(self, places: tuple[str, ...]) -> tuple[int, dict[str, Counter[Face]]]:
        """Return the number of deals that fit, and the chance of each face by place."""
        every, found = 0, {place: Counter() for place in places}
        for world, times in self.worlds.items():
            back = self._put_back(world)
            left = unseen(world.state, back)
            weight = times * factorial(left.total()) // prod(map(factorial, left.values()))
            every += weight
            for place in places:
                for face, share in _shares(world.state, back, left, place):
                    found[place][face] += weight * share
        for counts in found.values():
            for face in counts:
                counts[face] /= every
        return every, found

    def _put_back(self, world: World) -> tuple[Face, ...]:
        first, state = world.states[0], world.state
        drawn = len(first.stock) + len(first.hidden) - len(state.stock) - len(state.hidden)
        return world.deck[drawn:] if self.undoes else ()

    def some_act(self, rng: Random) -> Act | None:
        """Return an act that is legal and true in a random world."""
        worlds = list(self.worlds)
        state = rng.choice(worlds).state
        if not state.agenda:
            return None
        return self.game.forced(state) or rng.choice(self.game.legal(state))


def _shares(
    state: State, back: tuple[Face, ...], left: Counter[Face], place: str
) -> Iterator[tuple[Face, Fraction]]:
    """Yield which faces are at a place in this world, and in what part of its deals."""
    if place in state.table.place:
        for face in set(state.player(Seat(place)).hand):
            yield face, Fraction(1)
    elif not (state.hidden if place == "hidden" else state.stock):
        return
    elif place == "stock" and back:
        yield back[0], Fraction(1)
    elif place == "hidden" and len(back) == len(state.stock) + len(state.hidden):
        yield back[-1], Fraction(1)
    else:
        for face, number in left.items():
            yield face, Fraction(number, left.total())


def unseen(state: State, deck: tuple[Face, ...] = ()) -> Counter[Face]:
    """Count the cards that lie neither open nor in a hand, nor known in the deck."""
    count = Counter(COPIES)
    count.subtract(public_count(state))
    count.subtract(deck)
    for player in state.players:
        count.subtract(player.hand)
    return +count


def with_hands(state: State, seats: tuple[Seat, ...]) -> Iterator[State]:
    """Yield the state with every way to fill the unknown cards in hand."""
    for place, seat in enumerate(seats):
        hand = state.player(seat).hand
        if UNKNOWN in hand:
            at = hand.index(UNKNOWN)
            for face in FACES:
                if unseen(state)[face] > 0:
                    filled = (*hand[:at], face, *hand[at + 1 :])
                    players = list(state.players)
                    players[place] = replace(players[place], hand=filled)
                    yield from with_hands(replace(state, players=tuple(players)), seats)
            return
    yield state
