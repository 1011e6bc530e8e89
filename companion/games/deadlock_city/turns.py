"""The course of the game: whose turn it is, who goes out, and when all show."""

from companion.cards import Seat
from companion.games.deadlock_city.state import (
    SHOW,
    Draft,
    Position,
    Task,
    task,
    turn_of,
)

Agenda = tuple[Task, ...]


def fall(draft: Draft, seat: Seat, then: Agenda = ()) -> None:
    """Put a seat out: he lays his hand card face up without effect (DC-41)."""
    player = draft.player(seat)
    player.out, player.protected = True, False
    if player.hand:
        draft.agenda = (task(SHOW, seat), *then)
    else:
        resume(draft, then)


def resume(draft: Draft, agenda: Agenda) -> None:
    """Go on after someone went out, unless only one player is left (DC-43)."""
    if len(draft.living()) == 1:
        draft.agenda = ()
    else:
        go_on(draft, agenda)


def go_on(draft: Draft, agenda: Agenda) -> None:
    """Do what is on the agenda next, or end the turn where nothing is."""
    if agenda:
        draft.agenda = agenda
    else:
        end_turn(draft)


def end_turn(draft: Draft) -> None:
    """Pass the turn clockwise, or let all show when the deck is gone (DC-04, DC-05)."""
    if draft.stock:
        begin_turn(draft, next_seat(draft))
    else:
        draft.agenda = showdown(draft)


def begin_turn(draft: Draft, seat: Seat) -> None:
    """Begin the turn of `seat`: his protection ends, then he draws (DC-31, DC-48)."""
    if draft.player(seat).protected:
        draft.player(seat).protected = False
    draft.turn = seat
    draft.agenda = turn_of(seat)


def next_seat(position: Position) -> Seat:
    """Return the next living seat clockwise (DC-42)."""
    players = position.players
    for place in position.table.clockwise[position.turn]:
        if not players[place].out:
            return position.table.seats[place]
    return position.turn


def showdown(position: Position) -> Agenda:
    """Return what is due when the deck is gone: every living player shows his card."""
    return tuple(
        task(SHOW, seat) for seat, player in position.seated() if player.hand and not player.out
    )
