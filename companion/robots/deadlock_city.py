"""A robot that plays Deadlock City: it draws, lays a card, and swaps where it must."""

from collections.abc import Callable, Mapping

from companion.cards import UNKNOWN, Face, Seat
from companion.game import Choice, SeatView, View
from companion.layout import ZoneKind
from companion.robots.seat import Robot
from companion.snapshot import Snapshot
from vision.simulated.things import Handle


class DeadlockRobot(Robot):
    """Plays one seat of Deadlock City."""

    def _play_on(self, snapshot: Snapshot, view: View) -> bool:
        own = next(seat for seat in view.seats if seat.seat == self.seat)
        if self._tell(own) or self._lay_owed(own):
            return True
        return not self._is_awaited(view) and self._choose(view.choices)

    def _is_awaited(self, view: View) -> bool:
        """Tell whether somebody has still to lay down what everybody heard of."""
        piles = ((self._zone(ZoneKind.FAN, seat.seat), dict(seat.piles)) for seat in view.seats)
        return any(
            len(self._person.cards_in(zone)) < len(pile[zone].face_up) for zone, pile in piles
        )

    def _tell(self, own: SeatView) -> bool:
        """Tell the phone what the hand holds, if it does not know."""
        held = self._held().values()
        if UNKNOWN not in own.hand or len(held) != len(own.hand):
            return False
        self._say(f"{self.seat} holds {' '.join(held)}")
        return True

    def _lay_owed(self, own: SeatView) -> bool:
        """Lay the hand card on the pile, if the record has it there already."""
        recorded = list(dict(own.piles)[self._zone(ZoneKind.FAN)].face_up)
        lying = len(self._person.cards_in(self._zone(ZoneKind.FAN)))
        if lying >= len(recorded):
            return False
        self._put_down(recorded[lying])
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
        self._person.draw(self._stack(), hand)
        self._withdraw()
        self._wait_until_done(choice)

    def _play(self, choice: Choice) -> None:
        steps = dict(choice.path)
        self._put_down(Face(steps["card"]))
        self._wait_until_done(choice)
        if steps.get("as", steps["card"]) == "4" and "target" in steps:
            self._person.swap(
                self._zone(ZoneKind.HAND), self._zone(ZoneKind.HAND, Seat(steps["target"]))
            )

    def _put_down(self, face: Face) -> None:
        handle = next(handle for handle, held in self._held().items() if held == face)
        self._lay(handle, self._zone(ZoneKind.FAN), face_up=True)

    def _held(self) -> Mapping[Handle, Face]:
        """Return the cards of the own hand, which its player may look at."""
        cards = self._person.cards_in(self._zone(ZoneKind.HAND))
        return {card.handle: self._face(card.handle) for card in cards}


_ACTS: Mapping[str, Callable[[DeadlockRobot, Choice], None]] = {
    "draw": DeadlockRobot._draw,
    "play": DeadlockRobot._play,
}
