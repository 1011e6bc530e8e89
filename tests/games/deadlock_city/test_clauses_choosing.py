"""The rulings DC-27 to DC-48, each by its name. Records show the same at more length."""

import pytest

from companion.game import Correction


def clauses(game, state, act: str) -> list[str]:
    return [violation.clause for violation in game.violations(state, game.parse(act))]


def test_dc27_one_may_not_be_named(game, start, play) -> None:
    state = play(start("1", "1", stock="4"), "p1 draws")

    assert clauses(game, state, "p1 plays 1 > p2 = 1") == ["DC-27"]


def test_dc28_a_nine_in_hand_is_only_a_nine(game, start, play) -> None:
    state = play(start("1", "9", stock="4"), "p1 draws\np1 plays 1 > p2 = 5")

    assert str(game.forced(state)) == "p2 miss"
    assert clauses(game, state, "p2 hit") == ["DC-28"]


def test_dc29_equal_cards_change_nothing(game, start, play) -> None:
    state = play(start("5", "4", stock="4"), "p1 draws\np1 plays 5 > p2")

    assert str(game.forced(state)) == "p1 compares tie"
    assert play(state, "p1 compares tie").living() == ["p1", "p2"]


def test_dc30_the_winner_of_a_comparison_shows_nothing(game, start, play) -> None:
    state = play(start("5", "4", "1", stock="8"), "p1 draws\np1 plays 5 > p2\np1 compares p2")

    assert clauses(game, state, "p1 shows 8") == ["DC-45"]
    assert game.view(state, "p2").seats[0].hand == ("?",)


def test_dc31_safe_until_ones_next_turn_begins(start, play) -> None:
    state = play(start("6", "3", stock="14"), "p1 draws\np1 plays 6\np2 draws")

    assert state.player("p1").protected

    state = play(state, "p2 plays 3")

    assert (state.turn, state.player("p1").protected) == ("p1", False)


def test_dc32_a_safe_player_cannot_be_chosen(game, start, play) -> None:
    state = play(start("6", "3", "2", stock="14"), "p1 draws\np1 plays 6\np2 draws")

    assert clauses(game, state, "p2 plays 3 > p1") == ["DC-32"]


@pytest.mark.parametrize("face", ["1", "3", "4", "5"])
def test_dc33_without_anybody_to_choose_there_is_no_effect(game, start, play, face) -> None:
    state = play(start("6", face, stock="18"), "p1 draws\np1 plays 6\np2 draws")

    assert clauses(game, state, f"p2 plays {face}") == []
    assert play(state, f"p2 plays {face}").turn == "p1"


def test_dc33_a_two_is_then_used_on_oneself(game, start, play) -> None:
    state = play(start("6", "2", stock="17"), "p1 draws\np1 plays 6\np2 draws")

    assert clauses(game, state, "p2 plays 2") == ["DC-33"]
    assert clauses(game, state, "p2 plays 2 > p2") == []


@pytest.mark.parametrize("face", ["2", "3", "4", "5"])
def test_dc34_somebody_has_to_be_chosen(game, start, play, face) -> None:
    state = play(start(face, "1", stock="8"), "p1 draws")

    assert clauses(game, state, f"p1 plays {face}") == ["DC-34"]


@pytest.mark.parametrize("act", ["3 > p1", "4 > p1", "9 as 5 > p1", "9 as 1 > p1 = 3"])
def test_dc35_nobody_chooses_himself(game, start, play, act) -> None:
    state = play(start(act[0], "1", stock="8"), "p1 draws")

    assert clauses(game, state, f"p1 plays {act}") == ["DC-35"]


def test_dc36_a_nine_follows_the_rules_of_its_number(game, start, play) -> None:
    state = play(start("9", "4", stock="3"), "p1 draws")

    assert clauses(game, state, "p1 plays 9") == ["DC-36"]
    assert clauses(game, state, "p1 plays 9 as 1 > p2 = 1") == ["DC-27"]

    state = play(state, "p1 plays 9 as 6")

    assert (state.player("p1").pile, state.player("p1").protected) == (("9",), True)


@pytest.mark.parametrize("number", "0789")
def test_dc37_a_nine_is_never_a_passive_card(game, start, play, number) -> None:
    state = play(start("9", "4", stock="3"), "p1 draws")

    assert clauses(game, state, f"p1 plays 9 as {number}") == ["DC-37"]


def test_dc38_a_dropped_nine_has_no_effect(start, play) -> None:
    state = start("2", "9", stock="45")
    state = play(state, "p1 draws\np1 plays 2 > p2\np2 drops 9\np2 draws")

    assert (state.turn, state.agenda[0].step.value) == ("p2", "draw")


