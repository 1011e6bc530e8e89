"""Which camera the house looks through, through which lens, and what it says of both."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from companion.cards import Seat
from companion.games import GAMES
from companion.house_camera import HouseCamera, Lenses
from companion.simulated_table import SimulatedTable
from tests.vision.calibration.shooting import A4
from vision import cameras
from vision.calibration.profile import CalibrationProfile
from vision.calibration.profile_store import ProfileStore
from vision.calibration.uncertainty import Uncertainty
from vision.calibration.verdict import Grade
from vision.camera import Camera, CameraError, CameraOptions, CameraProfile, Frame, LensMisfit
from vision.plan import plan_table

HERE = CameraProfile("imx708", 2304, 1296)
LENS = replace(
    HERE,
    intrinsics=(1850.0, 0.0, 1151.5, 0.0, 1850.0, 647.5, 0.0, 0.0, 1.0),
    distortion=(-0.06, 0.03, 0.0, 0.0, 0.0),
)
DOUBT = Uncertainty(0.1, (0.2, 0.2, 0.2, 0.2))
FIRST = CalibrationProfile(LENS, A4, Grade.GOOD, 20, 0.1, 0.12, 0.0, DOUBT, "first")
SECOND = replace(FIRST, lens=replace(LENS, distortion=(-0.05, 0.03, 0.0, 0.0, 0.0)))


def simulated_table() -> SimulatedTable:
    game, seats = GAMES["deadlock_city"], (Seat("p1"), Seat("p2"))
    return SimulatedTable(game, plan_table(game.zones(seats), seats), Random(1))


class PiCamera(Camera):
    """A real camera, as far as the house can tell."""

    name = "the Pi camera imx708"

    def __init__(self, lens: CameraProfile) -> None:
        self._lens = lens

    @property
    def profile(self) -> CameraProfile:
        return self._lens

    def capture(self, timeout_s: float = 2.0) -> Frame:
        raise CameraError("there is nothing to see", "look elsewhere")


def opener(check: Callable[[CameraProfile | None], None] = lambda lens: None) -> cameras.Opener:
    def open_pi(argument: str, options: CameraOptions) -> Camera:
        lens = options.fitted(HERE).profile
        check(lens)
        return PiCamera(lens or HERE)

    return open_pi


@pytest.fixture
def pi(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(cameras._registry, "pi", opener())


@pytest.fixture
def said() -> list[str]:
    return []


@pytest.fixture
def house(tmp_path: Path, said: list[str]) -> Callable[..., HouseCamera]:
    def opened(spec: str = "pi", simulated: SimulatedTable | None = None) -> HouseCamera:
        camera = HouseCamera(spec, Lenses(tmp_path, said.append), None)
        camera.open_first(simulated)
        return camera

    return opened


@pytest.mark.usefixtures("pi")
def test_a_real_camera_is_looked_through_with_its_calibrated_lens(tmp_path, house, said):
    ProfileStore(tmp_path).save(FIRST)

    assert house().reopen().profile == LENS
    assert said == []


@pytest.mark.usefixtures("pi")
def test_a_camera_that_was_never_calibrated_is_no_trouble(house, said):
    assert house().reopen().profile == HERE
    assert said == []


@pytest.mark.usefixtures("pi")
def test_a_damaged_calibration_gives_way_to_the_last_good_one_and_that_is_said_once(
    tmp_path, house, said
):
    ProfileStore(tmp_path).save(FIRST)
    ProfileStore(tmp_path).save(SECOND).write_text("")
    camera = house()
    lenses = [camera.reopen().profile for _ in range(3)]

    assert lenses == [LENS] * 3
    assert len(said) == 1
    assert "is empty; the last good calibration is used instead" in said[0]


@pytest.mark.usefixtures("pi")
def test_where_no_calibration_is_good_the_camera_goes_without_and_says_so(tmp_path, house, said):
    ProfileStore(tmp_path).save(FIRST).write_bytes(b"\xff\x00")

    assert house().reopen().profile == HERE
    assert len(said) == 1
    assert said[0].startswith("The camera goes without its calibration: ")


def test_a_lens_the_camera_refuses_is_left_out_and_the_reason_told(
    monkeypatch, tmp_path, house, said
):
    def refuse(lens: CameraProfile | None) -> None:
        if lens is not None:
            raise LensMisfit("the lens profile belongs to another crop", "calibrate anew")

    monkeypatch.setitem(cameras._registry, "pi", opener(refuse))
    ProfileStore(tmp_path).save(FIRST)

    assert house("auto").reopen().profile == HERE
    assert said == [
        "The camera goes without its calibration: "
        "the lens profile belongs to another crop; calibrate anew."
    ]


@pytest.mark.usefixtures("pi")
def test_auto_takes_the_pi_camera_even_with_a_simulated_table_at_hand(house):
    camera = house("auto", simulated_table())

    assert not camera.is_simulated
    assert camera.reopen().profile == HERE


def test_a_pi_camera_that_fails_later_is_waited_for_and_nothing_is_simulated(
    monkeypatch, house, said
):
    monkeypatch.setitem(cameras._registry, "pi", opener())
    camera = house("auto", simulated_table())
    camera.reopen()

    def gone(lens: CameraProfile | None) -> None:
        raise CameraError("no camera is connected", "push the ribbon cable home")

    monkeypatch.setitem(cameras._registry, "pi", opener(gone))

    with pytest.raises(CameraError, match="no camera is connected"):
        camera.reopen()


def test_auto_without_a_camera_is_the_simulated_table_through_its_own_lens(monkeypatch, house):
    def none(lens: CameraProfile | None) -> None:
        raise CameraError("no camera is connected", "push the ribbon cable home")

    monkeypatch.setitem(cameras._registry, "pi", opener(none))
    table = simulated_table()
    camera = house("auto", table)

    assert camera.is_simulated
    assert camera.reopen().profile.intrinsics == table.profile.intrinsics


def test_a_simulated_lens_that_was_measured_is_the_one_it_is_looked_through(tmp_path, house):
    table = simulated_table()
    measured = replace(LENS, camera_id="simulated")
    ProfileStore(tmp_path).save(replace(FIRST, lens=measured))

    assert house("simulated", table).reopen().profile.intrinsics == measured.intrinsics


@pytest.mark.parametrize(
    ("spec", "record", "may"),
    [("pi", None, True), ("pi", Path("evening"), False), ("files:evening", None, False)],
)
def test_a_recording_is_never_opened_anew(tmp_path, said, spec, record, may):
    assert HouseCamera(spec, Lenses(tmp_path, said.append), record).may_reopen is may
