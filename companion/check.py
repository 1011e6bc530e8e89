"""The arbiter on a written record: every fault with its line, not only the first.

After an illegal act the record goes on as if it had been done, where it is plain what that
means; otherwise as if it had not. So one fault does not make faults of all that follows.
"""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from companion.audit import audit
from companion.game import TABLE, Correction, Game, Message, TableError
from companion.record import (
    Act,
    Entry,
    Record,
    Refused,
    Result,
    Undo,
    agrees,
    play_entry,
    read_lines,
    standing,
)

#: Longer records than any game needs are not read.
MOST_LINES = 5_000


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong in one line, from 1; 0 is the record as a whole.

    Args:
        reason: the rule that is broken; None where the line is not to be understood.
        detail: what a reader of notation wants to know, in English.

    """

    line: int
    text: str
    reason: Message | None = None
    detail: str = ""


@dataclass(slots=True)
class Checked:
    """A record that was checked, as far as it could be read.

    For each entry it has its line and what it is called in words, for the one who knows
    everything that the record says.
    """

    faults: list[Fault] = field(default_factory=list)
    record: Record | None = None
    lines: list[int] = field(default_factory=list)
    told: list[Message | None] = field(default_factory=list)
    states: list[Any] = field(default_factory=list)


def check(games: Mapping[str, Game[Any, Any]], text: str) -> Checked:
    """Read a record and judge every line of it; never raise for what it says."""
    found = Checked()
    read = read_lines(text, MOST_LINES)
    found.faults += [Fault(number, line, detail=why) for number, line, why in read.faults]
    game = games.get(read.game)
    try:
        if game is None:
            raise TableError(f"there is no game {read.game!r}; known: {', '.join(games)}")
        found.record, found.lines = read.record(), read.numbers
        found.states = [game.setup(found.record.setup)]
    except TableError as error:
        found.faults.append(Fault(0, "", detail=str(error)))
        return found
    for line, entry in zip(found.lines, found.record.entries, strict=True):
        found.told.append(_told(game, found.states[-1], entry))
        found.faults += _play(game, found.states, line, entry)
    found.faults += _looking_back(game, found)
    found.faults.sort(key=lambda fault: fault.line)
    return found


def _play(game: Game[Any, Any], states: list[Any], line: int, entry: Entry) -> Iterator[Fault]:
    """Let an entry happen, as far as it can; yield what is wrong with it."""
    try:
        reasons = _reasons(game, states[-1], entry)
        if isinstance(entry, Act) and reasons:
            after = game.carried_out(states[-1], game.parse(entry.text))
            states.extend([] if after is None else [after])
        elif not reasons:
            play_entry(game, states, entry)
    except TableError as error:
        yield Fault(line, str(entry), detail=str(error))
    else:
        yield from (Fault(line, str(entry), reason) for reason in reasons)


def _told(game: Game[Any, Any], state: Any, entry: Entry) -> Message | None:
    """Return what an entry is called in words; private acts as their own player hears them."""
    match entry:
        case Act(text):
            with suppress(TableError):
                action = game.parse(text)
                return game.told(state, action, TABLE) or game.told(state, action, action.seat)
            return None
        case Correction():
            return entry.told()
        case Undo(steps):
            return Message("record_undo", (("number", str(steps)),))
        case Refused(clauses, _):
            return Message("record_refused", (("known", " ".join(clauses)),))
    outcome = game.outcome(state)
    return outcome.reason if outcome else None


def _reasons(game: Game[Any, Any], state: Any, entry: Entry) -> tuple[Message, ...]:
    match entry:
        case Act(text):
            return game.violations(state, game.parse(text))
        case Refused(clauses, text):
            return _wrongly_refused(game, state, clauses, text)
        case Result():
            return _wrong_result(game, state, entry)
    return ()


def _wrongly_refused(
    game: Game[Any, Any], state: Any, clauses: tuple[str, ...], text: str
) -> tuple[Message, ...]:
    violations = game.violations(state, game.parse(text))
    if agrees(clauses, {violation.clause for violation in violations}):
        return ()
    if not violations:
        return (Message("was_allowed"),)
    return (Message("other_clauses", (("known", " ".join(v.clause for v in violations)),)),)


def _wrong_result(game: Game[Any, Any], state: Any, result: Result) -> tuple[Message, ...]:
    outcome = game.outcome(state)
    if outcome is None:
        return (Message("goes_on"),)
    actual = Result.of(outcome)
    return () if actual == result else (Message("other_result", (("known", str(actual)),)),)


def _looking_back(game: Game[Any, Any], found: Checked) -> Iterator[Fault]:
    """Yield what later cards show to have been wrong, where the record was right so far."""
    if found.record is None or found.faults:
        return
    live = [place for place, _ in standing(found.record.entries)]
    for finding in audit(game, found.record, found.states):
        for step in finding.steps:
            place = live[step]
            yield Fault(found.lines[place], str(found.record.entries[place]), finding)
