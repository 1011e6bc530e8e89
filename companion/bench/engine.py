"""How fast the rules are: random games of Deadlock City, beside other engines.

Three players, all rules, complete deals, no views. A move is a card put down, the only
decision of the game; draws, answers and reveals are acts that follow from the cards.
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
from companion.games.deadlock_city.state import State, Step

ROUNDS = 11
#: Games per round, so that each round takes some tenths of a second on a desktop.
GAMES = 1_000
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


def run() -> BenchResult:
    """Measure Deadlock City and every peer that is installed."""
    game, rng, peers = DeadlockCity(), Random(1), installed()
    playouts(game, rng, WARM_UP)
    positions = _positions(game, Random(2))
    seconds: list[tuple[float, int, int]] = []
    legal_rates: list[float] = []
    peer_rates: dict[str, list[tuple[float, float]]] = {name: [] for name in peers}
    for _ in range(ROUNDS):
        taken, (moves, acts) = _timed(lambda: playouts(game, rng, GAMES))
        seconds.append((taken, moves, acts))
        for name, play in peers.items():
            games = PEER_GAMES[name]
            taken, moves = _timed(lambda play=play, games=games: play(games))  # type: ignore[misc]
            peer_rates[name].append((games / taken, moves / taken))
        legal_rates.append(_legal_rate(game, positions))
    return _result(seconds, legal_rates, peer_rates)


def _result(
    seconds: list[tuple[float, int, int]],
    legal_rates: list[float],
    peer_rates: dict[str, list[tuple[float, float]]],
) -> BenchResult:
    figures = {
        "playouts_per_s": median(GAMES / taken for taken, _, _ in seconds),
        "moves_per_s": median(moves / taken for taken, moves, _ in seconds),
        "acts_per_s": median(acts / taken for taken, _, acts in seconds),
        "legal_calls_per_s": median(legal_rates),
    }
    against = {
        name: {
            "playouts_per_s": median(playouts for playouts, _ in rates),
            "moves_per_s": median(moves for _, moves in rates),
        }
        for name, rates in peer_rates.items()
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
            if state.agenda[0].step is Step.PLAY:
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
