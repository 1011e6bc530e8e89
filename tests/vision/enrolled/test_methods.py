"""No method suits every deck: each photo left out tells which one suits this one."""

from collections.abc import Callable, Mapping

import cv2
import numpy as np
import pytest

from companion.cards import Face
from tests.vision.enrolled.conftest import FACES, HEIGHT, WIDTH, drawn, lay, table
from vision.camera import Image
from vision.enrolled.assess import assess, best_of
from vision.enrolled.deck import EnrolledDeck
from vision.enrolled.expectation import Expectation, Promise
from vision.enrolled.finder import CardFinder
from vision.enrolled.methods import method_of

COLOURS = {"r": (40, 40, 200), "b": (200, 60, 30), "g": (40, 160, 40), "y": (20, 180, 230)}


def plain(face: str) -> Image:
    """Return a card of one colour with a white rim."""
    card = np.full((HEIGHT, WIDTH, 3), 240, np.uint8)
    card[14:-14, 14:-14] = COLOURS[face]
    return card


def busy(face: str) -> Image:
    """Return a picture without any paper: patches of all colours, to the rim."""
    rng = np.random.default_rng(ord(face))
    coarse = rng.normal(120, 60, (88, 63, 3)).clip(0, 255).astype(np.uint8)
    picture = cv2.resize(coarse, (WIDTH, HEIGHT), interpolation=cv2.INTER_CUBIC)
    return np.asarray(picture * 0.6 + 20, dtype=np.uint8)


def deck_of(faces: str, draw: Callable[[str], Image]) -> EnrolledDeck:
    pictures: Mapping[Face, list[Image]] = {Face(face): [draw(face)] for face in faces}
    return EnrolledDeck("mine", 63, 88, pictures, {})


@pytest.mark.parametrize(
    ("faces", "draw", "method"),
    [("".join(FACES), drawn, "blocks"), ("rbgy", plain, "whole"), ("uv", busy, "local")],
)
def test_the_method_that_reads_a_deck_best_is_taken(
    faces: str, draw: Callable[[str], Image], method: str
) -> None:
    """Bold figures, coloured paper, and pictures all over."""
    expected = assess(deck_of(faces, draw))

    assert (method, 0.0) == (expected.method, expected.wrong)
    assert expected.read > 0.6


def test_cards_of_coloured_paper_are_read_on_the_table() -> None:
    """The finder asks the method of the deck; a colour it never saw is refused."""
    library = deck_of("rbg", plain).library()
    picture = table()
    lay(picture, plain("b"), 150, 200, 20, 110)
    lay(picture, plain("y"), 450, 240, 5, 110)

    found = CardFinder(library, method_of("whole", library)).find(picture)

    assert [Face("b")] == [card.face for card in found]


def test_a_busy_picture_is_read_on_the_table_and_a_strange_one_is_refused() -> None:
    """Wherever it lies, by features that lie where they should."""
    library = deck_of("uv", busy).library()
    picture = table()
    lay(picture, busy("v"), 170, 200, 12, 150)
    lay(picture, busy("z"), 460, 250, 0, 150)

    found = CardFinder(library, method_of("local", library)).find(picture)

    assert [Face("v")] == [card.face for card in found]


def test_what_was_measured_on_few_photos_promises_little() -> None:
    """With no fault in 30 readings every tenth card may still be named wrongly."""
    expected = Expectation("blocks", 30, 1.0, 0.0, 0.2)

    assert (Promise.GOOD, 0.1) == (expected.promise, expected.wrong_at_most)
    assert Promise.USABLE is Expectation("blocks", 9, 1.0, 0.0, 0.2).promise
    assert Promise.NOT_USABLE is Expectation("blocks", 30, 0.8, 0.0, 0.2).promise
    assert Promise.NOT_USABLE is Expectation("blocks", 30, 1.0, 0.04, 0.2).promise


def test_the_usual_method_stays_unless_another_is_clearly_better() -> None:
    """A wrong name outweighs cards that are not read."""
    usual = Expectation("blocks", 30, 0.9, 0.0, 0.0)

    assert "blocks" == best_of([usual, Expectation("whole", 30, 0.905, 0.0, 0.0)]).method
    assert "blocks" == best_of([usual, Expectation("local", 30, 0.95, 0.05, 0.0)]).method
    assert "whole" == best_of([usual, Expectation("whole", 30, 0.95, 0.0, 0.0)]).method


def test_what_is_expected_is_kept_with_the_deck() -> None:
    """The reader goes by it after a restart."""
    expected = Expectation("whole", 9, 0.98, 0.01, 0.1, ((Face("r"), Face("y")),), 2)
    deck = deck_of("ry", plain)

    kept = EnrolledDeck(deck.name, 63, 88, deck.pictures, {}, expected).to_files()

    assert expected == EnrolledDeck.from_files(kept).expectation
