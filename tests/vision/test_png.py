"""Pictures as PNG files."""

import numpy as np

from vision.png import picture_of, png


def test_a_picture_comes_back_as_it_was() -> None:
    picture = np.random.default_rng(1).integers(0, 256, (9, 7, 3), dtype=np.uint8)

    assert np.array_equal(picture_of(png(picture)), picture)


def test_a_file_that_a_power_cut_left_empty_is_no_picture() -> None:
    assert picture_of(b"") is None
    assert picture_of(b"\x89PNG") is None
