"""Pairs of Deadlock City games that one viewer cannot tell apart.

Two worlds are twins for a viewer when he has seen the same acts and the same cards in
both, though cards he may not know differ. Whatever he is shown must then be equal, byte
for byte: otherwise it depends on something that he may not know.

What he has seen is worked out here from the acts alone, not from the engine's ledger, so
that a faulty ledger is caught as well.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from random import Random

from companion.cards import Face, Seat
from companion.game import TABLE, Setup, Viewer
from companion.games.deadlock_city import DeadlockCity
from companion.games.deadlock_city.actions import Act, Compare, Look, Sprung
from companion.games.deadlock_city.state import State

Deal = Mapping[str, tuple[Face, ...]]

#: How many twins are looked for per game and viewer; many exchanges turn out impossible.
ATTEMPTS = 4


@dataclass(frozen=True, slots=True)
class World:
    """One game from the deal on: every state, and the act that led to the next one."""

    states: tuple[State, ...]
    actions: tuple[Act, ...]


@dataclass(frozen=True, slots=True)
class Twins:
    """Two worlds that `viewer` cannot tell apart, alike in length."""

    viewer: Viewer
    one: World
    other: World


def twins(game: DeadlockCity, rng: Random) -> Iterator[Twins]:
    """Yield twins without end: games of 2 to 5, cut at random, for every viewer in turn."""
    while True:
        setup = random_setup(game, rng)
        world = _cut(random_world(game, setup, rng), rng)
        for viewer in (TABLE, *setup.seats):
            for _ in range(ATTEMPTS):
                other = _twin(game, setup, world, viewer, rng)
                if other is not None:
                    yield Twins(viewer, world, other)


def random_setup(game: DeadlockCity, rng: Random) -> Setup:
    """Return a set-up with a full deal, and house rules and logged seats by lot."""
    count = rng.randint(game.min_seats, game.max_seats)
    seats = tuple(Seat(f"p{number}") for number in range(1, count + 1))
    rules = {rule.name: rng.choice(rule.values) for rule in game.house_rules}
    logged = frozenset(seat for seat in seats if rng.random() < 0.3)
    setup = Setup(seats, rng.choice(seats), rules, logged)
    return replace(setup, deal=game.shuffled(setup, rng))


def random_world(game: DeadlockCity, setup: Setup, rng: Random) -> World:
    """Play a game at random to its end."""
    states, actions = [game.setup(setup)], list[Act]()
    while states[-1].agenda:
        action = game.forced(states[-1]) or rng.choice(game.legal(states[-1]))
        actions.append(action)
        states.append(game.after(states[-1], action))
    return World(tuple(states), tuple(actions))


def _cut(world: World, rng: Random) -> World:
    """Keep a beginning: the less has been played, the more is still hidden."""
    length = rng.randint(0, len(world.actions))
    return World(world.states[: length + 1], world.actions[:length])


def _twin(
    game: DeadlockCity, setup: Setup, world: World, viewer: Viewer, rng: Random
) -> World | None:
    """Exchange cards of the deal and replay the acts; None where the viewer would notice."""
    deal = _exchanged(setup.deal, rng)
    states, actions = [game.setup(replace(setup, deal=deal))], list[Act]()
    if seen_cards(states[0], None, viewer) != seen_cards(world.states[0], None, viewer):
        return None
    for place, action in enumerate(world.actions):
        state, original = states[-1], world.states[place]
        twin = game.forced(state) or action
        if game.violations(state, twin) or _noticed(
            game, viewer, (original, action), (state, twin)
        ):
            return None
        actions.append(twin)
        states.append(game.after(state, twin))
        if seen_cards(states[-1], None, viewer) != seen_cards(
            world.states[place + 1], None, viewer
        ):
            return None
    return World(tuple(states), tuple(actions)) if states != list(world.states) else None


def _noticed(
    game: DeadlockCity, viewer: Viewer, one: tuple[State, Act], other: tuple[State, Act]
) -> bool:
    """Tell whether the viewer sees another act, or learns another card by it."""
    same_act = game.seen_by(*one, viewer) == game.seen_by(*other, viewer)
    return not same_act or seen_cards(*one, viewer) != seen_cards(*other, viewer)


def seen_cards(state: State, action: Act | None, viewer: Viewer) -> tuple[Face, ...]:
    """Return the hidden cards that the viewer sees: his own, and the one he looks at now."""
    if viewer not in state.table.place:
        return ()
    own = state.player(Seat(viewer)).hand
    looks = isinstance(action, Look | Compare | Sprung) and action.seat == viewer
    if looks and state.played and state.played.target:
        return (*own, *state.player(state.played.target).hand)
    return own


def _exchanged(deal: Deal, rng: Random) -> dict[str, tuple[Face, ...]]:
    """Exchange two to six cards of the deal, wherever they lie; removed ones lie open."""
    hidden = {place: list(faces) for place, faces in deal.items() if place != "removed"}
    places = [(place, at) for place, faces in hidden.items() for at in range(len(faces))]
    for _ in range(rng.randint(1, 3)):
        (one, at), (other, there) = rng.sample(places, 2)
        hidden[one][at], hidden[other][there] = hidden[other][there], hidden[one][at]
    return {**deal, **{place: tuple(faces) for place, faces in hidden.items()}}
