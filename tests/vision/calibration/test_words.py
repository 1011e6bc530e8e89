import re
from pathlib import Path
from string import Formatter

import pytest

import vision.calibration
from companion.game import Message
from vision.calibration.errors import CalibrationError
from vision.calibration.guide import _COLUMNS, _ROWS
from vision.calibration.words import SENTENCES, say

SOURCES = [
    *Path(vision.calibration.__file__).parent.glob("*.py"),
    Path(vision.calibration.__file__).parents[2] / "companion" / "calibrating.py",
]


def spoken_codes():
    """Return every code that the engine's sources make a message of."""
    text = "\n".join(path.read_text(encoding="utf-8") for path in SOURCES)
    made = re.findall(r'(?:Message|_counted|_cells|_error|_focal)\(\s*"(\w+)"', text)
    return sorted({*made, "in_place"})


def fields(sentence):
    return {name for _, name, _, _ in Formatter().parse(sentence) if name}


def test_many_codes_are_found_in_the_sources():
    assert len(spoken_codes()) > 30


@pytest.mark.parametrize("language", SENTENCES)
def test_every_message_has_words(language):
    assert [code for code in spoken_codes() if code not in SENTENCES[language]] == []


def test_no_words_are_left_over():
    assert sorted(SENTENCES["en"]) == spoken_codes()


@pytest.mark.parametrize("code", SENTENCES["en"])
def test_both_languages_tell_the_same_facts(code):
    assert fields(SENTENCES["fr"][code]) == fields(SENTENCES["en"][code])


@pytest.mark.parametrize("place", [f"{row} {column}" for row in _ROWS for column in _COLUMNS])
def test_places_are_said_in_french(place):
    said = say(Message("need_place", (("place", place),)), "fr")

    assert place not in said


def test_facts_are_put_into_the_sentence():
    said = say(Message("need_tilt", (("side", "left"),)))

    assert said.startswith("Lift the edge of the board at the left of the picture")


def test_an_unknown_language_is_refused():
    with pytest.raises(CalibrationError, match="use en or fr"):
        say(Message("no_board"), "xx")
