"""Places that the camera cannot read: asked for, said, trusted, and asked for again."""

import pytest

from companion.cards import Seat
from companion.commands import AskAdopt, Refused
from companion.game import TABLE, Message
from companion.layout import Zone
from companion.table import AdoptTable, Observe, Tick, TrustRecord
from tests.companion.evening import P1, Evening, fan

PILE = Zone("p1.pile")


@pytest.fixture
def evening() -> Evening:
    evening = Evening()
    evening.deal(P1)
    return evening


def see(evening: Evening, number: int = 0, **piles: object) -> None:
    """Show the table as the record has it, with something on Ann's pile that is not read."""
    session = evening.table.session()
    assert session.play is not None
    layout = dict(session.game.layout(session.play.state))
    layout |= {Zone(name.replace("_", ".")): pile for name, pile in piles.items()}
    told = (Message("unread", (("zone", PILE), ("number", str(number)))),) if number else ()
    evening.table.do(Observe(layout, told))


def asked(evening: Evening) -> str:
    """Return what everyone is asked for after a moment, in short."""
    evening.clock.now += 2.0
    evening.table.do(Tick())
    repair = evening.table.published(TABLE).snapshot.repair
    return repair.code if repair else ""


def test_something_unread_is_asked_for_without_a_word_of_a_warning(evening: Evening) -> None:
    see(evening, 1)
    shown = evening.table.published(TABLE).snapshot
    code = asked(evening)
    repair = evening.table.published(TABLE).snapshot.repair

    assert (shown.repair, shown.warnings, code) == (None, (), "repair_unread")
    assert repair is not None
    assert dict(repair.facts) == {"seat": "p1", "place": "fan"}
    assert evening.table.published(TABLE).snapshot.paused


def test_the_record_cannot_follow_what_is_not_read(evening: Evening) -> None:
    see(evening, 1)
    asked(evening)

    with pytest.raises(Refused, match="place_unread"):
        evening.table.do(AskAdopt(P1))


def test_what_somebody_says_of_the_place_settles_it(evening: Evening) -> None:
    see(evening, 1)
    before = asked(evening)
    evening.say("p1 draws", "p1 plays 6")

    assert (before, asked(evening)) == ("repair_unread", "")


def test_what_was_said_before_it_lay_there_settles_it_too(evening: Evening) -> None:
    see(evening)
    evening.say("p1 draws", "p1 plays 6")
    see(evening, 1)

    assert asked(evening) == ""


def test_it_is_asked_for_again_once_it_looks_otherwise(evening: Evening) -> None:
    evening.say("p1 draws", "p1 plays 6")
    see(evening, 1)
    evening.table.do(TrustRecord())
    trusted = asked(evening)
    see(evening, 2)

    assert (trusted, asked(evening)) == ("", "repair_unread")


def test_nothing_is_concluded_from_it_not_even_by_following_the_table(evening: Evening) -> None:
    evening.say("p1 draws", "p1 plays 6")
    see(evening, 1, p1_pile=fan("9"), p3_pile=fan("2", "3"))
    before = evening.acts()
    evening.table.do(AdoptTable())
    session = evening.table.session()
    assert session.play is not None
    layout = session.game.layout(session.play.state)

    assert before == ["act p1 draws", "act p1 plays 6"]
    assert layout[PILE] == fan("6")


def test_a_card_that_is_not_seen_may_be_trusted_and_stays_so_over_a_restart(
    evening: Evening,
) -> None:
    evening.say("p1 draws", "p1 plays 6")
    see(evening, p1_pile=fan())
    before = asked(evening)
    see(evening, p1_pile=fan())
    missing = asked(evening)
    evening.table.do(TrustRecord())
    trusted = asked(evening)
    evening.table.close()
    evening.table = evening.open()
    see(evening, p1_pile=fan())

    assert (before, missing, trusted) == ("repair_missing", "repair_missing", "")
    assert asked(evening) == ""


def test_a_card_too_many_is_never_trusted_away(evening: Evening) -> None:
    see(evening, p2_pile=fan("4"))
    before = asked(evening)

    with pytest.raises(Refused, match="table_agrees"):
        evening.table.do(TrustRecord())
    assert before == asked(evening) == "repair_extra"


def test_without_a_game_or_a_picture_there_is_nothing_to_trust() -> None:
    evening = Evening()
    with pytest.raises(Refused, match="no_game_on"):
        evening.table.do(TrustRecord())
    evening.deal(Seat("p1"))
    with pytest.raises(Refused, match="nothing_seen"):
        evening.table.do(TrustRecord())
