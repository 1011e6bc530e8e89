"""The arbiter on a written record: every fault with its line, whatever the text is."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.check import Fault, check
from companion.games import GAMES
from companion.record import parse
from tests.companion.test_record import RECORDS

HEADER = "[game deadlock_city]\n[seats p1 Ann, p2 Ben, p3 Cy]\n[first p1]\n"
GOLDEN = sorted(RECORDS.glob("deadlock_city/golden*.rec"))
LINES = [
    *("p1 draws", "p2 draws", "p1 plays 5 > p2", "p2 plays 4 > p1", "p1 plays 1 > p2 = 4"),
    *("p2 hit", "p2 miss", "p1 compares p2", "p1 compares tie", "p1 looks 0", "p1 sprung"),
    *("p2 shows 4", "p3 shows 8", "p2 drops 8", "p1 holds 3 5", "p1 plays 9 as 2 > p1", "undo 1"),
    *("undo 9", "correct p1.pile = 3 5", "correct turn = p3", "correct p2.out = yes", "nonsense"),
    *("refused DC-11: p1 draws", "result p1: last_standing DC-43", "undo", "# a word", ""),
    *(
        "p9 draws",
        "p1 plays 4 > p1",
        "p1 plays 9",
        "p1 plays 1 > p2 = 1",
        "p1 plays 8",
        "p3 plays 7",
    ),
]


def faults(text: str) -> list[Fault]:
    return check(GAMES, HEADER + text).faults


def codes(text: str) -> list[tuple[int, str]]:
    return [(f.line, f.reason.code if f.reason else "unreadable") for f in faults(text)]


def test_a_good_record_has_none() -> None:
    found = check(GAMES, GOLDEN[0].read_text(encoding="utf-8"))

    assert found.faults == []
    assert len(found.told) == len(found.lines)
    assert all(found.told)


def test_every_fault_is_listed_not_only_the_first() -> None:
    text = "p1 draws\np1 draws\nnonsense here\np1 plays 1 > p2 = 1\np2 miss\np2 plays 3 > p1\n"

    assert codes(text) == [
        (5, "already_drawn"),
        (6, "unreadable"),
        (7, "number_one"),
        (9, "first_draw"),
    ]


def test_what_follows_a_plain_illegal_act_is_not_a_fault() -> None:
    text = "p1 holds 7\np1 draws\np1 holds 7 5\np1 plays 5 > p2\np1 compares p2\np2 shows 3\n"

    assert codes(text) == [(7, "seven_forced")]


def test_what_only_later_cards_show_is_a_fault_of_its_line() -> None:
    text = "p1 draws\np1 plays 5 > p2\np1 compares p1\np1 shows 7\n"
    [fault] = faults(text)

    assert (fault.line, fault.text) == (5, "p1 plays 5 > p2")
    assert fault.reason is not None
    assert fault.reason.clause == "DC-11"


def test_a_wrong_refusal_and_a_wrong_result_are_faults() -> None:
    text = "refused DC-11: p1 draws\nrefused DC-11: p2 draws\nresult p1: last_standing DC-43\n"

    assert codes(text) == [(4, "was_allowed"), (5, "other_clauses"), (6, "goes_on")]


def test_a_half_line_and_a_strange_header_are_named_with_their_lines() -> None:
    text = "[game deadlock_city]\n[seats p1, p2]\n[colour red]\n[first p1]\nundo\np1 draws\n"
    found = check(GAMES, text)

    assert [fault.line for fault in found.faults] == [3, 5]
    assert found.lines == [6]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[game poker]\n[seats p1]\n[first p1]\n", "no game 'poker'"),
        ("[game deadlock_city]\n[seats p1]\n[first p1]\n", "2 to 5"),
        ("[game deadlock_city]\n[seats p1, p2]\n", "lacks first"),
        ("[game deadlock_city]\n[seats p1, p2]\n[first p1]\n[rules tie=maybe]\n", "tie"),
        ("", "no game"),
    ],
)
def test_a_record_that_cannot_be_played_says_why(text: str, says: str) -> None:
    [fault] = check(GAMES, text).faults

    assert fault.line == 0
    assert says in fault.detail


@given(st.text(max_size=300))
def test_any_text_is_checked_without_an_error(text: str) -> None:
    check(GAMES, text)
    check(GAMES, HEADER + text)


@given(st.lists(st.sampled_from(LINES), max_size=30))
def test_any_order_of_lines_is_judged_to_the_end(lines: list[str]) -> None:
    found = check(GAMES, HEADER + "\n".join(lines))

    assert len(found.told) == len(found.lines)
    assert all(3 < fault.line <= 3 + len(lines) for fault in found.faults)


@given(st.sampled_from(GOLDEN), st.integers(0, 10**6))
def test_a_damaged_record_is_judged_to_the_end(file, seed: int) -> None:  # type: ignore[no-untyped-def]
    rng = Random(seed)
    lines = file.read_text(encoding="utf-8").splitlines()
    head = next(n for n, line in enumerate(lines) if line.startswith("p"))
    for _ in range(rng.randint(1, 4)):
        place = rng.randrange(head, len(lines))
        lines[place : place + rng.randint(0, 2)] = rng.choices(LINES, k=rng.randint(0, 2))
        lines.append("p1 draws")
    found = check(GAMES, "\n".join(lines))

    assert len(found.told) == len(found.lines)


def test_a_record_without_faults_is_what_parse_reads() -> None:
    text = GOLDEN[-1].read_text(encoding="utf-8")

    assert check(GAMES, text).record == parse(text)
