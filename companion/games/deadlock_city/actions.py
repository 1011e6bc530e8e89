"""Acts of Deadlock City and their notation.

p1 draws                  from the deck, or the hidden card (DC-06, DC-26)
p1 holds 3 5              tells his own phone what he holds; nobody else hears of it
p1 plays 7                puts a card down that chooses nobody
p1 plays 3 > p2           and chooses a player
p1 plays 1 > p2 = 4       and names a number
p1 plays 9 as 1 > p2 = 4  a 9 that works as a 1
p2 hit    p2 miss         answers a guess
p2 drops 4                is made to put his card down
p1 looks    p1 looks 4    has looked (and tells his own phone what he saw)
p1 sprung                 has looked at a 0 and is out
p1 compares p2            has compared, and p2 is out (or p1 himself, or: tie)
p2 shows 4                lays his hand card face up
"""

import re
from collections.abc import Callable
from dataclasses import dataclass

from companion.cards import UNKNOWN, Face, Seat
from companion.game import Facts, NotationError


@dataclass(frozen=True, slots=True)
class Draw:
    """Take the top card of the deck, or the hidden card when the deck is gone."""

    seat: Seat

    def __str__(self) -> str:
        return f"{self.seat} draws"

    def path(self) -> Facts:
        """Return the steps a phone offers."""
        return (("verb", "draw"),)


@dataclass(frozen=True, slots=True)
class Hold:
    """Tell one's own phone the cards in hand."""

    seat: Seat
    faces: tuple[Face, ...]

    def __str__(self) -> str:
        return f"{self.seat} holds {' '.join(self.faces)}"

    def path(self) -> Facts:
        """Return the steps a phone offers."""
        return (("verb", "hold"), *zip(("card", "other"), self.faces, strict=False))


@dataclass(frozen=True, slots=True)
class Play:
    """Put a card down; `works_as` is the declared number of a 9 (DC-36)."""

    seat: Seat
    face: Face
    works_as: Face | None = None
    target: Seat | None = None
    number: Face | None = None

    @property
    def effect(self) -> Face:
        """Return the number whose effect is carried out."""
        return self.works_as or self.face

    def __str__(self) -> str:
        text = f"{self.seat} plays {self.face}"
        if self.works_as:
            text += f" as {self.works_as}"
        if self.target:
            text += f" > {self.target}"
        if self.number:
            text += f" = {self.number}"
        return text

    def path(self) -> Facts:
        """Return the steps a phone offers."""
        steps = (
            ("verb", "play"),
            ("card", self.face),
            ("as", self.works_as),
            ("target", self.target),
            ("number", self.number),
        )
        return tuple((step, choice) for step, choice in steps if choice is not None)


@dataclass(frozen=True, slots=True)
class Answer:
    """Say whether a guess is right."""

    seat: Seat
    hit: bool

    def __str__(self) -> str:
        return f"{self.seat} {'hit' if self.hit else 'miss'}"

    def path(self) -> Facts:
        """Return the steps a phone offers."""
        return (("verb", "hit" if self.hit else "miss"),)


@dataclass(frozen=True, slots=True)
class Drop:
    """Put the hand card down because a 2 or a guess demands it; its effect is not run."""

    seat: Seat
    face: Face

    def __str__(self) -> str:
        return f"{self.seat} drops {self.face}"

    def path(self) -> Facts:
        """Return the steps a phone offers."""
        return (("verb", "drop"), ("card", self.face))


@dataclass(frozen=True, slots=True)
class Look:
    """Look at the chosen player's card; the face is told to nobody else."""

    seat: Seat
    face: Face = UNKNOWN

    def __str__(self) -> str:
        return f"{self.seat} looks" if self.face == UNKNOWN else f"{self.seat} looks {self.face}"

    def path(self) -> Facts:
        """Return the steps a phone offers."""
        saw = () if self.face == UNKNOWN else (("card", str(self.face)),)
        return (("verb", "look"), *saw)


@dataclass(frozen=True, slots=True)
class Sprung:
    """Have looked at a 0 (DC-16)."""

    seat: Seat

    def __str__(self) -> str:
        return f"{self.seat} sprung"

    def path(self) -> Facts:
        """Return the steps a phone offers."""
        return (("verb", "sprung"),)


@dataclass(frozen=True, slots=True)
class Compare:
    """Have compared: `loser` has the smaller card; None is a tie (DC-29)."""

    seat: Seat
    loser: Seat | None

    def __str__(self) -> str:
        return f"{self.seat} compares {self.loser or 'tie'}"

    def path(self) -> Facts:
        """Return the steps a phone offers."""
        return (("verb", "compare"), ("loser", str(self.loser or "tie")))


@dataclass(frozen=True, slots=True)
class Show:
    """Lay the hand card face up on one's pile: when out, or when the deck is gone."""

    seat: Seat
    face: Face

    def __str__(self) -> str:
        return f"{self.seat} shows {self.face}"

    def path(self) -> Facts:
        """Return the steps a phone offers."""
        return (("verb", "show"), ("card", self.face))


Act = Draw | Hold | Play | Answer | Drop | Look | Sprung | Compare | Show

_SEAT, _FACE = r"(p[1-9]\d?)", r"([0-9])"


def _seat(text: str | None) -> Seat | None:
    return Seat(text) if text else None


def _face(text: str | None) -> Face | None:
    return Face(text) if text else None


def _play(found: re.Match[str]) -> Act:
    seat, face, works_as, target, number = found.groups()
    return Play(Seat(seat), Face(face), _face(works_as), _seat(target), _face(number))


def _hold(found: re.Match[str]) -> Act:
    return Hold(Seat(found[1]), tuple(Face(face) for face in found.groups()[1:] if face))


_FORMS: tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], Act]], ...] = tuple(
    (re.compile(pattern), reader)
    for pattern, reader in (
        (rf"{_SEAT} draws", lambda m: Draw(Seat(m[1]))),
        (rf"{_SEAT} plays {_FACE}(?: as {_FACE})?(?: > {_SEAT})?(?: = {_FACE})?", _play),
        (rf"{_SEAT} (hit|miss)", lambda m: Answer(Seat(m[1]), m[2] == "hit")),
        (rf"{_SEAT} drops {_FACE}", lambda m: Drop(Seat(m[1]), Face(m[2]))),
        (rf"{_SEAT} looks(?: {_FACE}| \?)?", lambda m: Look(Seat(m[1]), Face(m[2] or UNKNOWN))),
        (rf"{_SEAT} sprung", lambda m: Sprung(Seat(m[1]))),
        (rf"{_SEAT} compares tie", lambda m: Compare(Seat(m[1]), None)),
        (rf"{_SEAT} compares {_SEAT}", lambda m: Compare(Seat(m[1]), Seat(m[2]))),
        (rf"{_SEAT} shows {_FACE}", lambda m: Show(Seat(m[1]), Face(m[2]))),
        (rf"{_SEAT} holds {_FACE}(?: {_FACE})?", _hold),
    )
)


def parse(text: str) -> Act:
    """Read one act; raise NotationError with what may be written."""
    line = " ".join(text.split())
    for pattern, reader in _FORMS:
        if found := pattern.fullmatch(line):
            return reader(found)
    raise NotationError(
        f"{text!r} is no act of Deadlock City; write e.g. 'p1 draws', 'p1 plays 1 > p2 = 4', "
        "'p2 hit', 'p2 drops 4', 'p1 looks', 'p1 sprung', 'p1 compares tie', 'p2 shows 4' "
        "or 'p1 holds 3 5'"
    )
