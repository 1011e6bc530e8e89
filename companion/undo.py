"""Forced acts and taking back: which events follow, and which bring an earlier state back."""

from collections.abc import Iterator
from typing import Any

from companion.game import TABLE, Correction
from companion.record import Act
from companion.session import Play, Session, evolve


def present(session: Session) -> Any:
    """Return the present state of the game that is on."""
    if session.play is None:
        raise ValueError("no game is on")
    return session.play.state


def followed_by_forced(session: Session, events: tuple[str, ...]) -> tuple[str, ...]:
    """Return `events` and every act that then follows from what the engine knows."""
    for event in events:
        session = evolve(session, event)
    return (*events, *_forced(session))


def _forced(session: Session) -> Iterator[str]:
    while (action := session.game.forced(present(session))) is not None:
        event = f"act {action}"
        session = evolve(session, event)
        yield event


def last_public_step(session: Session, play: Play) -> int | None:
    """Return how many steps to keep so that the last public, unforced one is gone.

    None where there is nothing to take back.
    """
    game = session.game
    states = play.states
    for keep in range(len(states) - 2, -1, -1):
        action = _action_between(session, play, keep)
        if action is None:
            return keep
        public = game.seen_by(states[keep], action, TABLE) is not None
        if public and game.forced(states[keep]) != action:
            return keep
    return None


def _action_between(session: Session, play: Play, keep: int) -> Any | None:
    """Return the act that led from state `keep` to the next; None for a correction."""
    entry = live_entries(play)[keep]
    return session.game.parse(str(entry)) if isinstance(entry, Act) else None


def live_entries(play: Play) -> list[Act | Correction]:
    """Return the entries that still stand, undone ones left out, one per state but the first."""
    kept: list[Act | Correction] = []
    for entry in play.record.entries:
        if isinstance(entry, (Act, Correction)):
            kept.append(entry)
        else:
            del kept[-int(str(entry).split()[1]) :]
    return kept


def is_free(session: Session, play: Play, keep: int) -> bool:
    """Tell whether nobody has learned anything since the state after `keep` steps."""
    game = session.game
    return game.knowledge(play.state) <= game.knowledge(play.states[keep])


def back_to(session: Session, play: Play, keep: int) -> tuple[str, ...]:
    """Return the events that go back to the state after `keep` steps.

    What players told their own phones since then is told again where it still fits.
    """
    events = [f"undo {len(play.states) - 1 - keep}"]
    session = evolve(session, events[0])
    for entry in live_entries(play)[keep:]:
        retold = _private_act(session, entry)
        if retold:
            session = evolve(session, retold)
            events.append(retold)
    return tuple(events)


def _private_act(session: Session, entry: Act | Correction) -> str | None:
    if not isinstance(entry, Act):
        return None
    game, state = session.game, present(session)
    action = game.parse(entry.text)
    if game.seen_by(state, action, TABLE) is not None or game.violations(state, action):
        return None
    return f"act {entry.text}"
