"""What a stable picture becomes: acts, questions, rulings, repairs."""

from companion.commands import AskUndo
from companion.game import TABLE
from companion.layout import Pile, Zone
from companion.table import AdoptTable, Tick
from tests.companion.evening import P1, P2, Evening, fan, hand


def test_a_drawn_card_is_seen_and_written_down() -> None:
    evening = Evening()
    evening.deal()
    evening.see(p1_hand=hand(2))

    assert ["act p1 draws"] == evening.acts()


def test_a_card_that_needs_no_choice_is_played_by_laying_it_down() -> None:
    evening = Evening()
    evening.deal()
    evening.see(p1_hand=hand(2))
    evening.see(p1_hand=hand(1), p1_pile=fan("7"))

    assert ["act p1 draws", "act p1 plays 7"] == evening.acts()


def test_draw_and_play_in_one_picture_are_found_as_a_pair() -> None:
    evening = Evening()
    evening.deal()
    evening.see(p1_pile=fan("6"))

    assert ["act p1 draws", "act p1 plays 6"] == evening.acts()


def test_what_the_eye_cannot_tell_is_asked_of_the_one_who_acts() -> None:
    evening = Evening()
    evening.deal()
    evening.see(p1_hand=hand(2))
    evening.see(p1_hand=hand(1), p1_pile=fan("3"))
    own, other = (evening.table.published(v).snapshot.question for v in (P1, P2))

    assert own is not None
    assert other is not None
    assert {"p1 plays 3 > p2", "p1 plays 3 > p3"} == {c.notation for c in own.choices}
    assert (P1, ()) == (other.seat, other.choices)
    evening.say("p1 plays 3 > p3")
    assert evening.table.published(P1).snapshot.question is None


def test_a_withheld_seven_is_ruled_on_by_clause_and_the_others_learn_no_reason() -> None:
    evening = Evening(logged=[P1])
    evening.deal()
    evening.say("p1 holds 7", "p1 draws", "p1 holds 7 5")
    evening.see(p1_hand=hand(1), p1_pile=fan("5"))
    own, shared = (evening.table.published(v).snapshot for v in (P1, TABLE))

    assert ["DC-11"] == [message.clause for message in own.ruling]
    assert ["refused_privately"] == [message.code for message in shared.ruling]
    assert shared.repair is not None
    assert "repair_extra" == shared.repair.code
    assert "7" not in shared.to_json().replace("DC-47", "")[: shared.to_json().find("history")]
    evening.see(p1_hand=hand(2), p1_pile=fan())
    mended = evening.table.published(TABLE).snapshot
    assert (None, ()) == (mended.repair, mended.ruling)


def test_a_strange_table_is_spoken_of_only_when_it_lasts() -> None:
    evening = Evening()
    evening.deal()
    evening.see(p1_pile=fan("9"), p2_pile=fan("8"), p3_pile=fan("7"))
    at_once = evening.table.published(TABLE).snapshot.repair
    evening.clock.now += 2
    evening.table.do(Tick())
    later = evening.table.published(TABLE).snapshot

    assert at_once is None
    assert later.repair is not None
    assert later.differences == 3
    assert [] == evening.acts()


def test_a_card_laid_face_down_may_be_turned_over_in_peace() -> None:
    evening = Evening()
    evening.deal()
    evening.see()
    evening.see(p1_pile=Pile(face_down=1))
    evening.clock.now += 3
    evening.table.do(Tick())
    meanwhile = evening.table.published(TABLE).snapshot.repair
    evening.clock.now += 2
    evening.table.do(Tick())
    later = evening.table.published(TABLE).snapshot.repair

    assert meanwhile is None
    assert later is not None


def test_one_instruction_at_a_time_removals_first() -> None:
    evening = Evening()
    evening.deal()
    evening.say("p1 draws", "p1 plays 7")
    evening.see(p1_pile=fan(), p2_pile=fan("8"), p3_pile=fan("9"))
    evening.clock.now += 2
    evening.table.do(Tick())
    repair = evening.table.published(TABLE).snapshot.repair

    assert repair is not None
    assert "repair_extra" == repair.code
    assert dict(repair.facts)["seat"] == P2


