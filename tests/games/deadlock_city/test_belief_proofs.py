"""Words that can't be true are found out, and it is known whose they were."""

from random import Random

import pytest

from companion.bench.worlds import twins
from companion.cards import Seat
from companion.game import TABLE, Correction, Setup, TakenBack
from companion.games.deadlock_city.belief import DeadlockBelief

THREE = (Seat("p1"), Seat("p2"), Seat("p3"))
#: p1 says that nothing sprang; then p3 has to put down the 0 that he held all the time.
LOOKED_AT_ZERO = (
    "p1 draws",
    "p1 plays 3 > p3",
    "p1 looks",
    "p2 draws",
    "p2 plays 2 > p3",
    "p3 drops 0",
)
SPRUNG = ("p1 draws", "p1 plays 3 > p3", "p1 sprung", "p1 shows 4")
TIED = ("p1 draws", "p1 plays 5 > p3", "p1 compares tie", "p2 draws", "p2 plays 2 > p3")


@pytest.fixture
def believe(game):
    """Return a function that follows lines for a viewer; numbers take back so many steps."""

    def follow(*lines: str | int, viewer: str = TABLE, **rules: str) -> DeadlockBelief:
        belief = game.belief(Setup(THREE, THREE[0], rules), viewer)
        return go_on(game, belief, *lines)

    return follow


def go_on(game, belief: DeadlockBelief, *lines: str | int) -> DeadlockBelief:
    for line in lines:
        if isinstance(line, int):
            step = TakenBack(line)
        elif line.startswith("correct "):
            step = Correction(*line.removeprefix("correct ").split(" = "))
        else:
            step = game.parse(line)
        belief = belief.after(step)
    return belief


def found(belief: DeadlockBelief) -> list[tuple[str, tuple[str, ...], str]]:
    return [(proof.code, proof.accused, proof.clause) for proof in belief.proofs()]


def test_dc_17_a_look_at_a_zero_that_did_not_spring(believe) -> None:
    assert found(believe(*LOOKED_AT_ZERO[:-1])) == []
    assert found(believe(*LOOKED_AT_ZERO)) == [("disproved_look", ("p1",), "DC-17")]


def test_dc_11_a_seven_that_should_have_gone(believe) -> None:
    belief = believe(
        "p1 draws",
        "p1 plays 6",
        "p2 draws",
        "p2 plays 4 > p3",
        "p3 draws",
        "p3 plays 3 > p2",
        "p3 looks",
        "p1 draws",
        "p1 plays 2 > p1",
        "p1 drops 7",
    )
    assert found(belief) == []  # the 7 may have been the card just drawn

    belief = believe("p1 draws", "p1 plays 5 > p2", "p1 compares p2", "p2 shows 3", "p3 draws")
    belief = go_on_with(belief, "p3 plays 2 > p1", "p1 drops 7")
    assert found(belief) == [("disproved_play", ("p1",), "DC-11")]


def go_on_with(belief: DeadlockBelief, *lines: str) -> DeadlockBelief:
    from companion.games.deadlock_city.actions import parse

    for line in lines:
        belief = belief.after(parse(line))
    return belief


def test_two_words_of_which_one_must_be_wrong_accuse_both(believe) -> None:
    belief = believe(*SPRUNG, "p2 draws", "p2 plays 1 > p3 = 0", "p3 miss")

    assert found(belief) == [("disproved_together", ("p1", "p3"), "")]


def test_an_open_card_tells_which_of_them_it_was(game, believe) -> None:
    belief = believe(*TIED, "p3 drops 1", "p3 draws", "p3 draws", "p3 plays 5 > p1")
    belief = go_on(game, belief, "p3 compares p3", "p3 shows 3")
    assert found(belief) == [("disproved_together", ("p1", "p3"), "")]

    belief = go_on(game, belief, "p2 draws", "p2 plays 2 > p1", "p1 drops 4")
    assert found(belief) == [("disproved_compare", ("p1",), "DC-29")]


def test_a_card_laid_open_for_a_hit_proves_no_more_than_the_hit(game, believe) -> None:
    belief = believe(*TIED, "p3 drops 1", "p3 draws", "p3 draws", "p3 plays 1 > p1 = 4", "p1 hit")
    assert found(belief) == [("disproved_together", ("p1",), "")]

    belief = go_on(game, belief, "p1 shows 4")
    assert found(belief) == [("disproved_together", ("p1",), "")]


