"""What the tests of every game may use; each game has its own `game` beside its tests."""

import pytest

from companion.games.books import LANGUAGES
from companion.rulebook import Rulebook
from companion.rulebooks import rulebook


@pytest.fixture(params=LANGUAGES)
def book(game, request) -> Rulebook:
    return rulebook(game.name, request.param)
