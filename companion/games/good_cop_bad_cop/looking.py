"""Investigations: who has looked at what, and what may be answered to it."""

from dataclasses import replace

from companion.cards import Seat
from companion.games.good_cop_bad_cop.cards import DISGUISE, SURVEILLANCE_CAMERA
from companion.games.good_cop_bad_cop.ledger import looked_at
from companion.games.good_cop_bad_cop.state import Agenda, State, Step, Task
from companion.games.good_cop_bad_cop.turns import INVESTIGATED, window


def investigated(
    state: State, seat: Seat, owner: Seat, places: tuple[str, ...], second: Agenda
) -> State:
    """Return the state after cards of one player were investigated.

    `second` comes before the reactions: Wiretap looks at two players, then others answer.
    """
    if not places or DISGUISE in state.player(owner).front:
        return state
    for place in places:
        state = looked_at(state, seat, owner, place)
    ids = tuple(card.id for place in places if (card := state.player(owner).card(place)))
    state = replace(state, looked=(*state.looked, *ids))
    return state.then(*second, *_answer(state, seat, owner), *_window(state, seat))


def _window(state: State, seat: Seat) -> Agenda:
    """Return the window after an investigation, unless one is waiting to open already."""
    waiting = any(t.step is Step.WINDOW and t.about == INVESTIGATED for t in state.agenda)
    return () if waiting else window(state, INVESTIGATED, seat)


def _answer(state: State, seat: Seat, owner: Seat) -> Agenda:
    """Return that the owner of a lasting camera may look at a card of who looked at his."""
    watched = state.table.fourth and SURVEILLANCE_CAMERA in state.player(owner).front
    if watched and DISGUISE not in state.player(seat).front:
        return (Task(Step.COUNTER, owner, target=seat),)
    return ()
