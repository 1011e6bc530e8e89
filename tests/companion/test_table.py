"""The live table: seats, deal, private and public steps, undo, restart."""

from random import Random

import pytest

from companion.commands import (
    HOST,
    AskUndo,
    Consent,
    Correct,
    Deal,
    Declare,
    Join,
    Leave,
    PutAway,
    Refused,
    SetLogged,
    SetRule,
)
from companion.game import TABLE, TableError
from companion.games import GAMES
from companion.layout import Zone
from companion.store import StoreError
from companion.table import Claim, ConfirmClaim, Press, Table, Tick
from tests.companion.evening import P1, P2, P3, Evening


def codes(error: pytest.ExceptionInfo[Refused]) -> list[str]:
    return [message.code for message in error.value.messages]


def test_players_take_seats_in_order_and_their_phones_are_known() -> None:
    evening = Evening(["Ann", "Ben"])

    assert [P1, P2] == list(evening.table.session().seats)
    assert evening.table.seat_of("key-Ben") == P2


def test_a_taken_name_and_an_empty_name_are_refused() -> None:
    evening = Evening(["Ann"])

    with pytest.raises(Refused) as taken:
        evening.table.do(Join("ann", "key"))
    with pytest.raises(Refused) as empty:
        evening.table.do(Join(" \n\t ", "key"))

    assert ["name_taken"] == codes(taken)
    assert ["name_needed"] == codes(empty)
    assert [P1] == list(evening.table.session().seats)


def test_a_sixth_player_finds_the_table_full() -> None:
    evening = Evening(["A", "B", "C", "D", "E"])

    with pytest.raises(Refused) as full:
        evening.table.do(Join("F", "key"))

    assert ["table_full"] == codes(full)


def test_one_player_cannot_start_and_is_told_how_many_it_takes() -> None:
    evening = Evening(["Ann"])

    with pytest.raises(Refused) as refusal:
        evening.table.do(Deal())

    assert ["wrong_number_of_players"] == codes(refusal)
    assert ("least", "2") in refusal.value.messages[0].facts


def test_house_rules_are_frozen_at_the_deal() -> None:
    evening = Evening()
    evening.table.do(SetRule("tie", "pile_sum"))
    evening.deal()

    with pytest.raises(Refused) as frozen:
        evening.table.do(SetRule("tie", "shared"))

    assert ["game_is_on"] == codes(frozen)
    rules = {rule.name: rule.value for rule in evening.table.published(TABLE).snapshot.rules}
    assert rules["tie"] == "pile_sum"


def test_an_unknown_house_rule_value_names_the_known_ones() -> None:
    evening = Evening()

    with pytest.raises(Refused) as refusal:
        evening.table.do(SetRule("tie", "coin"))

    assert ["no_such_rule"] == codes(refusal)
    assert "pile_sum" in dict(refusal.value.messages[0].facts)["known"]


def test_nobody_may_declare_for_another_seat() -> None:
    evening = Evening()
    evening.deal()

    with pytest.raises(Refused) as refusal:
        evening.table.do(Declare(P2, "p1 draws"))

    assert ["not_your_seat"] == codes(refusal)
    assert [] == evening.acts()


def test_an_illegal_declaration_says_why_and_changes_nothing() -> None:
    evening = Evening()
    evening.deal()
    evening.say("p1 draws")
    before = evening.table.published(TABLE)

    with pytest.raises(Refused) as refusal:
        evening.say("p1 plays 1 > p2 = 1")

    assert "DC-27" in {message.clause for message in refusal.value.messages}
    assert before is evening.table.published(TABLE)
    assert ["act p1 draws"] == evening.acts()


def test_malformed_notation_is_an_error_and_changes_nothing() -> None:
    evening = Evening()
    evening.deal()

    for text in ("", "p1", "p1 dances", "p9 draws", "p1 plays 1 >", "p1 draws\nact p1 draws"):
        with pytest.raises(TableError):
            evening.table.do(Declare(HOST, text))

    assert [] == evening.acts()


