import re
from pathlib import Path
from string import Formatter

import pytest

import vision.calibration
from companion.game import Message
from vision.calibration.errors import CalibrationError
from vision.calibration.guide import _COLUMNS, _ROWS
from vision.calibration.words import LANGUAGES, say, translation

SOURCES = [
    *Path(vision.calibration.__file__).parent.glob("*.py"),
    *(Path(vision.calibration.__file__).parents[2] / "companion").glob("*calib*.py"),
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


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_message_has_words_and_none_are_left_over(language):
    assert sorted(translation(language).sentences) == spoken_codes()


def test_every_language_tells_the_same_facts_and_knows_the_same_words():
    english = translation("en")
    for spoken in map(translation, LANGUAGES):
        facts = {code: fields(text) for code, text in spoken.sentences.items()}

        assert facts == {code: fields(text) for code, text in english.sentences.items()}
        assert spoken.words.keys() == english.words.keys()


def test_french_is_set_as_french_is():
    """Narrow no-break space before ; ! and ?, no-break before :, curved apostrophes."""
    wrong = re.compile(r"[^\u202f][;!?]|[^\u00a0]:|'|\u00ab[^\u00a0]|[^\u00a0]\u00bb")
    french = translation("fr")
    texts = [*french.sentences.values(), *french.words.values()]

    assert [text for text in texts if wrong.search(text)] == []


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
