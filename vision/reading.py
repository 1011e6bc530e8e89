"""What a look at the table gives: cards with their places, piles per zone, warnings."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from companion.cards import BACK, Face, PrintId
from companion.game import Message
from companion.layout import Layout, Zone
from vision.pose import TablePose


class Warned(StrEnum):
    """Codes of the messages a reading may carry."""

    UNKNOWN_TAG = "unknown_tag"
    """A tag no known deck uses, or one of a wrong size or shape (fact: tag)."""

    FOREIGN_CARD = "foreign_card"
    """A card of another deck (facts: deck, zone)."""

    DUPLICATE_CARD = "duplicate_card"
    """More cards of one print than the deck has, where cards lie for all to see (facts:
    face, count, copies)."""

    HALF_COVERED = "half_covered"
    """A card whose place in the order, or identity, is not sure (facts: zone, face)."""

    BETWEEN_ZONES = "between_zones"
    """A card of the deck that lies in no zone, or is held there: nothing tells which."""

    MAT_MISSING = "mat_missing"
    """Too few mat tags are in sight, so nothing is known (fact: count)."""

    TOO_DARK = "too_dark"
    """No mat is in sight, and hardly any light."""

    OVEREXPOSED = "overexposed"
    """No mat is in sight, since much of the picture is plain white."""

    OUT_OF_FOCUS = "out_of_focus"
    """The mat's tags are blurred, or nothing in the picture is sharp."""

    WRONG_RESOLUTION = "wrong_resolution"
    """The picture is too small to show tags (facts: width, height, least; px)."""

    UNREAD = "unread"
    """Something lies in a zone that is no mat and no card that is read (facts: zone, and a
    number that moves when it looks otherwise)."""

    WRONG_SCALE = "wrong_scale"
    """The cards are smaller or larger than the mat says they are."""

    CAMERA_MOVED = "camera_moved"
    """The mat lies elsewhere in the picture than it did at first."""


@dataclass(frozen=True, slots=True)
class Sighting:
    """One card as it lies on the mat.

    Args:
        deck: name of its deck.
        x_mm: of its centre, like `y_mm` in the mat's frame.
        angle_deg: where its top points, clockwise from the top of the picture.
        zone: the zone its centre lies in, if any.
        tags_seen: how many of its four tags were read.
        tags_expected: how many no other card hides.
        residual_mm: of the fit to its tags' corners, root mean square.
        outline_px: its corners in the picture, clockwise from its own top left.
        corners: those of its corners, from its own top left, whose tags were read.

    """

    deck: str
    print_id: PrintId
    face: Face
    x_mm: float
    y_mm: float
    angle_deg: float
    zone: Zone | None
    tags_seen: int
    tags_expected: int
    residual_mm: float
    outline_px: tuple[tuple[float, float], ...]
    corners: tuple[int, ...] = ()

    @property
    def is_back(self) -> bool:
        """Tell whether the card lies face down."""
        return self.face == BACK


@dataclass(frozen=True, slots=True)
class Reading:
    """One look at the table, or at some of its zones.

    `layout` holds every zone that was looked at and is sure; `sightings` run from bottom
    to top within each zone. Without a `pose` nothing is known and both are empty.
    """

    sightings: tuple[Sighting, ...] = ()
    layout: Layout = field(default_factory=dict)
    warnings: tuple[Message, ...] = ()
    confidence: Mapping[Zone, float] = field(default_factory=dict)
    pose: TablePose | None = None

    @property
    def void(self) -> bool:
        """Tell whether the look failed: no mat in sight."""
        return self.pose is None