def at_the_end(game, start, hands, **rules):
    state = start(*hands, **rules)
    piles = {"p1.pile": "1 1 1 1 1 2 3 3", "p2.pile": "0 4 4 5 5 7 8"}
    for field, value in piles.items():
        state = game.correct(state, Correction(field, value))
    draft = state.draft()
    draft.stock, draft.hidden = ("0",), ("2",)
    return draft.frozen()


def test_dc39_a_nine_kept_wins(game, start, play) -> None:
    state = play(at_the_end(game, start, "69"), "p1 draws\np1 plays 0\np1 shows 6\np2 shows 9")

    assert game.outcome(state).winners == ("p2",)


@pytest.mark.parametrize(
    ("tie", "expected"),
    [("shared", (("p1", "p2"), "highest_tie")), ("pile_sum", (("p2",), "highest_sum"))],
)
def test_dc40_a_tie_is_shared_or_goes_by_piles(game, start, play, tie, expected) -> None:
    state = at_the_end(game, start, "66", tie=tie)
    state = play(state, "p1 draws\np1 plays 0\np1 shows 6\np2 shows 6")

    assert (game.outcome(state).winners, game.outcome(state).reason.code) == expected
    assert game.outcome(state).reason.clause == "DC-40"


def test_dc41_who_is_out_shows_and_takes_no_part(game, start, play) -> None:
    state = start("1", "6", "4", stock="35")
    state = play(state, "p1 draws\np1 plays 1 > p2 = 6\np2 hit\np2 shows 6\np3 draws")

    assert state.player("p2").pile == ("6",)
    assert not state.player("p2").protected
    assert clauses(game, state, "p3 plays 4 > p2") == ["DC-41"]
    assert clauses(game, state, "p2 draws") == ["DC-41"]


def test_dc42_the_turn_passes_when_its_player_goes_out(start, play) -> None:
    state = play(start("8", "6", "4", stock="3"), "p1 draws\np1 plays 8\np1 shows 3")

    assert state.turn == "p2"


def test_dc43_the_last_one_left_wins_at_once(game, start, play) -> None:
    state = play(start("8", "6", stock="3"), "p1 draws\np1 plays 8\np1 shows 3")

    assert state.stock
    assert game.outcome(state).reason.clause == "DC-43"


def test_dc44_the_trap_leaves_its_holder(game, start, play) -> None:
    state = play(start("5", "0", stock="0"), "p1 draws\np1 plays 5 > p2\np1 sprung\np1 shows 0")

    assert game.outcome(state).winners == ("p2",)


def test_dc45_nobody_shows_a_card_unasked(game, start) -> None:
    assert clauses(game, start("5", "3"), "p2 shows 3") == ["DC-45"]


def test_dc46_the_hidden_card_is_in_no_view(game, random_states) -> None:
    state = random_states(3, 7)[-1]

    assert state.hidden
    assert all(pile.face_up == () for _, pile in game.view(state, "table").common)


def test_dc47_piles_lie_open_in_order(game, start, play) -> None:
    state = start("1", "5", stock="234")
    state = play(state, "p1 draws\np1 plays 2 > p1\np1 drops 1\np1 draws")

    assert game.layout(state)["p1.pile"].face_up == ("2", "1")


def test_dc47_open_piles_count_cards_out(game, start, play) -> None:
    state = play(start("", ""), "p1 draws\np1 plays 7\np2 draws")

    assert clauses(game, state, "p2 plays 7") == ["DC-47"]


def test_dc48_a_turn_has_its_order(game, start, play) -> None:
    state = start("3", "4", stock="2")

    assert clauses(game, state, "p1 plays 3 > p2") == ["DC-48"]
    assert clauses(game, state, "p2 draws") == ["DC-48"]

    state = play(state, "p1 draws")

    assert clauses(game, state, "p1 draws") == ["DC-48"]
    assert clauses(game, state, "p2 plays 4") == ["DC-48"]
    assert clauses(game, play(state, "p1 plays 3 > p2"), "p2 draws") == ["DC-48"]


def test_all_faults_are_named_not_only_the_first(game, start, play) -> None:
    state = play(start("7", "1", stock="5"), "p1 draws")

    assert clauses(game, state, "p1 plays 5 > p1") == ["DC-11", "DC-35"]
    assert clauses(game, state, "p1 plays 1 > p1 = 1") == ["DC-48", "DC-11", "DC-35", "DC-27"]
