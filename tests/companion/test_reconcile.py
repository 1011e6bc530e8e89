"""How a table and its record come apart, and each way in which they come together again."""

import pytest

from companion.cards import Face
from companion.commands import AskAdopt, AskUndo, Consent, Correct, Declare, Refused
from companion.game import TABLE, Message
from companion.layout import (
    EMPTY,
    Difference,
    DifferenceKind,
    Pile,
    Zone,
    ZoneKind,
    differences,
)
from companion.panel_link import lamps_of
from companion.snapshot import Snapshot
from companion.table import AdoptTable, Observe, Tick
from hardware.signals import Lamp
from tests.companion.evening import P1, P2, P3, Evening, fan, hand

PILE = Zone("p1.pile")
KINDS = {PILE: ZoneKind.FAN}


def found(want: str, got: str) -> list[tuple[str, str, int | None, bool]]:
    """Return what is wrong with a fan: kind, face, place from the bottom, under others."""
    piles = ({PILE: Pile(tuple(Face(face) for face in faces))} for faces in (want, got))
    return [(d.kind.value, d.face or "", d.number, d.buried) for d in differences(*piles, KINDS)]


@pytest.fixture
def evening() -> Evening:
    evening = Evening()
    evening.deal()
    return evening


def later(evening: Evening, seconds: float = 2.0) -> Snapshot:
    evening.clock.now += seconds
    evening.table.do(Tick())
    return evening.table.published(TABLE).snapshot


# --- differences -------------------------------------------------------------------------


def test_a_card_missing_under_another_one_is_named_with_its_place() -> None:
    assert found("356", "36") == [("missing", "5", 2, True)]
    assert found("35", "3") == [("missing", "5", 2, False)]


def test_of_equal_cards_the_one_that_lies_wrong_is_taken_away() -> None:
    assert found("53", "353") == [("extra", "3", 1, True)]


def test_each_card_too_many_or_too_few_is_one_difference() -> None:
    assert [d[0] for d in found("33", "")] == ["missing", "missing"]
    assert [d[2] for d in found("", "45")] == [2, 1]


def test_cards_in_another_order_are_one_difference_with_the_right_order() -> None:
    swapped = differences({PILE: fan("3", "5")}, {PILE: fan("5", "3")}, KINDS)

    assert swapped == (Difference(PILE, DifferenceKind.ORDER),)
    assert swapped[0].faces == ("3", "5")


# --- what a picture means ------------------------------------------------------------------


def test_all_who_show_at_once_are_seen_whatever_their_order(evening: Evening) -> None:
    evening.table.do(Declare(P1, "p1 draws"))
    for line in ("p1.pile = 1 1 1 1 1 2 2", "p2.pile = 3 3 4 4 5 5 6", "p3.pile = 0"):
        evening.table.do(_correct(line))
    evening.say("p1 plays 6")
    piles = {"p1": "1 1 1 1 1 2 2 6 9", "p2": "3 3 4 4 5 5 6 8", "p3": "0 7"}
    evening.see()
    play = evening.table.session().play
    assert play is not None
    assert [due.step.value for due in play.state.agenda] == ["show"] * 3
    evening.see(**{f"{seat}_pile": fan(*pile.split()) for seat, pile in piles.items()})

    shows = [line for line in evening.acts() if " shows " in line]
    assert sorted(shows) == ["act p1 shows 9", "act p2 shows 8", "act p3 shows 7"]


def _correct(line: str) -> object:
    return Correct((line,))


def test_a_card_that_lies_beside_has_fallen_and_was_not_taken_back(evening: Evening) -> None:
    evening.see(p1_pile=fan("6"))
    fallen = _seen_beside(evening)
    picked_up = {**fallen.layout}
    evening.table.do(fallen)
    evening.table.do(Observe(picked_up))

    assert evening.acts() == ["act p1 draws", "act p1 plays 6"]
    assert later(evening).repair == Message(
        "repair_missing",
        (("place", "fan"), ("count", "1"), ("seat", "p1"), ("face", "6")),
    )


