"""A calibration that runs while the camera watches: frames in, verdict, pose and profile out."""

from dataclasses import replace
from random import Random

import numpy as np
import pytest

from companion.cards import Seat
from companion.games.deadlock_city.cards import DECK
from tests.vision.calibration.shooting import A4, good_poses, true_views
from vision.calibration.draft import Draft, DraftStore
from vision.calibration.errors import CalibrationError
from vision.calibration.lens_shelf import LensShelf
from vision.calibration.live import BOTH, MAT, VIEWS, LiveCalibration
from vision.calibration.profile_store import ProfileStore
from vision.calibration.report import report_on
from vision.calibration.solve import Lens
from vision.calibration.table import on_mat
from vision.calibration.verdict import Grade
from vision.calibration.views import ViewSet
from vision.camera import CameraProfile, Frame, small_grey
from vision.plan import plan_table
from vision.simulated.lens import CameraModel
from vision.simulated.renderer import Renderer
from vision.simulated.scene import Scene
from vision.simulated.things import Snapshot

AGES_S = 60.0
#: Half the usual picture: quick, and its tags still read.
MODEL = CameraModel().scaled(1536, 864).fitted((900.0, 500.0))
CAMERA = CameraProfile("desk", MODEL.width, MODEL.height, sensor={"LensPosition": "1.4"})


@pytest.fixture(scope="module")
def plan():
    return plan_table((), (Seat("p1"),))


@pytest.fixture(scope="module")
def frame(plan):
    """Return a picture of the mat, nothing on it."""
    scene = Scene(DECK, (900.0, 500.0), (), Random(1))
    image = Renderer(scene, plan, lambda *_: None, camera=MODEL).frame_of(Snapshot())
    return Frame(image, small_grey(image), 1.0, 1)


@pytest.fixture(scope="module")
def views():
    kept = ViewSet()
    for view in true_views(good_poses(14), model=MODEL):
        kept.add(view)
    return tuple(kept)


@pytest.fixture(scope="module")
def report(views):
    return report_on(A4, views, CAMERA.camera_id)


class Room:
    """A live calibration with its folder, and what the house was told."""

    def __init__(self, folder, plan):
        self.folder, self.playing, self.renewed = folder, False, 0
        self.shelf = LensShelf(ProfileStore(folder / "profiles"), self._renew)
        self.live = LiveCalibration(
            folder / "drafts", self.shelf, lambda: plan, lambda: self.playing, lambda: "today"
        )

    def _renew(self):
        self.renewed += 1

    def look(self, frame, seeks=MAT):
        """Show a frame, and wait until it has been looked at."""
        self.live.wake(seeks)
        before = self.live.seen
        self.live.see(frame, CAMERA)
        with self.live._inbox.news:
            self.live._inbox.news.wait_for(lambda: self.live.seen is not before, AGES_S)
        return self.live.seen


@pytest.fixture
def room(tmp_path, plan, views):
    draft = Draft(views=ViewSet(views), sensor=CAMERA.sensor)
    DraftStore(tmp_path / "drafts").save(CAMERA, draft)
    made = Room(tmp_path, plan)
    made.live.start()
    yield made
    made.live.close()


def test_without_a_page_nobody_looks(room, frame):
    room.live.see(frame, CAMERA)

    assert room.live._inbox.waiting is None


def test_views_of_an_earlier_run_are_judged_and_saved(room, frame):
    room.look(frame)
    room.live.fit()
    room.live.job.wait(AGES_S)
    report, could = room.live.report, room.live.can_save
    room.live.save()
    saved = room.shelf.stored(CAMERA)

    assert report.grade is not Grade.NOT_USABLE
    assert (could, room.live.can_save, room.renewed) == (True, False, 1)
    assert (saved.made, saved.views) == ("today", len(report.views))
    assert saved.lens.intrinsics[0] == pytest.approx(MODEL.focal_px, rel=0.003)


def test_the_verdict_outlives_a_restart_until_views_lens_or_camera_change(room, frame, report):
    room.look(frame)
    room.live.report = report
    room.live.save()
    again = Room(room.folder, room.live.plan())
    again.live.start()
    again.look(frame)
    kept = again.live.kept

    assert kept.verdict.reasons == report.verdict.reasons
    assert kept.verdict.errors_px == report.fit.per_view_px
    assert kept.figures() == {k: report.to_plain()["lens"][k] for k in kept.figures()}
    again.live.capture.delete(1)
    assert again.live.kept is None
    again.live.capture.undo()
    assert again.live.kept == kept
    again.live.capture.attach(replace(CAMERA, camera_id="another"))
    assert again.live.kept is None
    again.live.capture.attach(replace(CAMERA, width=CAMERA.width // 2))
    assert again.live.kept is None
    again.live.capture.attach(CAMERA)
    assert again.live.kept == kept
    again.shelf.put(replace(kept, verdict=None))
    assert again.live.kept is None
    again.live.close()


def test_a_verdict_on_other_views_is_stale_and_saves_nothing(room, frame, report):
    room.look(frame)
    room.live.report = report
    room.live.capture.delete(1)

    assert room.live.is_stale
    with pytest.raises(CalibrationError) as error:
        room.live.save()
    assert error.value.told.code == "judge_first"


def test_a_nudged_camera_is_aimed_anew_with_the_mat_alone(room, frame, report):
    room.look(frame)
    room.live.report = report
    room.live.save()
    room.live.aim()
    while room.live.job.working is not None:
        room.look(frame)
    room.live.job.wait(AGES_S)
    saved = room.shelf.stored(CAMERA)
    lens = Lens(saved.lens.matrix(), saved.lens.coefficients())
    corners = np.array([(60.0, 60.0), (840.0, 60.0), (840.0, 440.0), (60.0, 440.0)])
    hung = np.array(saved.hung.rvec), np.array(saved.hung.tvec)

    assert room.live.job.failed is None
    assert on_mat(MODEL.project(corners), *hung, lens) == pytest.approx(corners, abs=0.3)
    assert saved.hung.error_mm < 1.0
    # The camera need not be opened anew for that.
    assert room.renewed == 1


def test_nothing_is_aimed_through_an_unknown_lens(room, frame):
    room.look(frame)

    with pytest.raises(CalibrationError) as error:
        room.live.aim()
    assert error.value.told.code == "lens_first"


def test_sharpness_is_told_until_nothing_can_be_read_any_more(room, frame):
    room.look(frame, BOTH)
    seen = sorted(room.live.blur_px)
    image = np.full_like(frame.image, 90)
    room.look(Frame(image, small_grey(image), 2.0, 2), BOTH)

    assert seen == [0, 2, 6, 8]
    assert room.live.blur_px == {}


def test_while_a_game_is_on_no_board_is_sought_and_the_mat_is(room, frame):
    room.playing = True
    seen = room.look(frame, VIEWS)

    assert (seen.veiled, seen.offer) == (True, None)
    assert sorted(seen.mat.outlines) == [0, 1, 2, 3]


def test_a_lens_of_another_camera_is_refused_and_changes_nothing(room, frame, report):
    room.look(frame)
    room.live.report = report
    room.live.save()
    text = room.shelf.stored(CAMERA).to_json()

    with pytest.raises(CalibrationError) as error:
        room.shelf.take_in(text.replace('"desk"', '"shelf"'), CAMERA)
    assert error.value.told.code == "profile_misfit"
    assert room.shelf.stored(CAMERA).to_json() == text
