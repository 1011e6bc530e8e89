"""Deadeye Dinah's campaign at the live table: eight jobs, failures, and a pulled plug."""

import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from importlib.resources import files
from pathlib import Path
from random import Random

import pytest

from companion.cards import Seat
from companion.commands import AskUndo, ChooseGame, Deal, Declare, Join, Refused, SetLogged
from companion.game import TABLE, Message
from companion.games import GAMES
from companion.games.deadeye_dinah import DeadeyeDinah
from companion.games.deadeye_dinah.hints import best_line
from companion.games.deadeye_dinah.reading import read_deck
from companion.games.deadeye_dinah.state import State, Step
from companion.layout import Pile, Zone
from companion.recovery import open_journal
from companion.snapshot import Snapshot
from companion.store import MemoryJournal
from companion.table import Journal, Observe, Table

P1 = Seat("p1")
NAME = "deadeye_dinah"
#: Plays so many acts on a table in a folder, says how far it came, and is killed.
KILLED = """
import os, signal, sys
from pathlib import Path
from companion.recovery import open_journal
from companion.games import GAMES
from tests.companion.test_dinah_campaign import opened, begin, play
journal, _ = open_journal(Path(sys.argv[1]), GAMES)
table = opened(journal)
begin(table)
for number, _ in enumerate(play(table), 1):
    if number == int(sys.argv[2]):
        print(len(table.session().play.record.entries), flush=True)
        os.kill(os.getpid(), signal.SIGKILL)
"""


def opened(journal: Journal, games: dict[str, DeadeyeDinah] | None = None) -> Table:
    return Table(games or GAMES, journal, Random(3), lambda: 0.0)


def begin(table: Table) -> None:
    table.do(ChooseGame(NAME))
    table.do(Join("Dinah", "key"))
    table.do(Deal())


def play(table: Table, seed: int = 5) -> Iterator[None]:
    """Play the campaign to its end, one act after another; every third job is given up first."""
    rng = Random(seed)
    while (state := table.session().play.state).step is not Step.OVER:
        for line in next_lines(state, rng):
            table.do(Declare(P1, line))
            yield


def next_lines(state: State, rng: Random) -> list[str]:
    if state.step is Step.HUNT:
        left = [job.id for job in state.deck.jobs if job.id not in state.captured]
        return [f"p1 hunts {left[0]}"]
    if state.step is Step.STACK:
        return [f"p1 stacks {' '.join(shuffled(state, rng))}"]
    if state.attempts % 3 == 1 and state.job and not state.job.lost:
        return ["p1 gives up"]
    line = best_line(state)
    return [str(act) for act in line] or ["p1 gives up"]


def shuffled(state: State, rng: Random) -> list[str]:
    first = state.deck.by_item[state.deck.by_id[state.hunting].boss.starts_with].id
    others = [job.id for job in state.deck.jobs if job.id not in (first, state.hunting)]
    rng.shuffle(others)
    return [first, *others]


def test_eight_jobs_with_retries_survive_a_kill_in_their_midst(tmp_path: Path) -> None:
    file = tmp_path / "table.sqlite"
    child = subprocess.run(
        [sys.executable, "-c", KILLED, str(file), "23"], capture_output=True, text=True, check=False
    )
    journal, notices = open_journal(file, GAMES)
    with closing(opened(journal)) as table:
        resumed = len(table.session().play.record.entries)
        campaign = list(play(table))
        state = table.session().play.state

    assert (child.returncode, notices) == (-signal.SIGKILL, ())
    assert resumed == int(child.stdout)
    assert campaign
    assert len(state.captured) == 8
    assert state.attempts > 8
    assert table.published(P1).snapshot.stage == "over"


def test_a_save_from_another_deck_is_refused_and_says_so(tmp_path: Path) -> None:
    file = tmp_path / "table.sqlite"
    journal, _ = open_journal(file, GAMES)
    with closing(opened(journal)) as table:
        begin(table)
        table.do(Declare(P1, "p1 hunts mabel"))
    journal.close()
    text = (files("companion.games.deadeye_dinah") / "practice.toml").read_text("utf-8")
    other = DeadeyeDinah(read_deck(text.replace("hat = 9", "hat = 8", 1), "own.toml"))
    again, notices = open_journal(file, {**GAMES, NAME: other})

    assert "begun with another deck" in notices[0]
    assert GAMES[NAME].pinned["deck"] in notices[0]
    assert not any(event.startswith("deal") for event in again.events())
    again.close()


def test_her_phone_always_knows_her_hand() -> None:
    with closing(opened(MemoryJournal())) as table:
        begin(table)
        setup = table.session().play.record.setup

    assert setup.logged == {P1}
    assert setup.rules == GAMES[NAME].pinned


def test_she_cannot_keep_her_hand_from_her_phone() -> None:
    with closing(opened(MemoryJournal())) as table:
        table.do(ChooseGame(NAME))
        table.do(Join("Dinah", "key"))
        with pytest.raises(Refused) as refusal:
            table.do(SetLogged(P1, False))

    assert [message.code for message in refusal.value.messages] == ["always_logged"]


# --- under the camera -----------------------------------------------------------------------

FAN = Zone("p1.fan")
STACK = "p1 stacks silas otis ruth ezra wanda vera josiah"
HAND = ("legend", "silas.kit", "otis.kit", "ruth.kit", "ezra.kit", "mabel.boss", "wanda.kit")


@pytest.fixture
def job() -> Iterator[Table]:
    """Return a table at which a job is on."""
    with closing(opened(MemoryJournal())) as table:
        begin(table)
        table.do(Declare(P1, "p1 hunts mabel"))
        table.do(Declare(P1, STACK))
        yield table


def seen(table: Table, *faces: str, raised: tuple[str, ...] = ()) -> Snapshot:
    """Let the camera see this fan, and return what everyone else is shown."""
    warning = Message("half_covered", (("zone", FAN), ("face", faces[-1] if faces else "legend")))
    table.do(Observe({FAN: Pile(faces, raised=raised)}, (warning,)))
    return table.published(TABLE).snapshot


def test_a_lifted_fan_is_quiet_and_no_act(job: Table) -> None:
    seen(job, *HAND)
    before = job.session().play.record.entries
    for faces in ((), HAND[:3], HAND[::-1], (*HAND[:2], "vera.scrap")):
        shown = seen(job, *faces)

        assert (shown.repair, shown.question, shown.ruling, shown.warnings) == (None, None, (), ())
    assert job.session().play.record.entries == before


def test_cards_slid_up_are_told_to_her_phone_alone(job: Table) -> None:
    seen(job, *HAND)
    revision = job.published(TABLE).revision
    seen(job, *HAND, raised=("otis.kit",))
    own = job.published(P1).snapshot.held

    assert own is not None
    assert own.raised == ("otis.kit",)
    assert job.published(TABLE).snapshot.held is None
    assert job.published(TABLE).revision == revision


def test_a_play_is_taken_back_at_once_since_nobody_else_is_there(job: Table) -> None:
    state = job.session().play.state
    job.do(Declare(P1, "p1 escapes, loses silas otis"))
    job.do(AskUndo(P1))

    assert job.session().play.state == state
