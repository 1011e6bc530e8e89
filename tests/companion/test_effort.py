"""The strangest picture costs no more than was allowed, however large the table is."""

from typing import Any

import pytest

from companion.cards import Face, Seat
from companion.effort import Effort, Exhausted
from companion.game import Setup
from companion.games import game_named
from companion.layout import Layout, Pile, Zone
from companion.picture import Picture
from companion.reconcile import BACK_PILES, CHAIN_PILES, FORBIDDEN_PILES, Mismatch, explain

SEATS = tuple(Seat(f"p{number}") for number in range(1, 9))


class Counting:
    """A game that counts the layouts it is asked for."""

    def __init__(self, game: Any) -> None:
        self._game, self.asked = game, 0

    def __getattr__(self, name: str) -> Any:
        return getattr(self._game, name)

    def layout_after(self, state: Any, action: Any) -> Layout:
        self.asked += 1
        layout: Layout = self._game.layout_after(state, action)
        return layout


def test_nothing_more_is_tried_than_was_allowed() -> None:
    tried = []
    with pytest.raises(Exhausted):
        for number in Effort(piles=21, zones=7).over(range(10)):
            tried.append(number)

    assert tried == [0, 1, 2]


def test_an_inexplicable_picture_of_eight_players_ends_in_bounds() -> None:
    game = Counting(game_named("good_cop_bad_cop"))
    state = game.setup(Setup(SEATS, SEATS[0]))
    kinds = {spec.name: spec.kind for spec in game.zones(SEATS)}
    seen = dict(game.layout(state))
    for seat in SEATS:
        seen[Zone(f"{seat}.equipment")] = Pile((Face("taser"), Face("taser")))

    found = explain(game, [state], Picture(seen, kinds))  # type: ignore[arg-type]

    assert isinstance(found, Mismatch)
    assert game.asked * len(kinds) <= CHAIN_PILES + BACK_PILES + FORBIDDEN_PILES
