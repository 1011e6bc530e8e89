"""What breaks while the table stands: camera, pins, disk, clock. It goes on and says so."""

import time
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from queue import SimpleQueue
from random import Random

import numpy as np
import pytest

from companion import camera_loop
from companion.app import House
from companion.camera_loop import CameraLoop, Watched
from companion.cards import Seat
from companion.commands import Deal, Join
from companion.games import GAMES
from companion.recovery import open_journal
from companion.settings import PanelSettings, SeatPins, Settings
from companion.store import MemoryJournal, StoreError
from companion.table import Claim, Table, Tick
from tests.companion.evening import P1, P2, Evening, hand
from vision.camera import Camera, CameraError, CameraProfile, Frame
from vision.plan import plan_table

#: Only a hang is as long (seconds).
AGES_S = 20.0


class Cable(Camera):
    """A camera whose cable is pulled and pushed in by the test."""

    name = "a camera on a cable"
    explanation = ""

    def __init__(self, frames: "SimpleQueue[Exception | None]") -> None:
        self._frames, self._number = frames, 0

    @property
    def profile(self) -> CameraProfile:
        return CameraProfile()

    def capture(self, timeout_s: float = 2.0) -> Frame:
        trouble = self._frames.get()
        if trouble is not None:
            raise trouble
        self._number += 1
        image = np.zeros((720, 1280, 3), np.uint8)
        return Frame(image, image[::4, ::4, 0].copy(), time.monotonic(), self._number)

    def flush(self) -> None:
        return

    def close(self) -> None:
        return


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(camera_loop, "BREATH_S", 0.0)


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize(
    "trouble", [CameraError("the cable is loose", "push it in"), ValueError("a driver's bug")]
)
def test_a_camera_that_was_unplugged_comes_back(trouble: Exception) -> None:
    evening, frames = Evening(), SimpleQueue[Exception | None]()
    seen, opened, troubles = SimpleQueue[int](), [], []
    game = evening.table.session().game
    seats = evening.table.session().seats
    watched = Watched(plan_table(game.zones(seats), seats), game.deck)

    def reopen() -> Camera:
        opened.append(True)
        troubles.append(loop.trouble)
        if len(opened) == 2:
            raise trouble  # Not there yet.
        return Cable(frames)

    loop = CameraLoop(evening.table, reopen, lambda: watched, after=seen.put)
    loop.start()
    for event in (None, trouble, None):
        frames.put(event)
    numbers = [seen.get(timeout=AGES_S) for _ in range(2)]
    loop._stop.set()
    frames.put(trouble)
    loop.close()

    assert numbers == [1, 1]
    assert len(opened) == 3
    assert troubles[1:] == [trouble, trouble]


def settings(folder: Path, **more: object) -> Settings:
    panel = PanelSettings(simulated=True)
    base = Settings(data=folder, port=0, host="127.0.0.1", camera="simulated", panel=panel)
    return replace(base, **more)  # type: ignore[arg-type]


def test_a_table_opens_without_its_camera_and_says_so(tmp_path: Path) -> None:
    with closing(House(settings(tmp_path, camera="usb:97"))) as house:
        assert "No camera yet" in " ".join(house.notices)
        assert house.saves


def test_a_table_opens_without_its_pins_and_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from companion import app
    from hardware.devices import BadPin

    real = app.open_panel

    def taken(pins, deliver):  # type: ignore[no-untyped-def]
        if not pins.simulated:
            raise BadPin("GPIO 4 cannot be p1's button: in use")
        return real(pins, deliver)

    monkeypatch.setattr(app, "open_panel", taken)
    pins = PanelSettings({Seat("p1"): SeatPins(4, 18)}, None, None)
    with closing(House(settings(tmp_path, panel=pins))) as house:
        assert "No buttons: GPIO 4" in " ".join(house.notices)
        assert house.panel.simulated


def test_a_damaged_journal_shows_on_the_hosts_page(tmp_path: Path) -> None:
    (tmp_path / "table.sqlite").write_bytes(b"\xa5" * 5000)

    with closing(House(settings(tmp_path))) as house:
        assert "The journal is damaged" in " ".join(house.notices)
        assert house.table.do(Join("Ann", "a"))


class FullDisk(MemoryJournal):
    """A journal whose disk is full until the test makes room."""

    full = False

    def append(self, events):  # type: ignore[no-untyped-def]
        if self.full:
            raise StoreError("cannot write: disk is full")
        super().append(events)


def test_what_was_seen_while_the_disk_was_full_is_concluded_once_there_is_room() -> None:
    evening = Evening()
    evening.table.close()
    evening.journal = FullDisk()
    evening.table = evening.open()
    for name in ("Ann", "Ben", "Cy"):
        evening.table.do(Join(name, f"key-{name}"))
    evening.deal()
    evening.see()
    evening.journal.full = True
    with pytest.raises(StoreError):
        evening.see(stack=replace(stack(evening), face_down=11), p1_hand=hand(2))
    refused = evening.acts()
    evening.journal.full = False
    evening.table.do(Tick())

    assert refused == []
    assert evening.acts() == ["act p1 draws"]
    evening.table.close()


def stack(evening: Evening):  # type: ignore[no-untyped-def]
    session = evening.table.session()
    zones = session.game.zones(session.seats)
    name = next(z.name for z in zones if z.kind.value == "stack")
    return session.game.layout(session.play.state)[name]


@pytest.mark.parametrize("jump_s", [-40 * 365 * 86400.0, 40 * 365 * 86400.0])
def test_a_jump_of_the_clock_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, jump_s: float
) -> None:
    now = time.time

    def evening(folder: Path, jump: bool) -> list[str]:
        journal, _ = open_journal(folder / "table.sqlite", GAMES)
        with closing(Table(GAMES, journal, Random(3), time.monotonic)) as table:
            for name in ("Ann", "Ben"):
                table.do(Join(name, name.lower()))
            table.do(Claim(P2, "another"))
            if jump:
                monkeypatch.setattr(time, "time", lambda: now() + jump_s)
            table.do(Tick())
            table.do(Deal(P1))
            claims = table.published(P1).snapshot.claims
            monkeypatch.setattr(time, "time", now)
            return [str(claims), *journal.events()]

    assert evening(tmp_path / "a", True) == evening(tmp_path / "b", False)
