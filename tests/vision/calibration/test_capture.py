"""Views are taken by themselves while somebody holds the board, and kept as they come."""

from dataclasses import replace

import pytest

from vision.calibration.capture import Capture
from vision.calibration.draft import DraftStore
from vision.calibration.errors import CalibrationError
from vision.camera import CameraProfile, Frame, small_grey

CAMERA = CameraProfile("desk", 1152, 648, sensor={"LensPosition": "1.4"})


@pytest.fixture
def changes():
    return []


@pytest.fixture
def capture(tmp_path, changes):
    made = Capture(DraftStore(tmp_path), lambda: changes.append(True))
    made.attach(CAMERA)
    return made


@pytest.fixture(scope="module")
def frames(plain_picture):
    """Return the same still picture, a second apart."""
    grey = small_grey(plain_picture)
    return [Frame(plain_picture, grey, float(n), n) for n in range(4)]


def taken(capture, frames, **how):
    return [capture.look_at(frame, **how).taken is not None for frame in frames]


def numbers(capture):
    return [view.number for view in capture.views]


def codes(offer):
    return [message.code for message in offer.refused]


def test_nothing_is_taken_before_it_is_asked_for(capture, frames):
    assert taken(capture, frames[:2]) == [False, False]


def test_a_still_board_is_taken_and_the_page_is_told(capture, frames, changes):
    capture.run(running=True)
    changes.clear()

    assert taken(capture, frames[:3]) == [False, True, False]
    assert changes == [True]


def test_while_another_step_is_open_nothing_is_taken(capture, frames):
    capture.run(running=True)

    assert taken(capture, frames[:3], taking=False) == [False] * 3


def test_one_view_can_be_taken_at_once(capture, frames):
    capture.take()

    assert taken(capture, frames[:2]) == [True, False]


def test_another_focus_is_refused_by_name(capture, frames):
    capture.take()
    capture.look_at(frames[0])
    capture.attach(replace(CAMERA, sensor={"LensPosition": "2"}))
    capture.take()
    offer = capture.look_at(frames[1])

    assert codes(offer) == ["drifted"]
    assert dict(offer.refused[0].facts) == {"what": "LensPosition", "then": "1.4", "now": "2"}


def test_the_next_process_goes_on_with_the_views(capture, frames, tmp_path):
    capture.take()
    capture.look_at(frames[0])
    capture.measure(99.0, None)
    again = Capture(DraftStore(tmp_path), lambda: None)
    again.attach(CAMERA)

    assert numbers(again) == [1]
    assert again.spec.stretch == (0.99, 0.99)
    assert not again.running


def test_cancelling_stops_and_can_be_undone(capture, frames):
    capture.take()
    capture.look_at(frames[0])
    capture.run(running=True)
    capture.cancel()
    after = numbers(capture), capture.running
    capture.undo()

    assert after == ([], False)
    assert numbers(capture) == [1]


@pytest.mark.parametrize("name", ["A7", "7x9:25:30:DICT_5X5_250", "7x9:25:17:DICT_9X9"])
def test_a_board_that_is_none_changes_nothing(capture, name):
    with pytest.raises(CalibrationError) as error:
        capture.choose_board(name)

    assert error.value.told.code == "no_such_board"
    assert capture.draft.board == "A4"


def test_a_disk_that_is_full_ends_no_run(capture, frames, monkeypatch):
    def full(path, text):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("vision.calibration.draft.write_atomically", full)
    capture.take()
    capture.look_at(frames[0])

    assert numbers(capture) == [1]
    assert "No space left" in str(capture.trouble)
