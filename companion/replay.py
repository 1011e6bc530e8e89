"""A written record, told in words, checked line by line, or shown on the table screen."""

import secrets
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random

from companion.app import draw_card
from companion.check import Checked, Fault, check
from companion.events import evolve
from companion.game import Correction, TableError
from companion.games import GAMES
from companion.record import Act, Entry, Record, ReplayError, Undo, dump_header
from companion.rulebooks import rulebook, rulebooks
from companion.session import Session
from companion.store import MemoryJournal
from companion.table import Happened, Table
from web import create_app
from web.records import unreadable
from web.serve import Server
from web.services import Services
from web.translation import translation
from web.words import Words

#: Called before each step after the first; may wait.
Pace = Callable[[], None]


@dataclass(frozen=True, slots=True)
class Read:
    """A record that was read and checked, and its words in one language."""

    source: str
    found: Checked
    words: Words

    @classmethod
    def of(cls, text: str, source: str, language: str) -> "Read":
        """Check a record; `source` names the file in what is said."""
        found = check(GAMES, text)
        game = found.record.game if found.record else next(iter(GAMES))
        names = dict(found.record.names) if found.record else {}
        words = Words.of(rulebook(game, language), translation(language), names)
        return cls(source, found, words)

    @property
    def is_right(self) -> bool:
        """Tell whether there is no fault in it."""
        return not self.found.faults

    def faults(self) -> Iterator[str]:
        """Yield each fault: file and line, clause, sentence, and the line itself."""
        yield from (self._fault(fault) for fault in self.found.faults)
        if self.is_right:
            entries, steps = len(self.found.lines), len(self.found.states) - 1
            yield f"{self.source}: {entries} entries, {steps} steps stand; all in order."

    def _fault(self, fault: Fault) -> str:
        where = f"{self.source}:{fault.line}" if fault.line else self.source
        if fault.reason is None:
            return f"{where}: {self.words.sentence(unreadable(fault))} {fault.detail}"
        clause = f"{fault.reason.clause}: " if fault.reason.clause else ""
        return f"{where}: {clause}{self.words.sentence(fault.reason)}  [{fault.text}]"

    def steps(self) -> Iterator[tuple[Entry, str]]:
        """Yield each entry with what is said of it: its line, its words, its faults."""
        record = self.found.record
        entries = record.entries if record else ()
        for number, entry in enumerate(entries):
            line, told = self.found.lines[number], self.found.told[number]
            said = [f"{line:4} {entry}"]
            said += [f"     {self.words.sentence(told)}"] if told else []
            wrong = (fault for fault in self.found.faults if fault.line == line)
            yield entry, "\n".join([*said, *(f"   ! {self._fault(fault)}" for fault in wrong)])


def told(read: Read, pace: Pace) -> Iterator[str]:
    """Yield the record step by step, and what is wrong with the lines that are no steps."""
    for number, (_, said) in enumerate(read.steps()):
        if number:
            pace()
        yield said
    shown = set(read.found.lines)
    loose = [fault for fault in read.found.faults if fault.line not in shown]
    yield from (read._fault(fault) for fault in loose)


def on_screen(
    read: Read, address: tuple[str, int], language: str, pace: Pace, stay: Pace = lambda: None
) -> Iterator[str]:
    """Yield the record step by step while a table screen shows it, then stay on its end.

    The table has no camera, no panel and no journal on disk. Raise ReplayError where the
    record has no game that could be shown.
    """
    table = Table(GAMES, MemoryJournal(list(opening(read))), Random(0), time.monotonic)
    host, port = address
    found: list[str] = []
    services = Services(
        table=table,
        rulebooks=rulebooks(),
        art=draw_card,
        address=lambda: found[0],
        host_key=secrets.token_urlsafe(16),
        language=language,
    )
    try:
        with Server(create_app(services), host, port) as server:
            found.append(f"http://{'127.0.0.1' if host == '0.0.0.0' else host}:{server.port}/")
            yield f"Table screen  {found[0]}table"
            for entry, said in read.steps():
                pace()
                _happen(table, entry)
                yield said
            stay()
    finally:
        table.close()


def _happen(table: Table, entry: Entry) -> None:
    """Let a step happen; what the rules forbid is told, and does not."""
    if isinstance(entry, Act | Correction | Undo):
        event = f"act {entry}" if isinstance(entry, Act) else str(entry)
        try:
            table.do(Happened((event,)))
        except TableError:
            return


def opening(read: Read) -> tuple[str, ...]:
    """Return the events by which a table comes to the first state of a record."""
    record = read.found.record
    if record is None or not read.found.states:
        raise ReplayError("\n".join(read.faults()))
    setup = record.setup
    lines = [f"game {record.game}"]
    lines += [f"join {seat} - {record.names.get(seat, seat)}" for seat in setup.seats]
    lines += [f"rule {name} = {value}" for name, value in setup.rules.items()]
    lines += [f"logged {seat} yes" for seat in setup.logged]
    lines.append(f"deal {setup.first}{_deal(record)}")
    session = Session(GAMES, GAMES[record.game])
    for line in lines:
        session = evolve(session, line)
    if session.play is None or session.play.record.setup != setup:
        raise ReplayError(f"{read.source}: the screen shows seats in order only: p1, p2, …")
    return tuple(lines)


def _deal(record: Record) -> str:
    deals = (line for line in dump_header(record) if line.startswith("[deal "))
    return next((f" {line[len('[deal ') : -1]}" for line in deals), "")
