"""What a press of a seat's button says, by everything that everyone sees."""

from typing import Any

from companion.arbiter import told_to
from companion.cards import Seat
from companion.game import TABLE, Game
from companion.session import Session
from companion.undo import followed_by_forced


def is_due(session: Session, seat: Seat) -> bool:
    """Tell whether everyone can see that the table waits for this seat."""
    play = session.play
    prompts = session.game.prompts(play.state) if play else ()
    return any(prompt.seat == seat for prompt in prompts)


def only_act(session: Session, seat: Seat) -> tuple[str, ...]:
    """Return the events of the one act that everyone sees is due; none where it is open.

    An act that only this player's cards make the only one is not announced by a button
    that anyone can reach.
    """
    play = session.play
    if play is None or play.void:
        return ()
    game, state = session.game, play.state
    said = game.pressed(state, seat)
    acts = _seen_acts(game, state, seat) if said is None else [said]
    if len(acts) != 1 or game.violations(state, acts[0]):
        return ()
    return followed_by_forced(session, (f"act {acts[0]}",))


def _seen_acts(game: Game[Any, Any], state: Any, seat: Seat) -> list[Any]:
    """Return what a seat may do now by everything that everyone sees."""
    return [
        action
        for action in game.candidates(state)
        if action.seat == seat
        and game.seen_by(state, action, TABLE) is not None
        and not told_to(TABLE, game.violations(state, action))
    ]
