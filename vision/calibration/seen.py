"""What a live calibration keeps of a frame, and the frame that waits to be looked at."""

import threading
from dataclasses import dataclass, field

from vision.calibration.collector import Offer
from vision.calibration.mat_watch import MatLook
from vision.calibration.table import Aim
from vision.camera import CameraProfile, Frame


@dataclass(frozen=True, slots=True, eq=False)
class Seen:
    """A frame that was looked at; `number` counts them.

    Args:
        offer: what became of it as a view of the board; None: the board was not sought.
        mat: the mat in it; empty where it was not sought,
        sought_mat: which this tells.
        veiled: nobody may see the picture, for cards of a game may be in it.

    """

    number: int
    frame: Frame
    offer: Offer | None
    mat: MatLook
    sought_mat: bool
    veiled: bool


@dataclass(frozen=True, slots=True)
class Aimed:
    """A measured pose, and how long that took, seconds."""

    aim: Aim
    seconds: float


@dataclass(slots=True)
class Inbox:
    """The newest frame for the thread that looks."""

    news: threading.Condition = field(default_factory=threading.Condition)
    waiting: tuple[Frame, CameraProfile] | None = None
    closed: bool = False
