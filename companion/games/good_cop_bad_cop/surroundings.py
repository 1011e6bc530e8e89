"""How a state of Good Cop Bad Cop lies on the table."""

from collections.abc import Iterator
from dataclasses import replace

from companion.cards import BACK, Face, Seat
from companion.games.good_cop_bad_cop.actions import (
    PLACES,
    Act,
    Aim,
    Arm,
    Equip,
    Flip,
    Reveal,
    Shoot,
    Use,
)
from companion.games.good_cop_bad_cop.cards import (
    COFFEE,
    GUN,
    REPORT_AUDIT,
    SMOKE_GRENADE,
    SURVEILLANCE_CAMERA,
)
from companion.games.good_cop_bad_cop.state import Player, State, Step
from companion.layout import EMPTY, NOBODY, Layout, Pile, Zone, ZoneKind, ZoneSpec

GUNS_ZONE = Zone("guns")
DECK_ZONE = Zone("equipment")
DISCARD_ZONE = Zone("discard")
_STACK = Pile(face_down=1)


def row_zone(seat: Seat) -> Zone:
    """Return the zone of a seat's three integrity cards."""
    return Zone(f"{seat}.integrity")


def tool_zone(seat: Seat) -> Zone:
    """Return the zone of a seat's equipment: a card face down, used and lasting ones open."""
    return Zone(f"{seat}.equipment")


def gun_zone(seat: Seat) -> Zone:
    """Return the zone in which a seat's gun lies and points at somebody."""
    return Zone(f"{seat}.gun")


def zones(seats: tuple[Seat, ...]) -> tuple[ZoneSpec, ...]:
    """Return the zones of a table; only the fourth edition has discards."""
    own = (spec for seat in seats for spec in _own_zones(seat))
    return (
        *own,
        ZoneSpec(GUNS_ZONE, ZoneKind.FAN),
        ZoneSpec(DECK_ZONE, ZoneKind.STACK),
        ZoneSpec(DISCARD_ZONE, ZoneKind.STACK),
    )


def _own_zones(seat: Seat) -> Iterator[ZoneSpec]:
    yield ZoneSpec(row_zone(seat), ZoneKind.ROW, seat)
    yield ZoneSpec(tool_zone(seat), ZoneKind.TOOLS, seat)
    yield ZoneSpec(gun_zone(seat), ZoneKind.POINTER, seat)


def layout(state: State) -> dict[Zone, Pile]:
    """Return what the table should look like."""
    lies = {
        GUNS_ZONE: Pile((GUN,) * state.guns),
        DECK_ZONE: _STACK if state.stock else EMPTY,
        DISCARD_ZONE: _STACK if state.discard else EMPTY,
    }
    for seat, player in state.seated():
        lies[row_zone(seat)] = row_pile(player)
        lies[tool_zone(seat)] = tool_pile(player)
        lies[gun_zone(seat)] = gun_pile(state, seat)
    _announced(state, lies)
    return lies


def dealt(state: State) -> dict[Zone, tuple[Face, ...]]:
    """Return which cards lie in each zone after a deal that is known."""
    lies: dict[Zone, tuple[Face, ...]] = {}
    for seat, player in state.seated():
        lies[row_zone(seat)] = tuple(card.face for card in player.cards)
        lies[tool_zone(seat)] = player.equipment
    # The deck's top card is its last.
    return {**lies, GUNS_ZONE: (GUN,) * state.guns, DECK_ZONE: state.stock[::-1]}


def row_pile(player: Player) -> Pile:
    """Return how a player's integrity cards lie."""
    return Pile(tuple(card.face if card.up else BACK for card in player.cards))


def tool_pile(player: Player) -> Pile:
    """Return how a player's equipment lies: lasting and used cards open, his own face down."""
    return Pile((*player.front, *player.spent), face_down=len(player.equipment))


def gun_pile(state: State, seat: Seat) -> Pile:
    """Return how a gun lies: where it points, or that it is still to be aimed."""
    player, due = state.player(seat), state.due
    if not player.armed:
        return EMPTY
    aims_now = due is not None and due.step is Step.AIM and due.seat == seat
    unaimed = NOBODY if aims_now else None
    return Pile((GUN,), towards=player.barrel or unaimed)


def _announced(state: State, lies: dict[Zone, Pile]) -> None:
    """Show an announced action as done: nobody holds a hand still while others think."""
    for due in state.agenda:
        if due.step is Step.PERFORM and isinstance(due.act, Arm):
            _take_gun(lies, due.seat)
        elif due.step is Step.PERFORM and isinstance(due.act, Equip):
            _add_back(lies, due.seat, 1)


def _take_gun(lies: dict[Zone, Pile], seat: Seat) -> None:
    # Who holds one already would have two before him.
    lies[GUNS_ZONE] = Pile(lies[GUNS_ZONE].face_up[1:])
    lies[gun_zone(seat)] = Pile((*lies[gun_zone(seat)].face_up, GUN))


def _add_back(lies: dict[Zone, Pile], seat: Seat, count: int) -> None:
    held = lies[tool_zone(seat)]
    lies[tool_zone(seat)] = replace(held, face_down=max(0, held.face_down + count))


# --- bare acts ----------------------------------------------------------------------------

#: Acts that are a movement of hands at the table; the others are said.
HANDLED = (Aim, Arm, Equip, Flip, Reveal, Use)

#: Equipment whose use may be over at once, so that more follows than its being laid open.
_AT_ONCE = frozenset({COFFEE, REPORT_AUDIT, SMOKE_GRENADE, SURVEILLANCE_CAMERA})


def only_lays_open(state: State, action: Act) -> bool:
    """Tell whether a legal act only lays equipment open and then waits for a choice.

    Most acts that a picture is compared with are of this kind.
    """
    waits = state.due is not None and state.due.step in (Step.ACTION, Step.WINDOW)
    return isinstance(action, Use) and action.face not in _AT_ONCE and waits


def after_bare_act(state: State, action: Act, before: Layout) -> Layout:
    """Return the table after the bare act, none of its effects; `before` is how it lies."""
    lies = dict(before)
    if action.seat not in state.table.place:
        return lies
    match action:
        case Arm(seat):
            _take_gun(lies, seat)
        case Equip(seat):
            _add_back(lies, seat, 1)
        case Shoot(seat):
            lies[gun_zone(seat)] = EMPTY
        case Aim(seat, target):
            lies[gun_zone(seat)] = Pile((GUN,), towards=target)
        case Use(seat, face):
            _lay_open(lies, seat, face)
        case Flip(seat, place, face):
            lies[row_zone(seat)] = _turned(state.player(seat), {place: face})
        case Reveal(seat, faces):
            hidden = state.player(seat).hidden
            shown = dict(zip(hidden, faces, strict=False))
            lies[row_zone(seat)] = _turned(state.player(seat), shown)
    return lies


def _lay_open(lies: dict[Zone, Pile], seat: Seat, face: Face) -> None:
    _add_back(lies, seat, -1)
    held = lies[tool_zone(seat)]
    lies[tool_zone(seat)] = replace(held, face_up=(*held.face_up, face))


def _turned(player: Player, shown: dict[str, Face]) -> Pile:
    cards = zip(PLACES, player.row, strict=True)
    return Pile(
        tuple(shown.get(place, card.face if card.up else BACK) for place, card in cards if card)
    )
