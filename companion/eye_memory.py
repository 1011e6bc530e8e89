"""What the eye must still know after a restart: what lies wrong and may lie so.

As words of the journal, one event for each kind:

    accepted p1.pile/extra/5/1/3      the table lets a 5 too many, third from below, lie there
    fallen p2.pile/missing/0/1/2      a 0 that fell off its pile lies beside it
    asked 7 12                        whether to go back to seven of twelve steps was asked

Each says all that still is so: nothing follows the word where nothing is left.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from companion.cards import Face
from companion.layout import Difference, DifferenceKind, Zone

_NONE = "-"


@dataclass(frozen=True, slots=True)
class EyeMemory:
    """What was agreed or understood about the table as it lies.

    Args:
        accepted: differences that the table has agreed to leave as they are.
        fallen: cards that lie beside their piles.
        asked: how many steps should be kept, out of how many, when that was last offered.

    """

    accepted: tuple[Difference, ...] = ()
    fallen: tuple[Difference, ...] = ()
    asked: tuple[int, int] | None = None

    def events(self, known: "EyeMemory") -> tuple[str, ...]:
        """Return the events that tell what is no longer as it was `known`."""
        return tuple(self._events(known))

    def _events(self, known: "EyeMemory") -> Iterator[str]:
        if self.accepted != known.accepted:
            yield " ".join(["accepted", *map(_written, self.accepted)])
        if self.fallen != known.fallen:
            yield " ".join(["fallen", *map(_written, self.fallen)])
        if self.asked != known.asked:
            yield " ".join(["asked", *map(str, self.asked or ())])

    def after(self, verb: str, rest: str) -> "EyeMemory":
        """Return the memory after an event; raise ValueError where it is none."""
        if verb == "asked":
            numbers = tuple(map(int, rest.split()))
            if len(numbers) not in (0, 2):
                raise ValueError("two numbers say what was asked, or none")
            return replace(self, asked=(numbers[0], numbers[1]) if numbers else None)
        differences = tuple(map(_read, rest.split()))
        if verb == "accepted":
            return replace(self, accepted=differences)
        return replace(self, fallen=differences)


#: Of a table of which nothing out of the way is known.
NOTHING = EyeMemory()


def _written(found: Difference) -> str:
    number = _NONE if found.number is None else str(found.number)
    return "/".join((found.zone, found.kind.value, found.face or _NONE, str(found.count), number))


def _read(text: str) -> Difference:
    zone, kind, face, count, number = text.split("/")
    return Difference(
        Zone(zone),
        DifferenceKind(kind),
        None if face == _NONE else Face(face),
        int(count),
        None if number == _NONE else int(number),
    )
