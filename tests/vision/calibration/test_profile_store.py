import errno
import os
from dataclasses import replace

import pytest

from tests.vision.calibration.shooting import A4
from vision.calibration import profile_store
from vision.calibration.errors import CalibrationError
from vision.calibration.profile import CalibrationProfile
from vision.calibration.profile_store import ProfileStore, export_profile, write_atomically
from vision.calibration.uncertainty import Uncertainty
from vision.calibration.verdict import Grade
from vision.camera import CameraProfile

CAMERA = CameraProfile("/base/soc/i2c0mux/i2c@1/imx708@1a", 2304, 1296)
LENS = replace(
    CAMERA,
    intrinsics=(1850.0, 0.0, 1151.5, 0.0, 1850.0, 647.5, 0.0, 0.0, 1.0),
    distortion=(-0.06, 0.03, 0.0, 0.0, 0.0),
)
DOUBT = Uncertainty(0.1, (0.2, 0.2, 0.2, 0.2))
FIRST = CalibrationProfile(LENS, A4, Grade.GOOD, 20, 0.1, 0.12, 0.0, DOUBT, "first")
SECOND = replace(FIRST, made="second")


@pytest.fixture
def store(tmp_path):
    return ProfileStore(tmp_path / "profiles")


def test_what_was_saved_is_loaded(store):
    store.save(FIRST)

    assert store.load(CAMERA).profile == FIRST
    assert store.load(CAMERA).note == ""


def test_a_camera_without_a_profile_has_none(store):
    assert store.load(CAMERA) is None


def test_two_cameras_do_not_get_in_each_others_way(store):
    other = replace(CAMERA, camera_id="-base-soc-i2c0mux-i2c-1-imx708-1a")
    store.save(FIRST)
    store.save(replace(SECOND, lens=replace(LENS, camera_id=other.camera_id)))

    assert store.load(CAMERA).profile.made == "first"
    assert store.load(other).profile.made == "second"


@pytest.mark.parametrize("text", ["", "{", '{"format": "other"}'])
def test_a_broken_profile_gives_way_to_the_last_good_one_with_a_note(store, text):
    store.save(FIRST)
    store.save(SECOND).write_text(text)
    loaded = store.load(CAMERA)

    assert loaded.profile.made == "first"
    assert "the last good calibration is used instead" in loaded.note


def test_a_broken_profile_never_becomes_the_last_good_one(store):
    store.save(FIRST)
    store.save(SECOND).write_text("")
    store.save(replace(SECOND, made="third")).write_text("")

    assert store.load(CAMERA).profile.made == "first"


def test_a_broken_profile_alone_is_an_error(store):
    store.save(FIRST).write_text("")

    with pytest.raises(CalibrationError, match="is empty; choose another file, or calibrate anew"):
        store.load(CAMERA)


def test_the_last_good_profile_can_be_brought_back(store):
    store.save(FIRST)
    store.save(SECOND)
    store.restore(CAMERA)

    assert store.load(CAMERA).profile.made == "first"


def test_there_may_be_nothing_to_bring_back(store):
    store.save(FIRST)

    with pytest.raises(CalibrationError, match="no earlier calibration"):
        store.restore(CAMERA)


def test_an_exported_profile_comes_in_again(store, tmp_path):
    export_profile(FIRST, tmp_path / "export.json")
    store.take_in(tmp_path / "export.json", CAMERA)

    assert store.load(CAMERA).profile == FIRST


def test_a_profile_of_another_camera_does_not_come_in(store, tmp_path):
    export_profile(FIRST, tmp_path / "export.json")
    other = replace(CAMERA, camera_id="imx219")

    with pytest.raises(CalibrationError, match="belongs to camera"):
        store.take_in(tmp_path / "export.json", other)
    assert store.load(other) is None


def test_a_missing_or_binary_file_does_not_come_in(store, tmp_path):
    (tmp_path / "binary.json").write_bytes(b"\xff\xfe\x00")

    for name in ("binary.json", "missing.json"):
        with pytest.raises(CalibrationError, match="can't be read"):
            store.take_in(tmp_path / name, CAMERA)


@pytest.mark.parametrize("failing", ["fsync", "replace"])
def test_a_full_disk_leaves_the_old_profile_whole(store, monkeypatch, failing):
    path = store.save(FIRST)

    def full(*_args):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(*((os, "fsync") if failing == "fsync" else (type(path), "replace")), full)
    with pytest.raises(CalibrationError, match=r"No space left on device.*free some space"):
        store.save(SECOND)
    monkeypatch.undo()

    assert store.load(CAMERA).profile == FIRST
    assert not list(path.parent.glob(".*"))


def test_the_text_is_on_the_disk_before_it_gets_its_name(tmp_path, monkeypatch):
    steps = []
    fsync, flush_folder = os.fsync, profile_store._flush_folder

    def noted_fsync(handle):
        steps.append(("fsync", (tmp_path / "file").exists()))
        fsync(handle)

    def noted_folder(folder):
        steps.append(("folder", (tmp_path / "file").exists()))
        flush_folder(folder)

    monkeypatch.setattr(os, "fsync", noted_fsync)
    monkeypatch.setattr(profile_store, "_flush_folder", noted_folder)
    write_atomically(tmp_path / "file", "text")

    assert steps == [("fsync", False), ("folder", True), ("fsync", True)]
    assert (tmp_path / "file").read_text() == "text"
