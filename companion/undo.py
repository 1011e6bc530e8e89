"""Forced acts and taking back: which events follow, and which bring an earlier state back."""

from collections.abc import Iterator, Mapping
from itertools import pairwise, takewhile
from typing import Any

from companion.cards import Seat
from companion.events import evolve
from companion.game import TABLE, Correction
from companion.layout import Layout, Zone, ZoneKind
from companion.record import Act, standing
from companion.session import Play, Session


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
    return [entry for _, entry in standing(play.record.entries)]


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


def taken_back_by(session: Session, play: Play, keep: int) -> Seat:
    """Return who did the first public act after `keep` steps, which would be undone."""
    steps = range(keep, len(play.states) - 1)
    seats = (seat for step in steps if (seat := _public_actor(session, play, step)))
    return next(seats, play.record.setup.seats[0])


def is_seen_to_go(session: Session, play: Play, keep: int, kinds: Mapping[Zone, ZoneKind]) -> bool:
    """Tell whether a picture that shows the state after `keep` steps shows all of the undoing.

    Cards in hands may be held in the air, so a picture shows nothing of a draw, or of an
    answer, that another seat has made since. When all cards are gone, they may as well
    have been gathered up. A correction was somebody's word, and no picture takes it back.
    """
    if any(isinstance(entry, Correction) for entry in live_entries(play)[keep:]):
        return False
    looks = [_without_hands(session.game.layout(state), kinds) for state in play.states[keep:]]
    moves = sum(before != after for before, after in pairwise(looks))
    bare = _without_hands(session.game.layout(play.states[0]), kinds)
    if moves > 1 and looks[0] == bare:
        return False
    unseen = len(list(takewhile(lambda look: look == looks[-1], reversed(looks)))) - 1
    last = range(len(play.states) - 1 - unseen, len(play.states) - 1)
    by = taken_back_by(session, play, keep)
    return all(_public_actor(session, play, step) in (None, by) for step in last)


def _public_actor(session: Session, play: Play, step: int) -> Seat | None:
    """Return who acted after `step` steps, None for what was forced, private or no act."""
    game, state = session.game, play.states[step]
    action = _action_between(session, play, step)
    if action is None or game.forced(state) == action:
        return None
    return None if game.seen_by(state, action, TABLE) is None else Seat(action.seat)


def _without_hands(layout: Layout, kinds: Mapping[Zone, ZoneKind]) -> Layout:
    return {zone: pile for zone, pile in layout.items() if kinds[zone] is not ZoneKind.HAND}
