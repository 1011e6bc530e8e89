"""Many games in a row: nothing piles up, in memory or in what a restart reads."""

import gc
from itertools import islice
from pathlib import Path
from random import Random

from companion.bench.soak import days, run
from companion.games import GAMES
from companion.store import MemoryJournal, SqliteJournal
from companion.table import Table


def play(table: Table, games: int) -> None:
    over = (1 for _, is_over in days(table, Random(3)) if is_over)
    assert len(list(islice(over, games))) == games


def test_a_restart_reads_a_few_lines_however_many_games_were_played(tmp_path: Path) -> None:
    journal = SqliteJournal(tmp_path / "table.sqlite")
    table = Table(GAMES, journal, Random(1), lambda: 0.0)
    play(table, 4)
    read, whole = len(list(journal.events())), len(list(journal.history()))
    table.close()
    journal.close()

    assert read < 10
    assert whole > 4 * read


def test_games_that_are_over_leave_nothing_in_memory() -> None:
    table = Table(GAMES, MemoryJournal(), Random(1), lambda: 0.0)
    games = days(table, Random(3))
    counts = []
    for _ in range(3):
        over = (1 for _, is_over in games if is_over)
        assert len(list(islice(over, 3))) == 3
        gc.collect()
        counts.append(len(gc.get_objects()))
    table.close()

    # The first games fill the memory of legal acts; after them nothing may pile up.
    assert counts[2] - counts[1] < 2000


def test_the_soak_says_what_it_measured() -> None:
    figures = run(40).figures

    assert figures["events"] >= 40
    assert figures["games"] >= 1
    assert figures["database_kb"] > 0
