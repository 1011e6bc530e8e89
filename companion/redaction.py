"""A record as one viewer may read it: the same text, with "?" for what is hidden from him.

Acts that he may not even know of are gone, and nothing shows that they were there: an undo
that took them back too counts only those he knows. Two games that differ only in what he
may not know have the same text.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from companion.arbiter import told_to
from companion.cards import UNKNOWN, Face
from companion.game import Game, Setup, Viewer
from companion.record import HIDDEN, Act, Entry, Record, Refused, Result, Undo, play_entry
from companion.retelling import Retelling


def as_seen_by(game: Game[Any, Any], record: Record, viewer: Viewer) -> Record:
    """Return the record as `viewer` (a seat or TABLE) may read it.

    Raise TableError where the record breaks a rule: what is hidden in it can't be told.
    """
    setup = replace(record.setup, deal=seen_deal(game, record.setup, viewer))
    states, known, retold = [game.setup(record.setup)], [True], Retelling(game, setup)
    for entry in record.entries:
        seen, due = _seen(game, states[-1], known, entry, viewer), game.prompts(states[-1])
        before = len(states)
        play_entry(game, states, entry)
        if len(states) > before:
            known.append(seen is not None)
        else:
            del known[len(states) :]
        if seen is not None:
            retold.reach(due)
            retold.add(seen)
    retold.reach(game.prompts(states[-1]))
    return replace(record, setup=setup, entries=tuple(retold.entries))


def in_full(game: Game[Any, Any], record: Record) -> Record:
    """Return the record with all that was told, for anyone to keep once the game is over.

    Physical cards go by names of this game alone (`Game.for_everyone`). Raise TableError
    where the record breaks a rule.
    """
    states, ever = [game.setup(record.setup)], list[Any]()
    for entry in record.entries:
        play_entry(game, states, entry)
        ever.append(states[-1])
    acts = [game.parse(e.text) for e in record.entries if isinstance(e, Act | Refused)]
    told = game.for_everyone(ever, acts)
    if told == tuple(acts):
        return record
    left, retold = iter(told), Retelling(game, record.setup)
    for entry in record.entries:
        if isinstance(entry, Act | Refused):
            retold.add(replace(entry, text=str(next(left))))
        else:
            retold.add(entry)
    return replace(record, entries=tuple(retold.entries))


def seen_deal(game: Game[Any, Any], setup: Setup, viewer: Viewer) -> Mapping[str, tuple[Face, ...]]:
    """Return the deal with the faces that `viewer` may know, the others UNKNOWN."""
    return {
        place: faces if place == viewer or place in game.dealt_openly else _hidden(faces)
        for place, faces in setup.deal.items()
    }


def _hidden(faces: tuple[Face, ...]) -> tuple[Face, ...]:
    return (UNKNOWN,) * len(faces)


def _seen(
    game: Game[Any, Any], state: Any, known: list[bool], entry: Entry, viewer: Viewer
) -> Entry | None:
    match entry:
        case Act(text):
            seen = game.seen_by(state, game.parse(text), viewer)
            return None if seen is None else Act(seen)
        case Undo(steps):
            visible = sum(known[max(len(known) - steps, 1) :])
            return Undo(visible) if visible else None
        case Refused():
            return _seen_refusal(game, state, entry, viewer)
        case Result():
            return entry
    return entry


def _seen_refusal(
    game: Game[Any, Any], state: Any, entry: Refused, viewer: Viewer
) -> Refused | None:
    """Return a refusal with the clauses that `viewer` may be told, "?" for the others."""
    action = game.parse(entry.text)
    seen = game.seen_by(state, action, viewer)
    if seen is None:
        return None
    violations = game.violations(state, action)
    told = {reason.clause for reason in told_to(viewer, violations)}
    hides = len(told_to(viewer, violations)) < len(violations) or HIDDEN in entry.clauses
    return Refused((*sorted(told), *([HIDDEN] if hides else [])), seen)
