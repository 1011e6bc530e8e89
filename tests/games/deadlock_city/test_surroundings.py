"""What leaves the rules: views, notation for others, the ledger, layouts, the table adopted."""

import pytest

from companion.cards import UNKNOWN
from companion.game import TABLE, Correction, NotationError
from companion.layout import EMPTY, Pile


def known(game, state, knower: str) -> set[tuple[str, str, bool]]:
    return {
        (k.holder, k.face, k.holds) for k in game.knowledge(state) if k.knower == knower != k.holder
    }


def test_a_look_is_known_to_the_looker_alone(game, start, play) -> None:
    state = play(start("3", "6", "1", stock="4"), "p1 draws\np1 plays 3 > p2\np1 looks")

    assert known(game, state, "p1") == {("p2", "6", True)}
    assert known(game, state, "p3") == set()
    assert game.view(state, "p1").seats[1].hand == ("6",)
    assert game.view(state, "p3").seats[1].hand == (UNKNOWN,)
    assert [note.code for note in game.view(state, "p1").notes] == ["you_know"]


def test_a_known_card_is_forgotten_when_it_is_put_down(game, start, play) -> None:
    state = start("3", "6", "1", stock="45")
    state = play(state, "p1 draws\np1 plays 3 > p2\np1 looks 6\np2 draws")

    assert known(game, play(state, "p2 plays 6"), "p1") == set()
    assert known(game, play(state, "p2 plays 5 > p1\np2 compares p1"), "p1") >= {("p2", "6", True)}


def test_knowledge_follows_a_swapped_card(game, start, play) -> None:
    state = start("3", "4", "1", stock="54")
    state = play(state, "p1 draws\np1 plays 3 > p2\np1 looks 4\np2 draws\np2 plays 4 > p3")

    assert known(game, state, "p2") == {("p3", "4", True)}
    assert known(game, state, "p3") == {("p2", "1", True)}
    assert known(game, state, "p1") == set()


def test_a_wrong_guess_teaches_everyone(game, start, play) -> None:
    state = play(start("1", "6", "2", stock="45"), "p1 draws\np1 plays 1 > p2 = 3\np2 miss")

    assert known(game, state, "p1") == known(game, state, "p3") == {("p2", "3", False)}


def test_drawing_is_learning_and_telling_is_not(game, start, play) -> None:
    state = start("", "", logged=("p1",))
    drawn = play(state, "p1 draws")
    told = play(drawn, "p1 holds 3 5")

    assert game.knowledge(drawn) > game.knowledge(state)
    assert game.knowledge(told) == game.knowledge(drawn)


def test_undo_takes_no_knowledge_away(game, start, play) -> None:
    before = play(start("3", "6", "1", stock="4"), "p1 draws\np1 plays 3 > p2")
    after = play(before, "p1 looks")
    undone = game.with_knowledge(before, game.knowledge(after))

    assert known(game, undone, "p1") == {("p2", "6", True)}


def test_a_card_dropped_cannot_be_unseen(game, start, play) -> None:
    before = play(start("2", "6", "1", stock="45"), "p1 draws\np1 plays 2 > p2")
    after = play(before, "p2 drops 6")

    assert not game.knowledge(after) <= game.knowledge(before)


def test_what_one_tells_his_phone_no_other_may_know_of(game, start) -> None:
    state = start("", "", logged=("p1",))
    telling = game.parse("p1 holds 3")

    assert game.seen_by(state, telling, "p1") == "p1 holds 3"
    assert game.seen_by(state, telling, "p2") is None
    assert game.seen_by(state, telling, TABLE) is None
    assert game.told(state, telling, TABLE) is None


def test_a_looked_at_face_is_kept_from_others(game, start, play) -> None:
    state = play(start("3", "6", stock="4"), "p1 draws\np1 plays 3 > p2")
    look = game.parse("p1 looks 6")

    assert game.seen_by(state, look, "p1") == "p1 looks 6"
    assert game.seen_by(state, look, "p2") == game.seen_by(state, look, TABLE) == "p1 looks"
    assert game.told(state, look, "p2").code == "did_look"


def test_a_told_hand_can_be_mended(game, start, play) -> None:
    state = play(start("", "", logged=("p1",)), "p1 holds 3\np1 holds 4")

    assert state.player("p1").hand == ("4",)
    assert [v.code for v in game.violations(state, game.parse("p1 holds 4 5"))] == ["hand_size"]


def test_tellings_are_choices_of_a_logged_seat_only(game, start) -> None:
    state = start("", "", logged=("p1",))
    told = [c.notation for c in game.view(state, "p1").choices if "holds" in c.notation]

    assert told == [f"p1 holds {face}" for face in range(10)]
    assert "tell_hand" in [prompt.code for prompt in game.view(state, "p1").prompts]
    assert all("holds" not in c.notation for c in game.view(state, "p2").choices)


