"""What the simulator page needs from a simulated table, and the words it speaks to it.

The page knows no renderer and no reader: whoever wires the table together hands in a
`Simulator`. Positions are mm on the mat, angles degrees clockwise as the camera sees them,
points of a picture px from its top left.
"""

from dataclasses import dataclass, field
from typing import Protocol

from companion.cards import Face, Seat
from companion.game import Message
from companion.layout import ZoneKind


@dataclass(frozen=True, slots=True)
class SceneZone:
    """A zone printed on the mat: its centre, its size, and where its own top points."""

    name: str
    kind: ZoneKind
    seat: Seat | None
    x_mm: float
    y_mm: float
    width_mm: float
    height_mm: float
    angle_deg: float


@dataclass(frozen=True, slots=True)
class SceneCard:
    """A card as someone at the table sees it: `face` is BACK while it lies face down.

    `handle` tells nothing about the card. x and y are those of its centre.
    """

    handle: str
    face: Face
    x_mm: float
    y_mm: float
    angle_deg: float


@dataclass(frozen=True, slots=True)
class SceneNudge:
    """How far the camera was pushed from where it was set up: mm and degrees."""

    x_mm: float = 0.0
    y_mm: float = 0.0
    turn_deg: float = 0.0


@dataclass(frozen=True, slots=True)
class SceneState:
    """The simulated table at one moment; `cards` run from the bottom of the table up.

    `hand` is where a hand is held over the table, or None. `light` is 1 as set up.
    """

    version: int
    width_mm: float
    height_mm: float
    card_width_mm: float
    card_height_mm: float
    zones: tuple[SceneZone, ...]
    cards: tuple[SceneCard, ...]
    hand: tuple[float, float] | None = None
    light: float = 1.0
    nudge: SceneNudge = field(default_factory=SceneNudge)


@dataclass(frozen=True, slots=True)
class ReadCard:
    """A card that was read from a picture: its face and its outline, px."""

    face: Face
    outline: tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class ReadZone:
    """What was read in a zone, faces from bottom to top, and the zone's outline, px."""

    name: str
    face_up: tuple[Face, ...]
    face_down: int
    outline: tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class Picture:
    """The camera's last picture with what was read in it. `version` moves with each."""

    version: int
    jpeg: bytes
    width: int
    height: int
    frames_per_second: float
    cards: tuple[ReadCard, ...] = ()
    zones: tuple[ReadZone, ...] = ()
    warnings: tuple[Message, ...] = ()


@dataclass(frozen=True, slots=True)
class MoveCard:
    """Lay a card elsewhere, on top; with `whole_pile` all that rests on it comes along."""

    card: str
    x_mm: float
    y_mm: float
    angle_deg: float
    whole_pile: bool = False


@dataclass(frozen=True, slots=True)
class TurnCard:
    """Turn a card where it lies, to an angle."""

    card: str
    angle_deg: float


@dataclass(frozen=True, slots=True)
class FlipCard:
    """Turn a card over."""

    card: str


@dataclass(frozen=True, slots=True)
class DealCards:
    """Gather and shuffle all cards, then lay them as a person deals for this game."""


@dataclass(frozen=True, slots=True)
class ShuffleCards:
    """Gather all cards, shuffle them, and lay them as a neat stack at this place."""

    x_mm: float
    y_mm: float
    angle_deg: float


@dataclass(frozen=True, slots=True)
class ResetTable:
    """Lay everything as it was at the start; no hand, no nudge, the first light."""


@dataclass(frozen=True, slots=True)
class HoldHand:
    """Hold a hand over this place of the table."""

    x_mm: float
    y_mm: float


@dataclass(frozen=True, slots=True)
class TakeHandAway:
    """Take the hand away."""


@dataclass(frozen=True, slots=True)
class SetLight:
    """Dim or brighten the room; 1 is the light of the set-up."""

    level: float


@dataclass(frozen=True, slots=True)
class NudgeCamera:
    """Push the camera, measured from where it was set up."""

    x_mm: float
    y_mm: float
    turn_deg: float


SceneCommand = (
    MoveCard
    | TurnCard
    | FlipCard
    | DealCards
    | ShuffleCards
    | ResetTable
    | HoldHand
    | TakeHandAway
    | SetLight
    | NudgeCamera
)


class Simulator(Protocol):
    """A simulated table with a camera over it; every method may be called by any thread."""

    @property
    def version(self) -> int:
        """Return a number that moves with every change of the table."""
        ...

    @property
    def picture_version(self) -> int:
        """Return the version of the last picture, 0 before the first."""
        ...

    def describe(self) -> SceneState:
        """Return what lies on the table as someone sees it who lifts nothing."""
        ...

    def perform(self, command: SceneCommand) -> int:
        """Do one thing and return the new version; raise TableError and change nothing."""
        ...

    def peek(self, card: str) -> Face:
        """Return the face of a card whose corner is lifted; raise TableError if unknown."""
        ...

    def picture(self) -> Picture | None:
        """Return the camera's last picture, None before the first."""
        ...


class Buttons(Protocol):
    """The seats' buttons and lamps where they are simulated (None: the host's button)."""

    def press(self, seat: Seat | None) -> None:
        """Push a button down and keep it there; raise TableError if there is none."""
        ...

    def release(self, seat: Seat | None) -> None:
        """Let a button come up."""
        ...

    def lit(self, seat: Seat) -> bool:
        """Say whether a seat's lamp is lit at this moment."""
        ...

    def buzzing(self) -> bool:
        """Say whether the buzzer sounds at this moment."""
        ...
