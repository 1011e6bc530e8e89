import numpy as np

from vision import tags
from vision.detection import TagDetector, Window, _stacked, cut_dictionary


def test_a_cut_dictionary_holds_the_chosen_tags_only():
    cut = cut_dictionary(np.array([8, 244]))
    whole = tags.dictionary()

    assert cut.bytesList.shape[0] == 2
    assert (cut.bytesList[1] == whole.bytesList[244]).all()


def test_quads_of_every_opencv_become_one_shape():
    flat = np.arange(8.0).reshape(4, 2)

    for quads in ([flat.reshape(1, 4, 2)], [flat], (flat.reshape(4, 1, 2),)):
        assert (_stacked(quads) == flat[None]).all()
    assert _stacked([]).shape == (0, 4, 2)


def test_a_window_keeps_inside_the_frame():
    points = np.array([[-50.0, 10.2], [90.0, 700.0]])

    assert Window.around(points, 640, 480) == Window(0, 10, 91, 480)


def test_a_window_beside_the_frame_holds_no_tags():
    grey = np.zeros((0, 40), np.uint8)
    seen = TagDetector([1]).detect_cut(grey, Window(10, 0, 50, 0), 1280)

    assert len(seen.ids) == 0
