"""Cards as the table knows them: seats, faces, prints and decks.

A face is what can be read on a card ("0" to "9", "agent"). It is a string and never a
number, so that the face "0" is a value like any other and is never taken for "no card".
The state of a game holds faces: of an undealt or untold card it holds `UNKNOWN`.
A print is one printed design with its own tags. Five equal cards may be five prints, so
that vision can tell a second copy from the same card seen twice.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from typing import NewType

Seat = NewType("Seat", str)
Face = NewType("Face", str)
PrintId = NewType("PrintId", str)

UNKNOWN = Face("?")
BACK = Face("back")

#: So many prints of all decks together have tags of their own.
TAG_SLOTS = 61


@dataclass(frozen=True, slots=True)
class Print:
    """One printed design: `copies` physical cards carry exactly these tags.

    Args:
        says: what is printed on it besides the face, by name: art is drawn from it.
        slot: its place in the tag dictionary, where that is not by its place in the deck.
        turned: what a two-ended card shows to someone who sees it upside down; None where
            that is the same.
        behind: the print on the other side of the card, where that is not the deck's back.

    """

    id: PrintId
    face: Face
    copies: int = 1
    turned: Face | None = None
    behind: PrintId | None = None
    says: tuple[tuple[str, str], ...] = ()
    slot: int | None = None

    def face_at(self, angle_deg: float) -> Face:
        """Return the face for someone who sees the card at this angle, degrees."""
        upright = (angle_deg + 90.0) % 360.0 < 180.0
        return self.face if upright or self.turned is None else self.turned

    @property
    def faces(self) -> tuple[Face, ...]:
        """Return the one or two faces that the print shows."""
        return (self.face,) if self.turned is None else (self.face, self.turned)


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
        return sum(design.copies for design in self.prints if face in design.faces)

    def faces(self) -> tuple[Face, ...]:
        """Return every face once, in printed order, the back left out."""
        faces = (face for design in self.prints for face in design.faces)
        return tuple(dict.fromkeys(face for face in faces if face != BACK))

    def physical_cards(self) -> Iterator[Print]:
        """Yield one print per physical card: its front, which comes first in the deck."""
        fronts: set[PrintId] = set()
        for design in self.prints:
            if design.face != BACK and design.behind not in fronts:
                fronts.add(design.id)
                yield from (design for _ in range(design.copies))


@lru_cache(maxsize=16)
def look_of(deck: Deck) -> str:
    """Return eight hexadecimal digits that change with anything printed on a deck."""
    return sha256(repr(deck).encode()).hexdigest()[:8]
