"""Adopting the table: the corrections after which the record agrees with what lies there."""

from collections.abc import Iterator

from companion.cards import UNKNOWN, Seat
from companion.game import Correction
from companion.games.deadlock_city.corrections import NOTHING
from companion.games.deadlock_city.state import (
    DRAW,
    PLAY,
    State,
    task,
)
from companion.games.deadlock_city.surroundings import (
    REMOVED_ZONE,
    hand_zone,
    layout,
    pile_zone,
)
from companion.games.deadlock_city.turns import next_seat
from companion.layout import Layout


def adopt(state: State, seen: Layout) -> tuple[Correction, ...]:
    """Return the corrections for piles and hands, those that free cards first.

    A seat whose turn it was to put a card down, and whose pile has grown by one, has done
    so: his hand shrinks and the turn passes, whatever the card would have done.
    """
    piles = sorted(_piles(state, seen), key=lambda found: found[1])
    hands = tuple(_hands(state, seen))
    return (
        *hands,
        *(correction for correction, _ in piles),
        *_removed(state, seen),
        *_passed_turn(state, seen),
    )


def _piles(state: State, seen: Layout) -> Iterator[tuple[Correction, int]]:
    """Yield a correction for each pile that differs, with how much the pile grows."""
    for seat, player in state.seated():
        lies = seen.get(pile_zone(seat))
        if lies is not None and lies.face_up != player.pile:
            value = " ".join(lies.face_up) or NOTHING
            yield Correction(f"{seat}.pile", value), len(lies.face_up) - len(player.pile)


def _hands(state: State, seen: Layout) -> Iterator[Correction]:
    """Yield a correction for each hand whose size must have changed.

    Cards may be held in the air, so only backs too many count, and a card put down.
    """
    for seat, player in state.seated():
        lies = seen.get(hand_zone(seat))
        size = len(player.hand)
        if _put_down(state, seat, seen):
            yield Correction(f"{seat}.hand", UNKNOWN)
        elif lies is not None and lies.face_down > size == 1 and _has_drawn(state, seat):
            yield Correction(f"{seat}.hand", f"{UNKNOWN} {UNKNOWN}")


def _has_drawn(state: State, seat: Seat) -> bool:
    """Tell whether `seat`, who is to draw, can simply have done so."""
    return bool(state.agenda) and state.agenda[0] == task(DRAW, seat)


def _put_down(state: State, seat: Seat, seen: Layout) -> bool:
    due = state.agenda[0] if state.agenda else None
    lies = seen.get(pile_zone(seat))
    return (
        due is not None
        and due.step is PLAY
        and due.seat == seat
        and lies is not None
        and len(lies.face_up) == len(state.player(seat).pile) + 1
    )


def _removed(state: State, seen: Layout) -> Iterator[Correction]:
    lies = seen.get(REMOVED_ZONE)
    expected = layout(state).get(REMOVED_ZONE)
    if lies is not None and state.table.two_player_removal and lies != expected and lies.face_up:
        yield Correction("removed", " ".join(lies.face_up))


def _passed_turn(state: State, seen: Layout) -> Iterator[Correction]:
    if _put_down(state, state.turn, seen):
        yield Correction("turn", next_seat(state))
