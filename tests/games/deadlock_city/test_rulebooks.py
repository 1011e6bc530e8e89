"""Both rulebooks say everything the rules can say, in right typography."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import companion.games.deadlock_city as package
from companion.game import TABLE, Message
from tests.games.repairing import REPAIRS

HOME = Path(package.__file__).parent
NAMES = {f"p{place}": name for place, name in enumerate(["Ann", "Ben", "Cy", "Dee", "Eve"], 1)}
#: Codes that are put together at run time.
BUILT = {
    *(
        f"first_{step}"
        for step in ["draw", "play", "answer", "look", "compare", "drop", "redraw", "show"]
    ),
    *(f"did_{act}{as_}" for act in ("play", "choose", "guess") for as_ in ("", "_as")),
    *REPAIRS,
}


def codes_in_source() -> set[str]:
    """Return every literal that stands where a message's code does."""
    text = "\n".join(path.read_text() for path in HOME.glob("*.py"))
    called = re.findall(r"(?:_public|message|Message|Prompt|Violation)\(\s*\"(\w+)\"", text)
    secret = re.findall(r"_secret\([\w.]+, \"(\w+)\"", text)
    won = re.findall(r"_won\(\w+, \"(\w+)\"", text)
    asked = re.findall(r"\"((?:ask|did|audit|disproved|deduced)_\w+)\"", text)
    return {*called, *secret, *won, *asked} - {"did_play", "did_choose", "did_guess"} | BUILT


def test_every_code_has_a_sentence_and_every_sentence_a_code(book) -> None:
    assert set(book.messages) == codes_in_source()


def test_all_clauses_are_explained(book) -> None:
    assert list(book.clauses) == [f"DC-{number:02d}" for number in range(1, 49)]


def test_steps_have_words(book) -> None:
    for step in ("verb", "card", "other", "as", "target", "number", "loser"):
        assert step in book.steps


def messages_of(game, state) -> Iterator[Message]:
    for viewer in (TABLE, *state.table.seats):
        view = game.view(state, viewer)
        yield from (*view.prompts, *view.notes)
        if view.outcome:
            yield view.outcome.reason
    for action in game.candidates(state):
        yield from game.violations(state, action)
    for action in game.legal(state):
        for viewer in (TABLE, action.seat):
            told = game.told(state, action, viewer)
            if told:
                yield told


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_whatever_comes_up_in_a_game_can_be_said(book, game, random_states, seats) -> None:
    for state in random_states(seats, seats, frozenset({"p1"})):
        for message in messages_of(game, state):
            said = book.say(message, NAMES)

            assert "{" not in said
            assert not message.clause or message.clause in book.clauses


def test_every_step_of_every_choice_has_words(book, game, random_states) -> None:
    for state in random_states(4, 4, frozenset({"p1", "p2"})):
        for seat in state.table.seats:
            for choice in game.view(state, seat).choices:
                assert {step for step, _ in choice.path} <= set(book.steps)
                assert dict(choice.path)["verb"] in book.words
