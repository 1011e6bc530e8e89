"""What reaches the live table beside people's wishes: pictures, presses, claims and time."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.cards import PrintId, Seat
from companion.game import Message
from companion.layout import Layout, Zone


@dataclass(frozen=True, slots=True)
class Observe:
    """A picture of the table; zones that could never be seen are absent.

    In `unsettled` zones something moves or lies in the way: the layout has them as they
    were, and nothing is concluded from them. `backs` are the prints of the face-down cards
    in each row, left to right, None where one lies open; they never show in a text.
    """

    layout: Layout
    warnings: tuple[Message, ...] = ()
    unsettled: frozenset[Zone] = frozenset()
    backs: Mapping[Zone, tuple[PrintId | None, ...]] = field(default_factory=dict, repr=False)


@dataclass(frozen=True, slots=True)
class Press:
    """A seat's button was pressed (`held`: for at least a second)."""

    seat: Seat
    held: bool = False


@dataclass(frozen=True, slots=True)
class Claim:
    """A phone wishes to stand for a taken seat; the seat's button or the host confirms."""

    seat: Seat
    key: str


@dataclass(frozen=True, slots=True)
class ConfirmClaim:
    """The host, or the seat's old phone, lets the waiting phone have the seat."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class AdoptTable:
    """The host says: the table is right, the record is wrong."""


@dataclass(frozen=True, slots=True)
class TrustRecord:
    """The host says: it lies as the record has it, the camera just cannot read it."""


@dataclass(frozen=True, slots=True)
class Happened:
    """Events that people caused on another evening, played back as they were then."""

    events: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Tick:
    """Time has passed: claims expire, and a mismatch that lasts is spoken of."""
