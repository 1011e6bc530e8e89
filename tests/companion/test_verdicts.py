"""Looking back at a table: what is shown to everybody, and what the host makes of it."""

import pytest

from companion.cards import Seat
from companion.commands import HOST, Deal, PutAway, Refused, SetRule
from companion.game import TABLE
from companion.record import parse
from companion.snapshot import Snapshot
from companion.store import MemoryJournal
from companion.table import Press
from companion.verdicts import GoBackBefore, LetStand, TurnUp, VoidGame
from tests.companion.evening import P1, P2, P3, Evening

#: Ann withholds a 7, and loses the comparison.
WITHHELD = ("p1 draws", "p1 plays 5 > p2", "p1 compares p1", "p1 shows 7")
#: Ben says no to his 4, which he then lays open: of two players only Ann is left.
FALSE_MISS = (
    *("p1 draws", "p1 plays 1 > p2 = 4", "p2 miss"),
    *("p2 draws", "p2 plays 5 > p1", "p2 compares p2", "p2 shows 4"),
)


def shown(evening: Evening, viewer: str = TABLE) -> Snapshot:
    return evening.table.published(viewer).snapshot


def codes(evening: Evening, viewer: str = TABLE) -> list[str]:
    return [one.message.code for one in shown(evening, viewer).findings]


@pytest.fixture
def three() -> Evening:
    evening = Evening()
    evening.deal()
    return evening


@pytest.fixture
def over() -> Evening:
    """Two players, of whom Ann has won."""
    evening = Evening(("Ann", "Ben"))
    evening.deal()
    evening.say(*FALSE_MISS)
    return evening


def test_nothing_is_shown_before_a_card_has_come_up(three: Evening) -> None:
    three.say(*WITHHELD[:3])

    assert codes(three) == []


def test_an_elimination_shows_a_withheld_7_to_everyone(three: Evening) -> None:
    three.say(*WITHHELD)

    for viewer in (TABLE, HOST, P1, P2, P3):
        assert codes(three, viewer) == ["audit_seven"]


def test_what_may_have_been_true_is_not_shown(over: Evening) -> None:
    """Ben may have drawn the 4, and have held the 5 before."""
    assert shown(over).stage == "over"
    assert codes(over) == []


def test_a_card_turned_up_after_the_end_may_show_more() -> None:
    evening = Evening(("Ann", "Ben"))
    evening.deal()
    evening.say("p1 draws", "p1 plays 5 > p2", "p1 compares p2", "p2 shows 3")
    assert codes(evening) == []
    assert shown(evening).unshown == ("p1", "hidden")
    evening.table.do(TurnUp("p1", "7"))

    assert codes(evening) == ["audit_seven"]
    assert shown(evening).unshown == ("hidden",)
    reopened = evening.open().published(TABLE).snapshot
    assert reopened.findings == shown(evening).findings


def test_no_card_is_turned_up_while_the_game_is_on(three: Evening) -> None:
    for place, face in (("p1", "7"), ("hidden", "3")):
        with pytest.raises(Refused, match="nothing_to_turn_up"):
            three.table.do(TurnUp(place, face))


def test_a_card_that_does_not_exist_is_not_turned_up(over: Evening) -> None:
    before = list(over.journal.events())
    for face in ("10", "?", "", "back"):
        with pytest.raises(Refused, match="no_such_card"):
            over.table.do(TurnUp("p1", face))

    assert list(over.journal.events()) == before


def test_the_host_lets_it_stand_and_a_restart_knows(three: Evening) -> None:
    three.say(*WITHHELD)
    [one] = shown(three).findings
    three.table.do(LetStand(one.key))

    assert [found.stands for found in shown(three).findings] == [True]
    assert [f.stands for f in three.open().published(TABLE).snapshot.findings] == [True]


def test_the_host_goes_back_to_before_it(three: Evening) -> None:
    three.say(*WITHHELD)
    [one] = shown(three).findings
    three.table.do(GoBackBefore(one.key))

    view = shown(three).view
    assert view is not None
    assert view.phase == "play"
    assert codes(three) == []
    three.say("p1 plays 7")
    assert three.open().published(TABLE).snapshot.view == shown(three).view


