"""The shelf of games: one folder and one line here for each."""

from collections.abc import Mapping
from typing import Any

from companion.game import Game, SetupError
from companion.games.deadeye_dinah import DeadeyeDinah
from companion.games.deadlock_city import DeadlockCity
from companion.games.good_cop_bad_cop import GoodCopBadCop

_SHELF: tuple[Game[Any, Any], ...] = (DeadlockCity(), GoodCopBadCop(), DeadeyeDinah())

GAMES: Mapping[str, Game[Any, Any]] = {game.name: game for game in _SHELF}


def game_named(name: str) -> Game[Any, Any]:
    """Return the game with this name; raise SetupError naming those on the shelf."""
    try:
        return GAMES[name]
    except KeyError:
        known = ", ".join(GAMES)
        raise SetupError(f"no game {name!r} on the shelf; choose one of: {known}") from None