def test_a_card_taken_back_at_once_takes_the_act_back() -> None:
    evening = Evening()
    evening.deal()
    evening.see(p1_pile=fan("6"))
    evening.see(p1_hand=hand(2), p1_pile=fan())

    assert ["act p1 draws", "act p1 plays 6", "undo 1"] == evening.acts()


def test_a_card_exchanged_at_once_corrects_the_act() -> None:
    evening = Evening()
    evening.deal()
    evening.see(p1_pile=fan("6"))
    evening.see(p1_pile=fan("7"))

    assert ["act p1 draws", "act p1 plays 6", "undo 1", "act p1 plays 7"] == evening.acts()


def test_a_hand_lifted_from_the_table_means_nothing() -> None:
    evening = Evening()
    evening.deal()
    evening.see(p1_hand=hand(0), p2_hand=hand(0))
    evening.clock.now += 10
    evening.table.do(Tick())

    assert [] == evening.acts()
    assert evening.table.published(TABLE).snapshot.repair is None


def test_zones_that_were_not_seen_are_not_judged() -> None:
    evening = Evening()
    evening.deal()
    evening.look({Zone("p1.hand"): Pile(face_down=2)})

    assert ["act p1 draws"] == evening.acts()


def test_the_host_may_say_that_the_table_is_right() -> None:
    evening = Evening()
    evening.deal()
    evening.see(p1_pile=fan("9"), p2_pile=fan("8"), p3_pile=fan("7"))
    evening.table.do(AdoptTable())

    snapshot = evening.table.published(TABLE).snapshot
    assert snapshot.repair is None
    assert "correct p2.pile = 8" in evening.acts()


def test_a_play_out_of_turn_is_ruled_on_for_everyone() -> None:
    evening = Evening()
    evening.deal()
    evening.see(p2_hand=hand(0), p2_pile=fan("4"))
    ruling = evening.table.published(TABLE).snapshot.ruling

    assert ruling != ()
    assert "refused_privately" not in {message.code for message in ruling}


def test_what_the_table_owes_does_not_hide_the_next_act() -> None:
    evening = Evening(logged=[P1, P2])
    evening.deal()
    evening.see()
    evening.say("p1 holds 5", "p2 holds 1", "p1 draws", "p1 holds 5 9", "p1 plays 5 > p2")
    assert "act p2 shows 1" in evening.acts()
    evening.see(p2_pile=fan(), p2_hand=hand(1), p3_hand=hand(2))

    assert evening.acts()[-1] == "act p3 draws"
    evening.clock.now += 2
    evening.table.do(Tick())
    repair = evening.table.published(TABLE).snapshot.repair
    assert repair is not None
    assert ("face", "1") in repair.facts


def test_an_act_taken_back_by_phone_is_not_seen_as_done_again() -> None:
    evening = Evening()
    evening.deal()
    evening.see(p1_pile=fan("6"))
    evening.table.do(AskUndo(P1))

    assert ["act p1 draws", "act p1 plays 6", "undo 1"] == evening.acts()


def test_a_private_step_does_not_end_an_open_question() -> None:
    evening = Evening(logged=[P2])
    evening.deal()
    evening.see(p1_pile=fan("3"))
    evening.say("p2 holds 8")

    question = evening.table.published(P1).snapshot.question
    assert question is not None
    assert 2 == len(question.choices)


def test_a_hand_seen_late_does_not_stand_in_the_way_of_a_play() -> None:
    evening = Evening()
    evening.deal()
    evening.see(p1_hand=hand(2))
    evening.see(p1_hand=hand(2), p1_pile=fan("7"))
    evening.see(p2_hand=hand(2))

    assert ["act p1 draws", "act p1 plays 7", "act p2 draws"] == evening.acts()


def test_a_card_too_many_in_a_hand_is_spoken_of() -> None:
    evening = Evening()
    evening.deal()
    evening.see(p1_hand=hand(2))
    evening.see(p1_hand=hand(2), p1_pile=fan("7"))
    evening.clock.now += 2
    evening.table.do(Tick())
    repair = evening.table.published(TABLE).snapshot.repair

    assert repair is not None
    assert "repair_extra_back" == repair.code
    assert ("seat", "p1") in repair.facts
