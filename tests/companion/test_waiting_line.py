"""Who is heard first: whoever speaks first, and at the same moment clockwise from the turn."""

import threading
from random import Random

import pytest

from companion.cards import Seat
from companion.commands import ChooseGame, Deal, Declare, Join, Rename
from companion.game import TableError
from companion.games import GAMES
from companion.store import MemoryJournal
from companion.table import Observe, Table
from companion.waiting_line import SAME_MOMENT_S, WaitingLine
from tests.companion.evening import Clock

P1, P2, P3, P4 = (Seat(f"p{n}") for n in range(1, 5))


@pytest.mark.parametrize(("apart_s", "heard"), [(0.0, P2), (3 * SAME_MOMENT_S, P4)])
def test_the_first_to_speak_is_heard_and_at_the_same_moment_the_next_clockwise(
    apart_s: float, heard: Seat
) -> None:
    clock = Clock()
    line = WaitingLine(clock)
    line.add(Observe({}))
    for seat in (P4, P2):
        line.add(Declare(seat, f"{seat} uses coffee"))
        clock.now += apart_s
    taken = [line.take(lambda: (P1, P2, P3, P4)) for _ in range(3)]

    assert [type(one.command) for one in taken if one] == [Observe, Declare, Declare]
    assert taken[1] is not None
    assert taken[1].command.by == heard


def test_where_a_game_has_no_order_all_come_as_they_came() -> None:
    line = WaitingLine(Clock())
    for seat in (P3, P1, P2):
        line.add(Declare(seat, "draws"))
    line.close()
    taken = [line.take(tuple) for _ in range(4)]

    assert [one and one.command.by for one in taken] == [P3, P1, P2, None]


class SlowJournal(MemoryJournal):
    """Holds the writer at the next thing to write down until it is let go."""

    def __init__(self) -> None:
        super().__init__()
        self.holds, self.reached, self.let_go = False, threading.Event(), threading.Event()

    def append(self, events: tuple[str, ...]) -> None:
        if self.holds:
            self.reached.set()
            self.let_go.wait(30)
        super().append(events)


def dealt(journal: MemoryJournal, first: Seat) -> Table:
    """Return a table of four in a game of Good Cop Bad Cop."""
    table = Table(GAMES, journal, Random(7), Clock())
    table.do(ChooseGame("good_cop_bad_cop"))
    for name in ("Ann", "Ben", "Cleo", "Dan"):
        table.do(Join(name, f"key-{name}"))
    table.do(Deal(first))
    return table


def test_of_two_cards_at_once_that_of_the_next_player_clockwise_is_resolved() -> None:
    journal = SlowJournal()
    table = dealt(journal, P2)
    journal.holds = True
    table.submit(Rename(P2, "Benno"))
    journal.reached.wait(30)
    # Ann's word came before Dan's, but at the same moment, and it is Ben's turn.
    spoken = [table.submit(Declare(seat, f"{seat} uses polygraph")) for seat in (P1, P4)]
    journal.holds = False
    journal.let_go.set()
    with pytest.raises(TableError):
        spoken[0].result(30)
    play = table.session().play
    table.close()

    assert play is not None
    assert [str(entry) for entry in play.record.entries] == ["p4 uses polygraph"]


def test_the_order_is_clockwise_from_the_active_player() -> None:
    table = dealt(MemoryJournal(), P3)
    session = table.session()
    table.close()

    assert session.play is not None
    assert session.game.heard_first(session.play.state) == (P3, P4, P1, P2)
