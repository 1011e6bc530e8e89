"""Sentences are written as people write them, whatever the players are called."""

import pytest

from companion.cards import Seat
from companion.game import Message
from companion.rulebooks import rulebook

AIMED = Message("aims_at_nobody", (("seat", "p1"),))
ELSEWHERE = Message("same_target", (("target", "p1"),))


def said(message: Message, name: str, language: str = "fr") -> str:
    return rulebook("good_cop_bad_cop", language).say(message, {Seat("p1"): name})


@pytest.mark.parametrize("name", ["Ann", "Élodie", "Yves", "œil"])
def test_french_shortens_de_and_que_before_a_vowel(name: str) -> None:
    assert said(AIMED, name).startswith(f"Le pistolet d’{name} ne")
    assert said(ELSEWHERE, name).endswith(f"autre qu’{name}.")


@pytest.mark.parametrize("name", ["Ben", "Hal", "Yann", "8", "d’Artagnan"])
def test_and_keeps_them_before_anything_else(name: str) -> None:
    assert said(AIMED, name).startswith(f"Le pistolet de {name} ne")
    assert said(ELSEWHERE, name).endswith(f"autre que {name}.")


def test_english_is_left_alone() -> None:
    assert "Ann" in said(ELSEWHERE, "Ann", "en")
    assert "’Ann" not in said(ELSEWHERE, "Ann", "en")


@pytest.mark.parametrize(
    ("language", "count", "words"),
    [
        ("en", "0", "0 cards"),
        ("en", "1", "1 card"),
        ("en", "2", "2 cards"),
        ("fr", "0", "0 carte"),
        ("fr", "1", "1 carte"),
        ("fr", "2", "2 cartes"),
    ],
)
def test_what_is_counted_goes_with_its_number(language: str, count: str, words: str) -> None:
    message = Message("hand_size", (("count", count),))

    said = rulebook("deadlock_city", language).say(message, {})

    assert words in said
