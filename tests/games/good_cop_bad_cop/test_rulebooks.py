"""Both rulebooks say everything the rules can say, in right typography."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import companion.games.good_cop_bad_cop as package
from companion.game import TABLE, Message
from companion.games.good_cop_bad_cop.cards import CHANGED_IN_FOURTH, EQUIPMENT, INTEGRITY
from companion.games.good_cop_bad_cop.state import Step
from tests.games.repairing import REPAIRS

HOME = Path(package.__file__).parent
NAMES = {f"p{place}": f"Player {place}" for place in range(1, 9)}
MOMENTS = ("start", "declared", "shot", "investigated", "aimed", "end")
WAITING = ("action", "aim", "flip", "keep", "choose", "redirect", "mix", "reveal", "counter")
#: Codes that are put together at run time.
BUILT = {
    *(f"first_{step}" for step in WAITING),
    *(f"ask_{step}" for step in WAITING),
    *(f"ask_react_{moment}" for moment in MOMENTS),
    *(f"set_up_{edition}" for edition in ("seed", "printed", "fourth")),
    *(f"you_are_{side}" for side in ("honest", "crooked")),
    *(f"you_are_{leader}{hurt}" for leader in ("agent", "kingpin") for hurt in ("", "_wounded")),
    *(f"tool_{face}" for face in EQUIPMENT),
    *(f"tool_{face}_fourth" for face in CHANGED_IN_FOURTH),
    *REPAIRS,
}


def source() -> str:
    return "\n".join(path.read_text(encoding="utf-8") for path in HOME.glob("*.py"))


def test_the_waiting_steps_are_those_of_the_stack() -> None:
    assert set(WAITING) | {"window", "perform", "shot", "hit", "end"} == {s.value for s in Step}


def test_every_code_has_a_sentence(book) -> None:
    made = (
        r"(?:open_fault|message|Message|Prompt|Violation)\(\s*\"(\w+)\""
        r"|own_fault\([\w.]+, \"(\w+)\"|Condition = \(\s*\"(\w+)\""
    )
    codes = {next(filter(None, found)) for found in re.findall(made, source())}

    assert codes | BUILT <= set(book.messages)


def test_every_sentence_has_a_code(book) -> None:
    assert set(book.messages) <= set(re.findall(r"\"(\w+)\"", source())) | BUILT


def test_all_clauses_are_explained(book) -> None:
    rulings = [f"GC-{number:02d}" for number in range(1, 33)]
    turn = [f"GC-T{number}" for number in range(1, 10)]

    assert list(book.clauses) == [*rulings, *turn, *(f"GC-E{n:02d}" for n in range(1, 21))]


def test_every_clause_named_in_the_rules_is_explained(book) -> None:
    assert set(re.findall(r"\"(GC-[ET]?\d+)\"", source())) <= set(book.clauses)


def test_cards_and_places_have_words(book, game) -> None:
    assert {*INTEGRITY, *EQUIPMENT, "gun"} == set(book.faces)
    assert {"left", "middle", "right", *map(str, book.words)} == set(book.words)
    for spec in game.zones(tuple(NAMES)):
        assert spec.name in book.words
        assert spec.kind.value in book.words


def messages_of(game, state, action) -> Iterator[Message]:
    for viewer in (TABLE, *state.table.seats):
        view = game.view(state, viewer)
        yield from (*view.prompts, *view.notes)
        if view.outcome:
            yield view.outcome.reason
        if action and (told := game.told(state, action, viewer)):
            yield told
    for candidate in [*game.candidates(state)][::7]:
        yield from game.violations(state, candidate)


@pytest.mark.parametrize("seed", range(6))
def test_whatever_comes_up_in_a_game_can_be_said(book, game, random_game, seed) -> None:
    states, acts = random_game(seed, most=60)
    for state, action in zip(states, (*acts, None), strict=True):
        for message in messages_of(game, state, action):
            said = book.say(message, NAMES)

            assert "{" not in said
            assert not message.clause or message.clause in book.clauses


def test_every_step_of_every_choice_has_words(book, game, random_game) -> None:
    for seed in range(4):
        for state in random_game(seed, most=60)[0][::5]:
            for seat in state.table.seats:
                for choice in game.view(state, seat).choices:
                    steps = dict(choice.path)
                    assert steps.keys() <= book.steps.keys()
                    assert steps["verb"] in book.words
                    assert steps.get("place", "left") in book.words
                    assert {"?", *book.faces} >= {v for k, v in choice.path if k == "card"}
