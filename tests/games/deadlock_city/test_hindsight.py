"""What was not right is found once the cards are open, and nobody is accused wrongly."""

import pytest

from companion.cards import Face
from companion.game import Correction, Finding
from companion.games.deadlock_city.actions import Hold, parse
from companion.games.deadlock_city.hindsight import look_back
from companion.record import parse as parse_record
from tests.games.deadlock_city.cheating import Evening, broken_in, deals, evening, shown

HEADER = "[game deadlock_city]\n[seats p1, p2, p3]\n[first p1]\n"


def found(text: str, **turned_up: str) -> list[Finding]:
    """Return what is found in a game of three that is written down."""
    record = parse_record(HEADER + "\n".join(filter(None, map(str.strip, text.split("\n")))))
    steps = [e if isinstance(e, Correction) else parse(str(e)) for e in record.entries]
    cards = {place: (Face(face),) for place, face in turned_up.items()}
    return list(look_back(record.setup, steps, cards))


def look(played: Evening) -> tuple[Finding, ...]:
    return look_back(played.setup, played.acts, shown(played))


# --- each kind of fault -------------------------------------------------------------------


def test_a_withheld_7_is_found_when_it_is_laid_open() -> None:
    [one] = found(
        """p1 draws
        p1 plays 5 > p2
        p1 compares p1
        p1 shows 7"""
    )

    assert (one.code, one.clause, one.steps) == ("audit_seven", "DC-11", (1,))
    assert dict(one.facts) == {"turn": "1", "seat": "p1", "face": "7", "other": "5"}
    assert one.should == "p1 plays 7"


@pytest.mark.parametrize(
    ("named", "code", "clause"),
    [
        ("4", "audit_miss", "DC-24"),
        ("0", "audit_miss", "DC-22"),
        ("9", "audit_miss_nine", "DC-25"),
    ],
)
def test_a_false_miss_is_found_when_the_card_is_laid_open(
    named: str, code: str, clause: str
) -> None:
    [one] = found(
        f"""p1 draws
        p1 plays 1 > p3 = {named}
        p3 miss
        p2 draws
        p2 plays 2 > p3
        p3 drops {named}"""
    )

    assert (one.code, one.clause, one.steps, one.should) == (code, clause, (2,), "p3 hit")


def test_a_miss_that_may_have_been_true_accuses_nobody() -> None:
    """He may have held the 8 then, and have drawn the 4."""
    assert [] == found(
        """p1 draws
        p1 plays 1 > p2 = 4
        p2 miss
        p2 draws
        p2 plays 8
        p2 shows 4"""
    )


def test_a_look_that_must_have_sprung_is_found() -> None:
    [one] = found(
        """p1 draws
        p1 plays 3 > p3
        p1 looks
        p2 draws
        p2 plays 2 > p3
        p3 drops 0"""
    )

    assert (one.code, one.clause, one.should) == ("audit_look", "DC-17", "p1 sprung")


def test_a_card_that_was_swapped_is_followed() -> None:
    [one] = found(
        """p1 draws
        p1 plays 3 > p3
        p1 looks
        p2 draws
        p2 plays 4 > p3
        p3 draws
        p3 plays 2 > p2
        p2 drops 0"""
    )

    assert (one.code, one.steps) == ("audit_look", (2,))


def test_a_comparison_told_the_wrong_way_is_found() -> None:
    [one] = found(
        """p1 draws
        p1 plays 5 > p2
        p1 compares p2
        p2 shows 6
        p3 draws
        p3 plays 2 > p1
        p1 drops 4
        p1 draws"""
    )

    assert one.code == "audit_compare"
    assert one.should == "p1 compares p1"


def test_a_trap_that_was_none_is_found() -> None:
    [one] = found(
        """p1 draws
        p1 plays 3 > p3
        p1 sprung
        p1 shows 6
        p2 draws
        p2 plays 2 > p3
        p3 holds 4
        p3 drops 4"""
    )

    assert (one.code, one.should) == ("audit_sprung", "p1 looks 4")


