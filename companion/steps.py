"""What happens in a game and what is concluded from it: set-up, acts, corrections, findings."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Protocol

from companion.cards import Face, Seat
from companion.message import Facts, Message


class Action(Protocol):
    """Something a seat does or declares. Frozen, hashable, printed as notation."""

    @property
    def seat(self) -> Seat:
        """Return the seat that acts."""
        ...

    def path(self) -> Facts:
        """Return the choice step by step, for phones: (("card", "1"), ("target", "p2"))."""
        ...


@dataclass(frozen=True, slots=True)
class HouseRule:
    """A switch the table may set before the deal; `values[0]` is our default ruling."""

    name: str
    values: tuple[str, ...]
    clause: str


@dataclass(frozen=True, slots=True)
class Setup:
    """Everything that is fixed at the deal.

    Args:
        seats: clockwise, 'p1' and so on; only seats that play.
        first: the seat that begins.
        rules: house rules by name; absent ones take their default.
        logged: seats whose players tell their phone what they hold.
        deal: what is known of the deal, by place ("p1", "stock", "hidden"), top card
            first. A real table deals unseen cards, so it is usually empty.

    """

    seats: tuple[Seat, ...]
    first: Seat
    rules: Mapping[str, str] = field(default_factory=dict)
    logged: frozenset[Seat] = frozenset()
    deal: Mapping[str, tuple[Face, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Correction:
    """The host's word that a part of the state is now thus: `p1.pile = 3 5`."""

    field: str
    value: str

    def __str__(self) -> str:
        return f"correct {self.field} = {self.value}"

    def told(self) -> Message:
        """Return the correction as a message: of a seat, or of what is the table's."""
        owner, _, field = self.field.rpartition(".")
        facts = (("field", f"field_{field}"), ("stated", self.value))
        if not owner:
            return Message("host_corrected_common", facts)
        return Message("host_corrected", (("seat", owner), *facts))


@dataclass(frozen=True, slots=True)
class Knowledge:
    """`knower` has learned by a rule's effect that `holder` holds `face` (or UNKNOWN).

    Args:
        holds: False for what a wrong guess teaches: that he does not hold it.
        card: the holder's how-manieth card this is, so that two unknown ones differ.

    """

    knower: Seat
    holder: Seat
    face: Face
    holds: bool = True
    card: int = 0


@dataclass(frozen=True, slots=True)
class TakenBack:
    """So many steps (acts or corrections) were taken back."""

    steps: int


@dataclass(frozen=True, slots=True)
class Proof(Message):
    """Proof that something said is wrong, without anyone showing a card.

    Args:
        accused: whose words these were; where several, not all of them can be true.
        step: the how-manieth step of the history proved it, from 0.

    """

    accused: tuple[Seat, ...] = ()
    step: int = 0


@dataclass(frozen=True, slots=True)
class Finding(Message):
    """Something in the past that was not right, as the cards show that have come up since.

    Args:
        steps: which steps of the history; where several, not all of them were right.
        should: the act that should have been there; "" where that can't be told.

    """

    steps: tuple[int, ...] = ()
    should: str = ""


class Belief(Protocol):
    """What can be concluded from what one viewer knows, and what follows from it.

    A place is a seat (his hand), or what the game calls its other hidden cards. Beliefs
    are never changed: each step gives another one.
    """

    def after(self, step: Any) -> "Belief":
        """Return the belief after the next step: an action, a Correction or TakenBack."""
        ...

    def possible(self, place: str) -> frozenset[Face]:
        """Return the faces of which one may be at this place; none where no card is."""
        ...

    def probability(self, place: str, face: Face) -> Fraction:
        """Return the exact chance that this face is at this place."""
        ...

    def proofs(self) -> tuple[Proof, ...]:
        """Return what is proved wrong and not mended yet, oldest first."""
        ...

    def hints(self) -> tuple[Message, ...]:
        """Return what the viewer may be told of it, if a house rule says that he wants it."""
        ...