def _seen_beside(evening: Evening) -> Observe:
    play = evening.table.session().play
    assert play is not None
    layout = {**evening.table.session().game.layout(play.state), PILE: EMPTY}
    return Observe(layout, (Message("between_zones"),))


@pytest.mark.parametrize("zone", ["p2.hand", "p1.hand", "deck"])
def test_whichever_card_is_peeked_at_everyone_is_shown_the_same(zone: str) -> None:
    shown = [_all_shown(zone, face) for face in "0123456789"]

    assert [snapshot for snapshot in shown if snapshot != shown[0]] == []
    assert '"repair_open' in shown[0]


def _all_shown(zone: str, face: str) -> str:
    """Return every screen while a card is seen face up where cards lie hidden."""
    evening = Evening()
    evening.deal()
    evening.see(**{zone.replace(".", "_"): fan(face)})
    later(evening)
    evening.see(**{zone.replace(".", "_"): fan(face, face)})
    screens = [evening.table.published(viewer) for viewer in (TABLE, "host", P1, P2, P3)]
    evening.table.close()
    return "".join(f"{screen.revision} {screen.json}" for screen in screens)


def test_equal_warnings_are_said_once(evening: Evening) -> None:
    warning = Message("half_covered", (("zone", "p1.pile"), ("face", "")))
    evening.table.do(Observe({}, (warning, warning)))

    assert evening.table.published(TABLE).snapshot.warnings == (warning,)


def test_after_an_answer_by_someone_else_a_take_back_is_offered_not_done(evening: Evening) -> None:
    evening.see(p1_pile=fan("6"))
    evening.see(p2_hand=hand(2))
    evening.see(p1_pile=EMPTY, p2_hand=hand(0))
    offer = evening.table.published(TABLE).snapshot.offer

    assert offer is not None
    assert (offer.by, offer.waiting) == (P1, (P2, P3))
    evening.see(p2_hand=hand(2))
    assert evening.table.published(TABLE).snapshot.offer is None
    assert evening.acts()[-2:] == ["offer p1 1", "decline p1"]


def test_a_declined_take_back_is_not_offered_again(evening: Evening) -> None:
    evening.see(p1_pile=fan("6"))
    evening.see(p2_hand=hand(2))
    evening.see(p1_pile=EMPTY)
    evening.table.do(Consent(P3, False))
    shown = later(evening)

    assert shown.offer is None
    assert shown.repair is not None
    assert shown.repair.code == "repair_missing"


def test_a_word_of_the_host_is_not_taken_back_by_a_picture(evening: Evening) -> None:
    evening.see()
    evening.table.do(_correct("p2.pile = 3"))
    evening.see(p2_pile=EMPTY)

    assert evening.acts() == ["correct p2.pile = 3"]
    assert later(evening).repair is not None


# --- pausing and mending -------------------------------------------------------------------


def test_while_table_and_record_disagree_the_game_is_paused_and_lamps_blink(
    evening: Evening,
) -> None:
    evening.see(p3_pile=fan("9", "8"))
    shown = later(evening)

    assert shown.paused
    assert set(lamps_of(shown).values()) == {Lamp.FAST}
    evening.see(p3_pile=EMPTY)
    right = evening.table.published(TABLE).snapshot
    assert (right.paused, right.repaired) == (False, Message("repaired"))
    assert Lamp.FAST not in lamps_of(right).values()
    assert later(evening, 7.0).repaired is None


def test_the_word_that_all_is_right_reaches_every_screen(evening: Evening) -> None:
    evening.see(p3_pile=fan("9", "8"))
    later(evening)
    evening.see(p3_pile=EMPTY)

    for viewer in (TABLE, "host", P1, P2, P3):
        assert evening.table.published(viewer).snapshot.repaired == Message("repaired")


