"""The one act that follows from what the table knows for certain, never from what was told.

Cards are known for certain where the deal was recorded or their backs are marked. But what
a marked back tells is not said before the card lies open: a shot may be a slip of somebody's
thumb, or the host's word, and the card may be of another deck. The camera sees it turned up.
"""

from companion.cards import UNKNOWN, Face, Seat
from companion.games.good_cop_bad_cop.actions import Act, Claim, Flip, Reveal
from companion.games.good_cop_bad_cop.state import Card, State, Step, Task
from companion.games.good_cop_bad_cop.teams import holds_both


def forced(state: State) -> Act | None:
    """Return a reveal whose only outcome is known, or that both leaders are with one seat."""
    if state.ending is None:
        for seat in state.living() if state.swapped else ():
            faces = tuple(map(_sayable, state.player(seat).cards))
            if holds_both(faces) and UNKNOWN not in faces:
                return Claim(seat, faces)
    for due in state.agenda:
        if due.step not in (Step.FLIP, Step.REVEAL):
            return None
        action = _reveal(state, due.seat) if due.step is Step.REVEAL else _flip(state, due)
        if action is not None:
            return action
    return None


def _reveal(state: State, seat: Seat) -> Act | None:
    player = state.player(seat)
    hidden = [card for card in player.cards if not card.up]
    faces = tuple(map(_sayable, hidden))
    return Reveal(seat, faces) if faces and UNKNOWN not in faces else None


def _flip(state: State, due: Task) -> Act | None:
    """Turn up a card that leaves no choice: which card it is was chosen by another."""
    found = state.where(due.card) if due.card is not None else None
    if found is None or found[2].up or _sayable(found[2]) == UNKNOWN:
        return None
    return Flip(due.seat, found[1], found[2].face)


def _sayable(card: Card) -> Face:
    """Return what may be said of a card: nothing that its back alone tells."""
    return UNKNOWN if card.name and not card.up else card.face
