import cv2
import numpy as np
import pytest

from vision.camera import CameraError, CameraOptions, CameraProfile, EndOfFrames
from vision.cameras import open_camera
from vision.cameras.files import FilesCamera


@pytest.fixture
def folder(tmp_path, picture):
    for number, level in ((10, 150), (9, 120), (2, 40)):
        cv2.imwrite(str(tmp_path / f"shot-{number:02d}.png"), picture(level))
    return tmp_path


def all_frames(camera):
    frames = []
    while True:
        try:
            frames.append(camera.capture())
        except EndOfFrames:
            return frames


def test_a_folder_plays_in_the_order_of_the_names_and_ends_cleanly(folder, picture, hand_clock):
    frames = all_frames(FilesCamera(folder, clock=hand_clock.clock()))

    assert len(frames) == 3
    for frame, level in zip(frames, (40, 120, 150), strict=True):
        assert np.array_equal(frame.image, picture(level))


def test_a_folder_without_times_plays_at_the_given_rate(folder, hand_clock):
    frames = all_frames(FilesCamera(folder, fps=4, clock=hand_clock.clock()))

    assert [frame.time_s for frame in frames] == pytest.approx([100, 100.25, 100.5])


def test_times_csv_sets_the_pace_and_may_show_a_picture_twice(folder, hand_clock):
    (folder / "times.csv").write_text("shot-02.png,0\nshot-02.png,0.5\nshot-10.png,2\n")

    frames = all_frames(FilesCamera(folder, clock=hand_clock.clock()))

    assert [frame.time_s for frame in frames] == pytest.approx([100, 100.5, 102])
    assert frames[0].image is frames[1].image


def test_full_speed_waits_for_nothing_and_keeps_the_recorded_times(folder, hand_clock):
    (folder / "times.csv").write_text("shot-02.png,0\nshot-09.png,30\n")

    frames = all_frames(FilesCamera(folder, full_speed=True, clock=hand_clock.clock()))

    assert hand_clock.waits == []
    assert [frame.time_s for frame in frames] == pytest.approx([100, 130])


def test_other_files_in_the_folder_are_left_alone(folder, hand_clock):
    (folder / "notes.txt").write_text("a good game")
    (folder / ".shot-00.png").write_bytes(b"a half-copied picture")

    assert len(all_frames(FilesCamera(folder, clock=hand_clock.clock()))) == 3


def test_the_profile_beside_the_pictures_is_the_cameras(folder):
    profile = CameraProfile("desk", 640, 360, (500, 0, 320, 0, 500, 180, 0, 0, 1), (0.1,) * 5)
    (folder / "profile.json").write_text(profile.to_json())

    assert FilesCamera(folder).profile == profile


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "JSONDecodeError"),
        ("[]", "TypeError"),
        ("{}", "KeyError"),
        (
            '{"camera_id": "a", "width": 1, "height": 1, "intrinsics": [1, 2], '
            '"distortion": null, "sensor": {}}',
            "nine numbers",
        ),
        (
            '{"camera_id": "a", "width": 1, "height": 1, "intrinsics": null, '
            '"distortion": [NaN], "sensor": {}}',
            "not finite",
        ),
    ],
)
def test_a_broken_profile_is_named_with_what_is_wrong(folder, text, problem):
    (folder / "profile.json").write_text(text)

    with pytest.raises(CameraError, match=problem) as refused:
        FilesCamera(folder)

    assert str(folder / "profile.json") in refused.value.reason


def test_a_broken_picture_is_named_and_those_before_it_are_played(folder, hand_clock):
    (folder / "shot-05.jpg").write_bytes(b"\xff\xd8 cut off")
    camera = FilesCamera(folder, clock=hand_clock.clock())

    camera.capture()
    with pytest.raises(CameraError) as refused:
        camera.capture()

    assert refused.value.reason == f"{folder / 'shot-05.jpg'} is broken or no picture"
    assert refused.value.remedy == "take it out of the folder, or replace it"


def test_an_empty_picture_file_is_named(folder):
    (folder / "shot-01.png").write_bytes(b"")

    with pytest.raises(CameraError, match=r"shot-01\.png is broken or no picture"):
        FilesCamera(folder).capture()


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("shot-02.png;3", "line 1: 'shot-02.png;3' is no time"),
        ("shot-02.png,inf", "line 1: 'shot-02.png,inf' is no time"),
        ("lost.png,1", "line 1 names a missing 'lost.png'"),
        ("", "is empty; delete it"),
    ],
)
def test_a_wrong_line_of_times_is_named(folder, line, problem):
    (folder / "times.csv").write_text(line)

    with pytest.raises(CameraError, match=problem):
        FilesCamera(folder)


def test_a_missing_folder_is_refused(tmp_path):
    with pytest.raises(CameraError, match=r"there is no .*gone; check the path after files:"):
        open_camera(f"files:{tmp_path / 'gone'}")


def test_no_folder_at_all_is_refused():
    with pytest.raises(CameraError, match="write files:DIR"):
        open_camera("files")


def test_a_folder_without_pictures_is_refused(tmp_path):
    with pytest.raises(CameraError, match="there are no pictures in"):
        open_camera(f"files:{tmp_path}")


def test_a_video_plays_and_ends(tmp_path, picture, hand_clock):
    path = tmp_path / "game.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 5, (640, 360))
    for level in (20, 90, 160):
        writer.write(picture(level))
    writer.release()

    frames = all_frames(FilesCamera(path, clock=hand_clock.clock()))

    assert [round(float(f.image.mean()) - 20, -1) for f in frames] == [20, 90, 160]
    assert [frame.time_s for frame in frames] == pytest.approx([100, 100.2, 100.4])


def test_a_file_that_is_no_video_is_refused(tmp_path, capfd):
    (tmp_path / "game.mp4").write_text("not a film")

    with pytest.raises(CameraError, match=r"game\.mp4 is broken or no video"):
        open_camera(f"files:{tmp_path / 'game.mp4'}", CameraOptions())