def test_a_private_step_moves_only_the_own_revision() -> None:
    evening = Evening(logged=[P1])
    evening.deal()
    before = {v: evening.table.published(v) for v in (TABLE, HOST, P1, P2, P3)}

    evening.say("p1 holds 3")

    after = {v: evening.table.published(v) for v in before}
    assert [P1] == [v for v in before if before[v] is not after[v]]


def test_an_answer_that_follows_from_told_hands_is_played_at_once() -> None:
    evening = Evening(logged=[P1, P2])
    evening.deal()
    evening.say("p1 holds 1", "p2 holds 4", "p1 draws", "p1 holds 1 6", "p1 plays 1 > p2 = 4")

    assert "act p2 hit" in evening.acts()
    assert "act p2 shows 4" in evening.acts() or "out" in _marks(evening.table, P2)


def _marks(table: Table, seat: str) -> tuple[str, ...]:
    view = table.published(TABLE).snapshot.view
    assert view is not None
    return next(s.marks for s in view.seats if s.seat == seat)


def test_undo_is_free_while_nobody_has_learned_anything() -> None:
    evening = Evening()
    evening.deal()
    evening.say("p1 draws", "p1 plays 7")
    evening.table.do(AskUndo(P2))

    assert ["act p1 draws", "act p1 plays 7", "undo 1"] == evening.acts()
    assert evening.table.published(TABLE).snapshot.offer is None


def test_undo_after_a_look_needs_everyone_and_nobody_forgets() -> None:
    evening = Evening(logged=[P1, P2])
    evening.deal()
    evening.say("p1 holds 3", "p2 holds 4", "p1 draws", "p1 holds 3 6", "p1 plays 3 > p2")
    evening.table.do(AskUndo(P1))
    offered = evening.table.published(TABLE).snapshot.offer
    evening.table.do(Consent(P2, True))
    session = evening.table.session()

    assert offered is not None
    assert (P2, P3) == offered.waiting
    assert session.play is not None
    before = len(session.play.states)
    evening.table.do(Consent(P3, True))
    session = evening.table.session()
    assert session.play is not None
    assert len(session.play.states) < before
    known = {(k.knower, k.face) for k in session.game.knowledge(session.play.state)}
    assert (P1, "4") in known


def test_a_declined_undo_leaves_the_game_as_it_was() -> None:
    evening = Evening()
    evening.deal()
    evening.say("p1 draws")
    state = evening.table.session().play
    evening.table.do(AskUndo(P1))
    evening.table.do(Consent(P3, False))

    after = evening.table.session().play
    assert evening.table.published(TABLE).snapshot.offer is None
    assert state is not None
    assert after is not None
    assert state.states == after.states


def test_the_host_may_correct_and_impossible_corrections_change_nothing() -> None:
    evening = Evening()
    evening.deal()
    evening.table.do(Correct(("p2.pile = 3 3",)))

    with pytest.raises(TableError):
        evening.table.do(Correct(("p1.pile = 8", "p2.pile = 8")))

    view = evening.table.published(TABLE).snapshot.view
    assert view is not None
    piles = {seat.seat: dict(seat.piles)[Zone(f"{seat.seat}.pile")].face_up for seat in view.seats}
    assert {P1: (), P2: ("3", "3"), P3: ()} == piles


def test_a_restart_gives_the_same_views() -> None:
    evening = Evening(logged=[P1])
    evening.deal()
    evening.say("p1 holds 1", "p1 draws", "p1 holds 1 5", "p1 plays 1 > p3 = 8", "p3 miss")
    before = {v: evening.table.published(v).json for v in (TABLE, HOST, P1, P2, P3)}
    evening.table.close()
    again = evening.open()

    assert before == {v: again.published(v).json for v in before}


