"""What holds of the rulebooks of every game, in both languages."""

import re
from importlib.resources import files

import pytest

from companion.games import GAMES
from companion.games.books import LANGUAGES
from companion.rulebooks import rulebook

TABLES = ("faces", "clauses", "messages", "steps", "words")


@pytest.mark.parametrize("game", GAMES)
def test_both_languages_have_the_same_keys_and_facts(game: str) -> None:
    english, french = rulebook(game, "en"), rulebook(game, "fr")
    for table in TABLES:
        assert list(getattr(english, table)) == list(getattr(french, table))
    for code, sentence in english.messages.items():
        assert set(re.findall(r"{(\w+)", french.messages[code])) == set(
            re.findall(r"{(\w+)", sentence)
        )


@pytest.mark.parametrize("game", GAMES)
def test_french_has_its_spaces_and_apostrophes(game: str) -> None:
    path = files(f"companion.games.{game}") / "rulebook.fr.toml"
    text = re.sub(r"{\w+:(\w+\|\w+)}", r"\1", path.read_text(encoding="utf-8"))
    sentences = re.findall(r'= "(.*)"$', text, re.MULTILINE)

    assert sentences
    assert not [s for s in sentences if re.search(r"[^\u00a0\u202f][:;?!»]|«[^\u00a0\u202f]", s)]
    assert not [s for s in sentences if "'" in s]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_house_rules_have_words(game: str, language: str) -> None:
    words = rulebook(game, language).words
    for rule in GAMES[game].house_rules:
        assert rule.name in words
        assert all(f"{rule.name}_{value}" in words for value in rule.values)
