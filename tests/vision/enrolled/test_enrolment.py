"""Photos for enrolling: the card alone, as large as it is, and what is wrong with the others."""

from collections.abc import Callable

import cv2
import numpy as np
import pytest

from tests.vision.enrolled.conftest import drawn, lay, table
from vision.camera import Image
from vision.enrolled.enrolment import cut_card
from vision.enrolled.photo_fault import PhotoFault

#: A poker card is this wide in these photos, px.
WIDE = 189
SCALE = WIDE / 63


def photo(*poses: tuple[float, ...]) -> Image:
    """Return a table, 640 x 480 px, with a card at each of these poses."""
    picture = table()
    for pose in poses:
        lay(picture, drawn("5"), *pose)
    return picture


def drawn_zone() -> Image:
    """Return an empty mat on which the outline of a place for cards is printed."""
    picture = table()
    cv2.rectangle(picture, (230, 110), (430, 380), (150, 160, 150), 4)
    return picture


def test_a_card_of_known_size_is_laid_out_by_that() -> None:
    """Its middle and angle are measured; inner frames cannot make it smaller."""
    card = cut_card(photo((320, 240, 12, WIDE)), 63, 88, SCALE)

    sides = np.linalg.norm(card.outline - np.roll(card.outline, -1, axis=0), axis=1)
    assert np.allclose(sides, [WIDE, WIDE * 88 / 63] * 2, atol=0.5)
    assert np.allclose(card.outline.mean(axis=0), (320, 240), atol=2)


def test_what_is_printed_on_the_mat_is_no_card() -> None:
    """It has a card's shape, but nothing in it."""
    with pytest.raises(PhotoFault) as refused:
        cut_card(drawn_zone(), 63, 88, SCALE)

    assert "photo_no_card" == refused.value.message.code


@pytest.mark.parametrize(
    ("taken", "code"),
    [
        (lambda: photo((320, 240, 0, WIDE * 0.75)), "photo_other_size"),
        (lambda: photo((140, 240, 0, WIDE), (480, 240, 0, WIDE)), "photo_several"),
        (lambda: photo((60, 240, 0, WIDE)), "photo_cut_off"),
        (lambda: photo((320, 240, 0, WIDE)) // 10, "photo_dark"),
        (lambda: cv2.GaussianBlur(photo((320, 240, 0, WIDE)), (0, 0), 9), "photo_blurred"),
        (lambda: np.full((480, 640, 3), 254, np.uint8), "photo_bright"),
        (table, "photo_no_card"),
    ],
)
def test_each_bad_photo_is_named(taken: Callable[[], Image], code: str) -> None:
    """With what to do about it, in the words of its message."""
    with pytest.raises(PhotoFault) as refused:
        cut_card(taken(), 63, 88, SCALE)

    assert code == refused.value.message.code


def test_a_phones_photo_of_a_cards_shape_is_no_card_by_itself() -> None:
    """Three by four is nearly a poker card, but there is a table around the card in it."""
    picture = np.ascontiguousarray(np.rot90(photo((320, 240, 90, WIDE))))

    card = cut_card(picture, 63, 88)

    assert np.ptp(card.outline[:, 0]) < 0.6 * picture.shape[1]


def test_what_is_too_far_from_a_rectangle_is_no_whole_card() -> None:
    """Something lies over it, or it is seen at a slant: its cut would show a warped face."""
    picture = table()
    corners = np.array([(290, 120), (440, 120), (350, 330), (200, 330)], np.int32)
    cv2.fillConvexPoly(picture, corners, (235, 240, 238))

    with pytest.raises(PhotoFault) as refused:
        cut_card(picture, 63, 88)

    assert "photo_askew" == refused.value.message.code


def test_a_phones_photo_that_is_light_but_for_one_side_is_no_card_by_itself() -> None:
    """The rim of a card is as light on all four sides; a table seldom is."""
    picture = np.full((640, 480, 3), 225, np.uint8)
    picture[:, -60:] = 60
    cv2.circle(picture, (200, 300), 40, (90, 90, 90), -1)

    with pytest.raises(PhotoFault) as refused:
        cut_card(picture, 63, 88)

    assert "photo_no_card" == refused.value.message.code
