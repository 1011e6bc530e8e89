"""The cards of Good Cop Bad Cop: every word fits, and a gun points one way only."""

from collections.abc import Iterable, Iterator
from itertools import pairwise

import numpy as np
import pytest

from companion.cards import BACK, Face, PrintId
from companion.games.good_cop_bad_cop.cards import (
    CHANGED_IN_FOURTH,
    DECK,
    EQUIPMENT,
    GUN,
    INTEGRITY,
)
from companion.rulebooks import rulebook
from vision.printing import LANGUAGES, card_image
from vision.printing.art import PANEL_HEIGHT, PANEL_WIDTH, art_of
from vision.printing.shapes import Group, Shape, Text

ART = art_of(DECK)


def flat(shapes: Iterable[Shape]) -> Iterator[Shape]:
    for shape in shapes:
        yield from flat(shape.shapes) if isinstance(shape, Group) else [shape]


@pytest.mark.parametrize("language", LANGUAGES)
def test_cards_are_called_as_in_the_rulebook(language: str) -> None:
    names = {face: ART.face_name(face, language) for face in DECK.faces()}

    assert names == dict(rulebook("good_cop_bad_cop", language).faces)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("face", [*INTEGRITY, *EQUIPMENT])
def test_every_word_stays_within_its_panel(face: Face, language: str) -> None:
    lines = [shape for shape in ART.panel(face, language) if isinstance(shape, Text)]

    assert len(lines) >= 2
    for text in lines:
        assert text.width <= PANEL_WIDTH - 3
        assert abs(text.y) + 0.3 * text.size < PANEL_HEIGHT / 2
        assert text.size >= 2.5


def test_no_two_equipment_cards_look_alike() -> None:
    pictures = {card_image(DECK, PrintId(face), 3)[40:170, 40:150].tobytes() for face in EQUIPMENT}

    assert len(pictures) == len(EQUIPMENT)


def test_sides_are_told_apart_in_grey() -> None:
    grey = {
        face: float(card_image(DECK, PrintId(face), 3)[60:200, 45:145].mean()) for face in INTEGRITY
    }

    assert min(grey["agent"], grey["honest"]) - max(grey["kingpin"], grey["crooked"]) > 30


def test_a_gun_is_darkest_towards_its_tip_and_says_nothing_that_has_to_be_read() -> None:
    picture = card_image(DECK, PrintId(GUN), 6)[80:-80, 80:-80].mean(axis=2)
    widths = (picture < 90).sum(axis=1)
    tip, grip = widths[: len(widths) // 3], widths[len(widths) // 3 :]

    assert tip.max() > 1.5 * np.median(grip)
    assert not [shape for shape in flat(ART.panel(GUN, "fr")) if isinstance(shape, Text)]


def test_the_back_looks_the_same_either_way_up() -> None:
    panel = card_image(DECK, PrintId("back"), 6)[84:-84, 84:-84].astype(int)

    # Half-covered pixels along an edge may round either way.
    assert np.abs(panel - panel[::-1, ::-1]).max() < 128
    assert ART.mark(BACK)


@pytest.mark.parametrize("language", LANGUAGES)
def test_cards_say_what_the_fourth_edition_changes_and_no_lines_overlap(language: str) -> None:
    for face in EQUIPMENT:
        lines = [shape for shape in ART.panel(face, language) if isinstance(shape, Text)]
        lines = [text for text in lines if text.y > 0]
        said = any(text.text.startswith("IV") for text in lines)

        assert said == (face in CHANGED_IN_FOURTH)
        assert all(after.y - above.y >= 0.95 * after.size for above, after in pairwise(lines))
