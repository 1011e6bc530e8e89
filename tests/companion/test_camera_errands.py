"""The camera's thread does what others may not do with a camera themselves."""

from collections.abc import Iterator
from itertools import count
from queue import SimpleQueue
from random import Random
from typing import cast

import numpy as np
import pytest

from companion.camera_loop import CameraLoop, Watched
from companion.simulated_table import SimulatedTable
from tests.companion.evening import Evening
from vision.camera import Camera, CameraError, CameraProfile, Frame, Image, small_grey
from vision.enrolled.deck import EnrolledDeck
from vision.plan import plan_table
from vision.reader import Reader
from vision.reading import Reading

AGES_S = 20.0
GREY = Frame(np.zeros((720, 1280, 3), np.uint8), np.zeros((180, 320), np.uint8), 0.0, 1)


class Still(Camera):
    """A camera before which nothing happens; a test lets each frame go."""

    name = "a still camera"

    def __init__(self, frames: SimpleQueue[None], number: int) -> None:
        self._frames, self.number = frames, number

    @property
    def profile(self) -> CameraProfile:
        return CameraProfile(f"camera {self.number}", 1280, 720)

    def capture(self, timeout_s: float = AGES_S) -> Frame:
        self._frames.get(timeout=AGES_S)
        return GREY


class Rig:
    """A loop with its cameras, one after the other."""

    def __init__(self) -> None:
        self.evening, self.opened = Evening(), 0
        self.frames, self.tapped = SimpleQueue[None](), SimpleQueue[str]()
        session = self.evening.table.session()
        plan = plan_table(session.game.zones(session.seats), session.seats)
        watched = Watched(plan, session.game.deck)
        self.loop = CameraLoop(
            self.evening.table,
            self._open,
            lambda: watched,
            tap=lambda frame, camera: self.tapped.put(camera.camera_id),
        )

    def _open(self) -> Camera:
        self.opened += 1
        return Still(self.frames, self.opened)

    def frame(self) -> str:
        """Let a frame go and return whose it was."""
        self.frames.put(None)
        return self.tapped.get(timeout=AGES_S)


@pytest.fixture
def rig() -> Iterator[Rig]:
    made = Rig()
    made.loop.start()
    yield made
    made.loop._stop.set()
    made.frames.put(None)
    made.loop.close()


def test_an_errand_is_run_between_two_frames(rig: Rig) -> None:
    rig.frame()
    done = rig.loop.errand(lambda camera: camera.name)
    rig.frame()
    rig.frame()

    assert done.result(AGES_S) == "a still camera"


def test_an_errand_that_fails_is_told_and_the_camera_goes_on(rig: Rig) -> None:
    rig.frame()
    failed = rig.loop.errand(lambda camera: camera.adjust("gain", 2.0))
    names = [rig.frame(), rig.frame()]

    with pytest.raises(CameraError, match="lets nothing be set"):
        failed.result(AGES_S)
    assert names == ["camera 1", "camera 1"]
    assert rig.loop.trouble is None


def test_an_errand_that_nobody_waits_for_any_more_is_not_run(rig: Rig) -> None:
    rig.frame()
    met: list[str] = []
    late = rig.loop.errand(lambda camera: met.append(camera.name))
    late.cancel()
    after = rig.loop.errand(lambda camera: camera.name)
    rig.frame()
    rig.frame()

    assert after.result(AGES_S) == "a still camera"
    assert not met


def test_a_camera_with_a_new_lens_is_opened_anew(rig: Rig) -> None:
    first = rig.frame()
    rig.loop.renew()
    rig.frame()
    second = rig.frame()

    assert (first, second) == ("camera 1", "camera 2")


class Slow(Watched):
    """A deck without tags, of which a test counts how often it is read."""

    def reader(self, lens: CameraProfile) -> Reader:
        return Counting(self.plan, self.deck, self.others, lens)


class Counting(Reader):
    looks = 0

    def read(self, frame: Image) -> Reading:
        Counting.looks += 1
        return super().read(frame)


@pytest.fixture
def slow(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> Rig:
    """Return a rig before an empty mat, which was read until nothing was open any more."""
    monkeypatch.setattr(Counting, "looks", 0)
    watched = rig.loop._wanted()
    session = rig.evening.table.session()
    image = SimulatedTable(session.game, watched.plan, Random(1)).frame()
    grey, times = small_grey(image), count(0.0, 10.0)
    monkeypatch.setattr(
        Still, "capture", lambda *_: rig.frames.get() or Frame(image, grey, next(times), 1)
    )
    deck = cast("EnrolledDeck", object())
    rig.loop._wanted = lambda: Slow(watched.plan, watched.deck, (), deck)
    for _ in range(4):
        rig.frame()
    return rig


def test_who_looks_on_between_games_need_not_wait_until_cards_without_tags_are_read(
    slow: Rig,
) -> None:
    before = Counting.looks
    for _ in range(3):
        slow.loop.show()
        slow.frame()
    shown = Counting.looks
    slow.frame()
    slow.frame()

    assert shown <= before + 1
    assert Counting.looks > shown
