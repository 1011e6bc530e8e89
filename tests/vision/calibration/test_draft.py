"""A run that was broken off goes on where it was."""

import pytest

from vision.calibration.draft import Draft, DraftStore
from vision.calibration.errors import CalibrationError
from vision.calibration.views import ViewSet
from vision.camera import CameraProfile

CAMERA = CameraProfile("desk", 1152, 648)


@pytest.fixture
def store(tmp_path):
    return DraftStore(tmp_path)


@pytest.fixture
def draft(good_views):
    views = ViewSet()
    for view in good_views[:4]:
        views.add(view)
    return Draft("A4", 99.5, 49.8, {"LensPosition": "1.4"}, views)


def numbers(draft):
    return [view.number for view in draft.views]


def files(folder):
    return sorted(path.name for path in folder.rglob("view-*.json"))


def test_what_was_told_and_taken_comes_back(store, draft):
    store.save(CAMERA, draft)
    back = store.load(CAMERA)

    assert back == draft
    assert numbers(back) == [1, 2, 3, 4]
    assert back.views.view(3).corners == pytest.approx(draft.views.view(3).corners, abs=1e-4)


def test_steps_can_be_undone_after_a_restart(store, draft):
    draft.views.delete(2)
    draft.views.clear()
    store.save(CAMERA, draft)
    views = store.load(CAMERA).views
    views.undo()
    after = [view.number for view in views]
    views.undo()

    assert after == [1, 3, 4]
    assert [view.number for view in views] == [1, 2, 3, 4]


def test_a_view_that_no_step_leads_back_to_leaves_the_disk(store, draft, tmp_path):
    store.save(CAMERA, draft)
    draft.views.undo()
    store.save(CAMERA, draft)

    assert files(tmp_path) == ["view-000001.json", "view-000002.json", "view-000003.json"]


def test_another_camera_or_resolution_begins_anew(store, draft):
    store.save(CAMERA, draft)

    assert numbers(store.load(CameraProfile("desk", 2304, 1296))) == []
    assert numbers(store.load(CameraProfile("shelf", 1152, 648))) == []


def test_a_damaged_draft_still_has_the_views_that_can_be_read(store, draft, tmp_path):
    store.save(CAMERA, draft)
    (index,) = tmp_path.rglob("draft.json")
    index.write_text("{")
    next(tmp_path.rglob("view-000002.json")).write_text("")

    assert numbers(store.load(CAMERA)) == [1, 3, 4]


def test_a_full_disk_is_said(store, draft, monkeypatch):
    def full(path, text):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("vision.calibration.draft.write_atomically", full)

    with pytest.raises(CalibrationError, match=r"No space left on device.*free some space"):
        store.save(CAMERA, draft)
