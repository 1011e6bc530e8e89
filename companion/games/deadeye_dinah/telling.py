"""What an act looks like to a viewer: in notation, and as a message for the history.

Plays and prices are laid open. The set-up and what an escape costs are not (lost cards
are tucked away to hide them).
"""

from companion.cards import UNKNOWN
from companion.game import Message, Viewer, message
from companion.games.deadeye_dinah.actions import (
    Act,
    Escape,
    GiveUp,
    Hunt,
    Pay,
    Play,
    Ride,
    Stack,
)
from companion.games.deadeye_dinah.cards import CardId
from companion.games.deadeye_dinah.state import State


def seen_by(action: Act, viewer: Viewer) -> str:
    """Return the notation as the viewer may read it, "?" for each hidden card."""
    if viewer == action.seat:
        return str(action)
    if isinstance(action, Stack):
        return f"{action.seat} stacks {_hidden(action.cards)}"
    if isinstance(action, Escape):
        lost = f", loses {_hidden(action.loses)}" if action.loses else ""
        return f"{action.seat} escapes{lost}" + (", rescues ?" if action.rescues else "")
    return str(action)


def _hidden(cards: tuple[CardId, ...]) -> str:
    return " ".join([UNKNOWN] * len(cards))


def told(state: State, action: Act, viewer: Viewer) -> Message:
    """Return the act as a message of the rulebook."""
    if isinstance(action, Play):
        return _play(state, action)
    if isinstance(action, Escape):
        return _escape(state, action, viewer == action.seat)
    return _plain(state, action)


def _plain(state: State, action: Hunt | Stack | Pay | Ride | GiveUp) -> Message:
    seat = str(action.seat)
    match action:
        case Hunt(_, boss):
            return message("did_hunt", seat=seat, face=f"{boss}.boss")
        case Stack(_, cards):
            return message("did_stack", seat=seat, number=str(len(cards)))
        case Pay(_, card):
            return message("did_pay", seat=seat, face=_face(state, card))
        case Ride(_, card):
            return message("did_ride", seat=seat, face=_face(state, card))
        case GiveUp():
            return message("did_give_up", seat=seat)


def _play(state: State, play: Play) -> Message:
    bullets = " ".join(_face(state, p.card) for p in play.cards if not p.as_item)
    items = " ".join(_face(state, p.card) for p in play.cards if p.as_item)
    if bullets and items:
        return message("did_play_both", seat=play.seat, face=bullets, other=items)
    if bullets:
        return message("did_play_bullets", seat=play.seat, face=bullets)
    if items:
        return message("did_play_items", seat=play.seat, face=items)
    return message("did_ignore", seat=play.seat)


def _escape(state: State, action: Escape, own: bool) -> Message:
    if own and action.loses:
        lost = " ".join(_face(state, card) for card in action.loses)
        return message("did_escape_own", seat=action.seat, face=lost)
    return message("did_escape", seat=action.seat, number=str(len(action.loses)))


def _face(state: State, card: CardId) -> str:
    held = state.job.hand.get(card) if state.job else None
    return state.deck.by_id[card].face(held.side) if held else str(card)
