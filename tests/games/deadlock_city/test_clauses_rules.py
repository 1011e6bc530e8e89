"""The rulings DC-01 to DC-26, each by its name. Records show the same at more length."""

import pytest

from companion.game import Correction, Setup, SetupError

# Piles that leave 0, 2, 8 and 9: one card in each hand, one in the deck, one hidden.
ALMOST_OVER = {"p1.pile": "1 1 1 1 1 2 3 3", "p2.pile": "4 4 5 5 6 6 7 0"}


@pytest.fixture
def last_turn(game, start):
    """Return a function that begins the last turn of two players with these hands."""

    def begin(own: str, other: str, **piles: str):
        state = start(own, other)
        for field, value in (ALMOST_OVER | piles).items():
            state = game.correct(state, Correction(field.replace("_", "."), value))
        return state

    return begin


def clauses(game, state, act: str) -> list[str]:
    return [violation.clause for violation in game.violations(state, game.parse(act))]


def result(game, state) -> tuple[tuple[str, ...], str, str]:
    outcome = game.outcome(state)
    return outcome.winners, outcome.reason.code, outcome.reason.clause


def test_dc01_the_first_seat_begins(game) -> None:
    state = game.setup(Setup(("p1", "p2"), first="p2"))

    assert [str(action) for action in game.legal(state)] == ["p2 draws"]


def test_dc02_one_deal_has_one_outcome(game, start, play) -> None:
    state = play(start("8", "3", stock="4"), "p1 draws\np1 plays 8\np1 shows 4")

    assert result(game, state) == (("p2",), "last_standing", "DC-43")
    assert game.legal(state) == ()


@pytest.mark.parametrize(("chosen", "removed", "stock"), [("no", 0, 17), ("yes", 3, 14)])
def test_dc03_two_players_may_lay_three_cards_aside(start, chosen, removed, stock) -> None:
    state = start("", "", two_player_removal=chosen)

    assert (len(state.removed), len(state.stock)) == (removed, stock)


def test_dc03_three_players_never_lay_cards_aside(start) -> None:
    assert start("", "", "", two_player_removal="yes").removed == ()


def test_dc04_the_turn_of_the_last_card_is_finished(game, last_turn, play) -> None:
    state = play(last_turn("2", "9"), "p1 draws\np1 holds 2 0")

    assert state.stock == ()
    assert game.outcome(state) is None

    shown = play(state, "p1 plays 0\np2 shows 9\np1 shows 2")

    assert result(game, shown) == (("p2",), "highest_card", "DC-04")


def test_dc05_the_hidden_card_is_no_deck(game, last_turn, play) -> None:
    state = play(last_turn("2", "9"), "p1 draws\np1 holds 2 0\np1 plays 0")

    assert len(state.hidden) == 1
    assert clauses(game, state, "p2 draws") == ["DC-48"]


def test_dc06_a_two_without_deck_takes_the_hidden_card(last_turn, play) -> None:
    state = play(last_turn("2", "9"), "p1 draws\np1 holds 2 0\np1 plays 2 > p2\np2 drops 9")

    assert play(state, "p2 draws").hidden == ()


def test_dc07_the_hidden_card_stays_when_a_two_empties_the_deck(last_turn, play) -> None:
    state = last_turn("2", "9", p2_pile="4 4 5 5 6 6 7")
    state = play(state, "p1 draws\np1 holds 2 0\np1 plays 2 > p2\np2 drops 9\np2 draws")

    assert (state.stock, len(state.hidden)) == ((), 1)
    assert state.agenda[0].step.value == "show"


def test_dc08_an_eight_dropped_puts_its_holder_out(start, play) -> None:
    state = play(start("2", "8", "1", stock="3"), "p1 draws\np1 plays 2 > p2\np2 drops 8")

    assert state.player("p2").out
    assert state.player("p2").hand == ()
    assert state.turn == "p3"


