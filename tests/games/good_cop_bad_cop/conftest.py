"""Good Cop Bad Cop for tests: the game, deals by name, acts in text, random games."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random

import pytest

from companion.cards import Face, Seat
from companion.game import Setup
from companion.games.good_cop_bad_cop import GoodCopBadCop
from companion.games.good_cop_bad_cop.actions import Act, Pass
from companion.games.good_cop_bad_cop.candidates import told_forms
from companion.games.good_cop_bad_cop.state import State
from companion.games.good_cop_bad_cop.turns import may_react

#: A deal of four: the Agent with p1, the Kingpin with p2, p3 honest, p4 crooked.
FOUR = {
    "p1": "agent honest crooked",
    "p2": "kingpin crooked honest",
    "p3": "honest honest crooked",
    "p4": "crooked crooked honest",
}


@pytest.fixture(scope="session")
def game() -> GoodCopBadCop:
    return GoodCopBadCop()


@pytest.fixture
def start(game: GoodCopBadCop) -> Callable[..., State]:
    """Return a function that deals: start(4, p1="coffee", rules={...}, logged=...)."""

    def deal(seats: int = 4, dealt=FOUR, rules=None, logged=(), **tools: str) -> State:
        names = tuple(Seat(f"p{place}") for place in range(1, seats + 1))
        places = {seat: tuple(Face(f) for f in row.split()) for seat, row in dealt.items()}
        places |= {f"{seat}.equipment": (Face(tool),) for seat, tool in tools.items()}
        chosen = frozenset(Seat(seat) for seat in logged)
        return game.setup(Setup(names, names[0], rules or {}, chosen, places))

    return deal


@pytest.fixture
def play(game: GoodCopBadCop) -> Callable[[State, str], State]:
    """Return a function that carries out acts, one a line; `*` lets everyone pass."""

    def acts(state: State, text: str) -> State:
        for line in filter(None, (line.strip() for line in text.splitlines())):
            for action in _read(game, state, line):
                state = game.apply(state, action)
        return state

    return acts


def _read(game: GoodCopBadCop, state: State, line: str) -> list[Act]:
    if line == "*":
        return [Pass(seat) for seat in may_react(state) if seat not in state.passed]
    return [game.parse(line)]


@pytest.fixture(scope="session")
def random_game(game: GoodCopBadCop) -> Callable[..., tuple[tuple[State, ...], tuple[Act, ...]]]:
    """Return a function that plays a game by lot: its states and acts, at most `most` long."""

    def states(seed: int, seats: int = 0, most: int = 120, **rules: str):
        rng = Random(seed)
        count = seats or rng.randint(4, 8)
        names = tuple(Seat(f"p{place}") for place in range(1, count + 1))
        chosen = {rule.name: rng.choice(rule.values) for rule in game.house_rules} | rules
        logged = frozenset(seat for seat in names if rng.random() < 0.5)
        setup = Setup(names, rng.choice(names), chosen, logged)
        first = game.setup(replace(setup, deal=game.shuffled(setup, rng)))
        found, done = [first], []
        for action in _acts(game, found, rng, most):
            done.append(action)
            found.append(game.apply(found[-1], action))
        return tuple(found), tuple(done)

    return states


def _acts(game: GoodCopBadCop, states: list[State], rng: Random, most: int) -> Iterator[Act]:
    for _ in range(most):
        state = states[-1]
        if game.outcome(state) is not None:
            return
        yield game.forced(state) or by_lot(game, state, rng)


#: How often a kind of act is drawn, so that games come to shots and to an end.
WEIGHTS = {"Shoot": 20, "Arm": 4, "Investigate": 2, "Equip": 1, "Use": 1, "Pass": 6}


def by_lot(game: GoodCopBadCop, state: State, rng: Random) -> Act:
    """Draw a legal act: first its kind. What may be told of it is told."""
    kinds: dict[str, list[Act]] = {}
    told = [act for seat in state.table.seats for act in told_forms(state, seat)]
    for action in told or game.legal(state):
        kinds.setdefault(type(action).__name__, []).append(action)
    weights = [WEIGHTS.get(kind, 3) for kind in kinds]
    return rng.choice(kinds[rng.choices(list(kinds), weights)[0]])
