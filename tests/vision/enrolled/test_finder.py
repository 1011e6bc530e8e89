"""Reading cards without tags: free, half hidden, upside down, and strange ones."""

import cv2
import numpy as np

from companion.cards import Face
from tests.vision.enrolled.conftest import drawn, lay, table
from vision.enrolled.finder import CardFinder


def test_free_cards_are_named_where_they_lie(finder: CardFinder) -> None:
    """Each at its place, with its own top first."""
    picture = table()
    lay(picture, drawn("5"), 150, 150, 20, 110)
    lay(picture, drawn("R"), 450, 300, 200, 110)

    found = {card.face: card for card in finder.find(picture)}

    assert {Face("5"), Face("R")} == set(found)
    assert np.allclose(found[Face("5")].outline_px.mean(axis=0), (150, 150), atol=2)
    top = found[Face("R")].outline_px[:2].mean(axis=0) - (450, 300)
    # Its faces look the same upside down, so 200 may be told as 20 degrees.
    assert abs(float(np.degrees(np.arctan2(top[0], -top[1]))) % 180 - 20) < 3


def test_a_half_hidden_card_is_named_with_what_is_in_sight(finder: CardFinder) -> None:
    """The card below is found once the one above is known, and its box is what shows."""
    picture = table()
    lay(picture, drawn("R"), 250, 240, 0, 140)
    lay(picture, drawn("3"), 335, 250, 8, 140)

    found = {card.face: card for card in finder.find(picture)}

    assert {Face("R"), Face("3")} == set(found)
    assert found[Face("R")].box_px[2] < 330
    assert found[Face("3")].share > found[Face("R")].share


def test_a_card_under_a_thing_is_named_with_what_is_in_sight(finder: CardFinder) -> None:
    """Its box ends where the thing begins, though nobody knows what that is."""
    picture = table()
    lay(picture, drawn("R"), 300, 240, 0, 140)
    picture[130:350, 335:420] = (50, 90, 60)

    (found,) = finder.find(picture)

    assert Face("R") == found.face
    assert np.allclose(found.box_px, (230, 142, 335, 338), atol=12)


def test_blank_paper_on_a_card_is_not_counted_to_it(finder: CardFinder) -> None:
    """A white sheet over its right half is as blank as the card's own edge."""
    picture = table()
    lay(picture, drawn("R"), 300, 240, 0, 140)
    picture[110:370, 315:460] = 245

    (found,) = finder.find(picture)

    assert Face("R") == found.face
    assert np.allclose(found.box_px[:2], (230, 142), atol=5)
    assert found.box_px[2] < 320


def test_a_card_of_another_deck_is_refused(finder: CardFinder) -> None:
    """It is not taken for the face that is most like it."""
    picture = table()
    lay(picture, np.ascontiguousarray(drawn("5")[:, ::-1]), 200, 240, 0, 120)
    lay(picture, np.full_like(drawn("5"), 240), 450, 240, 10, 120)

    assert () == finder.find(picture)


def test_an_empty_table_shows_no_cards(finder: CardFinder) -> None:
    """Grain is no card."""
    assert () == finder.find(table(7))


def test_a_card_half_in_a_hard_shadow_is_named(finder: CardFinder) -> None:
    """One half has a third of the light, and no slope of light describes that."""
    picture = table()
    lay(picture, drawn("3"), 300, 240, 0, 140)
    shadow = np.ones((480, 640, 1), np.float32)
    cv2.fillConvexPoly(shadow, np.array([(270, 0), (640, 0), (640, 480), (350, 480)]), 0.35)

    (found,) = finder.find((picture * shadow).astype(np.uint8))

    assert Face("3") == found.face
    assert found.share > 0.9
