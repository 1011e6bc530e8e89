"""The written record of a game: a header, then one line per act.

    # a comment
    [game deadlock_city]
    [seats p1 Ann, p2 Ben, p3 Cy]
    [first p1]
    [rules tie=shared sprung_zero=kept]
    [logged p1 p2]
    [deal p1=3 p2=0 stock=1,4,5]
    p1 draws
    p1 plays 3 > p2
    refused DC-11: p1 plays 5 > p2
    undo 1
    correct p1.pile = 3 5
    result p2: last_standing DC-43

`refused` notes an act that was ruled illegal, with exactly these clauses; `?` stands for
clauses that the reader may not know. `undo` takes back so many steps and both lines stay;
`result` states how the game must have ended.
`parse(dump(r)) == r` for every record.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from companion.cards import Face, Seat
from companion.game import Correction, Game, NotationError, Outcome, Setup, TableError

_HEADER = re.compile(r"\[(\w+) +(.*)\]")
_CORRECTION = re.compile(r"correct (\S+) = (.*)")
_REFUSAL = re.compile(r"refused ([A-Z0-9\- ?]+): (.+)")
#: Stands for a clause that the reader of a record may not know.
HIDDEN = "?"
_UNDO = re.compile(r"undo ([1-9]\d*)")
_RESULT = re.compile(r"result ([\w ]*): (\w+)(?: (\S+))?")


@dataclass(frozen=True, slots=True)
class Act:
    """One action, as notation."""

    text: str

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class Refused:
    """An action that the rules forbid, and the clauses that say so."""

    clauses: tuple[str, ...]
    text: str

    def __str__(self) -> str:
        return f"refused {' '.join(self.clauses)}: {self.text}"


@dataclass(frozen=True, slots=True)
class Undo:
    """So many steps (acts or corrections) were taken back."""

    steps: int

    def __str__(self) -> str:
        return f"undo {self.steps}"


@dataclass(frozen=True, slots=True)
class Result:
    """How the game ended."""

    winners: tuple[Seat, ...]
    reason: str
    clause: str = ""

    def __str__(self) -> str:
        return f"result {' '.join(self.winners)}: {self.reason} {self.clause}".rstrip()

    @classmethod
    def of(cls, outcome: Outcome) -> "Result":
        """Return the result line of an outcome."""
        return cls(outcome.winners, outcome.reason.code, outcome.reason.clause)


Entry = Act | Refused | Undo | Correction | Result


@dataclass(frozen=True, slots=True)
class Record:
    """A whole game on paper."""

    game: str
    setup: Setup
    names: Mapping[Seat, str] = field(default_factory=dict)
    entries: tuple[Entry, ...] = ()


class ReplayError(TableError, ValueError):
    """A record does not follow the rules; says in which line and why."""


def dump(record: Record) -> str:
    """Write a record as text."""
    lines = [*dump_header(record), *(str(entry) for entry in record.entries)]
    return "\n".join(lines) + "\n"


def dump_header(record: Record) -> Iterator[str]:
    """Yield the header lines of a record."""
    setup = record.setup
    named = (f"{seat} {record.names.get(seat, '')}".strip() for seat in setup.seats)
    yield f"[game {record.game}]"
    yield f"[seats {', '.join(named)}]"
    yield f"[first {setup.first}]"
    if setup.rules:
        yield f"[rules {' '.join(f'{k}={v}' for k, v in setup.rules.items())}]"
    if setup.logged:
        yield f"[logged {' '.join(s for s in setup.seats if s in setup.logged)}]"
    if setup.deal:
        places = (f"{place}={','.join(faces)}" for place, faces in setup.deal.items())
        yield f"[deal {' '.join(places)}]"


@dataclass(slots=True)
class Lines:
    """The lines of a record as they were read, and those that could not be."""

    header: dict[str, str] = field(default_factory=dict)
    entries: list[Entry] = field(default_factory=list)
    numbers: list[int] = field(default_factory=list)
    faults: list[tuple[int, str, str]] = field(default_factory=list)

    @property
    def game(self) -> str:
        """Return the name of the game, "" where the header has none."""
        return self.header.get("game", "")

    def record(self) -> Record:
        """Return what was read; raise NotationError where the header is not complete."""
        return _with_header(self.header, tuple(self.entries))


def parse(text: str) -> Record:
    """Read a record; raise NotationError naming the line that is not one."""
    lines = read_lines(text)
    if lines.faults:
        raise NotationError(lines.faults[0][2])
    return lines.record()


def read_lines(text: str, most: int | None = None) -> Lines:
    """Read every line of a record, at most so many, faulty ones aside."""
    lines = Lines()
    for number, line in islice(_meaningful(text), most):
        try:
            if match := _HEADER.fullmatch(line):
                _add_header(lines.header, match[1], match[2], number)
            else:
                lines.entries.append(parse_entry(line, f"line {number}"))
                lines.numbers.append(number)
        except NotationError as error:
            lines.faults.append((number, line, str(error)))
    return lines


def parse_entry(line: str, where: str = "entry") -> Entry:
    """Read one line of a record; acts are checked by their game, not here."""
    if match := _REFUSAL.fullmatch(line):
        return Refused(tuple(match[1].split()), match[2])
    if match := _UNDO.fullmatch(line):
        return Undo(int(match[1]))
    if match := _CORRECTION.fullmatch(line):
        return Correction(match[1], match[2])
    if match := _RESULT.fullmatch(line):
        return Result(tuple(Seat(s) for s in match[1].split()), match[2], match[3] or "")
    if line.split(" ", 1)[0] in {"refused", "undo", "correct", "result"}:
        raise NotationError(f"{where}: {line!r} is not complete; see `pydoc companion.record`")
    return Act(line)


def _meaningful(text: str) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(text.splitlines(), start=1):
        stripped = line.strip()
        if stripped and not stripped.startswith("#"):
            yield number, stripped


_KEYS = ("game", "seats", "first", "rules", "logged", "deal")


def _add_header(header: dict[str, str], key: str, value: str, number: int) -> None:
    if key not in _KEYS:
        raise NotationError(f"line {number}: unknown header {key!r}; known: {', '.join(_KEYS)}")
    if key in header:
        raise NotationError(f"line {number}: header {key!r} stands twice; keep one")
    header[key] = value


def _with_header(header: Mapping[str, str], entries: tuple[Entry, ...]) -> Record:
    missing = [key for key in ("game", "seats", "first") if key not in header]
    if missing:
        raise NotationError(f"header lacks {', '.join(missing)}: write e.g. [first p1]")
    pairs = [item.strip().partition(" ") for item in header["seats"].split(",")]
    setup = Setup(
        seats=tuple(Seat(seat) for seat, _, _ in pairs),
        first=Seat(header["first"]),
        rules=dict(_assignments(header.get("rules", ""))),
        logged=frozenset(Seat(s) for s in header.get("logged", "").split()),
        deal=read_deal(header.get("deal", "")),
    )
    names = {Seat(seat): name.strip() for seat, _, name in pairs if name.strip()}
    return Record(header["game"], setup, names, entries)


def read_deal(text: str) -> dict[str, tuple[Face, ...]]:
    """Read what is known of a deal: `p1=3 stock=1,4,5`; raise NotationError."""
    return {
        place: tuple(Face(f) for f in faces.split(",") if f) for place, faces in _assignments(text)
    }


def _assignments(text: str) -> Iterator[tuple[str, str]]:
    for item in text.split():
        key, equals, value = item.partition("=")
        if not equals:
            raise NotationError(f"header: {item!r} is no assignment; write name=value")
        yield key, value


def replay(game: Game[Any, Any], record: Record) -> tuple[Any, ...]:
    """Play a record through the rules and return every state, the first one included.

    Raise ReplayError where the record breaks a rule, or notes a refusal or a result that
    the rules do not give.
    """
    states = [game.setup(record.setup)]
    for number, entry in enumerate(record.entries, start=1):
        try:
            play_entry(game, states, entry)
        except TableError as error:
            raise ReplayError(f"entry {number} ({entry}): {error}") from error
    return tuple(states)


def play_entry(game: Game[Any, Any], states: list[Any], entry: Entry) -> None:
    """Let one entry happen: `states`, which stand so far, grow or shrink.

    Raise TableError where the entry is wrong; then nothing has changed.
    """
    match entry:
        case Act(text):
            states.append(game.apply(states[-1], game.parse(text)))
        case Correction():
            states.append(game.correct(states[-1], entry))
        case Undo(steps):
            take_back(game, states, steps)
        case Refused(clauses, text):
            _check_refusal(game, states[-1], clauses, text)
        case Result():
            _check_result(game, states[-1], entry)


def take_back(game: Game[Any, Any], states: list[Any], steps: int) -> None:
    """Drop the last `steps` states; what anyone has learned since stays known."""
    if steps >= len(states):
        raise NotationError(f"cannot take back {steps} of {len(states) - 1} steps")
    learned = game.knowledge(states[-1])
    del states[-steps:]
    states[-1] = game.with_knowledge(states[-1], learned)


def standing(entries: Iterable[Entry]) -> list[tuple[int, Act | Correction]]:
    """Return the acts and corrections that were not taken back, each with its place."""
    kept: list[tuple[int, Act | Correction]] = []
    for place, entry in enumerate(entries):
        if isinstance(entry, Act | Correction):
            kept.append((place, entry))
        elif isinstance(entry, Undo):
            del kept[max(len(kept) - entry.steps, 0) :]
    return kept


def _check_refusal(game: Game[Any, Any], state: Any, clauses: tuple[str, ...], text: str) -> None:
    found = {v.clause for v in game.violations(state, game.parse(text))}
    if not agrees(clauses, found):
        listed = tuple(sorted(found))
        raise ReplayError(f"expected a refusal by {clauses}, the rules say {listed or 'legal'}")


def agrees(clauses: tuple[str, ...], found: set[str]) -> bool:
    """Tell whether a noted refusal names the clauses found; a hidden one may be missing."""
    if HIDDEN in clauses:
        return found <= set(clauses) or set(clauses) - {HIDDEN} <= found
    return found == set(clauses)


def _check_result(game: Game[Any, Any], state: Any, result: Result) -> None:
    outcome = game.outcome(state)
    actual = Result.of(outcome) if outcome else "the game goes on"
    if actual != result:
        raise ReplayError(f"expected {result}, the rules say {actual}")
