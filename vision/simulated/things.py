"""What is on a simulated table: cards and where they lie, hands, the light.

Positions are mm on the mat, angles degrees clockwise as the camera sees them, both as in
`vision.plan`. A card's position is that of its centre.
"""

from dataclasses import dataclass, field
from typing import NewType

from companion.cards import PrintId

Handle = NewType("Handle", str)

#: Thickness of a card, mm: a stack of them rises towards the camera.
THICKNESS_MM = 0.32


@dataclass(frozen=True, slots=True)
class Pose:
    """Where a card lies; `raised_mm` is how high a hand holds it over the mat."""

    x_mm: float
    y_mm: float
    angle_deg: float = 0.0
    raised_mm: float = 0.0


@dataclass(frozen=True, slots=True)
class PhysicalCard:
    """One piece of cardboard. `in_hand`: picked up, where the camera does not see it."""

    handle: Handle
    print_id: PrintId
    pose: Pose
    face_up: bool = False
    in_hand: bool = False


@dataclass(frozen=True, slots=True)
class Placement:
    """A card of the starting arrangement. List them from the bottom of the table up."""

    print_id: PrintId
    pose: Pose
    face_up: bool = False


@dataclass(frozen=True, slots=True)
class Arm:
    """A person's hand over the table: the palm's place, and where the arm comes from.

    `from_deg` is the direction from the palm to the elbow: 180 is a person who sits at
    the bottom of the picture.
    """

    x_mm: float
    y_mm: float
    from_deg: float = 180.0
    height_mm: float = 40.0


@dataclass(frozen=True, slots=True)
class Nudge:
    """How far the camera was pushed from where it was set up: mm and degrees."""

    x_mm: float = 0.0
    y_mm: float = 0.0
    turn_deg: float = 0.0


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The whole scene at one moment; `cards` run from the bottom of the table up."""

    version: int = 0
    cards: tuple[PhysicalCard, ...] = ()
    arms: tuple[tuple[str, Arm], ...] = ()
    light: float = 1.0
    nudge: Nudge = field(default_factory=Nudge)
