"""What an act looks like to a viewer: in notation and, for the history, in a message."""

from companion.cards import UNKNOWN, Face
from companion.game import Message, Viewer, message
from companion.games.good_cop_bad_cop.actions import (
    PRIVATE,
    Act,
    Aim,
    Arm,
    Choose,
    Claim,
    Decline,
    Equip,
    Flip,
    Have,
    Hold,
    Investigate,
    Lay,
    Mix,
    Pass,
    Return,
    Reveal,
    Saw,
    Shoot,
    Use,
)
from companion.games.good_cop_bad_cop.backs import exchanged
from companion.games.good_cop_bad_cop.choosing import chooses_card
from companion.games.good_cop_bad_cop.state import State, Step


def seen_by(action: Act, viewer: Viewer) -> str | None:
    """Return the notation as the viewer may read it; None where he may not know of it."""
    own = viewer == action.seat
    if isinstance(action, Lay):
        return None
    if isinstance(action, PRIVATE):
        return str(action) if own else None
    if isinstance(action, Return) and not own:
        return str(Return(action.seat))
    if isinstance(action, Mix) and not own:
        return str(Mix(action.seat))
    return str(action)


def told(state: State, action: Act, viewer: Viewer) -> Message | None:
    """Return the act as a message of the rulebook; None where the viewer may not know of it."""
    if isinstance(action, Lay):
        # Which cards those are is nobody's business, but that the record follows them is.
        return message("did_exchange", seat=action.seat) if exchanged(state, action) else None
    if seen_by(action, viewer) is None:
        return None
    if isinstance(action, Return) and viewer == action.seat and action.face != UNKNOWN:
        return message("did_return_it", seat=action.seat, face=action.face)
    return _private_act(action) or _public_act(state, action)


def _private_act(action: Act) -> Message | None:
    match action:
        case Pass(seat):
            return message("did_pass", seat=seat)
        case Hold(seat, faces):
            return message("did_hold", seat=seat, face=" ".join(faces))
        case Have(seat, faces):
            return message("did_have", seat=seat, face=" ".join(faces))
        case Saw(seat, target, place, face):
            facts = {"seat": seat, "target": target, "place": place, "face": face}
            return message("did_see", **facts)
    return None


def _public_act(state: State, action: Act) -> Message:
    if isinstance(action, Choose):
        return _choice(state, action)
    code = _CODES[type(action)]
    if isinstance(action, Aim) and state.due is not None and state.due.step is Step.REDIRECT:
        code = "did_redirect"
    facts = {"seat": str(action.seat)}
    for fact in ("target", "place", "face"):
        facts |= {fact: str(value)} if (value := getattr(action, fact, None)) else {}
    if isinstance(action, Reveal | Claim):
        facts["face"] = " ".join(action.faces)
    return message(code, **facts)


_CODES = {
    Investigate: "did_investigate",
    Equip: "did_equip",
    Arm: "did_arm",
    Shoot: "did_shoot",
    Aim: "did_aim",
    Flip: "did_flip",
    Reveal: "did_reveal",
    Claim: "did_claim",
    Use: "did_use",
    Mix: "did_mix",
    Return: "did_return",
    Decline: "did_decline",
}


def _choice(state: State, action: Choose) -> Message:
    face = Face(state.due.about) if state.due else UNKNOWN
    facts = {"seat": action.seat, "target": action.target, "face": face}
    if action.place and chooses_card(state, face):
        return message("did_choose_card", **facts, place=action.place)
    return message("did_choose", **facts)