@pytest.mark.parametrize("face", ["0", "7"])
def test_dc09_a_dropped_zero_or_seven_does_nothing(start, play, face) -> None:
    state = start("2", face, "1", stock="34")
    state = play(state, f"p1 draws\np1 plays 2 > p2\np2 drops {face}\np2 draws")

    assert state.living() == ["p1", "p2", "p3"]
    assert state.player("p2").hand == ("4",)


def test_dc10_a_two_may_choose_its_own_player(start, play) -> None:
    state = play(start("2", "1", stock="63"), "p1 draws\np1 plays 2 > p1\np1 drops 6\np1 draws")

    assert state.player("p1").hand == ("3",)
    assert not state.player("p1").protected


@pytest.mark.parametrize("other", ["5", "6"])
def test_dc11_seven_goes_first_with_a_printed_five_or_six(game, start, play, other) -> None:
    state = play(start("7", "1", stock=other), "p1 draws")

    assert {action.face for action in game.legal(state)} == {"7"}


def test_dc11_the_reason_is_a_secret_of_its_holder(game, start, play) -> None:
    state = play(start("7", "1", stock="5"), "p1 draws")
    reasons = game.violations(state, game.parse("p1 plays 5 > p2"))

    assert [(reason.code, reason.secret_of) for reason in reasons] == [("seven_forced", "p1")]


def test_dc11_half_a_told_hand_can_prove_it(game, start, play) -> None:
    state = play(start("7", "1", logged=("p1",)), "p1 draws")

    assert clauses(game, state, "p1 plays 5 > p2") == ["DC-11"]
    assert clauses(game, state, "p1 plays 4 > p2") == []


def test_dc12_a_nine_does_not_force_the_seven(game, start, play) -> None:
    state = play(start("7", "1", stock="9"), "p1 draws")

    assert clauses(game, state, "p1 plays 9 as 5 > p2") == []
    assert clauses(game, state, "p1 plays 9 as 6") == []


def test_dc13_seven_may_go_freely_and_does_nothing(start, play) -> None:
    state = play(start("7", "1", stock="3"), "p1 draws\np1 plays 7")

    assert state.player("p1").hand == ("3",)
    assert state.turn == "p2"


def test_dc14_the_force_is_told_to_its_holder_alone(game, start, play) -> None:
    state = play(start("7", "1", stock="5", logged=("p1", "p2")), "p1 draws")
    notes = {viewer: game.view(state, viewer).notes for viewer in ("p1", "p2", "table")}

    assert [note.code for note in notes["p1"]] == ["must_play_seven"]
    assert notes["p2"] == notes["table"] == ()


def test_dc15_an_eight_may_go_and_its_player_is_warned(game, start, play) -> None:
    state = play(start("7", "1", stock="8"), "p1 draws")

    assert [note.code for note in game.view(state, "p1").notes] == ["beware_eight"]

    state = play(state, "p1 plays 8\np1 shows 7")

    assert result(game, state)[0] == ("p2",)


def test_dc16_the_looker_is_out_and_the_holder_plays_on(start, play) -> None:
    state = play(start("3", "0", "1", stock="4"), "p1 draws\np1 plays 3 > p2\np1 sprung")

    assert state.player("p1").out
    assert state.player("p2").hand == ("0",)


def test_dc17_looking_at_a_zero_always_springs_it(game, start, play) -> None:
    state = play(start("9", "0", "1", stock="4"), "p1 draws\np1 plays 9 as 3 > p2")

    assert str(game.forced(state)) == "p1 sprung"
    assert clauses(game, state, "p1 looks 0") == ["DC-17"]


def test_dc18_zero_springs_before_the_comparison(game, start, play) -> None:
    state = play(start("5", "0", "1", stock="9"), "p1 draws\np1 plays 5 > p2")

    assert str(game.forced(state)) == "p1 sprung"
    assert play(state, "p1 sprung\np1 shows 9").living() == ["p2", "p3"]


def test_dc19_ones_own_zero_is_only_the_smaller_card(game, start, play) -> None:
    state = play(start("5", "3", "1", stock="0"), "p1 draws\np1 plays 5 > p2")

    assert str(game.forced(state)) == "p1 compares p1"


