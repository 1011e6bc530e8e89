import numpy as np
import pytest

from vision.camera import CameraError, CameraProfile, EndOfFrames, Frame, small_grey
from vision.cameras.files import FilesCamera
from vision.recorder import Recorder, RecordingCamera

PROFILE = CameraProfile("desk", 640, 360, (500, 0, 320, 0, 500, 180, 0, 0, 1), (0.1,) * 5)


def frame(level, time_s, number=1):
    image = np.full((360, 640, 3), level, np.uint8)
    return Frame(image, small_grey(image), time_s, number)


def played(folder):
    camera, frames = FilesCamera(folder, full_speed=True), []
    while True:
        try:
            frames.append(camera.capture())
        except EndOfFrames:
            return camera, frames


def test_a_lossless_recording_plays_back_as_it_was(tmp_path):
    folder = tmp_path / "game"
    with Recorder(folder, PROFILE, lossless=True) as recorder:
        for number, level in enumerate((10, 90, 170)):
            recorder.write(frame(level, 50 + number * 0.25))

    camera, frames = played(folder)

    assert [int(f.image[0, 0, 0]) for f in frames] == [10, 90, 170]
    assert [f.time_s - frames[0].time_s for f in frames] == pytest.approx([0, 0.25, 0.5])
    assert camera.profile == PROFILE


def test_a_still_table_is_written_once_but_played_as_long(tmp_path):
    folder = tmp_path / "game"
    with Recorder(folder, PROFILE, still_frames=2) as recorder:
        for number in range(20):
            recorder.write(frame(100 + number % 3, 7 + number / 10))

    assert len(list(folder.glob("*.jpg"))) == 2
    assert len(played(folder)[1]) == 20


def test_a_table_that_moves_again_is_written_again(tmp_path):
    folder = tmp_path / "game"
    with Recorder(folder, PROFILE, still_frames=1) as recorder:
        for number, level in enumerate((50, 50, 50, 120, 120)):
            recorder.write(frame(level, number))

    assert len(list(folder.glob("*.jpg"))) == 2


def test_every_frame_is_written_on_request(tmp_path):
    with Recorder(tmp_path / "game", PROFILE, still_frames=0) as recorder:
        for number in range(4):
            recorder.write(frame(50, number))

    assert len(list((tmp_path / "game").glob("*.jpg"))) == 4


def test_a_folder_with_something_in_it_is_left_alone(tmp_path):
    (tmp_path / "letter.txt").write_text("dear")

    with pytest.raises(CameraError, match="is not empty; record to a new folder"):
        Recorder(tmp_path, PROFILE)

    assert [file.name for file in tmp_path.iterdir()] == ["letter.txt"]


def test_a_folder_that_can_not_be_made_is_refused(tmp_path):
    (tmp_path / "file").write_text("")

    with pytest.raises(CameraError, match="can't be written"):
        Recorder(tmp_path / "file" / "game", PROFILE)


def test_a_full_disk_stops_the_recording_with_a_sentence(tmp_path, monkeypatch):
    recorder = Recorder(tmp_path / "game", PROFILE)

    def full(_path, _data):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("pathlib.Path.write_bytes", full)
    with recorder, pytest.raises(CameraError, match=r"No space left on device.*free some space"):
        recorder.write(frame(50, 1))


def test_a_recording_camera_passes_its_frames_on(tmp_path):
    source = tmp_path / "source"
    with Recorder(source, PROFILE, lossless=True) as recorder:
        recorder.write(frame(60, 1))
        recorder.write(frame(160, 2))
    recorder = Recorder(tmp_path / "copy", PROFILE, lossless=True)

    with RecordingCamera(FilesCamera(source, full_speed=True), recorder) as camera:
        levels = [int(camera.capture().image[0, 0, 0]) for _ in range(2)]

    assert levels == [60, 160]
    assert camera.profile == PROFILE
    assert [int(f.image[0, 0, 0]) for f in played(tmp_path / "copy")[1]] == levels
