"""Deadlock City for tests: the game, short deals, and games played at random."""

from collections.abc import Callable
from random import Random

import pytest

from companion.cards import Face, Seat
from companion.game import Setup
from companion.games.deadlock_city import DeadlockCity
from companion.games.deadlock_city.state import State

Starter = Callable[..., State]


@pytest.fixture(scope="session")
def game() -> DeadlockCity:
    return DeadlockCity()


@pytest.fixture
def start(game: DeadlockCity) -> Starter:
    """Return a function that deals: start("2", "3", stock="45") and so on, rules by name."""

    def deal(*hands: str, stock: str = "", logged: tuple[str, ...] = (), **rules: str) -> State:
        seats = tuple(Seat(f"p{place}") for place in range(1, len(hands) + 1))
        places = {seat: (Face(hand),) for seat, hand in zip(seats, hands, strict=True) if hand}
        places["stock"] = tuple(Face(face) for face in stock)
        chosen = frozenset(Seat(seat) for seat in logged)
        return game.setup(Setup(seats, seats[0], rules, chosen, places))

    return deal


@pytest.fixture
def play(game: DeadlockCity) -> Callable[[State, str], State]:
    """Return a function that carries out acts, one a line."""

    def acts(state: State, text: str) -> State:
        for line in filter(None, (line.strip() for line in text.splitlines())):
            state = game.apply(state, game.parse(line))
        return state

    return acts


@pytest.fixture
def random_states(game: DeadlockCity) -> Callable[[int, int], list[State]]:
    """Return a function that plays a game with a seed and returns every state of it."""

    def states(seats: int, seed: int, logged: frozenset[Seat] = frozenset()) -> list[State]:
        rng = Random(seed)
        names = tuple(Seat(f"p{place}") for place in range(1, seats + 1))
        rules = {rule.name: rng.choice(rule.values) for rule in game.house_rules}
        setup = Setup(names, rng.choice(names), rules, logged)
        deal = game.shuffled(setup, rng)
        found = [game.setup(Setup(names, setup.first, rules, logged, deal))]
        while found[-1].agenda:
            action = game.forced(found[-1]) or rng.choice(game.legal(found[-1]))
            found.append(game.apply(found[-1], action))
        return found

    return states