def test_dc20_a_swapped_zero_does_nothing(start, play) -> None:
    state = play(start("4", "3", stock="0"), "p1 draws\np1 plays 4 > p2")

    assert [player.hand for player in state.players] == [("3",), ("0",)]
    assert state.living() == ["p1", "p2"]


def test_dc21_a_zero_laid_open_does_nothing(start, play) -> None:
    state = start("1", "0", "3", stock="4")
    state = play(state, "p1 draws\np1 plays 1 > p2 = 0\np2 hit\np2 shows 0")

    assert state.living() == ["p1", "p3"]


def test_dc22_zero_may_be_named_and_hit(game, start, play) -> None:
    state = play(start("1", "0", "3", stock="4"), "p1 draws\np1 plays 1 > p2 = 0")

    assert str(game.forced(state)) == "p2 hit"
    assert clauses(game, state, "p2 miss") == ["DC-22"]


@pytest.mark.parametrize(("chosen", "due"), [("kept", "draw"), ("redrawn", "drop")])
def test_dc23_a_sprung_zero_is_kept_or_redrawn(start, play, chosen, due) -> None:
    state = start("3", "0", "1", stock="4", sprung_zero=chosen)
    state = play(state, "p1 draws\np1 plays 3 > p2\np1 sprung\np1 shows 4")

    assert (state.agenda[0].step.value, state.agenda[0].seat) == (due, "p2")


def test_dc24_every_number_but_one_may_be_named(game, start, play) -> None:
    state = play(start("1", "3", stock="4"), "p1 draws")
    named = {action.number for action in game.legal(state) if action.number}

    assert named == set("023456789")


def test_dc25_a_guessed_nine_is_replaced(start, play) -> None:
    state = start("1", "9", stock="45")
    state = play(state, "p1 draws\np1 plays 1 > p2 = 9\np2 hit\np2 drops 9\np2 draws")

    assert state.living() == ["p1", "p2"]
    assert (state.player("p2").hand, state.player("p2").pile) == (("5",), ("9",))


def test_dc26_a_guessed_nine_without_deck_takes_the_hidden_card(last_turn, play) -> None:
    state = last_turn("1", "9", p1_pile="1 1 1 1 2 2 3 3")
    state = play(state, "p1 draws\np1 plays 1 > p2 = 9\np2 hit\np2 drops 9\np2 draws")

    assert state.hidden == ()


@pytest.mark.parametrize(
    ("setup", "problem"),
    [
        (Setup(("p1",), "p1"), "2 to 5"),
        (Setup(("p1", "p1"), "p1"), "only once"),
        (Setup(("p1", "p2"), "p3"), "not among"),
        (Setup(("p1", "p2"), "p1", {"tie": "nobody"}), "shared, pile_sum"),
        (Setup(("p1", "p2"), "p1", {"luck": "yes"}), "unknown"),
        (Setup(("p1", "p2"), "p1", deal={"p1": ("7",), "p2": ("7",)}), "the deck has 1"),
        (Setup(("p1", "p2"), "p1", deal={"p1": ("7", "8")}), "room for 1"),
        (Setup(("p1", "p2"), "p1", deal={"attic": ("7",)}), "no place"),
    ],
)
def test_an_impossible_setup_is_refused(game, setup, problem) -> None:
    with pytest.raises(SetupError, match=problem):
        game.setup(setup)


def test_who_was_sprung_shows_before_the_0_is_put_down(game, start, play) -> None:
    """DC-23, DC-41: the 0 is known at once, but the show comes first and stays due."""
    state = start("", "0", "4", stock="3", sprung_zero="redrawn")
    state = play(state, "p1 draws\np1 plays 3 > p2\np1 sprung")

    assert [str(a.seat) for a in game.legal(state)] == ["p1"] * len(game.legal(state))
    assert game.violations(state, game.parse("p2 drops 0"))
    assert game.forced(state) is None
    state = play(state, "p1 shows 5\np2 drops 0\np2 draws")
    assert [len(state.player(seat).hand) for seat in state.table.seats] == [0, 1, 1]
