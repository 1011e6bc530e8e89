"""Telling ink from paper in shadows and in the sun, and believing what was told."""

from collections.abc import Mapping
from dataclasses import replace

import numpy as np
import pytest

from companion.cards import Face
from tests.vision.enrolled.conftest import drawn, lay, table
from vision.camera import Image
from vision.enrolled.belief import is_believed
from vision.enrolled.compare import Comparer, Comparison
from vision.enrolled.library import Library
from vision.enrolled.light import BURNT, SHADOWED, uneven_light_on
from vision.enrolled.picture import CardFrame

FREE = np.full((480, 640), 255, np.uint8)
#: Where `shown` lays its card, 140 px wide.
OUTLINE = np.array([(230, 142.2), (370, 142.2), (370, 337.8), (230, 337.8)], np.float32)


@pytest.fixture(scope="module")
def library(faces: Mapping[Face, list[Image]]) -> Library:
    """Return the photos of the drawn deck."""
    return Library(faces, CardFrame.of(63.0, 88.0))


def shown(face: str, gain: float = 1.0) -> Image:
    """Return a card on a table, with so much light."""
    picture = table() // 2
    lay(picture, drawn(face), 300, 240, 0, 140)
    return np.clip(picture * gain, 0, 252).astype(np.uint8)


def looked_at(comparer: Comparer, picture: Image) -> Comparison:
    """Return what a comparer says of the card there."""
    found = comparer.compare(picture, OUTLINE, FREE)
    assert found is not None
    return found


def test_burnt_out_print_is_compared_with_burnt_out_photos(library: Library) -> None:
    """What is told apart in the photos is told apart there too, where some of it is gone."""
    picture = shown("5", 3.6)
    first = Comparer(library)
    second = first.second()
    assert second is not None

    even, burnt = looked_at(first, picture), looked_at(second, picture)

    assert (Face("5"), BURNT) == (burnt.face, burnt.light)
    assert burnt.lean > 1.5 * even.lean


def test_paper_that_is_not_burnt_out_is_looked_at_for_shadows() -> None:
    """One channel below the brightest is enough."""
    assert SHADOWED is uneven_light_on(np.array([252, 252, 240], np.float32))
    assert BURNT is uneven_light_on(np.array([252, 252, 252], np.float32))


def test_there_is_no_third_look(library: Library) -> None:
    """Less even light is tried once."""
    second = Comparer(library).second()

    assert second is not None
    assert second.second() is None


def test_a_single_blot_is_no_face_unless_the_whole_card_is_in_sight(library: Library) -> None:
    """An ace's pip on a white mug has no letters in its corners."""
    card = replace(looked_at(Comparer(library), shown("A")), ink=2.0)
    part = np.arange(len(card.agreeing)) < 0.7 * len(card.agreeing)
    some = replace(card, agreeing=card.agreeing & part)

    assert is_believed(replace(some, pieces=0.3))
    assert not is_believed(replace(some, pieces=0.01))
    assert is_believed(replace(card, pieces=0.01))
