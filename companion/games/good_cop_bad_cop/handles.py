"""Names of cards for a record that leaves the house: they say nothing of the printed deck.

In the deck's private key "honest.4" is one card of cardboard for ever: with a photo of the
table such a name would give its back away, for all later games. Here it is the fourth honest
card that was read in this game. A card that never came up goes without its face, as "?.2":
the second such card. Whoever saw the whole game and all its cards could say as much.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace

from companion.cards import UNKNOWN
from companion.games.good_cop_bad_cop.actions import Act, Lay
from companion.games.good_cop_bad_cop.state import State
from companion.marked_backs import STRANGER, CardName, face_of


def for_everyone(states: Iterable[State], actions: Sequence[Act]) -> tuple[Act, ...]:
    """Return the acts with handles instead of the names that the deck's key has."""
    if not any(isinstance(action, Lay) for action in actions):
        return tuple(actions)
    came_up = {card.name for state in states for _, _, card in state.located() if card.up}
    handles: dict[CardName, CardName] = {STRANGER: STRANGER}
    count = Counter[str]()
    for action in actions:
        for name in action.cards if isinstance(action, Lay) else ():
            if name not in handles:
                face = face_of(name) if name in came_up else UNKNOWN
                count[face] += 1
                handles[name] = CardName(f"{face}.{count[face]}")
    return tuple(_renamed(action, handles) for action in actions)


def _renamed(action: Act, handles: dict[CardName, CardName]) -> Act:
    if not isinstance(action, Lay):
        return action
    return replace(action, cards=tuple(handles[name] for name in action.cards))
