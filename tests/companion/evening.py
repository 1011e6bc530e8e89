"""An evening of Deadlock City in a few words, for tests of the table."""

from collections.abc import Iterable
from random import Random

from companion.cards import Face, Seat
from companion.commands import Deal, Declare, Join, SetLogged
from companion.games import GAMES
from companion.layout import Layout, Pile, Zone
from companion.store import MemoryJournal
from companion.table import Observe, Table

P1, P2, P3 = Seat("p1"), Seat("p2"), Seat("p3")


class Clock:
    """A clock that goes when it is told to."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


class Evening:
    """A table with players; `p1` begins unless said otherwise."""

    def __init__(
        self, names: Iterable[str] = ("Ann", "Ben", "Cy"), logged: Iterable[Seat] = ()
    ) -> None:
        self.journal, self.clock = MemoryJournal(), Clock()
        self.table = self.open()
        for name in names:
            self.table.do(Join(name, f"key-{name}"))
        for seat in logged:
            self.table.do(SetLogged(seat, True))

    def open(self) -> Table:
        return Table(GAMES, self.journal, Random(7), self.clock)

    def deal(self, first: Seat = P1) -> None:
        self.table.do(Deal(first))

    def say(self, *lines: str) -> None:
        """Let each line be declared by the seat it begins with."""
        for line in lines:
            self.table.do(Declare(Seat(line.split()[0]), line))

    def see(self, **changes: Pile) -> None:
        """Show the table as the record has it, but for some zones (`p1_pile=...`)."""
        session = self.table.session()
        assert session.play is not None
        layout: dict[Zone, Pile] = dict(session.game.layout(session.play.state))
        layout |= {Zone(name.replace("_", ".")): pile for name, pile in changes.items()}
        self.look(layout)

    def look(self, layout: Layout) -> None:
        self.table.do(Observe(layout))

    def acts(self) -> list[str]:
        """Return the journal's events since the deal, but for what the eye keeps in mind."""
        events = list(self.journal.events())
        deal = max(i for i, event in enumerate(events) if event.startswith("deal"))
        kept_in_mind = ("accepted", "fallen", "asked")
        return [event for event in events[deal + 1 :] if not event.startswith(kept_in_mind)]


def fan(*faces: str) -> Pile:
    return Pile(face_up=tuple(Face(face) for face in faces))


def hand(count: int) -> Pile:
    return Pile(face_down=count)