def test_a_step_of_a_repair_is_no_take_back(evening: Evening) -> None:
    evening.see(p1_pile=fan("6"))
    evening.see(p1_pile=EMPTY, p3_pile=fan("6"))
    first = later(evening).repair
    evening.see(p1_pile=EMPTY)
    second = evening.table.published(TABLE).snapshot.repair

    assert first is not None
    assert second is not None
    assert (first.code, second.code) == ("repair_extra", "repair_missing")
    assert "undo 1" not in evening.acts()


def test_when_the_game_is_over_nothing_has_to_be_put_right() -> None:
    evening = Evening(["Ann", "Ben"])
    evening.deal()
    evening.say("p1 draws", "p1 plays 1 > p2 = 4", "p2 hit")
    evening.see(p1_pile=EMPTY, p2_pile=EMPTY)

    assert not later(evening).paused
    assert [line for line in evening.acts() if line.startswith("undo")] == []


# --- the table is right ----------------------------------------------------------------------


def test_the_table_is_right_once_everyone_says_so(evening: Evening) -> None:
    evening.see(p3_pile=fan("9", "8"))
    evening.table.do(AskAdopt(P2))
    offer = evening.table.published(TABLE).snapshot.offer
    evening.table.do(Consent(P1, True))
    before = evening.acts()
    evening.table.do(Consent(P3, True))

    assert offer is not None
    assert (offer.by, offer.waiting, offer.adopts) == (P2, (P1, P3), True)
    assert before == ["offer p2 table", "agree p1"]
    assert "correct p3.pile = 9 8" in evening.acts()
    assert not later(evening).paused


def test_one_who_does_not_agree_keeps_the_record(evening: Evening) -> None:
    evening.see(p3_pile=fan("9", "8"))
    evening.table.do(AskAdopt(P2))
    evening.table.do(Consent(P1, False))

    assert evening.acts() == ["offer p2 table", "decline p1"]
    assert later(evening).repair is not None


def test_the_wish_lapses_when_the_table_is_put_right(evening: Evening) -> None:
    evening.see(p3_pile=fan("9", "8"))
    evening.table.do(AskAdopt(P2))
    evening.see(p3_pile=EMPTY)

    assert evening.table.published(TABLE).snapshot.offer is None
    assert evening.acts() == ["offer p2 table", "decline p2"]


def test_nobody_can_ask_the_record_to_follow_a_table_that_agrees(evening: Evening) -> None:
    with pytest.raises(Refused, match="nothing_seen"):
        evening.table.do(AskAdopt(P2))
    evening.see()
    with pytest.raises(Refused, match="table_agrees"):
        evening.table.do(AskAdopt(P2))

    assert evening.acts() == []


def test_what_no_correction_can_say_is_let_be(evening: Evening) -> None:
    evening.see(deck=EMPTY, p3_hand=hand(3))
    later(evening)
    evening.table.do(AdoptTable())

    assert not later(evening).paused
    evening.see(p3_hand=hand(3))
    assert not later(evening).paused
    evening.see(deck=EMPTY, p3_hand=hand(3))
    assert later(evening).paused


def test_a_restart_keeps_the_wish_and_who_has_agreed(evening: Evening) -> None:
    evening.see(p3_pile=fan("9", "8"))
    evening.table.do(AskAdopt(P2))
    evening.table.do(Consent(P1, True))
    evening.table.close()
    again = evening.open()
    offer = again.published(TABLE).snapshot.offer

    assert offer is not None
    assert (offer.waiting, offer.adopts) == ((P3,), True)


def test_an_undo_by_phone_is_mended_on_the_table(evening: Evening) -> None:
    evening.see(p1_pile=fan("6"))
    evening.table.do(AskUndo(P1))
    evening.see(p1_pile=fan("6"))
    repair = later(evening).repair

    assert repair is not None
    assert repair.code == "repair_extra"