def test_a_half_told_hand_keeps_the_card_that_was_not_put_down(start, play) -> None:
    state = start("", "", logged=("p1",))
    state = play(state, "p1 holds 3\np1 draws")

    assert play(state, "p1 plays 5 > p2").player("p1").hand == ("3",)
    assert play(state, "p1 plays 3 > p2").player("p1").hand == (UNKNOWN,)


def test_a_swap_of_one_told_hand_tells_nobody_elses(start, play) -> None:
    state = play(start("3", "", stock="4"), "p1 draws\np1 plays 4 > p2")

    assert [player.hand for player in state.players] == [(UNKNOWN,), (UNKNOWN,)]


def test_the_deck_lies_across_the_hidden_card(game, start) -> None:
    state = start("", "")

    assert game.layout(state)["deck"] == Pile(face_down=1, angle_deg=0.0)

    draft = state.draft()
    draft.stock = ()
    assert game.layout(draft.frozen())["deck"] == Pile(face_down=1, angle_deg=90.0)


def test_an_illegal_card_lies_on_the_pile_all_the_same(game, start) -> None:
    state = start("3", "4")
    layout = game.layout_after(state, game.parse("p2 plays 4"))

    assert layout["p2.pile"].face_up == ("4",)
    assert layout["p2.hand"].face_down == 0
    assert layout["p1.pile"] == EMPTY


def test_adopting_a_forbidden_card_passes_the_turn(game, start, play) -> None:
    state = play(start("7", "1", "2", stock="5"), "p1 draws")
    seen = game.layout_after(state, game.parse("p1 plays 5 > p2"))
    for correction in game.adopt(state, seen):
        state = game.correct(state, correction)

    assert game.layout(state) == seen
    assert state.turn == "p2"


def test_adopting_moved_cards_makes_record_and_table_agree(game, start, play) -> None:
    state = play(start("", "", ""), "p1 draws\np1 plays 7\np2 draws\np2 plays 0\np3 draws")
    seen = {**game.layout(state), "p1.pile": Pile(()), "p2.pile": Pile(("0", "7"))}
    for correction in game.adopt(state, seen):
        state = game.correct(state, correction)

    assert game.layout(state) == seen


def test_removed_cards_are_adopted_from_the_table(game, start) -> None:
    state = start("", "", two_player_removal="yes")
    assert "removed" not in game.layout(state)

    corrections = game.adopt(state, {"removed": Pile(("1", "4", "5"))})

    assert corrections == (Correction("removed", "1 4 5"),)
    state = game.correct(state, corrections[0])
    assert game.layout(state)["removed"].face_up == ("1", "4", "5")


@pytest.mark.parametrize(
    ("line", "remedy"),
    [
        ("p1.pile = 7 7", "there are 1"),
        ("p1.pile = x", "0 to 9"),
        ("p1.hand = 1 2 3", "one card, or two"),
        ("p2.hand = 1 2", "only in his turn"),
        ("p1.hand = none", "one card, or two"),
        ("p1.out = maybe", "yes or no"),
        ("turn = p7", "p1, p2"),
        ("deck = hidden", "correct those"),
        ("deck = full", "cards, hidden or empty"),
        ("p9.pile = 1", "known: turn, deck"),
        ("weather = fine", "known: turn, deck"),
    ],
)
def test_an_impossible_correction_names_a_remedy(game, start, line, remedy) -> None:
    field, _, value = line.partition(" = ")

    with pytest.raises(NotationError, match=remedy):
        game.correct(start("", ""), Correction(field, value))


def test_a_seat_put_out_by_the_host_shows_and_the_game_goes_on(game, start, play) -> None:
    state = game.correct(start("3", "4", "5"), Correction("p1.out", "yes"))

    assert str(game.forced(state)) == "p1 shows 3"
    assert play(state, "p1 shows 3").turn == "p2"


def test_a_seat_brought_back_takes_its_card_up(game, start, play) -> None:
    state = play(start("8", "4", "5", stock="1"), "p1 draws\np1 plays 8\np1 shows 1")
    state = game.correct(state, Correction("p1.out", "no"))

    assert state.player("p1").hand == ("1",)
    assert state.player("p1").pile == ("8",)


def test_a_finished_draft_cannot_be_changed(start) -> None:
    state = start("3", "4")

    with pytest.raises(AttributeError):
        state.turn = "p2"
    with pytest.raises(AttributeError):
        state.players[0].out = True


def test_nothing_follows_from_cards_that_cannot_be(game, start, play) -> None:
    """Each of three players claims a 0: whoever looks last knows that it is not so."""
    state = start("", "", "", stock="", logged=("p1", "p2", "p3"))
    state = play(state, "p1 holds 0\np2 holds 0\np1 draws\np1 holds 0 3\np1 plays 3 > p2")
    state = game.correct(state, Correction("p3.pile", "0"))

    assert game.forced(state) is None