def test_a_journal_that_cannot_be_written_acknowledges_nothing() -> None:
    class FullDisk:
        def events(self) -> tuple[str, ...]:
            return ()

        def append(self, events: object) -> None:
            raise StoreError("disk full")

    table = Table(GAMES, FullDisk(), Random(1), lambda: 0.0)

    with pytest.raises(StoreError):
        table.do(Join("Ann", "key"))

    assert () == table.session().seats
    assert () == table.published(TABLE).snapshot.seats


def test_a_seat_is_reclaimed_by_pressing_its_button_and_the_old_phone_dies() -> None:
    evening = Evening(["Ann", "Ben"])
    evening.table.do(Claim(P1, "new-key"))

    assert (P1,) == evening.table.published(TABLE).snapshot.claims
    evening.table.do(Press(P1))

    assert evening.table.seat_of("new-key") == P1
    assert evening.table.seat_of("key-Ann") is None


def test_a_claim_expires_and_the_press_comes_too_late() -> None:
    evening = Evening(["Ann", "Ben"])
    evening.table.do(Claim(P1, "new-key"))
    evening.clock.now += 31
    evening.table.do(Tick())

    with pytest.raises(Refused) as late:
        evening.table.do(ConfirmClaim(P1))

    assert ["nobody_claims"] == codes(late)
    assert evening.table.seat_of("key-Ann") == P1


def test_a_press_says_done_where_one_act_is_all_there_is() -> None:
    evening = Evening()
    evening.deal()
    evening.table.do(Press(P2))
    evening.table.do(Press(P1))
    evening.table.do(Press(P1))

    assert ["act p1 draws"] == evening.acts()


def test_a_held_button_asks_is_that_right_until_it_is_held_again() -> None:
    evening = Evening()
    evening.deal()
    evening.table.do(Press(P3, held=True))
    asked = evening.table.published(TABLE).snapshot.challenge
    evening.table.do(Press(P3, held=True))

    assert asked == P3
    assert evening.table.published(TABLE).snapshot.challenge is None


def test_asking_about_anothers_forced_seven_tells_a_stranger_nothing() -> None:
    evening = Evening(logged=[P1])
    evening.deal()
    evening.say("p1 holds 7", "p1 draws", "p1 holds 7 5")

    own = evening.table.ask(P1, "p1 plays 5 > p2")
    other = evening.table.ask(P2, "p1 plays 5 > p2")

    assert ["DC-11"] == [reason.clause for reason in own.reasons]
    assert () == other.reasons


def test_the_game_is_put_away_and_the_winner_begins_the_next() -> None:
    evening = Evening(["Ann", "Ben"])
    evening.deal(P1)
    evening.say("p1 draws", "p1 plays 1 > p2 = 4", "p2 hit")
    over = evening.table.published(TABLE).snapshot.stage
    evening.table.do(PutAway())
    evening.table.do(Deal())

    assert over == "over"
    assert "deal p1" in list(evening.journal.events())[-1]


def test_seats_are_left_only_between_games() -> None:
    evening = Evening()
    evening.deal()

    with pytest.raises(Refused):
        evening.table.do(Leave(P3))
    with pytest.raises(Refused):
        evening.table.do(SetLogged(P3, True))

    assert (P1, P2, P3) == evening.table.session().seats


def test_waiting_for_a_change_returns_when_the_own_view_moves() -> None:
    evening = Evening()
    evening.deal()
    revision = evening.table.published(P2).revision
    evening.say("p1 draws")

    assert evening.table.wait(P2, revision, 0.0) == revision + 1


def test_a_press_that_says_done_does_not_hand_the_seat_to_one_who_lies_in_wait() -> None:
    evening = Evening(["Ann", "Ben"])
    evening.deal()
    evening.table.do(Claim(P1, "stranger"))
    evening.table.do(Press(P1))

    assert ["act p1 draws"] == evening.acts()
    assert evening.table.seat_of("key-Ann") == P1
    evening.table.do(Press(P1, held=True))
    assert evening.table.seat_of("stranger") == P1
