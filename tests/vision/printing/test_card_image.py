from concurrent.futures import ThreadPoolExecutor

import cv2
import numpy as np
import pytest

from companion.cards import Deck, PrintId
from vision import tags
from vision.printing import PrintingError, card_image

MIDDLE = np.array([31.5, 44])


@pytest.mark.parametrize("px_per_mm", [4.0, 5.3, 8.0])
def test_every_print_is_read_with_its_tags_in_place(
    px_per_mm: float, deadlock_city: Deck, detect
) -> None:
    for design in deadlock_city.prints:
        picture = card_image(deadlock_city, design.id, px_per_mm)
        found = dict(detect(picture, px_per_mm))
        slot = tags.slot_of(deadlock_city, design)

        assert sorted(found) == [tags.tag_id(slot, corner) for corner in range(4)]
        for tag, outline in found.items():
            expected = tags.tag_corners_mm(deadlock_city, tag % 4) + MIDDLE
            assert np.abs(outline - expected).max() * px_per_mm < 0.8


def test_the_picture_spans_exactly_the_card(deadlock_city: Deck) -> None:
    picture = card_image(deadlock_city, PrintId("0a"), 8)

    assert picture.shape == (704, 504, 3)
    assert picture.dtype == np.uint8


def test_tags_have_no_grey_where_modules_are_whole_pixels(deadlock_city: Deck) -> None:
    picture = card_image(deadlock_city, PrintId("1c"), 8)
    slot = tags.slot_of(deadlock_city, deadlock_city.print_of(PrintId("1c")))
    for corner in range(4):
        left, top = ((tags.tag_corners_mm(deadlock_city, corner)[0] + MIDDLE) * 8).astype(int)
        tag = picture[top : top + 80, left : left + 80].max(axis=2)
        drawn = np.where(tags.tag_modules(tags.tag_id(slot, corner)), 0, 255)

        assert np.allclose(tag, drawn.repeat(10, 0).repeat(10, 1), atol=2)


def test_colours_are_blue_green_red(deadlock_city: Deck) -> None:
    picture = card_image(deadlock_city, PrintId("1a"), 8).reshape(-1, 3)
    # The blue of the 1 is #0072B2.
    assert (picture == (0xB2, 0x72, 0x00)).all(axis=1).sum() > 5000


def test_a_picture_is_drawn_once_and_cannot_be_spoiled(deadlock_city: Deck) -> None:
    picture = card_image(deadlock_city, PrintId("back"), 4)

    assert card_image(deadlock_city, PrintId("back"), 4) is picture
    assert not picture.flags.writeable


def test_words_are_in_the_language_asked_for(deadlock_city: Deck) -> None:
    english = card_image(deadlock_city, PrintId("3a"), 6, "en")
    french = card_image(deadlock_city, PrintId("3a"), 6, "fr")

    assert not np.array_equal(english, french)


def test_faces_are_told_apart_without_colour(deadlock_city: Deck) -> None:
    """Compare the marks between the tags in black and white, in either direction."""
    marks = {}
    for figure in "0123456789":
        grey = cv2.cvtColor(card_image(deadlock_city, PrintId(f"{figure}a"), 4), cv2.COLOR_BGR2GRAY)
        _, mark = cv2.threshold(grey[5:45, 106:146], 0, 255, cv2.THRESH_OTSU)
        marks[figure] = mark if mark[20, 3] else 255 - mark
    for one, mark in marks.items():
        for other, unlike in marks.items():
            if one != other:
                for turned in (unlike, unlike[::-1, ::-1]):
                    assert np.count_nonzero(mark != turned) > 30, (one, other)


def test_many_threads_get_the_same_pictures(deadlock_city: Deck) -> None:
    ids = [design.id for design in deadlock_city.prints]
    with ThreadPoolExecutor(4) as threads:
        drawn = list(threads.map(lambda i: card_image(deadlock_city, i, 3.1), ids))
    card_image.cache_clear()

    for print_id, picture in zip(ids, drawn, strict=True):
        assert np.array_equal(picture, card_image(deadlock_city, print_id, 3.1))


def test_an_unknown_print_is_refused_with_those_there_are(deadlock_city: Deck) -> None:
    with pytest.raises(PrintingError, match=r"has no print '1f': it has 0a, 0b, 1a"):
        card_image(deadlock_city, PrintId("1f"), 4)


def test_a_picture_of_no_pixels_is_refused(deadlock_city: Deck) -> None:
    with pytest.raises(PrintingError, match="leave no picture"):
        card_image(deadlock_city, PrintId("1a"), 0)
