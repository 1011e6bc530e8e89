"""Both rulebooks say everything the rules can say, in right typography."""

import re
from collections.abc import Iterator
from itertools import combinations, product
from pathlib import Path
from random import Random

import pytest

import companion.games.deadeye_dinah as package
from companion.game import TABLE, Message, Setup
from companion.games.deadeye_dinah.actions import GiveUp
from companion.games.deadeye_dinah.cards import Effect, EffectKind, Item, Kind
from companion.games.deadeye_dinah.effect_words import told_effect
from companion.games.deadeye_dinah.hints import Strength, hint, why
from companion.record import Refused, parse, replay
from tests.games.repairing import REPAIRS

HOME = Path(package.__file__).parent
RECORDS = sorted((Path(__file__).parents[2] / "records" / "deadeye_dinah").glob("*.rec"))
NAMES = {"p1": "Dinah"}
SHIFTING = ("shift_bullets", "shift_hats", "shift_outlaws", "add_hearts", "escape", "escape_keeps")
#: Codes that are put together at run time.
BUILT = {
    *(f"item_not_in_{kind}" for kind in ("peril", "shootout", "duel")),
    *(f"{item}_not_on" for item in ("rope", "knife")),
    *(f"ask_{kind}" for kind in ("peril", "shootout", "duel")),
    *REPAIRS,
    *(f"effect_{kind}_{way}" for kind in SHIFTING for way in ("up", "down")),
    *(f"effect_widen_bullets_{reach}" for reach in ("low", "high", "both")),
}


def source() -> str:
    return "\n".join(path.read_text(encoding="utf-8") for path in HOME.glob("*.py"))


def test_every_code_has_a_sentence(book) -> None:
    made = r"(?:message|Message|Prompt|Violation)\(\s*\"(\w+)\"|refuse\(state, \"(\w+)\""
    codes = {first or second for first, second in re.findall(made, source())}

    assert codes | BUILT <= set(book.messages)


def test_every_sentence_has_a_code(book) -> None:
    named = set(re.findall(r"\"(\w+)\"", source()))

    assert set(book.messages) <= named | BUILT


def test_all_clauses_are_explained(book) -> None:
    assert list(book.clauses) == [f"DD-{number:02d}" for number in range(1, 48)]


def test_every_clause_named_in_the_rules_is_explained(book) -> None:
    assert set(re.findall(r"\"(DD-\d\d)\"", source())) <= set(book.clauses)


def test_every_card_and_item_of_the_practice_deck_has_a_name(book, game) -> None:
    assert {*game.deck.faces()} <= set(book.faces)
    assert {*game.jobs.by_id, *(item.value for item in Item)} <= set(book.words)


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_whatever_a_record_tells_can_be_said(book, game, path: Path) -> None:
    record = parse(path.read_text(encoding="utf-8"))
    for entry in record.entries:
        if isinstance(entry, Refused):
            state = replay(game, _before(record, entry))[-1]
            for violation in game.violations(state, game.parse(entry.text)):
                assert "{" not in book.say(violation, NAMES)
    for state in replay(game, record):
        for message in _messages(game, state):
            assert "{" not in book.say(message, NAMES)
            assert not message.clause or message.clause in book.clauses


def _before(record, entry):
    place = record.entries.index(entry)
    return type(record)(record.game, record.setup, record.names, record.entries[:place])


def _messages(game, state) -> Iterator[Message]:
    for viewer in (TABLE, "p1"):
        view = game.view(state, viewer)
        yield from (*view.prompts, *view.notes)
        if view.outcome:
            yield view.outcome.reason
        for action in game.legal(state)[:30]:
            yield game.told(state, action, viewer)
    if state.job:
        yield from (hint(state, strength).message for strength in Strength)
        yield why(state, GiveUp(state.seat))


def test_every_step_of_every_choice_has_words(book, game) -> None:
    setup = Setup(("p1",), "p1")
    for seed in range(12):
        state = game.setup(Setup(("p1",), "p1", deal=game.shuffled(setup, Random(seed))))
        for choice in game.view(state, "p1").choices:
            assert {step for step, _ in choice.path} <= set(book.steps)
            assert dict(choice.path)["verb"] in book.words


def test_every_effect_is_told_in_words(book) -> None:
    scenes = [c for n in range(4) for c in combinations(Kind, n)]
    effects = [
        Effect(kind, of=of, by=by, low=by > 0, high=1, keeps=by, cover=(by,), scenes=scenes[n])
        for kind in EffectKind
        for n, (of, by) in enumerate(product(("kit", "played", "boss"), (1, -2)))
    ]
    effects += [Effect(EffectKind.IGNORE_OUTLAW, hearts=h) for h in ("any", "one", "many")]
    effects += [Effect(EffectKind.BAN_ITEM, item=item) for item in Item]
    effects += [Effect(EffectKind.SHIFT_HATS, by=1, scenes=some) for some in scenes]
    sentences = [book.say(part, {}) for effect in effects for part in told_effect(effect)]

    assert len(set(sentences)) > 40
    assert not [said for said in sentences if "_" in said or not said.endswith(".")]
