"""Other engines to measure against, as far as the optional extra `bench` is installed.

Each plays its smallest poker at random: pokerkit and its Kuhn, RLCard's bare leduc game
(no environment, no observations), OpenSpiel's leduc. A move is a player's decision.
"""

import warnings
from collections.abc import Callable, Mapping
from random import Random

#: Plays so many games and returns the number of moves.
Player = Callable[[int], int]


def pokerkit_kuhn() -> Player:
    """Return a player of pokerkit's Kuhn poker; raise ImportError without pokerkit."""
    from pokerkit import Automation, KuhnPoker  # noqa: PLC0415

    draw = Random(1).random
    dealt_by_itself = tuple(Automation)

    def play(games: int) -> int:
        moves = 0
        for _ in range(games):
            state = KuhnPoker.create_state(dealt_by_itself)
            while state.status:
                acts: list[Callable[[], object]] = []
                if state.can_check_or_call():
                    acts.append(state.check_or_call)
                if state.can_fold():
                    acts.append(state.fold)
                if state.can_complete_bet_or_raise_to():
                    acts.append(state.complete_bet_or_raise_to)
                acts[int(draw() * len(acts))]()
                moves += 1
        return moves

    return play


def rlcard_leduc() -> Player:
    """Return a player of RLCard's bare leduc game; raise ImportError without RLCard."""
    from rlcard.games.leducholdem import Game  # noqa: PLC0415

    game, draw = Game(), Random(1).random

    def play(games: int) -> int:
        moves = 0
        for _ in range(games):
            game.init_game()
            while not game.is_over():
                legal = game.get_legal_actions()
                game.step(legal[int(draw() * len(legal))])
                moves += 1
        return moves

    return play


def open_spiel_leduc() -> Player:
    """Return a player of OpenSpiel's leduc; raise ImportError without OpenSpiel."""
    import pyspiel  # noqa: PLC0415

    game, draw = pyspiel.load_game("leduc_poker"), Random(1).random

    def play(games: int) -> int:
        moves = 0
        for _ in range(games):
            state = game.new_initial_state()
            while not state.is_terminal():
                moves += not state.is_chance_node()
                legal = state.legal_actions()
                state.apply_action(legal[int(draw() * len(legal))])
        return moves

    return play


_PEERS: Mapping[str, Callable[[], Player]] = {
    "pokerkit": pokerkit_kuhn,
    "rlcard": rlcard_leduc,
    "open_spiel": open_spiel_leduc,
}


def installed() -> dict[str, Player]:
    """Return the peers that are installed, by name."""
    found: dict[str, Player] = {}
    for name, load in _PEERS.items():
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                found[name] = load()
        except ImportError:
            continue
    return found
