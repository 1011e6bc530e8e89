import json

import numpy as np
import pytest

from vision.calibration.errors import CalibrationError
from vision.calibration.views import ViewSet


@pytest.fixture
def views(good_views):
    chosen = ViewSet()
    for view in good_views[:4]:
        chosen.add(view)
    return chosen


def numbers(views):
    return [view.number for view in views]


def test_views_are_numbered_as_they_come(views):
    assert numbers(views) == [1, 2, 3, 4]


def test_a_deleted_view_is_gone_and_comes_back_in_its_place(views):
    views.delete(2)
    after = numbers(views)
    views.undo()

    assert after == [1, 3, 4]
    assert numbers(views) == [1, 2, 3, 4]


def test_every_step_can_be_undone_to_the_beginning(views):
    views.delete(1)
    views.clear()
    while views.can_undo:
        views.undo()

    assert numbers(views) == []


def test_a_number_is_never_given_twice(views, good_views):
    views.delete(4)

    assert views.add(good_views[5]).number == 5


def test_deleting_what_is_not_there_changes_nothing(views):
    with pytest.raises(CalibrationError, match="no view 9; choose one of the list"):
        views.delete(9)

    assert numbers(views) == [1, 2, 3, 4]


def test_there_may_be_nothing_to_undo():
    with pytest.raises(CalibrationError, match="nothing to undo"):
        ViewSet().undo()


def test_views_survive_as_json(views):
    again = ViewSet.from_plain(json.loads(json.dumps(views.to_plain())))

    assert numbers(again) == numbers(views)
    for before, after in zip(views, again, strict=True):
        assert np.allclose(before.corners, after.corners, atol=1e-4)
        assert before.attitude == after.attitude


@pytest.mark.parametrize("plain", [[{}], [{"number": "x"}], [3]])
def test_what_are_no_views_is_refused(plain):
    with pytest.raises(CalibrationError, match="take the views anew"):
        ViewSet.from_plain(plain)
