"""Adopting the table: the corrections after which the record agrees with what lies there."""

from collections.abc import Iterator

from companion.cards import BACK, UNKNOWN, Seat
from companion.game import Correction
from companion.games.good_cop_bad_cop.cards import GUN, lasting
from companion.games.good_cop_bad_cop.corrections import HELD, NO_CARD, NOTHING
from companion.games.good_cop_bad_cop.state import Player, State
from companion.games.good_cop_bad_cop.surroundings import (
    gun_zone,
    layout,
    row_zone,
    tool_zone,
)
from companion.layout import Layout


def adopt(state: State, seen: Layout) -> tuple[Correction, ...]:
    """Return the corrections for rows, equipment and guns; guns that are put down come first."""
    expected = layout(state)
    seen = {zone: pile for zone, pile in seen.items() if pile != expected.get(zone)}
    guns = sorted(_guns(state, seen), key=lambda c: c.value != NOTHING)
    return (*_rows(state, seen), *_tools(state, seen), *guns)


def _rows(state: State, seen: Layout) -> Iterator[Correction]:
    """Yield a correction for each complete row that differs; cards may be lifted."""
    for seat, player in state.seated():
        lies = seen.get(row_zone(seat))
        if lies is None or len(lies.face_up) != len(player.cards):
            continue
        faces = iter(lies.face_up)
        words = (
            NO_CARD if card is None else str(next(faces)).replace(BACK, UNKNOWN)
            for card in player.row
        )
        yield Correction(f"{seat}.integrity", " ".join(words))


def _tools(state: State, seen: Layout) -> Iterator[Correction]:
    """Yield what differs in equipment: lasting cards, and a back too many or a card gone."""
    may_lie = lasting(state.table.edition)
    for seat, player in state.seated():
        lies = seen.get(tool_zone(seat))
        if lies is None:
            continue
        front = tuple(face for face in lies.face_up if face in may_lie)
        if sorted(front) != sorted(face for face in player.front if face in may_lie):
            yield Correction(f"{seat}.front", " ".join(front) or NOTHING)
        if lies.face_down > len(player.equipment) == 0 and not player.out:
            yield Correction(f"{seat}.equipment", UNKNOWN)


def _guns(state: State, seen: Layout) -> Iterator[Correction]:
    for seat, player in state.seated():
        lies = seen.get(gun_zone(seat))
        if lies is None:
            continue
        word = _gun_word(state, seat, player, GUN in lies.face_up, lies.towards)
        if word is not None:
            yield Correction(f"{seat}.gun", word)


def _gun_word(
    state: State, seat: Seat, player: Player, lies_there: bool, towards: Seat | None
) -> str | None:
    if not lies_there:
        return NOTHING if player.armed else None
    aimed = towards in state.living() and towards != seat
    if aimed and towards is not None and towards != player.aim:
        return str(towards)
    return HELD if not player.armed else None
