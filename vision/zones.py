"""From cards on the mat to piles in zones: membership, order, counts, warnings."""

from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from companion.cards import BACK, Deck, PrintId
from companion.game import Message
from companion.layout import OPEN_TO_ALL, Layout, Pile, Zone, ZoneKind
from vision.held_fan import slid_up
from vision.order import Order, Shape, covering_order
from vision.plan import PlacedZone, TablePlan
from vision.pointing import pointed_at
from vision.reading import Sighting, Warned
from vision.tags import SlotOwner

#: Fewer than this share of the tags that should be in sight: something covers the card.
COVERED_SHARE = 0.5


@dataclass(frozen=True, slots=True)
class ZoneCards:
    """The cards whose centres lie in one zone (None: in no zone), and their order."""

    zone: PlacedZone | None
    shapes: tuple[Shape, ...]
    order: Order


def sort_into_zones(
    plan: TablePlan, shapes: Iterable[Shape], wanted: Container[Zone] | None = None
) -> tuple[ZoneCards, ...]:
    """Put every card into the zone its centre lies in, and find the order there.

    `wanted` leaves out what lies elsewhere; None keeps all.
    """
    members: dict[PlacedZone | None, list[Shape]] = {}
    for shape in shapes:
        centre = shape.fit.centre
        zone = plan.zone_at(centre.real, centre.imag)
        if wanted is None or (zone is not None and zone.spec.name in wanted):
            members.setdefault(zone, []).append(shape)
    return tuple(
        ZoneCards(zone, tuple(inside), covering_order(inside, _along(zone, inside)))
        for zone, inside in members.items()
    )


def _along(zone: PlacedZone | None, shapes: Sequence[Shape]) -> list[float]:
    """Return each card's place on the line a fan grows along, mm."""
    if zone is None:
        return [shape.fit.centre.real for shape in shapes]
    centres = [(s.fit.centre.real, s.fit.centre.imag) for s in shapes]
    return [float(x) for x in zone.to_zone(centres)[:, 0]]


def pile_of(zone: PlacedZone, sightings: Sequence[Sighting]) -> Pile:
    """Return the pile that these cards, bottom first, make of a zone."""
    if zone.spec.kind is ZoneKind.ROW:
        return Pile(tuple(s.face for s in _left_to_right(zone, sightings)))
    if zone.spec.kind is ZoneKind.HELD:
        fan = _left_to_right(zone, sightings)
        return Pile(tuple(s.face for s in fan), raised=slid_up(zone, fan))
    faces = tuple(s.face for s in sightings if not s.is_back)
    backs = [s for s in sightings if s.is_back]
    stacked = zone.spec.kind is ZoneKind.STACK
    # Where two backs cross, all tags of both are in sight and do not tell which lies on
    # top: what stands along the zone is the stack, what lies across it is under it.
    top = (
        max(backs, key=lambda s: (s.tags_seen, -_off_axis(zone, s)))
        if stacked and backs
        else (sightings[-1] if sightings else None)
    )
    return Pile(
        face_up=faces,
        face_down=min(len(backs), 1) if stacked else len(backs),
        angle_deg=None if top is None else _relative_angle(zone, top),
    )


def backs_of(zone: PlacedZone, sightings: Sequence[Sighting]) -> tuple[PrintId | None, ...]:
    """Return the back that each card of a row shows, as its owner sees it; None: it is open."""
    if zone.spec.kind is not ZoneKind.ROW:
        return ()
    return tuple(s.print_id if s.is_back else None for s in _left_to_right(zone, sightings))


def _left_to_right(zone: PlacedZone, cards: Sequence[Sighting]) -> list[Sighting]:
    """Return the cards of a row as their owner sees them."""
    return sorted(cards, key=lambda s: float(zone.to_zone([(s.x_mm, s.y_mm)])[0, 0]))


def _off_axis(zone: PlacedZone, card: Sighting) -> float:
    angle = _relative_angle(zone, card)
    return min(angle, 180.0 - angle)


def _relative_angle(zone: PlacedZone, card: Sighting) -> float:
    turn = 180.0 if card.is_back else 360.0
    # Rounding may reach the full turn, which is 0.
    return round((card.angle_deg - zone.angle_deg) % turn, 1) % turn


def layout_of(
    deck: Deck,
    plan: TablePlan,
    looked_at: Iterable[Zone],
    cards: Sequence[Sighting],
    unsure: frozenset[Zone],
) -> Layout:
    """Return the piles of the zones looked at; zones of doubtful order are left out."""
    layout = {}
    for name in looked_at:
        zone = plan.zone(name)
        if name not in unsure or zone.spec.kind is ZoneKind.HELD:
            inside = [s for s in cards if s.zone == name and s.deck == deck.name]
            layout[name] = pile_of(zone, inside)
            if zone.spec.kind is ZoneKind.POINTER and inside:
                towards = pointed_at(plan, inside[-1], zone.spec.seat)
                layout[name] = replace(layout[name], towards=towards)
    return layout


def confidence_of(looked_at: Iterable[Zone], cards: Sequence[Sighting]) -> Mapping[Zone, float]:
    """Return per zone which share of the tags that should be in sight was read."""
    shares = {}
    for name in looked_at:
        inside = [s for s in cards if s.zone == name]
        expected = sum(max(s.tags_expected, s.tags_seen) for s in inside)
        shares[name] = sum(s.tags_seen for s in inside) / expected if expected else 1.0
    return shares


def order_warnings(
    cards: Iterable[ZoneCards], owners: Mapping[int, SlotOwner]
) -> Iterator[tuple[Zone, Message]]:
    """Yield a warning for each zone in which two faces lie in a doubtful order.

    The order of backs means nothing, and that of a held fan shows by its places.
    """
    for group in cards:
        if group.zone is None or group.zone.spec.kind is ZoneKind.HELD:
            continue
        faces = [owners[group.shapes[n].fit.slot].design.face for n in group.order.doubtful]
        if any(face != BACK for face in faces):
            name = group.zone.spec.name
            facts = (("zone", name), ("face", " ".join(sorted(set(faces)))))
            yield name, Message(Warned.HALF_COVERED, facts)


def card_warnings(plan: TablePlan, deck: Deck, cards: Sequence[Sighting]) -> Iterator[Message]:
    """Yield what is wrong with single cards, and with how many there are."""
    for card in cards:
        if card.deck != deck.name:
            facts = (("deck", card.deck), ("zone", card.zone or ""))
            yield Message(Warned.FOREIGN_CARD, facts)
        elif card.zone is None:
            yield Message(Warned.BETWEEN_ZONES)
        elif card.tags_seen < COVERED_SHARE * card.tags_expected:
            yield Message(Warned.HALF_COVERED, (("zone", card.zone), ("face", card.face)))
    open_zones = {z.spec.name for z in plan.zones if z.spec.kind in OPEN_TO_ALL}
    # A copy of a card would otherwise tell when the card itself is peeked at.
    yield from _duplicates(deck, [card for card in cards if card.zone in open_zones])


def _duplicates(deck: Deck, cards: Iterable[Sighting]) -> Iterator[Message]:
    counts = Counter(c.print_id for c in cards if c.deck == deck.name and not c.is_back)
    for print_id, count in counts.items():
        design = deck.print_of(print_id)
        if count > design.copies:
            facts = (("face", design.face), ("count", str(count)), ("copies", str(design.copies)))
            yield Message(Warned.DUPLICATE_CARD, facts)
