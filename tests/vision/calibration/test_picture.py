"""What the page's pictures show, and what they must not."""

import numpy as np
import pytest

from vision.calibration import picture
from vision.calibration.sharpness import Edges


def grey(*levels):
    return np.repeat(np.array(levels, np.uint8), 10).reshape(-1, 10)


def test_light_is_counted_from_dark_to_bright():
    light = picture.light_of(grey(0, 128, 128, 255))

    assert len(light.bins) == picture.BINS
    assert (light.bins[0], light.bins[picture.BINS // 2], light.bins[-1]) == (0.25, 0.5, 0.25)
    assert (light.crushed, light.drowned) == (0.25, 0.25)


def test_under_the_veil_nothing_but_the_windows_is_seen():
    image = np.random.default_rng(1).integers(30, 250, (60, 80, 3)).astype(np.uint8)
    window = np.array([(10, 10), (20, 10), (20, 20), (10, 20)], dtype=np.float64)
    veiled = picture.covered(image, [window])
    outside = np.ones((60, 80), bool)
    outside[10:21, 10:21] = False

    assert len(np.unique(veiled[outside], axis=0)) == 1
    assert (veiled[10:21, 10:21] == image[10:21, 10:21]).all()


def test_glare_is_marked_and_the_rest_left():
    image = np.full((4, 4, 3), 100, np.uint8)
    image[1, 2] = 255
    marked = picture.with_glare(image)

    assert (marked != image).any(axis=2).sum() == 1


def test_sharpness_is_told_where_enough_edges_were_seen():
    places = np.array([(5, 5), (10, 20), (20, 8), (280, 170)], dtype=np.float64)
    edges = Edges(places, np.array([1.0, 1.0, 2.0, 9.0]))

    assert picture.sharpness_by_ninth(edges, (300, 180)) == {0: pytest.approx(1.5)}


def test_a_picture_is_no_wider_than_the_page():
    small, scale = picture.page_sized(np.zeros((1296, 2304, 3), np.uint8))

    assert (small.shape[:2], scale) == ((648, 1152), 0.5)
