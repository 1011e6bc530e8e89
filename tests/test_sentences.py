"""Sentences about the machine have words in every language."""

import ast
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest

import companion
from companion.sentences import Sentence, in_words_of, sentence
from web.translation import LANGUAGES, translation

ROOT = Path(companion.__file__).parent.parent
#: What makes sentences, and how many of its first arguments are templates.
MAKERS = {"sentence": 1, "CameraError": 2, "LensMisfit": 2}
OTHERS = [language for language in LANGUAGES if language != "en"]


def _trees() -> Iterator[ast.Module]:
    for room in ("companion", "hardware", "vision"):
        for file in sorted((ROOT / room).rglob("*.py")):
            yield ast.parse(file.read_text("utf-8"))


def _constants(tree: ast.Module) -> set[str]:
    found = (node.value for node in ast.walk(tree) if isinstance(node, ast.Constant))
    return {value for value in found if isinstance(value, str)}


def _assigned(tree: ast.Module) -> dict[str, set[str]]:
    """Return the strings that a module gives to each name."""
    texts: dict[str, set[str]] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign):
            for target, value in _pairs(node):
                texts.setdefault(target, set()).add(value)
    return texts


def _pairs(node: ast.Assign) -> Iterator[tuple[str, str]]:
    target, value = node.targets[0], node.value
    names = target.elts if isinstance(target, ast.Tuple) else [target]
    values = value.elts if isinstance(value, ast.Tuple) else [value]
    for name, text in zip(names, values, strict=False):
        if isinstance(name, ast.Name) and isinstance(text, ast.Constant):
            yield name.id, str(text.value)


def _made(tree: ast.Module) -> Iterator[str]:
    """Yield the templates of the sentences that a module makes."""
    assigned = _assigned(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            for template in node.args[: MAKERS.get(node.func.id, 0)]:
                if isinstance(template, ast.Constant):
                    yield str(template.value)
                elif isinstance(template, ast.Name):
                    yield from assigned.get(template.id, ())


@pytest.fixture(scope="module")
def trees() -> list[ast.Module]:
    return list(_trees())


@pytest.mark.parametrize("language", OTHERS)
def test_every_sentence_about_the_machine_is_said_in_every_language(
    language: str, trees: list[ast.Module]
) -> None:
    known = translation(language).machine
    made = {template for tree in trees for template in _made(tree)}

    assert len(made) > 40
    assert sorted(made - known.keys()) == []


@pytest.mark.parametrize("language", OTHERS)
def test_no_translation_is_of_a_sentence_that_nobody_says(
    language: str, trees: list[ast.Module]
) -> None:
    said = set().union(*map(_constants, trees))

    assert sorted(translation(language).machine.keys() - said) == []


@pytest.mark.parametrize("language", OTHERS)
def test_a_translation_has_the_facts_of_its_sentence(language: str) -> None:
    wrong = [
        english
        for english, other in translation(language).machine.items()
        if _facts(english) != _facts(other)
    ]

    assert wrong == []


def _facts(template: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(template) if name}


def test_a_sentence_is_english_and_keeps_its_facts_through_an_error() -> None:
    said = sentence("the disk is {how}", how="full")

    error = OSError(said)

    assert str(error) == "the disk is full"
    assert isinstance(str(error), Sentence)


def test_a_sentence_within_a_sentence_is_translated_too() -> None:
    why = sentence("it is {how}", how="full")
    said = sentence("Nothing is saved: {why}.", why=why)
    catalogue = {"Nothing is saved: {why}.": "Rien n’est gardé : {why}.", "full": "plein"}

    assert in_words_of(catalogue, said) == "Rien n’est gardé : it is plein."


def test_what_a_catalogue_lacks_is_told_in_english() -> None:
    assert in_words_of({}, sentence("the {what} broke", what="lamp")) == "the lamp broke"


def test_a_fact_with_braces_is_only_a_fact() -> None:
    said = sentence("there is no {path}", path="{x}/{0}")

    assert in_words_of({"there is no {path}": "pas de {path}"}, said) == "pas de {x}/{0}"
