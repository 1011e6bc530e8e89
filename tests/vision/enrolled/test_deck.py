"""What an enrolled deck keeps, what it stands for, and what it cannot promise."""

from collections.abc import Callable

import numpy as np
import pytest

from companion.cards import BACK, Deck, Face, Print, PrintId
from tests.vision.enrolled.conftest import HEIGHT, WIDTH, drawn, lay, table
from vision.camera import Image
from vision.enrolled.assess import assess
from vision.enrolled.deck import EnrolledDeck, EnrolledDeckError
from vision.enrolled.enrolment import cut_out

GAME = Deck(
    "game",
    (
        Print(PrintId("1a"), Face("1")),
        Print(PrintId("1b"), Face("1")),
        Print(PrintId("back"), BACK, 2),
    ),
    0,
)


def deck_of(faces: str, **means: str) -> EnrolledDeck:
    """Return a deck of some drawn faces."""
    stands_for = {Face(own): Face(face) for own, face in means.items()}
    return EnrolledDeck("mine", 63, 88, {Face(f): [drawn(f)] for f in faces}, stands_for)


def test_faces_that_stand_for_the_same_take_its_prints_in_turn() -> None:
    """Two equal cards of the game are two cards of the owner's."""
    prints = deck_of("23R", **{"2": "1", "3": "1", "R": "back"}).prints(GAME)

    assert {"2": "1a", "3": "1b", "R": "back"} == {f: p.id for f, p in prints.items()}


def test_a_deck_that_lacks_cards_says_which() -> None:
    """One of two, and no back."""
    with pytest.raises(EnrolledDeckError, match=r"1 \(1 of 2\), back"):
        deck_of("2", **{"2": "1"}).prints(GAME)


def test_files_bring_back_the_deck() -> None:
    """Size, meanings and pictures."""
    before = deck_of("25", **{"2": "1"})

    after = EnrolledDeck.from_files(before.to_files())

    assert (before.name, before.width_mm, before.stands_for) == (
        after.name,
        after.width_mm,
        after.stands_for,
    )
    assert all(np.array_equal(before.pictures[f][0], after.pictures[f][0]) for f in before.pictures)


def test_look_alikes_are_named_and_not_promised() -> None:
    """Two faces were photographed from one card: neither is told from the other."""
    pictures = {Face(name): [drawn(name[0])] for name in ("K", "K2", "3", "5")}

    assessment = assess(EnrolledDeck("mine", 63, 88, pictures, {}))

    assert (Face("K"), Face("K2")) in assessment.confused
    assert assessment.wrong == 0.0
    assert assessment.read <= 0.5 + 1e-9


def test_a_card_is_cut_out_of_its_photo() -> None:
    """Upright, and as large as every other."""
    photo = table()
    lay(photo, drawn("5"), 300, 240, 12, 200)

    card = cut_out(photo, 63, 88, "5.jpg")

    assert (349, 250) == card.shape[:2]
    bigger = drawn("5")[: HEIGHT - 3, : WIDTH - 2].astype(int)
    assert np.abs(card.astype(int) - bigger).mean() < 12


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (lambda photo: photo // 12, "too dark"),
        (lambda photo: np.full_like(photo, 255), "overexposed"),
        (lambda photo: np.full_like(photo, 120), "out of focus"),
    ],
)
def test_a_photo_that_shows_too_little_is_refused_with_a_remedy(
    change: Callable[[Image], Image], problem: str
) -> None:
    """Each fault has its own sentence."""
    with pytest.raises(EnrolledDeckError, match=rf"a\.png: .*{problem}.*;"):
        cut_out(change(drawn("3")), 63, 88, "a.png")


def test_a_photo_without_a_card_is_refused() -> None:
    """It says how to lay the card."""
    with pytest.raises(EnrolledDeckError, match="no card is found; lay it alone"):
        cut_out(table(), 63, 88, "a.png")
