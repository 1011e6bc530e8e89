"""Players made of code: they look at their phones and move cards with simulated hands.

A robot knows what a person in its seat knows: its own snapshot, and the cards it may lift.
It touches the scene as the simulator page does, and speaks to the table as a phone does.
What it lays down reaches the engine through the camera like anybody's card.
"""

import threading
from collections.abc import Callable, Mapping
from random import Random

from companion.cards import UNKNOWN, Face, Seat
from companion.commands import Declare
from companion.game import Choice, SeatView
from companion.layout import Zone, ZoneKind
from companion.simulated_table import SimulatedTable
from companion.snapshot import Snapshot
from companion.table import Table
from vision.simulated.things import Arm, Handle

#: Longest wait for the camera to see what a robot did (seconds).
PATIENCE_S = 90.0


class Robot:
    """Plays one seat of Deadlock City, telling its phone everything.

    Args:
        pause_s: how long a hand stays over the table, so that people can follow.

    """

    def __init__(
        self, seat: Seat, table: Table, simulated: SimulatedTable, rng: Random, pause_s: float
    ) -> None:
        self.seat, self._table, self._simulated = seat, table, simulated
        self._rng, self._pause_s = rng, pause_s
        self._never, self._told = threading.Event(), 0

    def act(self) -> bool:
        """Do one thing if there is one to do; tell whether there was."""
        snapshot = self._snapshot()
        if snapshot.view is None or snapshot.stage != "playing":
            return False
        self._told = len(snapshot.history)
        own = next(seat for seat in snapshot.view.seats if seat.seat == self.seat)
        return self._tell(own) or self._lay_owed(own) or self._choose(snapshot.view.choices)

    def _tell(self, own: SeatView) -> bool:
        """Tell the phone what the hand holds, if it does not know."""
        held = self._held().values()
        if UNKNOWN not in own.hand or len(held) != len(own.hand):
            return False
        self._table.do(Declare(self.seat, f"{self.seat} holds {' '.join(held)}"))
        return True

    def _lay_owed(self, own: SeatView) -> bool:
        """Lay the hand card on the pile, if the record has it there already."""
        recorded = list(dict(own.piles)[self._zone(ZoneKind.FAN)].face_up)
        lying = len(self._simulated.person.cards_in(self._zone(ZoneKind.FAN)))
        if lying >= len(recorded):
            return False
        self._lay(recorded[lying])
        return True

    def _choose(self, choices: tuple[Choice, ...]) -> bool:
        """Pick any legal act and do it with the cards in hand."""
        public = [choice for choice in choices if dict(choice.path)["verb"] in _ACTS]
        if not public:
            return False
        choice = self._rng.choice(public)
        _ACTS[dict(choice.path)["verb"]](self, choice)
        return True

    def _draw(self, choice: Choice) -> None:
        hand = self._zone(ZoneKind.HAND)
        self._reach(hand)
        self._simulated.person.draw(self._stack(), hand)
        self._withdraw()
        self._wait_until_done(choice)

    def _play(self, choice: Choice) -> None:
        steps = dict(choice.path)
        self._lay(Face(steps["card"]))
        self._wait_until_done(choice)
        if steps.get("as", steps["card"]) == "4" and "target" in steps:
            self._simulated.person.swap(
                self._zone(ZoneKind.HAND), self._zone(ZoneKind.HAND, Seat(steps["target"]))
            )

    def _wait_until_done(self, choice: Choice) -> None:
        """Wait until the camera has seen it, and answer what it cannot tell."""

        def settled(snapshot: Snapshot) -> bool:
            asked = snapshot.question is not None and snapshot.question.seat == self.seat
            return asked or len(snapshot.history) > self._told

        snapshot = self._wait(settled)
        if snapshot.question and choice in snapshot.question.choices:
            self._table.do(Declare(self.seat, choice.notation))

    def _wait(self, settled: Callable[[Snapshot], bool]) -> Snapshot:
        published = self._table.published(self.seat)
        for _ in range(round(PATIENCE_S)):
            if settled(published.snapshot):
                break
            self._table.wait(self.seat, published.revision, 1.0)
            published = self._table.published(self.seat)
        return published.snapshot

    def _lay(self, face: Face) -> None:
        handle = next(handle for handle, held in self._held().items() if held == face)
        pile = self._zone(ZoneKind.FAN)
        self._reach(pile)
        self._simulated.person.lay(handle, pile, face_up=True)
        self._withdraw()

    def _held(self) -> Mapping[Handle, Face]:
        """Return the cards of the own hand, which its player may look at."""
        scene = self._simulated.scene
        cards = self._simulated.person.cards_in(self._zone(ZoneKind.HAND))
        return {card.handle: scene.face_of(card.handle) for card in cards}

    def _zone(self, kind: ZoneKind, seat: Seat | None = None) -> Zone:
        wanted = (seat or self.seat, kind)
        zones = self._simulated.plan.zones
        return next(z.spec.name for z in zones if (z.spec.seat, z.spec.kind) == wanted)

    def _stack(self) -> Zone:
        zones = self._simulated.plan.zones
        return next(z.spec.name for z in zones if z.spec.kind is ZoneKind.STACK)

    def _reach(self, zone: Zone) -> None:
        placed = self._simulated.plan.zone(zone)
        self._simulated.scene.hover(Arm(placed.x_mm, placed.y_mm, placed.angle_deg + 180.0))
        self._never.wait(self._pause_s / 2)

    def _withdraw(self) -> None:
        self._never.wait(self._pause_s / 2)
        self._simulated.scene.withdraw()

    def _snapshot(self) -> Snapshot:
        return self._table.published(self.seat).snapshot


_ACTS: Mapping[str, Callable[[Robot, Choice], None]] = {
    "draw": Robot._draw,
    "play": Robot._play,
}
