"""The exact solver: can this job still be won, and how with the fewest cards lost?

Everything is open, so a position is won or it is not. The search tries every result
that a scene can have and remembers every position it has seen; nothing is left out.
"""

from collections.abc import Iterator
from typing import NamedTuple

from companion.games.deadeye_dinah.cards import CardId, Item
from companion.games.deadeye_dinah.duels import Duels
from companion.games.deadeye_dinah.moves import Move, Moves
from companion.games.deadeye_dinah.state import Job
from companion.games.deadeye_dinah.tables import Hand, Tables, slots
from companion.games.deadeye_dinah.terms import Terms

#: More cards than can ever be lost.
NEVER = 99


class Position(NamedTuple):
    """A job at one moment, in slots."""

    kit: Hand
    lucky: Hand
    scenes: tuple[CardId, ...]
    resting: Hand = 0
    used: int = 0


class Solver:
    """Solves the positions of jobs with the same terms; keeps what it has found out."""

    def __init__(self, terms: Terms) -> None:
        """Prepare for jobs with these terms."""
        self.tables = Tables(terms)
        self.moves = Moves(self.tables)
        self.duels = Duels(self.tables)
        self._won: dict[Position, bool] = {}
        self._at_least: dict[Position, int] = {}
        self._exactly: dict[Position, int] = {}
        self._duel: dict[tuple[Hand, Hand], int] = {}

    @property
    def seen(self) -> int:
        """Return how many positions were decided so far."""
        return len(self._won)

    def position(self, job: Job) -> Position:
        """Return the position a job stands at."""
        hand = self.tables.hand
        rest, used = self.tables.resting(job), self.tables.used(job)
        return Position(hand(job.kit), hand(job.lucky), job.scenes, rest, used)

    def is_won(self, position: Position) -> bool:
        """Tell whether the boss can still be captured from here."""
        if not position.scenes:
            return self.duel_cost(position) < NEVER
        known = self._won.get(position)
        if known is None:
            known = any(self.is_won(after) for _, after in self.following(position))
            self._won[position] = known
        return known

    def cost(self, position: Position) -> int:
        """Return how few cards more must be lost to win, NEVER if it cannot be won."""
        if not self.is_won(position):
            return NEVER
        allowed = 0
        while (cost := self.within(position, allowed)) > allowed:
            allowed = cost
        return cost

    def following(self, position: Position) -> Iterator[tuple[Move | None, Position]]:
        """Yield each next position that is not failed; the move is None for the Horse."""
        kit, lucky, scenes, resting, used = position
        rest = scenes[1:]
        for move in self.moves.out_of(scenes[0], kit, lucky, resting, used):
            if move.kit:
                yield move, Position(move.kit, move.lucky, rest, 0, move.used)
        horse = self.horse(position)
        if horse:
            yield None, position._replace(scenes=(scenes[1], scenes[0], *scenes[2:]), resting=horse)

    def horse(self, position: Position) -> Hand:
        """Return the Horse's bit if it can be ridden now, else 0 (DD-23)."""
        if position.resting or len(position.scenes) < 2:
            return 0
        for slot in slots(position.kit | position.lucky):
            if self.tables.item[slot] is Item.HORSE:
                return 1 << slot
        return 0

    def duel_cost(self, position: Position) -> int:
        """Return how few cards a won duel costs, NEVER if it cannot be won."""
        key = position.kit, position.lucky
        if key not in self._duel:
            shots = self.duels.shots(*key)
            self._duel[key] = min((s.lost.bit_count() for s in shots if s.captures), default=NEVER)
        return self._duel[key]

    def within(self, position: Position, allowed: int) -> int:
        """Return the exact cost if it is at most `allowed`, else a bound above that."""
        if not position.scenes:
            return self.duel_cost(position)
        if position in self._exactly:
            return self._exactly[position]
        if not self.is_won(position):
            return NEVER
        bound = self._at_least.get(position, 0)
        if bound > allowed:
            return bound
        best = self._best(position, allowed)
        known = self._exactly if best <= allowed else self._at_least
        known[position] = best
        return best

    def _best(self, position: Position, allowed: int) -> int:
        """Return the least cost over all moves that may still come to at most `allowed`."""
        best = NEVER
        for move, after in self.following(position):
            spent = move.cost if move else 0
            limit = min(allowed, best - 1) - spent
            if limit < 0:
                best = min(best, max(spent, allowed + 1))
                continue
            best = min(best, spent + self.within(after, limit))
        return best
