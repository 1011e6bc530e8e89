"""How fast the rules are: random games of Deadlock City, beside other engines.

Three players, all rules, complete deals, no views. A move is a card put down, the only
decision of the game; draws, answers and reveals are acts that follow from the cards.
Playouts run on one draft, as simulations do; `judged_moves_per_s` is what a table gets,
which keeps a state for every act and has each act judged.
Every engine gets its turn in every round, and the medians count: a machine that is busy
for a while then slows all of them alike. Times are of one core (process time).
"""

import time
from collections.abc import Callable
from random import Random
from statistics import median
from typing import TypeVar

from companion.bench.peers import installed
from companion.bench.result import BenchResult
from companion.cards import Seat
from companion.game import Setup
from companion.games.deadlock_city import DeadlockCity
from companion.games.deadlock_city.state import PLAY, State

ROUNDS = 11
#: Games per round, so that each round takes some tenths of a second on a desktop.
GAMES = 1_000
JUDGED_GAMES = 100
PEER_GAMES = {"pokerkit": 200, "rlcard": 3_000, "open_spiel": 5_000}
#: The first games fill memories: of legal moves here, of bytecode everywhere.
WARM_UP = 2_000

T = TypeVar("T")

SEATS = (Seat("p1"), Seat("p2"), Seat("p3"))


def playouts(game: DeadlockCity, rng: Random, games: int) -> tuple[int, int]:
    """Play games at random and return the number of moves and of acts."""
    moves = acts = 0
    setup = Setup(SEATS, SEATS[0])
    for _ in range(games):
        end = game.playout(game.random_state(setup, rng), rng)
        moves += end.moves
        acts += end.acts
    return moves, acts


def stepwise(game: DeadlockCity, rng: Random, games: int) -> int:
    """Play games act by act as a table does, each act judged; return the number of moves."""
    moves = 0
    for _ in range(games):
        state = game.random_state(Setup(SEATS, SEATS[0]), rng)
        while state.agenda:
            moves += state.agenda[0].step is PLAY
            state = game.apply(state, game.forced(state) or rng.choice(game.legal(state)))
    return moves


def run() -> BenchResult:
    """Measure Deadlock City and every peer that is installed."""
    game, rng, peers = DeadlockCity(), Random(1), installed()
    playouts(game, rng, WARM_UP)
    positions = _positions(game, Random(2))
    seconds: list[tuple[float, int, int]] = []
    rates: dict[str, list[float]] = {"judged_moves_per_s": [], "legal_calls_per_s": []}
    peer_rates: dict[str, list[tuple[float, float]]] = {name: [] for name in peers}
    for _ in range(ROUNDS):
        taken, (moves, acts) = _timed(lambda: playouts(game, rng, GAMES))
        seconds.append((taken, moves, acts))
        for name, play in peers.items():
            games = PEER_GAMES[name]
            taken, moves = _timed(lambda play=play, games=games: play(games))  # type: ignore[misc]
            peer_rates[name].append((games / taken, moves / taken))
        taken, moves = _timed(lambda: stepwise(game, rng, JUDGED_GAMES))
        rates["judged_moves_per_s"].append(moves / taken)
        rates["legal_calls_per_s"].append(_legal_rate(game, positions))
    return _result(seconds, rates, peer_rates)


def _result(
    seconds: list[tuple[float, int, int]],
    rates: dict[str, list[float]],
    peer_rates: dict[str, list[tuple[float, float]]],
) -> BenchResult:
    figures = {
        "playouts_per_s": median(GAMES / taken for taken, _, _ in seconds),
        "moves_per_s": median(moves / taken for taken, moves, _ in seconds),
        "acts_per_s": median(acts / taken for taken, _, acts in seconds),
        **{name: median(found) for name, found in rates.items()},
    }
    against = {
        name: {
            "playouts_per_s": median(games for games, _ in measured),
            "moves_per_s": median(moves for _, moves in measured),
        }
        for name, measured in peer_rates.items()
    }
    ratios = {
        f"moves_vs_{name}": figures["moves_per_s"] / found["moves_per_s"]
        for name, found in against.items()
    }
    return BenchResult("engine", figures, against, ratios)


def _positions(game: DeadlockCity, rng: Random) -> list[State]:
    """Return positions from the middle of games, in which a card is to be put down."""
    found: list[State] = []
    while len(found) < 500:
        state = game.random_state(Setup(SEATS, SEATS[0]), rng)
        while state.agenda:
            if state.agenda[0].step is PLAY:
                found.append(state)
            state = game.after(state, game.forced(state) or rng.choice(game.legal(state)))
    return found


def _legal_rate(game: DeadlockCity, positions: list[State]) -> float:
    def ask() -> None:
        for state in positions:
            game.legal(state)

    taken, _ = _timed(ask)
    return len(positions) / taken


def _timed(task: Callable[[], T]) -> tuple[float, T]:
    began = time.process_time()
    result = task()
    return time.process_time() - began, result