def test_a_taken_back_answer_is_forgotten_only_when_it_was_wrong(game, believe) -> None:
    belief = believe(*SPRUNG, "p2 draws", "p2 plays 1 > p3 = 0", "p3 miss", 1)
    assert found(belief) == []
    assert belief.probability("p3", "0") == 1

    belief = go_on(game, belief, "p3 hit", "p3 shows 0")
    assert found(belief) == []


def test_a_taken_back_card_that_was_misread_accuses_nobody(game, believe) -> None:
    belief = believe("p1 draws", "p1 plays 8", 1, "p1 plays 1 > p2 = 8", "p2 hit", "p2 shows 8")

    assert found(belief) == []


def test_a_true_answer_that_was_taken_back_is_still_known(believe) -> None:
    belief = believe("p1 draws", "p1 plays 1 > p2 = 9", "p2 miss", 2, "p1 plays 6")

    assert "9" not in belief.possible("p2")
    assert "9" in belief.possible("p3")


def test_a_correction_by_the_host_closes_the_matter(believe) -> None:
    assert found(believe(*LOOKED_AT_ZERO, "correct p3.pile = 4")) == []


def test_a_correction_makes_what_was_concluded_from_the_card_void(believe) -> None:
    belief = believe("p1 draws", "p1 plays 5 > p2", "p1 compares p2", "p2 shows 6")
    assert belief.possible("p1") == {"8", "9"}  # a 7 would have had to go

    belief = believe(
        "p1 draws",
        "p1 plays 5 > p2",
        "p1 compares p2",
        "p2 shows 6",
        "correct p2.pile = 1",
    )
    assert belief.possible("p1") == set("0123456789")


def test_what_one_told_his_phone_is_not_against_what_he_plays(game, believe) -> None:
    lines = (
        "p1 holds 3",
        "p1 draws",
        "p1 plays 4 > p2",
        "p2 holds 5",
        "p2 draws",
        "p2 plays 1 > p1 = 4",
    )
    assert found(believe(*lines, viewer="p2")) == []

    belief = believe("p1 holds 3", "p1 draws", "p1 plays 4 > p2", "p2 draws", viewer="p1")
    belief = go_on(game, belief, "p2 plays 4 > p3", "p3 draws", "p3 plays 2 > p3", "p3 drops 5")
    assert found(belief) == [("disproved_told", ("p1",), "DC-47")]


def test_cards_told_anew_replace_those_told_before(believe) -> None:
    belief = believe("p1 holds 3", "p1 holds 4", viewer="p1")

    assert found(belief) == []
    assert belief.possible("p1") == {"4"}


def test_what_others_tell_their_phones_means_nothing(believe) -> None:
    told = believe("p1 holds 3", "p1 draws", "p1 holds 3 4", viewer="p2")
    untold = believe("p1 draws", viewer="p2")

    assert told.deals() == untold.deals()
    assert told.possible("p1") == untold.possible("p1")


def test_hints_are_given_only_where_the_house_rule_says_so(believe) -> None:
    lines = ("p1 holds 4", "p1 draws", "p1 holds 4 5", "p1 plays 5 > p3", "p1 compares tie")
    helped = believe(*lines, viewer="p1", deduction_help="on").hints()

    assert [(hint.code, dict(hint.facts)) for hint in helped] == [
        ("deduced_holds", {"holder": "p3", "face": "4"})
    ]
    assert believe(*lines, viewer="p1").hints() == ()
    assert believe(*lines, viewer="p2", deduction_help="on").hints() == ()


def test_a_belief_rests_on_nothing_that_its_viewer_may_not_know(game) -> None:
    pairs, compared = twins(game, Random(11)), 0
    while compared < 2_000:
        pair = next(pairs)
        setups = (pair.one.states[0].table, pair.other.states[0].table)
        assert setups[0] == setups[1]
        setup = Setup(setups[0].seats, pair.one.states[0].turn, {"deduction_help": "on"})
        one, other = game.belief(setup, pair.viewer), game.belief(setup, pair.viewer)
        for act, twin in zip(pair.one.actions, pair.other.actions, strict=True):
            one, other = one.after(act), other.after(twin)
            compared += 1
            assert one.deals() == other.deals()
            assert (one.proofs(), one.hints()) == (other.proofs(), other.hints())
