"""What the table has agreed or understood about its cards survives a pulled plug."""

from collections.abc import Iterator

import pytest

from companion.cards import Face
from companion.commands import Consent
from companion.events import evolve
from companion.eye_memory import NOTHING, EyeMemory
from companion.game import TABLE, Message
from companion.games import GAMES, game_named
from companion.layout import EMPTY, Difference, DifferenceKind, Layout, Zone
from companion.session import Session
from companion.snapshot import Snapshot
from companion.table import AdoptTable, Observe, Tick
from tests.companion.evening import P3, Evening, fan, hand


@pytest.fixture
def evening() -> Iterator[Evening]:
    evening = Evening()
    evening.deal()
    yield evening
    evening.table.close()


def pull_the_plug(evening: Evening) -> None:
    """Start anew from what is on disk; the old table never got to say good night."""
    evening.table.close()
    evening.table = evening.open()


def later(evening: Evening) -> Snapshot:
    evening.clock.now += 2
    evening.table.do(Tick())
    return evening.table.published(TABLE).snapshot


def lies(evening: Evening) -> Layout:
    play = evening.table.session().play
    assert play is not None
    return evening.table.session().game.layout(play.state)


def test_what_was_let_be_is_let_be_after_a_restart(evening: Evening) -> None:
    evening.see(deck=EMPTY, p3_hand=hand(3))
    later(evening)
    evening.table.do(AdoptTable())
    pull_the_plug(evening)
    evening.see(deck=EMPTY, p3_hand=hand(3))

    assert not later(evening).paused


def test_a_fallen_card_is_still_no_take_back_after_a_restart(evening: Evening) -> None:
    evening.see(p1_pile=fan("6"))
    beside = Message("between_zones")
    evening.table.do(Observe({**lies(evening), Zone("p1.pile"): EMPTY}, (beside,)))
    pull_the_plug(evening)
    evening.see(p1_pile=EMPTY)

    assert evening.acts() == ["act p1 draws", "act p1 plays 6"]
    assert later(evening).paused


def test_an_offer_that_was_declined_is_not_made_again_after_a_restart(evening: Evening) -> None:
    evening.see(p1_pile=fan("6"))
    evening.see(p2_hand=hand(2))
    evening.see(p1_pile=EMPTY)
    offer = evening.table.published(TABLE).snapshot.offer
    evening.table.do(Consent(P3, False))
    pull_the_plug(evening)
    evening.see(p1_pile=EMPTY)

    assert offer is not None
    assert later(evening).offer is None


def test_a_card_on_its_way_to_the_table_is_no_take_back_after_a_restart(evening: Evening) -> None:
    evening.see()
    evening.say("p1 draws", "p1 plays 6")
    pull_the_plug(evening)
    evening.see(p1_pile=EMPTY)
    evening.see()

    assert evening.acts() == ["act p1 draws", "act p1 plays 6"]


def test_a_new_game_begins_without_old_agreements(evening: Evening) -> None:
    session = evening.table.session()
    for event in ("accepted p1.pile/extra/5/1/3", "asked 1 2", "lobby"):
        session = evolve(session, event)

    assert session.memory == NOTHING


def test_a_memory_reads_back_from_its_events() -> None:
    memory = EyeMemory(
        accepted=(Difference(Zone("p1.pile"), DifferenceKind.ORDER),),
        fallen=(Difference(Zone("p2.pile"), DifferenceKind.MISSING, Face("0"), 1, 2),),
        asked=(7, 12),
    )
    session = Session(GAMES, game_named("deadlock_city"))
    for event in memory.events(NOTHING):
        session = evolve(session, event)

    assert session.memory == memory
    for event in NOTHING.events(memory):
        session = evolve(session, event)
    assert session.memory == NOTHING
