"""The chess clock: fair, advisory, silent about secrets, and safe from a pulled plug."""

from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.commands import Deal, Halt, Join, PutAway, Refused, SetTimer
from companion.games import GAMES
from companion.store import SqliteJournal
from companion.table import Press, Table, Tick
from companion.timers import LITTLE_S, Timers
from tests.companion.evening import P1, P2, Clock, Evening, fan

SEATS = st.frozensets(st.sampled_from([P1, P2]))


@given(st.lists(st.tuples(st.floats(0, 1000), SEATS), max_size=20))
def test_every_second_belongs_to_whoever_was_to_act(steps: list) -> None:  # type: ignore[type-arg]
    timers, now, due = Timers(), 50.0, {P1: 0.0, P2: 0.0}
    for seconds, running in steps:
        for seat in timers.running:
            due[seat] += seconds
        now += seconds
        timers = timers.at(now, running)
        timers = timers.written(now) if seconds > 500 else timers

    spent = timers.spent_at(now)
    assert [spent.get(s, 0.0) for s in (P1, P2)] == pytest.approx([due[P1], due[P2]])


def test_what_a_screen_shows_stays_the_same_while_a_clock_runs() -> None:
    timers = Timers().at(100.0, frozenset({P1}))

    assert timers.shown(P1, 600, 101.0) == timers.shown(P1, 600, 500.0)
    assert timers.shown(P1, 600, 100.0).until_s == 700.0
    assert [timers.shown(P1, 600, at).level for at in (639.0, 641.0, 700.0)] == ["", "low", "up"]
    assert timers.shown(P1, 60, 100.0 + 60 - LITTLE_S / 5).level == "low"


def evening(minutes: int = 10) -> Evening:
    made = Evening(("Ann", "Ben"))
    made.table.do(SetTimer(minutes))
    made.deal()
    return made


def times(made: Evening, viewer: object = "table") -> dict[str, tuple[float, bool]]:
    shown = made.table.published(viewer).snapshot  # type: ignore[arg-type]
    now = made.clock.now
    return {
        t.seat: (
            t.left_s if t.until_s is None else round(t.until_s - now, 1),
            t.until_s is not None,
        )
        for t in shown.times
    }


def pass_(made: Evening, seconds: float) -> None:
    made.clock.now += seconds
    made.table.do(Tick())


def test_the_clock_runs_for_the_seat_that_is_to_act() -> None:
    made = evening()
    pass_(made, 12.0)

    assert times(made) == {P1: (588.0, True), P2: (600.0, False)}
    assert times(made, P2) == times(made)


def test_a_second_that_passes_changes_no_screen() -> None:
    made = evening()
    before = made.table.published(P1).revision
    for _ in range(10):
        pass_(made, 1.0)

    assert made.table.published(P1).revision == before


def test_the_clock_stands_while_somebody_asks_whether_that_is_right() -> None:
    made = evening()
    pass_(made, 5.0)
    made.table.do(Press(P2, held=True))
    pass_(made, 100.0)
    asked = times(made)
    made.table.do(Press(P2, held=True))
    pass_(made, 5.0)

    assert asked == {P1: (595.0, False), P2: (600.0, False)}
    assert times(made)[P1] == (590.0, True)


def test_the_clock_stands_while_table_and_record_disagree() -> None:
    made = evening()
    made.see()
    pass_(made, 10.0)
    made.see(p2_pile=fan("9"))
    pass_(made, 2.0)
    wrong = made.table.published(P1).snapshot.repair
    pass_(made, 100.0)
    stood = times(made)[P1]
    made.see()
    pass_(made, 1.0)

    assert wrong is not None
    assert stood == (590.0, False)
    assert times(made)[P1] == (589.0, True)


def test_the_host_stops_all_clocks_and_lets_them_go_on() -> None:
    made = evening()
    made.table.do(Halt())
    pass_(made, 50.0)
    halted = times(made)[P1], made.table.published(P1).snapshot.halted
    made.table.do(Halt(False))
    again = made.table.do(Halt(False))
    pass_(made, 1.0)

    assert halted == ((600.0, False), True)
    assert again == ()
    assert times(made)[P1] == (599.0, True)


def test_time_that_is_up_is_told_and_costs_nothing_else() -> None:
    made = evening(1)
    pass_(made, 61.0)
    shown = made.table.published(P2).snapshot

    assert [t.level for t in shown.times] == ["up", ""]
    made.say("p1 draws")
    assert "act p1 draws" in made.acts()


def test_a_new_game_starts_with_full_clocks_and_the_same_allowance() -> None:
    made = evening()
    pass_(made, 100.0)
    made.table.do(PutAway())
    made.deal()

    assert times(made) == {P1: (600.0, True), P2: (600.0, False)}


def test_a_restart_goes_on_from_what_was_written_down(tmp_path: Path) -> None:
    clock = Clock()
    journal = SqliteJournal(tmp_path / "table.sqlite")
    table = Table(GAMES, journal, Random(1), clock)
    for command in (Join("Ann", "a"), Join("Ben", "b"), SetTimer(10), Deal(P1)):
        table.do(command)
    for _ in range(10):
        clock.now += 10.0
        table.do(Tick())
    table.close()
    journal.close()

    clock.now = 5.0  # Another start of the machine, another monotonic clock.
    journal = SqliteJournal(tmp_path / "table.sqlite")
    table = Table(GAMES, journal, Random(1), clock)
    shown = {t.seat: t for t in table.published("table").snapshot.times}
    table.close()
    journal.close()

    # Ten minutes less the 90 seconds that were written; the last ten are the player's gain.
    assert shown[P1].until_s == 5.0 + 600 - 90
    assert shown[P2].left_s == 600


def test_without_a_clock_nothing_is_written_and_nothing_is_shown() -> None:
    made = Evening(("Ann", "Ben"))
    made.deal()
    pass_(made, 1000.0)

    assert times(made) == {}
    assert made.acts() == []
    with pytest.raises(Refused, match="no_timer"):
        made.table.do(Halt())


@pytest.mark.parametrize("minutes", [-1, 181, 10_000])
def test_an_allowance_that_makes_no_sense_is_refused(minutes: int) -> None:
    with pytest.raises(Refused, match="no_such_timer"):
        Evening(("Ann", "Ben")).table.do(SetTimer(minutes))
