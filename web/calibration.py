"""What the calibration page needs from a calibration, and the wishes it may have.

The page knows no lens and no board: whoever wires the table together hands in a
`Calibration`. What it answers is plain data, ready for JSON, its sentences in the language
that was asked for. Lengths are mm, pixels those of the page's picture, angles degrees.
"""

from dataclasses import dataclass
from typing import Any, Protocol

from companion.game import TableError

Json = dict[str, Any]


class NotSo(TableError, ValueError):
    """A wish can't be granted; `sentence` says why and what to do, in the reader's language."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence


@dataclass(frozen=True, slots=True)
class ChooseBoard:
    """Name the board that is held: one of ours, or a description."""

    board: str


@dataclass(frozen=True, slots=True)
class MeasureRulers:
    """Tell how long the printed rulers are, mm; 0 or less: not measured."""

    ruler_mm: float
    upright_mm: float


@dataclass(frozen=True, slots=True)
class RunCapture:
    """Take views by itself from now on, or stop."""

    running: bool


@dataclass(frozen=True, slots=True)
class TakeView:
    """Take a view of what is held now."""


@dataclass(frozen=True, slots=True)
class DeleteView:
    """Take a view out."""

    number: int


@dataclass(frozen=True, slots=True)
class UndoStep:
    """Undo the last step."""


@dataclass(frozen=True, slots=True)
class CancelRun:
    """Stop, and put all views away."""


@dataclass(frozen=True, slots=True)
class FitLens:
    """Fit the lens and judge it."""


@dataclass(frozen=True, slots=True)
class CallOff:
    """Stop what is being worked out."""


@dataclass(frozen=True, slots=True)
class AdjustCamera:
    """Set one of the camera's controls."""

    control: str
    value: float


@dataclass(frozen=True, slots=True)
class LockCamera:
    """Let the automatics settle, and hold what they found."""


@dataclass(frozen=True, slots=True)
class SaveLens:
    """Save the measured lens."""


@dataclass(frozen=True, slots=True)
class ImportLens:
    """Take in a lens that was exported."""

    text: str


@dataclass(frozen=True, slots=True)
class RestoreLens:
    """Bring back the lens before the last."""


@dataclass(frozen=True, slots=True)
class AimCamera:
    """Measure the camera's pose from the mat's tags."""


@dataclass(frozen=True, slots=True)
class PlaceZone:
    """Put a zone elsewhere on the mat."""

    zone: str
    x_mm: float
    y_mm: float
    width_mm: float
    height_mm: float
    angle_deg: float


@dataclass(frozen=True, slots=True)
class ResetZones:
    """Put every zone where the plan has it."""


@dataclass(frozen=True, slots=True)
class HoldBoard:
    """Hold the simulated board like this."""

    x_mm: float
    y_mm: float
    distance_mm: float
    tilt_deg: float
    near_deg: float
    turn_deg: float


@dataclass(frozen=True, slots=True)
class ShowMissing:
    """Hold the simulated board as the guidance asks."""


@dataclass(frozen=True, slots=True)
class PutBoardAway:
    """Hold nothing before the simulated camera."""


Wish = (
    ChooseBoard
    | MeasureRulers
    | RunCapture
    | TakeView
    | DeleteView
    | UndoStep
    | CancelRun
    | FitLens
    | CallOff
    | AdjustCamera
    | LockCamera
    | SaveLens
    | ImportLens
    | RestoreLens
    | AimCamera
    | PlaceZone
    | ResetZones
    | HoldBoard
    | ShowMissing
    | PutBoardAway
)


class Calibration(Protocol):
    """A camera that is being calibrated; every method may be called by any thread."""

    def look(self, step: str, layer: str, after: int, language: str) -> Json | None:
        """Return the newest picture (JPEG in base64) and what was seen in it.

        Args:
            step: what the page is about: "paper", "camera", "lens" or "table".
            layer: "plain", "straight" or "glare".
            after: the number of the picture the page has; None is returned if it is the newest.
            language: of the sentences.

        """
        ...

    def state(self, language: str) -> Json:
        """Return all that moves only with `revision`."""
        ...

    def thumbnail(self, number: int) -> bytes | None:
        """Return a view's thumbnail, JPEG."""
        ...

    def exported(self) -> str | None:
        """Return the saved lens as text; None: there is none."""
        ...

    def sheet(self, name: str, paper: str, language: str) -> bytes | None:
        """Return a sheet to print, "board", "mat" or "calibration-mat", as PDF."""
        ...

    def perform(self, wish: Wish, language: str) -> None:
        """Grant a wish; raise NotSo, and change nothing, where that can't be."""
        ...
