"""Who is proved wrong hears of it first, on his own phone; then the table does."""

import pytest

from companion.commands import HOST, AskUndo, Correct, SetRule
from companion.game import TABLE
from companion.table import Tick
from companion.witness import MEND_SECONDS
from tests.companion.evening import P1, P2, P3, Evening

#: Ann (p1) says that nothing sprang; then Cy (p3) has to put down the 0 he held all along.
UP_TO_THE_PROOF = (
    "p1 draws",
    "p1 plays 3 > p3",
    "p1 looks",
    "p2 draws",
    "p2 plays 2 > p3",
    "p3 drops 0",
)
#: Ann (p1) and Cy (p3) compare, and are equal; then Cy has to put down a 1. So Ann holds one.
UP_TO_THE_ANSWER = (
    "p1 draws",
    "p1 plays 5 > p3",
    "p1 compares tie",
    "p2 draws",
    "p2 plays 2 > p3",
    "p3 drops 1",
    "p3 draws",
    "p3 draws",
    "p3 plays 1 > p1 = 4",
)


@pytest.fixture
def evening():
    evening = Evening()
    yield evening
    evening.table.close()


def noted(evening: Evening, viewer: str) -> list[str]:
    view = evening.table.published(viewer).snapshot.view
    return [note.code for note in view.notes]


def everyone(evening: Evening) -> dict[str, list[str]]:
    """Return what is disproved for each viewer who is told so."""
    told = {v: noted(evening, v) for v in (TABLE, HOST, P1, P2, P3)}
    disproved = {v: [c for c in codes if c.startswith("disproved")] for v, codes in told.items()}
    return {viewer: codes for viewer, codes in disproved.items() if codes}


def test_only_the_one_who_was_wrong_is_told_at_first(evening) -> None:
    evening.deal()
    evening.say(*UP_TO_THE_PROOF)

    assert everyone(evening) == {P1: ["disproved_look"]}


def test_his_phone_alone_says_that_there_is_something_to_read(evening) -> None:
    evening.deal()
    evening.say(*UP_TO_THE_PROOF)
    at_first = [v for v in (TABLE, HOST, P1, P2, P3) if _is_accused(evening, v)]
    evening.clock.now += MEND_SECONDS
    evening.table.do(Tick())

    assert at_first == [P1]
    assert not _is_accused(evening, P1)


def _is_accused(evening: Evening, viewer: str) -> bool:
    return evening.table.published(viewer).snapshot.accused


def test_nobody_else_sees_a_trace_of_the_private_word(evening) -> None:
    evening.deal()
    evening.say(*UP_TO_THE_PROOF)
    before = {viewer: evening.table.published(viewer).json for viewer in (TABLE, P2, P3)}

    assert all("disproved" not in text for text in before.values())


def test_after_a_while_the_table_is_told(evening) -> None:
    evening.deal()
    evening.say(*UP_TO_THE_PROOF)
    evening.clock.now += MEND_SECONDS - 1
    evening.table.do(Tick())
    assert everyone(evening) == {P1: ["disproved_look"]}

    evening.clock.now += 1
    evening.table.do(Tick())
    assert everyone(evening) == {TABLE: ["disproved_look"], HOST: ["disproved_look"]}


def test_when_the_game_goes_on_the_table_is_told_at_once(evening) -> None:
    evening.deal()
    evening.say(*UP_TO_THE_PROOF, "p3 draws")

    assert everyone(evening) == {TABLE: ["disproved_look"], HOST: ["disproved_look"]}


def test_what_is_mended_in_time_is_never_made_public(evening) -> None:
    evening.deal()
    evening.say(*UP_TO_THE_ANSWER, "p1 hit")
    assert everyone(evening) == {P1: ["disproved_together"]}

    evening.table.do(AskUndo(HOST))
    assert everyone(evening) == {}

    evening.say("p1 miss")
    evening.clock.now += 2 * MEND_SECONDS
    evening.table.do(Tick())
    assert noted(evening, TABLE) == []


def test_the_host_may_settle_it_by_a_correction(evening) -> None:
    evening.deal()
    evening.say(*UP_TO_THE_PROOF)
    evening.table.do(Correct(("p3.pile = 4",)))

    assert everyone(evening) == {}


def test_one_may_ask_before_one_answers(evening) -> None:
    evening.deal()
    evening.say(*UP_TO_THE_ANSWER)

    wrong, right = evening.table.ask(P1, "p1 hit"), evening.table.ask(P1, "p1 miss")
    assert [reason.code for reason in wrong.reasons] == ["disproved_together"]
    assert right.allowed


def test_asking_about_others_reveals_nothing(evening) -> None:
    evening.deal()
    evening.say(*UP_TO_THE_ANSWER)

    assert evening.table.ask(P2, "p1 hit").allowed
    assert evening.table.ask(TABLE, "p1 hit").allowed


def test_a_restarted_table_knows_it_still(evening) -> None:
    evening.deal()
    evening.say(*UP_TO_THE_PROOF)
    again = evening.open()

    assert [note.code for note in again.published(P1).snapshot.view.notes] == ["disproved_look"]
    again.close()


@pytest.mark.parametrize(("rule", "expected"), [("on", ["deduced_holds"]), ("off", [])])
def test_help_with_deduction_is_a_house_rule(rule, expected) -> None:
    evening = Evening(logged=[P1])
    evening.table.do(SetRule("deduction_help", rule))
    evening.deal()
    # Only the 9 is more than the 8 that she shows.
    evening.say("p1 draws", "p1 holds 8 5", "p1 plays 5 > p3", "p1 compares p1")

    assert [noted(evening, seat) for seat in (P1, P2)] == [expected, expected]
    assert noted(evening, TABLE) == noted(evening, P3) == []
    evening.table.close()
