"""A person at the simulated table, in the words of card players: deal, draw, play.

Everything is placed by the geometry of the plan's zones. The person counts the cards that
lie in a zone and knows no rules.
"""

from collections.abc import Sequence
from random import Random

from companion.cards import Deck, PrintId
from companion.layout import Zone, ZoneKind
from vision.plan import PlacedZone, TablePlan
from vision.simulated import geometry
from vision.simulated.scene import Scene, SceneError
from vision.simulated.things import Handle, PhysicalCard, Placement, Pose

#: How much of each card of a fan shows, mm.
STRIP_MM = 15.0
#: Separate face-down cards of a hand lie this far apart, mm.
HAND_GAP_MM = 4.0
_CARD_EDGE_MM = 2.0


def crossed_deck(
    deck: Deck, plan: TablePlan, zone: Zone, rng: Random, *, across: int = 1
) -> tuple[Placement, ...]:
    """Return a shuffled deck in a zone, its lowest cards lying across under the rest."""
    order = [design.id for design in deck.physical_cards()]
    rng.shuffle(order)
    return stacked_deck(plan, zone, order, across=across)


def stacked_deck(
    plan: TablePlan, zone: Zone, order: Sequence[PrintId], *, across: int = 0
) -> tuple[Placement, ...]:
    """Return a stack in a known order, bottom card first, the lowest `across` turned 90."""
    place = plan.zone(zone)
    pose = Pose(place.x_mm, place.y_mm, place.angle_deg)
    turned = Pose(place.x_mm, place.y_mm, place.angle_deg + 90.0)
    return tuple(
        Placement(print_id, turned if position < across else pose)
        for position, print_id in enumerate(order)
    )


class Player:
    """Moves the cards of a scene from zone to zone of a plan.

    Args:
        scene: the table.
        plan: where its zones are.
        rng: how carelessly cards are laid; None: exactly.
        jitter_mm: standard deviation of a card's place.
        jitter_deg: standard deviation of its angle.

    """

    def __init__(
        self,
        scene: Scene,
        plan: TablePlan,
        *,
        rng: Random | None = None,
        jitter_mm: float = 0.8,
        jitter_deg: float = 1.5,
    ) -> None:
        self.scene, self.plan = scene, plan
        self._rng, self._jitter_mm, self._jitter_deg = rng, jitter_mm, jitter_deg

    def cards_in(self, zone: Zone) -> tuple[PhysicalCard, ...]:
        """Return the cards whose middle lies in a zone, from the bottom up."""
        place = self._zone(zone)
        return tuple(
            card
            for card in self.scene.snapshot().cards
            if not card.in_hand and place.contains(card.pose.x_mm, card.pose.y_mm)
        )

    def top_of(self, zone: Zone) -> Handle:
        """Return the topmost card of a zone; raise SceneError if it is empty."""
        cards = self.cards_in(zone)
        if not cards:
            raise SceneError(f"there is no card in {zone}; choose another zone")
        return cards[-1].handle

    def draw(self, source: Zone, target: Zone) -> Handle:
        """Move the top card of a zone face down to another and return it."""
        handle = self.top_of(source)
        self.lay(handle, target, face_up=False)
        return handle

    def deal(self, source: Zone, targets: Sequence[Zone], rounds: int = 1) -> tuple[Handle, ...]:
        """Deal the top cards of a zone, one to each target in turn."""
        return tuple(self.draw(source, target) for _ in range(rounds) for target in targets)

    def play(self, source: Zone, target: Zone, which: int = -1) -> Handle:
        """Lay a card of `source` face up as the next of the fan in `target`."""
        cards = self.cards_in(source)
        try:
            handle = cards[which].handle
        except IndexError:
            problem = f"{source} has {len(cards)} cards, none at place {which}"
            raise SceneError(f"{problem}; choose one that is there") from None
        self.lay(handle, target, face_up=True)
        return handle

    def lay(self, handle: Handle, target: Zone, *, face_up: bool, turn_deg: float = 0.0) -> int:
        """Put a card where the next card of a zone belongs."""
        zone = self._zone(target)
        others = [card for card in self.cards_in(target) if card.handle != handle]
        pose = self._careless(self._next_place(zone, others), turn_deg)
        return self.scene.put_down(handle, pose, face_up=face_up)

    def swap(self, first: Zone, second: Zone) -> tuple[Handle, Handle]:
        """Exchange the top cards of two zones, each to where the other lay."""
        one = self.scene.card(self.top_of(first))
        two = self.scene.card(self.top_of(second))
        self.scene.put_down(one.handle, two.pose, face_up=one.face_up)
        self.scene.put_down(two.handle, one.pose, face_up=two.face_up)
        return one.handle, two.handle

    def _zone(self, zone: Zone) -> PlacedZone:
        try:
            return self.plan.zone(zone)
        except KeyError:
            known = ", ".join(placed.spec.name for placed in self.plan.zones)
            raise SceneError(f"this table has no zone {zone!r}, only {known}") from None

    def _next_place(self, zone: PlacedZone, others: Sequence[PhysicalCard]) -> Pose:
        centre = Pose(zone.x_mm, zone.y_mm, zone.angle_deg)
        if zone.spec.kind in (ZoneKind.STACK, ZoneKind.POINTER):
            return centre
        step = STRIP_MM
        if zone.spec.kind in (ZoneKind.HAND, ZoneKind.ROW):
            step = self.scene.deck.width_mm + HAND_GAP_MM
        left = _CARD_EDGE_MM + (self.scene.deck.width_mm - zone.width_mm) / 2
        start = geometry.shifted(centre, min(left, 0.0), 0.0)
        grows = zone.spec.kind in (ZoneKind.FAN, ZoneKind.HELD)
        place = self._free_place(start, others, step, grows=grows)
        pose = geometry.shifted(start, place * step, 0.0)
        if not zone.contains(pose.x_mm, pose.y_mm):
            raise SceneError(f"{zone.spec.name} is full; push its cards together first")
        return pose

    def _free_place(
        self, start: Pose, others: Sequence[PhysicalCard], step: float, *, grows: bool
    ) -> int:
        """Return the first place of a row that no card holds; where it grows, the one after all."""
        points = [[card.pose.x_mm, card.pose.y_mm] for card in others]
        taken = {round(x / step) for x in (_along(point, start) for point in points)}
        if grows:
            return max(taken, default=-1) + 1
        return next(place for place in range(len(taken) + 1) if place not in taken)

    def _careless(self, pose: Pose, turn_deg: float) -> Pose:
        rng, turned = self._rng, pose.angle_deg + turn_deg
        if rng is None:
            return Pose(pose.x_mm, pose.y_mm, turned)
        return Pose(
            pose.x_mm + rng.gauss(0, self._jitter_mm),
            pose.y_mm + rng.gauss(0, self._jitter_mm),
            turned + rng.gauss(0, self._jitter_deg),
        )


def _along(point: Sequence[float], start: Pose) -> float:
    ((x, _),) = geometry.unplaced(geometry.as_points([point]), start)
    return float(x)
