import cv2
import numpy as np
import pytest

from tests.vision.conftest import PX_PER_MM as FINE
from tests.vision.conftest import card_picture
from vision.proof import PX_PER_MM, VEIL, Crop, proved

ALL = (0, 1, 2, 3)


@pytest.fixture
def look(city):
    return card_picture(city, "city-7")


def crop_of(look, corners=ALL, hidden=None):
    size = [round(side * PX_PER_MM / FINE) for side in look.shape[1::-1]]
    picture = cv2.resize(look, size, interpolation=cv2.INTER_AREA)
    nothing = np.zeros(picture.shape[:2], np.bool_)
    return Crop("city-7", picture, nothing if hidden is None else hidden, corners)


def shown(crop, city, looks):
    """Return which share of each quarter is shown, clockwise from the top left."""
    picture = proved(crop, city, looks)
    seen = (picture != VEIL).any(axis=2)
    y, x = (side // 2 for side in seen.shape)
    quarters = seen[:y, :x], seen[:y, x:], seen[y:, x:], seen[y:, :x]
    return [float(quarter.mean()) for quarter in quarters]


def test_a_card_that_lies_open_is_shown_in_any_light(city, look):
    crop = crop_of(look)
    crop.picture[:] = np.clip(crop.picture * 0.5 + 30, 0, 255)

    assert min(shown(crop, city, [look])) > 0.8


def test_where_another_card_pokes_in_only_the_read_tag_is_left(city, look):
    crop = crop_of(look)
    # Between two tags, from the right: neither tag is touched.
    crop.picture[90:130, 120:] = card_picture(city, "city-3")[5:45, 5 : 5 + 158 - 120]
    upper_left, upper_right, lower_right, lower_left = shown(crop, city, [look])

    assert min(upper_left, lower_left) > 0.8
    assert 0.0 < upper_right < 0.15
    assert 0.0 < lower_right < 0.15


def test_of_a_card_that_is_not_what_it_was_read_as_nothing_is_shown_without_tags(city, look):
    other = card_picture(city, "city-3")

    assert proved(crop_of(look, corners=()), city, [other]) is None


def test_what_is_known_to_be_hidden_is_not_shown(city, look):
    hidden = np.zeros(crop_of(look).picture.shape[:2], np.bool_)
    hidden[:, 60:] = True
    upper_left, upper_right, lower_right, lower_left = shown(
        crop_of(look, hidden=hidden), city, [look]
    )

    assert min(upper_left, lower_left) > 0.5
    assert (upper_right, lower_right) == (0.0, 0.0)