def test_going_back_leaves_the_telling_of_a_wrong_card_behind() -> None:
    """Ben's phone was told a 3 and answered for it; it must not do so again."""
    evening = Evening(("Ann", "Ben"), logged=[P2])
    evening.deal()
    evening.say("p2 holds 3", "p1 draws", "p1 plays 1 > p2 = 2")
    assert evening.acts()[-1] == "act p2 miss"
    evening.say("p2 holds 2", "p2 draws", "p2 holds 2 2", "p2 plays 2 > p2", "p2 draws")
    evening.say("p1 draws", "p1 plays 8", "p1 shows 6")
    assert codes(evening) == ["audit_told", "audit_miss"]
    assert [one.tellable for one in shown(evening).findings] == [False, True]
    with pytest.raises(Refused, match="only_told"):
        evening.table.do(GoBackBefore(shown(evening).findings[0].key))
    evening.table.do(GoBackBefore(shown(evening).findings[1].key))

    assert evening.acts()[-1] == "act p2 holds 2"
    play = evening.table.session().play
    assert play is not None
    assert str(evening.table.session().game.forced(play.state)) == "p2 hit"


def test_a_void_game_has_no_winner_and_takes_no_act(three: Evening) -> None:
    three.say(*WITHHELD)
    three.table.do(VoidGame())
    before = list(three.journal.events())
    with pytest.raises(Refused, match="game_is_void"):
        three.say("p2 draws")
    three.table.do(Press(P2))

    assert list(three.journal.events()) == before
    assert shown(three).void
    assert shown(three).stage == "over"
    assert three.open().published(TABLE).snapshot.void


def test_a_void_game_does_not_decide_who_begins_the_next_one(over: Evening) -> None:
    over.table.do(VoidGame())
    over.table.do(PutAway())

    assert over.table.session().last_winner is None


def test_the_host_may_go_back_in_a_void_game(three: Evening) -> None:
    three.say(*WITHHELD)
    [one] = shown(three).findings
    three.table.do(VoidGame())
    three.table.do(GoBackBefore(one.key))

    assert not shown(three).void
    three.say("p1 plays 7")


def test_an_outdated_choice_changes_nothing(three: Evening) -> None:
    three.say(*WITHHELD)
    [one] = shown(three).findings
    three.table.do(GoBackBefore(one.key))
    before = list(three.journal.events())
    for wish in (GoBackBefore(one.key), LetStand(one.key), LetStand("nonsense")):
        with pytest.raises(Refused, match="no_such_finding"):
            three.table.do(wish)

    assert list(three.journal.events()) == before


def test_what_only_phones_were_told_is_no_finding_before_the_end() -> None:
    """Cy tells his phone a wrong card: nobody else may see that before the end."""
    told, untold = Evening(logged=[P3]), Evening(logged=[P3])
    for evening, telling in ((told, ["p3 holds 3"]), (untold, [])):
        evening.deal()
        evening.say(*telling, "p1 draws", "p1 plays 5 > p2", "p1 compares p2", "p2 shows 4")

    for viewer in (TABLE, HOST, P1, P2):
        assert shown(told, viewer).findings == shown(untold, viewer).findings == ()


# --- records, and rules that are frozen ---------------------------------------------------


def test_the_whole_record_is_given_out_only_after_the_end() -> None:
    evening = Evening(("Ann", "Ben"), logged=[P1])
    evening.deal()
    evening.say("p1 holds 6", "p1 draws", "p1 holds 6 5", "p1 plays 5 > p2")
    with pytest.raises(Refused, match="record_not_yet"):
        evening.table.written(whole=True)
    assert "holds" not in evening.table.written()
    evening.say("p1 compares p2", "p2 shows 3")

    assert "p1 holds 6 5" in evening.table.written(whole=True)
    assert "holds" not in evening.table.written()
    assert evening.table.written().endswith("result p1: last_standing DC-43\n")


def test_house_rules_are_frozen_at_the_deal_and_stand_in_the_record() -> None:
    evening = Evening()
    evening.table.do(SetRule("tie", "pile_sum"))
    evening.deal()
    with pytest.raises(Refused, match="game_is_on"):
        evening.table.do(SetRule("tie", "shared"))

    assert parse(evening.table.written()).setup.rules == {"tie": "pile_sum"}
    assert {rule.name: rule.value for rule in shown(evening).rules}["tie"] == "pile_sum"


def test_a_rule_that_slips_in_after_the_deal_changes_neither_game_nor_screen() -> None:
    """Even the journal's own word: the deal has the rules in it."""
    events = ["join p1 a Ann", "join p2 b Ben", "rule tie = pile_sum", "deal p1"]
    evening = Evening(())
    evening.journal = MemoryJournal([*events, "rule tie = shared"])
    table = evening.open()
    rules = table.published(TABLE).snapshot.rules

    assert "tie=pile_sum" in table.written()
    assert {rule.name: rule.value for rule in rules}["tie"] == "pile_sum"
    play = table.session().play
    assert play is not None
    assert play.state.table.tie_by_pile_sum
    table.do(PutAway())
    table.do(Deal(Seat("p1")))
    assert "tie=shared" in table.written()
