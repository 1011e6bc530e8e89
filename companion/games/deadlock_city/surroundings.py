"""How a state of Deadlock City lies on the table, and who has won."""

from companion.cards import UNKNOWN, Face, Seat
from companion.game import Message, Outcome
from companion.games.deadlock_city.actions import Act, Draw, Drop, Play, Show
from companion.games.deadlock_city.cards import value
from companion.games.deadlock_city.state import State
from companion.layout import EMPTY, Layout, Pile, Zone, ZoneKind, ZoneSpec

DECK_ZONE = Zone("deck")
REMOVED_ZONE = Zone("removed")

#: The deck lies across the hidden card (seed, "perpendicularly"): the deck stands upright
#: in its zone, the hidden card across it; angles in degrees.
ACROSS = Pile(face_down=1, angle_deg=0.0)
HIDDEN_ONLY = Pile(face_down=1, angle_deg=90.0)


def pile_zone(seat: Seat) -> Zone:
    """Return the zone of the cards a seat has put down."""
    return Zone(f"{seat}.pile")


def hand_zone(seat: Seat) -> Zone:
    """Return the zone of a seat's face-down hand."""
    return Zone(f"{seat}.hand")


def zones(seats: tuple[Seat, ...]) -> tuple[ZoneSpec, ...]:
    """Return the zones of a table; only two players ever lay cards out (DC-03)."""
    own = [
        spec
        for seat in seats
        for spec in (
            ZoneSpec(pile_zone(seat), ZoneKind.FAN, seat),
            ZoneSpec(hand_zone(seat), ZoneKind.HAND, seat),
        )
    ]
    removed = (ZoneSpec(REMOVED_ZONE, ZoneKind.FAN),) if len(seats) == 2 else ()
    return (*own, ZoneSpec(DECK_ZONE, ZoneKind.STACK), *removed)


def layout(state: State) -> dict[Zone, Pile]:
    """Return what the table should look like."""
    zones = {DECK_ZONE: deck_pile(state), **removed_piles(state)}
    for seat, player in state.seated():
        zones[pile_zone(seat)] = Pile(player.pile)
        zones[hand_zone(seat)] = Pile(face_down=len(player.hand))
    return zones


def deck_pile(state: State) -> Pile:
    """Return how the deck lies: across the hidden card, or that card alone, or nothing."""
    if state.stock:
        return ACROSS
    return HIDDEN_ONLY if state.hidden else EMPTY


def removed_piles(state: State) -> dict[Zone, Pile]:
    """Return the cards laid out before the game; nothing where that rule is off or untold."""
    if not state.removed or UNKNOWN in state.removed:
        return {}
    return {REMOVED_ZONE: Pile(state.removed)}


def layout_after_illegal(state: State, action: Act) -> Layout:
    """Return the table after the bare act, none of its effects."""
    zones = layout(state)
    if action.seat not in state.table.place:
        return zones
    hand = zones[hand_zone(action.seat)].face_down
    if isinstance(action, Draw):
        zones[hand_zone(action.seat)] = Pile(face_down=hand + 1)
    elif isinstance(action, Play | Drop | Show):
        pile = zones[pile_zone(action.seat)].face_up
        zones[pile_zone(action.seat)] = Pile((*pile, action.face))
        zones[hand_zone(action.seat)] = Pile(face_down=max(0, hand - 1))
    return zones


def outcome(state: State) -> Outcome | None:
    """Return who has won once nothing is due any more (seed, DC-04, DC-40, DC-43)."""
    if state.agenda:
        return None
    living = state.living()
    if len(living) == 1:
        return _won(living, "last_standing", "DC-43")
    highest = max(_shown(state, seat) for seat in living)
    best = [seat for seat in living if _shown(state, seat) == highest]
    if len(best) == 1:
        return _won(best, "highest_card", "DC-04", Face(str(highest)))
    if not state.table.tie_by_pile_sum:
        return _won(best, "highest_tie", "DC-40", Face(str(highest)))
    most = max(_pile_sum(state, seat) for seat in best)
    winners = [seat for seat in best if _pile_sum(state, seat) == most]
    return _won(winners, "highest_sum", "DC-40", Face(str(highest)))


def _won(winners: list[Seat], code: str, clause: str, face: Face | None = None) -> Outcome:
    facts = (("winners", " ".join(winners)), *((("face", str(face)),) if face else ()))
    return Outcome(tuple(winners), Message(code, facts, clause))


def _shown(state: State, seat: Seat) -> int:
    """Return the worth of the card a seat showed at the end: the top of his pile."""
    return value(state.player(seat).pile[-1])


def _pile_sum(state: State, seat: Seat) -> int:
    return sum(value(face) for face in state.player(seat).pile)
