"""What one frame came to: what moves, what has changed, what was seen of single cards."""

from dataclasses import dataclass, field

from companion.game import Message
from companion.layout import Layout, Zone
from vision.background import Colours, small_colours
from vision.camera import Frame
from vision.glimpses import Glimpse


@dataclass(frozen=True, slots=True, eq=False)
class Observation:
    """The table has changed and stands still.

    Args:
        layout: every zone that was ever sure, as it was last seen.
        warnings: what is wrong with the table now.
        changed: zones whose pile is not what it was.
        confidence: share of the tags that should be in sight and were read, 0 to 1.
        glimpses: what happened to single open cards, with what was read of them.
        time_s: of the frame that settled it.

    """

    layout: Layout
    warnings: tuple[Message, ...]
    changed: tuple[Zone, ...]
    confidence: float
    glimpses: tuple[Glimpse, ...]
    time_s: float


@dataclass(frozen=True, slots=True, eq=False)
class Look:
    """What one frame came to.

    Args:
        moving: zones in which something moves right now.
        unsettled: zones in which something happened that is not yet sure, or hidden.
        observation: set if the table has changed and that is sure.

    """

    moving: tuple[Zone, ...] = ()
    unsettled: tuple[Zone, ...] = ()
    observation: Observation | None = None

    @property
    def quiet(self) -> bool:
        """Tell whether nothing moves and nothing is open: the layout is the table."""
        return not self.moving and not self.unsettled


@dataclass(slots=True)
class Moment:
    """The frame at hand, and what has changed with it."""

    frame: Frame
    still: bool
    changed: list[Zone] = field(default_factory=list)
    glimpses: list[Glimpse] = field(default_factory=list)
    _colours: Colours | None = None

    @property
    def colours(self) -> Colours:
        """Return the frame as a small colour picture."""
        if self._colours is None:
            self._colours = small_colours(self.frame.image)
        return self._colours
