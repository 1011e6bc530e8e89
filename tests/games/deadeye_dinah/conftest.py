"""Deadeye Dinah for tests: the game, and positions written as a host would correct them."""

from collections.abc import Callable

import pytest

from companion.cards import Seat
from companion.game import Correction, Setup
from companion.games.deadeye_dinah import DeadeyeDinah
from companion.games.deadeye_dinah.actions import Hunt, Stack
from companion.games.deadeye_dinah.cards import CardId
from companion.games.deadeye_dinah.state import State

P1 = Seat("p1")


@pytest.fixture(scope="session")
def game() -> DeadeyeDinah:
    return DeadeyeDinah()


@pytest.fixture(scope="session")
def new(game: DeadeyeDinah) -> State:
    """Return a campaign that has not begun."""
    return game.setup(Setup((P1,), P1))


@pytest.fixture
def begun(game: DeadeyeDinah, new: State) -> Callable[..., State]:
    """Return a function that sets a job up: begun("mabel", "silas otis ...")."""

    def job(boss: str, stack: str = "", state: State = new) -> State:
        first = game.jobs.by_item[game.jobs.by_id[CardId(boss)].boss.starts_with].id
        others = [card for card in game.jobs.by_id if card not in (boss, first)]
        order = tuple(CardId(card) for card in stack.split()) or (first, *others)
        return game.apply(game.apply(state, Hunt(P1, CardId(boss))), Stack(P1, order))

    return job


@pytest.fixture
def position(game: DeadeyeDinah, begun: Callable[..., State]) -> Callable[[str, str], State]:
    """Return a function: position("mabel", "otis.kit silas.scrap | | wanda | vera ...")."""

    def place(boss: str, cards: str) -> State:
        parts = [part.split() for part in f"{cards} | | |".split("|")[:4]]
        named = {card.partition(".")[0] for part in parts for card in part}
        parts[3] += [card for card in game.jobs.by_id if card != boss and card not in named]
        value = " | ".join(" ".join(part) for part in parts)
        return game.correct(begun(boss), Correction("cards", value))

    return place


@pytest.fixture
def play(game: DeadeyeDinah) -> Callable[[State, str], State]:
    """Return a function that carries out acts, one a line."""

    def acts(state: State, text: str) -> State:
        for line in filter(None, (line.strip() for line in text.splitlines())):
            state = game.apply(state, game.parse(line))
        return state

    return acts
