"""Where the zones are on this table's mat: as the plan has them, or where people put them."""

import threading
from collections.abc import Sequence
from typing import Any

from companion.cards import Seat
from companion.game import Game
from companion.layout import Zone
from vision.calibration.zones import ZonePlace, ZoneStore, laid_over, moved
from vision.plan import TablePlan, plan_table


class ZoneDesk:
    """The plan of the game that is on, and the zones that were put elsewhere on it.

    Args:
        store: of the zones that were put elsewhere.

    """

    def __init__(self, store: ZoneStore) -> None:
        self._store, self._lock = store, threading.Lock()
        self._game: Game[Any, Any] | None = None
        self._seats = tuple[Seat, ...]()
        self._printed: TablePlan | None = None
        self._places: dict[Zone, ZonePlace] = {}
        #: Moves with every zone that is put elsewhere.
        self.version = 0

    @property
    def game(self) -> str:
        """Return the name of the game whose plan it is."""
        return self._game.name if self._game else ""

    @property
    def has_moved(self) -> bool:
        """Tell whether any zone lies elsewhere than the plan has it."""
        return bool(self._places)

    def plan_for(self, game: Game[Any, Any], seats: Sequence[Seat]) -> TablePlan:
        """Return the plan of a game and its seats, with the zones where people put them."""
        with self._lock:
            sought = (game, tuple(seats))
            if self._printed is None or sought != (self._game, self._seats):
                self._game, self._seats = sought
                self._printed = plan_table(game.zones(self._seats), self._seats)
                self._places = self._store.load(game.name, self._seats)
            return self._laid()

    def plan(self) -> TablePlan:
        """Return the plan as it was asked for last."""
        with self._lock:
            return self._laid()

    def place(self, name: Zone, place: ZonePlace) -> None:
        """Put a zone elsewhere and keep it there.

        Raises:
            CalibrationError: it can't be there, or can't be written; nothing changed.

        """
        with self._lock:
            moved(self._laid(), name, place)
            self._keep({**self._places, name: place})

    def reset(self) -> None:
        """Put every zone where the plan has it; raise CalibrationError if that can't be kept."""
        with self._lock:
            self._keep({})

    def _laid(self) -> TablePlan:
        assert self._printed is not None
        return laid_over(self._printed, self._places)

    def _keep(self, places: dict[Zone, ZonePlace]) -> None:
        assert self._game is not None
        self._store.save(self._game.name, self._seats, places)
        self._places = places
        self.version += 1