def test_what_a_phone_was_told_wrongly_is_found() -> None:
    [one] = found(
        """p2 holds 3
        p1 draws
        p1 plays 2 > p2
        p2 holds 5
        p2 drops 5
        p2 draws"""
    )

    assert (one.code, one.steps) == ("audit_told", (0,))
    assert one.should == "p2 holds 5"


def test_a_slip_of_the_finger_that_was_mended_at_once_is_none() -> None:
    assert [] == found(
        """p2 holds 3
        p2 holds 5
        p1 draws
        p1 plays 2 > p2
        p2 drops 5
        p2 draws"""
    )


def test_of_two_words_against_each_other_neither_is_believed() -> None:
    """The first card was the 4 or the 5: either the telling was wrong, or the look."""
    [one] = found(
        """p2 holds 4
        p1 draws
        p1 plays 3 > p2
        p1 looks 5
        p2 draws
        p2 plays 4 > p3
        p3 draws
        p3 plays 2 > p3
        p3 drops 5"""
    )

    assert (one.code, one.steps, one.should) == ("audit_one_of", (0, 3), "")


def test_a_hand_that_the_host_corrected_accuses_nobody() -> None:
    guess = """p1 draws
        p1 plays 1 > p3 = 4
        p3 miss
        {}
        p2 draws
        p2 plays 2 > p3
        p3 drops 4"""

    assert len(found(guess.format(""))) == 1
    assert found(guess.format("correct p3.hand = 4")) == []


# --- all kinds of games -------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(60))
def test_an_honest_game_shows_no_fault(seed: int) -> None:
    played = evening(2 + seed % 4, seed, logged=seed % 3)

    assert played.broken == []
    assert look(played) == ()


@pytest.mark.parametrize("seed", range(120))
def test_of_one_broken_rule_nobody_else_is_accused(seed: int) -> None:
    played = evening(2 + seed % 4, seed, logged=seed % 3, lie_at=seed % 11)
    if len(played.broken) != 1:
        return  # what followed from a false word to a phone is false, too

    for one in look(played):
        assert played.broken[0] in one.steps


def test_most_broken_rules_are_found() -> None:
    games = [evening(3, seed, logged=seed % 3, lie_at=seed % 11) for seed in range(200)]
    broken = [played for played in games if played.broken and not played.state.agenda]
    named = [p for p in broken if any(set(one.steps) & set(p.broken) for one in look(p))]

    assert len(broken) > 40
    assert 2 * len(named) > len(broken)


@pytest.mark.parametrize("seed", range(400))
def test_short_games_agree_with_every_past_judged_one_by_one(seed: int) -> None:
    played = evening(2, seed, logged=seed % 3, lie_at=seed % 5)
    draws = sum("draws" in str(action) for action in played.acts)
    if played.state.agenda or draws > 4 or played.setup.rules["two_player_removal"] == "yes":
        return
    mended = mended_at_once(played)
    pasts = [broken_in(played, deal) - mended for deal in deals(played)]
    fewest = min(map(len, pasts))
    likeliest = [past for past in pasts if len(past) == fewest]
    results = look(played)

    sure = frozenset.intersection(*likeliest)
    assert sure == {one.steps[0] for one in results if one.code != "audit_one_of"}
    unsure = frozenset.union(*likeliest) - sure
    assert unsure == {s for one in results if one.code == "audit_one_of" for s in one.steps}


def mended_at_once(played: Evening) -> frozenset[int]:
    """Return what players told their phones anew before anything came of it."""
    mended = set()
    for number, action in enumerate(played.acts):
        if not isinstance(action, Hold):
            continue
        later = played.acts[number + 1 :]
        until = next((n for n, a in enumerate(later) if not isinstance(a, Hold)), len(later))
        if any(again.seat == action.seat for again in later[:until]):
            mended.add(number)
    return frozenset(mended)
