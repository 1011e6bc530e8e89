"""The hands of a player of Good Cop Bad Cop: guns, a row of three, and equipment."""

from collections import Counter
from collections.abc import Sequence

from companion.cards import BACK, Face, Seat
from companion.game import View
from companion.games.good_cop_bad_cop.cards import GUN
from companion.layout import EMPTY, NOBODY, Pile, Zone, ZoneKind
from companion.robots.seated import Seated
from vision.pointing import pointed_at, towards_deg
from vision.simulated.things import PhysicalCard, Pose

GUNS, DECK, DISCARD = Zone("guns"), Zone("equipment"), Zone("discard")
#: Cards out of the game lie here, off the mat.
IN_THE_BOX = Pose(-100.0, -100.0)


class PoliceHands(Seated):
    """Moves one player's cards; knows what its player sees, and no rules."""

    # --- looking ---------------------------------------------------------------------------

    def row_faces(self) -> list[Face]:
        """Return the own integrity cards from left to right."""
        return [self._face(card.handle) for card in self._row(self.seat)]

    def hidden_faces(self) -> list[Face]:
        """Return the own integrity cards that lie face down, from left to right."""
        return [self._face(card.handle) for card in self._row(self.seat) if not card.face_up]

    def tool_faces(self) -> list[Face]:
        """Return the own equipment that lies face down."""
        return [self._face(card.handle) for card in self._tools(self.seat) if not card.face_up]

    def face_at(self, place: int) -> Face | None:
        """Return the own card at a place of the row, 0 at the left."""
        return self.peek(self.seat, place)

    def peek(self, owner: Seat, place: int) -> Face | None:
        """Return the card at a place of somebody's row, who lets this player look."""
        card = self._at(owner, place)
        return self._face(card.handle) if card else None

    def _row(self, seat: Seat) -> list[PhysicalCard]:
        zone = self._plan.zone(self._zone(ZoneKind.ROW, seat))
        cards = self._person.cards_in(zone.spec.name)
        return sorted(cards, key=lambda c: float(zone.to_zone([(c.pose.x_mm, c.pose.y_mm)])[0, 0]))

    def _at(self, seat: Seat, place: int) -> PhysicalCard | None:
        """Return the card in a third of a row; a lone card may lie anywhere in it."""
        zone = self._plan.zone(self._zone(ZoneKind.ROW, seat))
        for card in self._row(seat):
            x = float(zone.to_zone([(card.pose.x_mm, card.pose.y_mm)])[0, 0])
            if round(1 + x / (zone.width_mm / 3)) == place:
                return card
        return None

    def _tools(self, seat: Seat) -> tuple[PhysicalCard, ...]:
        return self._person.cards_in(self._zone(ZoneKind.TOOLS, seat))

    # --- acts that the camera sees ---------------------------------------------------------

    def take_gun(self) -> bool:
        """Take a gun from the middle."""
        return self._move_top(GUNS, self._zone(ZoneKind.POINTER), face_up=True)

    def draw(self) -> bool:
        """Draw an equipment card."""
        return self._move_top(DECK, self._zone(ZoneKind.TOOLS), face_up=False)

    def _move_top(self, source: Zone, target: Zone, *, face_up: bool) -> bool:
        lying = self._person.cards_in(source)
        if lying:
            self._person.lay(lying[-1].handle, target, face_up=face_up)
        return bool(lying)

    def aim(self, target: Seat) -> bool:
        """Turn the own gun at a player; tell whether it is plain to see at whom it points."""
        guns = self._person.cards_in(self._zone(ZoneKind.POINTER))
        if not guns:
            return False
        gun = guns[-1]
        angle = towards_deg(self._plan, gun.pose.x_mm, gun.pose.y_mm, target)
        turned = pointed_at(self._plan, gun.pose, self.seat) != target
        if turned:
            self._scene.turn(gun.handle, angle)
        after = self._scene.card(gun.handle).pose
        return turned and pointed_at(self._plan, after, self.seat) == target

    def flip(self, place: int) -> bool:
        """Turn up the own card at a place."""
        card = self._at(self.seat, place)
        if card:
            self._scene.flip(card.handle)
        return card is not None

    def flip_all(self) -> bool:
        """Turn up all own cards."""
        hidden = [card for card in self._row(self.seat) if not card.face_up]
        for card in hidden:
            self._scene.flip(card.handle)
        return bool(hidden)

    def lay_open(self, face: Face) -> bool:
        """Turn up an own equipment card."""
        for card in self._tools(self.seat):
            if not card.face_up and self._face(card.handle) == face:
                self._scene.flip(card.handle)
                return True
        return False

    # --- what happens unseen ---------------------------------------------------------------

    def exchange(self, one: tuple[Seat, int], other: tuple[Seat, int]) -> None:
        """Exchange two cards of rows, each face as it was."""
        first, second = self._at(*one), self._at(*other)
        if first and second:
            self._scene.put_down(first.handle, second.pose, face_up=first.face_up)
            self._scene.put_down(second.handle, first.pose, face_up=second.face_up)

    def move_equipment(self, giver: Seat, taker: Seat) -> None:
        """Hand a player's face-down equipment card to another."""
        for card in self._tools(giver):
            if not card.face_up:
                self._person.lay(card.handle, self._zone(ZoneKind.TOOLS, taker), face_up=False)
                return

    def mix(self, order: str) -> None:
        """Lay the own row down anew; `order` names for each place the old one, from 1."""
        row = self._row(self.seat)
        poses = [card.pose for card in row]
        for pose, old in zip(poses, order, strict=True):
            self._scene.put_down(row[int(old) - 1].handle, pose, face_up=False)

    def put_away(self, face: Face) -> None:
        """Put an own face-down equipment card under the deck."""
        for card in self._tools(self.seat):
            if not card.face_up and self._face(card.handle) == face:
                self._put_under(card, DECK)
                return

    def _put_under(self, card: PhysicalCard, stack: Zone) -> None:
        lying = self._person.cards_in(stack)
        if card.face_up:
            self._scene.flip(card.handle)
        if lying:
            self._scene.put_under(card.handle, lying[0].handle)
        else:
            self._person.lay(card.handle, stack, face_up=False)

    # --- tidying up ------------------------------------------------------------------------

    def tidy(self, view: View, *, discards: bool) -> bool:
        """Do one thing that brings the own places to what the table screen shows.

        Args:
            view: what the own phone shows.
            discards: used equipment goes on the discards, not under the deck.

        Returns:
            whether there was anything to do.

        """
        piles = {zone: pile for seat in view.seats for zone, pile in seat.piles}
        away = DISCARD if discards else DECK
        return (
            self._tidy_row(piles.get(self._zone(ZoneKind.ROW), EMPTY).face_up)
            or self._tidy_gun(piles.get(self._zone(ZoneKind.POINTER), EMPTY))
            or self._tidy_tools(piles, dict(view.common), away)
        )

    def _tidy_row(self, wanted: Sequence[Face]) -> bool:
        row = self._row(self.seat)
        if len(row) > len(wanted):
            self._scene.put_down(self._spare(row, wanted).handle, IN_THE_BOX, face_up=True)
            return True
        for card, face in zip(row, wanted, strict=False):
            if card.face_up != (face != BACK):
                self._scene.flip(card.handle)
                return True
        return False

    def _spare(self, row: Sequence[PhysicalCard], wanted: Sequence[Face]) -> PhysicalCard:
        """Return a card of a row that is more than is wanted; several may look alike."""
        left = Counter(wanted)
        for card in row:
            shown = self._face(card.handle) if card.face_up else BACK
            left[shown] -= 1
            if left[shown] < 0:
                return card
        return row[-1]

    def _tidy_gun(self, wanted: Pile) -> bool:
        zone = self._zone(ZoneKind.POINTER)
        lying = self._person.cards_in(zone)
        if lying and not wanted.face_up:
            self._person.lay(lying[-1].handle, GUNS, face_up=True)
            return True
        if not lying and wanted.face_up == (GUN,):
            return self.take_gun()
        if lying and wanted.towards not in (None, NOBODY):
            pose = self._scene.card(lying[-1].handle).pose
            angle = towards_deg(self._plan, pose.x_mm, pose.y_mm, wanted.towards)
            if abs((pose.angle_deg - angle + 180.0) % 360.0 - 180.0) > 8.0:
                self._scene.turn(lying[-1].handle, angle)
                return True
        return False

    def _tidy_tools(self, piles: dict[Zone, Pile], common: dict[Zone, Pile], away: Zone) -> bool:
        wanted = piles.get(self._zone(ZoneKind.TOOLS), EMPTY)
        lying = self._tools(self.seat)
        left = Counter(wanted.face_up)
        for card in lying:
            face = self._face(card.handle)
            if card.face_up and not left[face]:
                self._move_on(card, face, piles, away)
                return True
            left[face] -= card.face_up
        backs = [card for card in lying if not card.face_up]
        if len(backs) > wanted.face_down:
            self._put_under(backs[-1], away)
            return True
        if len(backs) < wanted.face_down:
            return self._draw_owed(common)
        return False

    def _move_on(self, card: PhysicalCard, face: Face, piles: dict[Zone, Pile], away: Zone) -> None:
        """Lay a card before whom it belongs now, or put it away."""
        for zone in self._plan.zones:
            name, kind = zone.spec.name, zone.spec.kind
            if kind is not ZoneKind.TOOLS or zone.spec.seat == self.seat:
                continue
            there = [self._face(c.handle) for c in self._person.cards_in(name) if c.face_up]
            if piles.get(name, EMPTY).face_up.count(face) > there.count(face):
                self._person.lay(card.handle, name, face_up=True)
                return
        self._put_under(card, away)

    def _draw_owed(self, common: dict[Zone, Pile]) -> bool:
        """Draw a card that the record has here already; shuffle the discards if need be."""
        if not self._person.cards_in(DECK):
            for card in self._person.cards_in(DISCARD):
                self._person.lay(card.handle, DECK, face_up=False)
        return self.draw()
