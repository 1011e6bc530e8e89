"""What an act looks like to a viewer: in notation and, for the history, in a message."""

from companion.cards import UNKNOWN
from companion.game import Message, Viewer, message
from companion.games.deadlock_city.actions import (
    Act,
    Answer,
    Compare,
    Draw,
    Drop,
    Hold,
    Look,
    Play,
    Show,
    Sprung,
)
from companion.games.deadlock_city.state import (
    REDRAW,
    State,
)


def seen_by(action: Act, viewer: Viewer) -> str | None:
    """Return the notation as the viewer may read it; None where he may not know of it."""
    if isinstance(action, Hold):
        return str(action) if viewer == action.seat else None
    if isinstance(action, Look) and viewer != action.seat:
        return str(Look(action.seat))
    return str(action)


def told(state: State, action: Act, viewer: Viewer) -> Message | None:
    """Return the act as a message of the rulebook; None where the viewer may not know of it."""
    own = viewer == action.seat
    match action:
        case Hold(seat, faces):
            return message("did_hold", seat=seat, face=" ".join(faces)) if own else None
        case Look(seat, face):
            saw = own and face != UNKNOWN
            facts = {"seat": seat, "target": _target(state)}
            return message("did_look_at", **facts, face=face) if saw else _look(facts)
        case Play():
            return _play(action)
        case _:
            return _public_act(state, action)


def _look(facts: dict[str, str]) -> Message:
    return message("did_look", **facts)


def _public_act(state: State, action: Draw | Answer | Drop | Sprung | Compare | Show) -> Message:
    seat = action.seat
    match action:
        case Draw():
            return message(_draw_code(state), seat=seat)
        case Answer(_, hit):
            number = str(state.played.number) if state.played else UNKNOWN
            return message("did_hit" if hit else "did_miss", seat=seat, named=number)
        case Drop(_, face):
            return message("did_drop", seat=seat, face=face)
        case Show(_, face):
            return message("did_show", seat=seat, face=face)
        case Sprung():
            return message("did_spring", seat=seat, target=_target(state))
        case Compare(_, loser):
            code = "did_compare_tie" if loser is None else "did_compare"
            facts = {} if loser is None else {"holder": str(loser)}
            return message(code, seat=seat, target=_target(state), **facts)


def _draw_code(state: State) -> str:
    redraws = bool(state.agenda) and state.agenda[0].step is REDRAW
    if redraws:
        return "did_redraw" if state.stock else "did_draw_hidden"
    return "did_draw"


def _play(play: Play) -> Message:
    code = "did_guess" if play.number else "did_choose" if play.target else "did_play"
    code += "_as" if play.works_as else ""
    facts = {"seat": play.seat, "face": play.face}
    optional = {"as": play.works_as, "target": play.target, "named": play.number}
    return message(code, **facts, **{k: v for k, v in optional.items() if v})


def _target(state: State) -> str:
    return str(state.played.target) if state.played else UNKNOWN
