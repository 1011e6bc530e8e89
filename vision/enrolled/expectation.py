"""What to expect of an enrolled deck, as figures and as sentences with their remedies."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from companion.cards import Face
from companion.game import Message

#: Of a fanned card so much is in sight, mm.
STRIP_MM = 15.0
#: Fans of a deck of which less is read in strips are read badly.
FANS_READ = 0.95
#: Share of cards read, and named wrongly, from which a deck is good, and usable.
GOOD_READ, USABLE_READ = 0.98, 0.9
USABLE_WRONG = 0.01
#: Fewer readings promise nothing, however good they are.
ENOUGH_READINGS = 30
#: With no fault in n readings, 3 / n is the most that may be wrong (rule of three, 95 %).
RULE_OF_THREE = 3.0


class Promise(StrEnum):
    """How far a deck can be played with."""

    GOOD = "good"
    USABLE = "usable"
    NOT_USABLE = "not_usable"


@dataclass(frozen=True, slots=True)
class Expectation:
    """What to expect of a deck that is read by one method.

    Args:
        method: its name.
        readings: how many whole cards were read to find out.
        read: share of whole cards that are named rightly.
        wrong: share that is named wrongly.
        in_strips: share that is named rightly where a fan leaves `STRIP_MM` in sight.
        confused: pairs of faces that are not told apart: the card, and what it looks like.
        single: how many faces have one photo, so that only its worn copies could be read.

    """

    method: str
    readings: int
    read: float
    wrong: float
    in_strips: float
    confused: tuple[tuple[Face, Face], ...] = ()
    single: int = 0

    @property
    def worth(self) -> float:
        """Return how good it is: a wrong name harms more than a card that is not read."""
        return self.read - 4 * self.wrong + 0.25 * self.in_strips

    @property
    def wrong_at_most(self) -> float:
        """Return what share may be named wrongly for all these readings say, 0 to 1."""
        return min(1.0, self.wrong + RULE_OF_THREE / max(self.readings, 1))

    @property
    def promise(self) -> Promise:
        """Return how far the deck can be played with."""
        if self.read < USABLE_READ or self.wrong > USABLE_WRONG:
            return Promise.NOT_USABLE
        enough = self.readings >= ENOUGH_READINGS
        return Promise.GOOD if self.is_flawless and enough else Promise.USABLE

    @property
    def is_flawless(self) -> bool:
        """Tell whether next to everything was read, and nothing wrongly."""
        return self.read >= GOOD_READ and not self.wrong and not self.confused

    def told(self) -> Iterator[Message]:
        """Yield what the owner ought to know, without the pairs that are confused."""
        percent = ("read", _percent(self.read)), ("wrong", _percent(self.wrong))
        yield Message("deck_read", percent)
        count = ("readings", str(self.readings)), ("most", _percent(self.wrong_at_most))
        yield Message("deck_wrong_at_most", count)
        strip = ("strip", f"{STRIP_MM:g}"), ("read", _percent(self.in_strips))
        yield Message("deck_in_strips", strip)
        if self.in_strips < FANS_READ:
            yield Message("deck_fans_badly")
        if self.single:
            yield Message("deck_single", (("number", str(self.single)),))
        if self.is_flawless and self.promise is not Promise.GOOD:
            yield Message("deck_few_readings")
        if self.promise is Promise.NOT_USABLE:
            yield Message("deck_not_usable")

    def pairs(self) -> Iterator[Message]:
        """Yield the pairs of faces that are not told apart, by their names in the deck."""
        for card, other in self.confused:
            yield Message("deck_confused", (("card", card), ("other", other)))

    def to_plain(self) -> dict[str, Any]:
        """Return it as plain data."""
        return {
            "method": self.method,
            "readings": self.readings,
            "read": round(self.read, 4),
            "wrong": round(self.wrong, 4),
            "in_strips": round(self.in_strips, 4),
            "confused": [list(pair) for pair in self.confused],
            "single": self.single,
        }

    @classmethod
    def from_plain(cls, data: Mapping[str, Any]) -> "Expectation":
        """Read what `to_plain` wrote; raise KeyError, TypeError or ValueError for anything else."""
        pairs = tuple((Face(str(card)), Face(str(other))) for card, other in data["confused"])
        shares = (float(data["read"]), float(data["wrong"]), float(data["in_strips"]))
        counts = int(data["readings"]), int(data["single"])
        return cls(str(data["method"]), counts[0], *shares, pairs, counts[1])


def _percent(share: float) -> str:
    return f"{share * 100:.0f}"
