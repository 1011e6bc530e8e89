"""Cards as the table knows them: seats, faces, prints and decks.

A face is what can be read on a card ("0" to "9", "agent"). It is a string and never a
number, so that the face "0" is a value like any other and is never taken for "no card".
The state of a game holds faces: of an undealt or untold card it holds `UNKNOWN`.
A print is one printed design with its own tags. Five equal cards may be five prints, so
that vision can tell a second copy from the same card seen twice.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NewType

Seat = NewType("Seat", str)
Face = NewType("Face", str)
PrintId = NewType("PrintId", str)

UNKNOWN = Face("?")
BACK = Face("back")


@dataclass(frozen=True, slots=True)
class Print:
    """One printed design: `copies` physical cards carry exactly these tags."""

    id: PrintId
    face: Face
    copies: int = 1


@dataclass(frozen=True, slots=True)
class Deck:
    """A printed deck; sizes in mm.

    `first_tag_slot` is the place of the deck's first print in the tag dictionary. Decks
    of different games use different places, so a card from another deck is recognised.
    """

    name: str
    prints: tuple[Print, ...]
    first_tag_slot: int
    width_mm: float = 63.0
    height_mm: float = 88.0

    def print_of(self, print_id: PrintId) -> Print:
        """Return the print with this id, or raise KeyError."""
        for design in self.prints:
            if design.id == print_id:
                return design
        raise KeyError(print_id)

    def copies(self, face: Face) -> int:
        """Return how many physical cards show `face`."""
        return sum(design.copies for design in self.prints if design.face == face)

    def faces(self) -> tuple[Face, ...]:
        """Return every face once, in printed order, the back left out."""
        return tuple(dict.fromkeys(p.face for p in self.prints if p.face != BACK))

    def physical_cards(self) -> Iterator[Print]:
        """Yield one print per physical card, backs left out."""
        for design in self.prints:
            if design.face != BACK:
                yield from (design for _ in range(design.copies))
