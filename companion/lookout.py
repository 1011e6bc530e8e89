"""What the camera is to look for: the plan of the table, the deck, and decks beside it."""

import threading
from typing import Any

from companion.camera_loop import Watched
from companion.cards import Seat
from companion.deck_choice import DeckChoice
from companion.game import Game
from companion.marked_backs import PLAIN, RULE, read_deck
from companion.own_cards import Games
from companion.simulated_table import SimulatedTable
from companion.table import Table
from companion.zone_desk import ZoneDesk
from vision.enrolled.art import art_of
from vision.printing import card_image
from vision.tags import told_apart

#: Without players the mat is laid out for this many.
USUAL_SEATS = 3

#: The game, who sits there, which backs its cards have, which zones were put elsewhere, and
#: whose cards they are.
_Sought = tuple[Game[Any, Any], tuple[Seat, ...], str, int, int]


class Lookout:
    """Knows what the camera is to look for, and lays a simulated table out for it.

    Args:
        table: whose game it is.
        games: all that may be played; their decks may lie on the table by mistake.
        zones: says where the host has put them.
        decks: says which cards a game is played with.

    """

    def __init__(
        self,
        table: Table,
        games: Games,
        zones: ZoneDesk,
        decks: DeckChoice,
    ) -> None:
        self._table, self._games, self._zones = table, games, zones
        self._decks = decks
        self._planning = threading.Lock()
        self._sought: _Sought | None = None
        self._watched: Watched | None = None
        #: The simulated table that is looked at, if any.
        self.simulated: SimulatedTable | None = None

    def wanted(self) -> Watched:
        """Return what the camera is to look for now; safe from any thread."""
        session = self._table.session()
        game, seats = session.game, session.seats
        enough = seats if len(seats) >= game.min_seats else usual_seats(game)
        # Another deck makes it another game.
        backs = session.rules.get(RULE, PLAIN) if game.marked_faces else PLAIN
        sought = (game, enough, backs, self._zones.version, self._decks.version)
        with self._planning:
            if self._watched is None or sought != self._sought:
                self._watched = self._replan(sought)
                self._sought = sought
            return self._watched

    def _replan(self, sought: _Sought) -> Watched:
        (game, seats, backs, *_), before = sought, self._sought
        plan, own = self._zones.plan_for(game, seats), self._decks.deck_for(game)
        if self.simulated is not None:
            self.simulated.use(card_image if own is None else art_of(own))
        if self.simulated is not None and before is not None and before[:3] == sought[:3]:
            self.simulated.replan(plan)
        elif self.simulated is not None:
            self.simulated.set_up(game, plan)
        beside = tuple(other.deck for other in self._games.values() if other.name != game.name)
        deck = game.deck if backs == PLAIN else read_deck(game.deck)
        return Watched(plan, deck, told_apart(deck, beside), own)


def usual_seats(game: Game[Any, Any]) -> tuple[Seat, ...]:
    """Return the seats a game's mat is laid out for before enough have come."""
    usual = min(max(USUAL_SEATS, game.min_seats), game.max_seats)
    return tuple(Seat(f"p{n}") for n in range(1, usual + 1))
