"""The calibration of a house's camera, put together: from frames to the page."""

import datetime
from collections.abc import Callable
from contextlib import ExitStack, suppress
from pathlib import Path

from companion.camera_loop import CameraLoop
from companion.held_board import HeldBoard
from companion.marked_backs import is_marked
from companion.page_calibration import PageCalibration
from companion.session import is_over
from companion.table import Table
from companion.zone_desk import ZoneDesk
from vision.calibration.aims import AimStore
from vision.calibration.errors import CalibrationError
from vision.calibration.lens_shelf import LensShelf
from vision.calibration.live import MAT, LiveCalibration
from vision.calibration.profile_store import ProfileStore
from vision.calibration.zones import ZoneStore

#: In the folder of the profiles, so that a backup has them; drafts are not worth one.
ZONES, AIMS, DRAFTS = "zones.json", "aims.json", "drafts"


class CalibrationRoom:
    """Everything that calibrating needs.

    Args:
        folder: of the profiles.
        table: whose game hides the picture while it is on.
        renewed: has the camera opened anew, with the lens that was saved.

    """

    def __init__(self, folder: Path, table: Table, renewed: Callable[[], None]) -> None:
        self._table, self.folder = table, folder
        self.zones = ZoneDesk(ZoneStore(folder / ZONES))
        #: Where each camera was aimed.
        self.aims = AimStore(folder / AIMS)
        shelf = LensShelf(ProfileStore(folder), renewed)
        self.live = LiveCalibration(folder / DRAFTS, shelf, self.zones.plan, self.is_secret, _today)

    def is_playing(self) -> bool:
        """Tell whether a game is on, whose cards are nobody's business."""
        session = self._table.session()
        return session.play is not None and not is_over(session.game, session.play)

    def is_secret(self) -> bool:
        """Tell whether nobody may see the picture: marked backs tell a card at any time."""
        return self.is_playing() or is_marked(self._table.session().rules)

    def page(self, loop: CameraLoop, held: HeldBoard | None) -> PageCalibration:
        """Return what the page is made of."""
        return PageCalibration(self.live, loop, self.zones, held)

    def aim(self, loop: CameraLoop) -> None:
        """Take where the camera hangs now for right, and measure it if its lens is known."""
        loop.aim()
        self.live.wake(MAT)
        with suppress(CalibrationError):
            self.live.aim()

    def open(self, parts: ExitStack) -> None:
        """Start looking at what the camera's thread hands over."""
        self.live.start()
        parts.callback(self.live.close)


def _today() -> str:
    return datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")
