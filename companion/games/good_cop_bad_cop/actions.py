"""Acts of Good Cop Bad Cop and their notation.

p1 investigates p2 left     looks at a face-down card of another player
p1 equips                   draws an equipment card
p1 arms                     takes a gun from the middle
p1 shoots p2                declares a shot at whom he aims at
p1 aims p2                  points his gun, also when a shot has to be redirected
p1 flips left honest        turns one of his cards up
p1 reveals honest agent     turns up all that lie face down, left to right
p1 uses coffee              plays an equipment card
p1 chooses p2               makes the choice a card asks for: a player,
p1 chooses p2 left          or a card of a player
p1 mixes    p1 mixes 312    has laid his cards down anew (for his phone: in which order)
p1 returns  p1 returns taser   puts the second equipment card back (his phone: which)
p1 declines                 does without what a lasting card offers
p1 passes                   has nothing to say in a window; nobody hears of it
p1 claims agent honest kingpin   shows that he holds both leaders

Told to one's own phone; nobody else hears of it:
p1 holds agent honest crooked    his integrity cards, left to right
p1 saw p2 left agent             a card he was allowed to look at
p1 has coffee                    his equipment

What a camera reads from marked backs; nobody says it, and nobody hears of it:
p1 lays honest.4 ? agent.1       which of the deck's cards lie in his row, left to right
p1 lays honest.4 ?.2 agent.1     the same in a saved record: by names of that game (`handles`)
"""

from dataclasses import dataclass

from companion.cards import UNKNOWN, Face, Seat
from companion.game import Facts
from companion.marked_backs import CardName

LEFT, MIDDLE, RIGHT = PLACES = ("left", "middle", "right")


@dataclass(frozen=True, slots=True)
class Investigate:
    """Look at a face-down card of another player (GC-T2)."""

    seat: Seat
    target: Seat
    place: str

    def __str__(self) -> str:
        return f"{self.seat} investigates {self.target} {self.place}"

    def path(self) -> Facts:
        """Return the steps a phone offers."""
        return (("verb", "investigate"), ("target", self.target), ("place", self.place))


@dataclass(frozen=True, slots=True)
class Equip:
    """Draw an equipment card (GC-T3)."""

    seat: Seat

    def __str__(self) -> str:
        return f"{self.seat} equips"

    def path(self) -> Facts:
        """Return the steps a phone offers."""
        return (("verb", "equip"),)


@dataclass(frozen=True, slots=True)
class Arm:
    """Take a gun (GC-T4)."""

    seat: Seat

    def __str__(self) -> str:
        return f"{self.seat} arms"

    def path(self) -> Facts:
        """Return the steps a phone offers."""
        return (("verb", "arm"),)


@dataclass(frozen=True, slots=True)
class Shoot:
    """Declare a shot (GC-T5)."""

    seat: Seat
    target: Seat

    def __str__(self) -> str:
        return f"{self.seat} shoots {self.target}"

    def path(self) -> Facts:
        """Return the steps a phone offers."""
        return (("verb", "shoot"), ("target", self.target))


@dataclass(frozen=True, slots=True)
class Aim:
    """Point the gun at somebody (GC-T6)."""

    seat: Seat
    target: Seat

    def __str__(self) -> str:
        return f"{self.seat} aims {self.target}"

    def path(self) -> Facts:
        """Return the steps a phone offers."""
        return (("verb", "aim"), ("target", self.target))


@dataclass(frozen=True, slots=True)
class Flip:
    """Turn one of one's own cards up; `face` is what it shows."""

    seat: Seat
    place: str
    face: Face

    def __str__(self) -> str:
        return f"{self.seat} flips {self.place} {self.face}"

    def path(self) -> Facts:
        """Return the steps a phone offers."""
        return (("verb", "flip"), ("place", self.place), ("card", self.face))


@dataclass(frozen=True, slots=True)
class Reveal:
    """Turn up every card that lies face down; `faces` run from left to right."""

    seat: Seat
    faces: tuple[Face, ...]

    def __str__(self) -> str:
        return f"{self.seat} reveals {' '.join(self.faces)}"

    def path(self) -> Facts:
        """Return the steps a phone offers."""
        return (("verb", "reveal"), *_in_order(self.faces))


@dataclass(frozen=True, slots=True)
class Claim:
    """Show that one holds both leaders (GC-12); `faces` are all cards, left to right."""

    seat: Seat
    faces: tuple[Face, ...]

    def __str__(self) -> str:
        return f"{self.seat} claims {' '.join(self.faces)}"

    def path(self) -> Facts:
        """Return the steps a phone offers."""
        return (("verb", "claim"), *_in_order(self.faces))


@dataclass(frozen=True, slots=True)
class Use:
    """Play an equipment card."""

    seat: Seat
    face: Face

    def __str__(self) -> str:
        return f"{self.seat} uses {self.face}"

    def path(self) -> Facts:
        """Return the steps a phone offers."""
        return (("verb", "use"), ("card", self.face))


@dataclass(frozen=True, slots=True)
class Choose:
    """Choose a player, or one of his cards, because an equipment card asks for it."""

    seat: Seat
    target: Seat
    place: str | None = None

    def __str__(self) -> str:
        return f"{self.seat} chooses {self.target}{f' {self.place}' if self.place else ''}"

    def path(self) -> Facts:
        """Return the steps a phone offers."""
        place = (("place", self.place),) if self.place else ()
        return (("verb", "choose"), ("target", self.target), *place)


@dataclass(frozen=True, slots=True)
class Mix:
    """Have mixed one's cards; `order` names for each place the old one, "312"."""

    seat: Seat
    order: str = ""

    def __str__(self) -> str:
        return f"{self.seat} mixes {self.order}".rstrip()

    def path(self) -> Facts:
        """Return the steps a phone offers."""
        return (("verb", "mix"), *((("order", self.order),) if self.order else ()))


@dataclass(frozen=True, slots=True)
class Return:
    """Put one of two equipment cards back unseen; the face is told to nobody else."""

    seat: Seat
    face: Face = UNKNOWN

    def __str__(self) -> str:
        return f"{self.seat} returns{'' if self.face == UNKNOWN else f' {self.face}'}"

    def path(self) -> Facts:
        """Return the steps a phone offers."""
        face = () if self.face == UNKNOWN else (("card", str(self.face)),)
        return (("verb", "return"), *face)


@dataclass(frozen=True, slots=True)
class Decline:
    """Do without what a lasting card offers."""

    seat: Seat

    def __str__(self) -> str:
        return f"{self.seat} declines"

    def path(self) -> Facts:
        """Return the steps a phone offers."""
        return (("verb", "decline"),)


@dataclass(frozen=True, slots=True)
class Pass:
    """Have nothing to say in a reaction window (GC-24)."""

    seat: Seat

    def __str__(self) -> str:
        return f"{self.seat} passes"

    def path(self) -> Facts:
        """Return the steps a phone offers."""
        return (("verb", "pass"),)


@dataclass(frozen=True, slots=True)
class Hold:
    """Tell one's own phone one's integrity cards, left to right."""

    seat: Seat
    faces: tuple[Face, ...]

    def __str__(self) -> str:
        return f"{self.seat} holds {' '.join(self.faces)}"

    def path(self) -> Facts:
        """Return the steps a phone offers."""
        return (("verb", "hold"), *_in_order(self.faces))


@dataclass(frozen=True, slots=True)
class Saw:
    """Tell one's own phone what a card shows that one was allowed to look at."""

    seat: Seat
    target: Seat
    place: str
    face: Face

    def __str__(self) -> str:
        return f"{self.seat} saw {self.target} {self.place} {self.face}"

    def path(self) -> Facts:
        """Return the steps a phone offers."""
        where = (("target", str(self.target)), ("place", self.place))
        return (("verb", "saw"), *where, ("card", self.face))


@dataclass(frozen=True, slots=True)
class Have:
    """Tell one's own phone one's equipment."""

    seat: Seat
    faces: tuple[Face, ...]

    def __str__(self) -> str:
        return f"{self.seat} has {' '.join(self.faces)}"

    def path(self) -> Facts:
        """Return the steps a phone offers."""
        return (("verb", "have"), *zip(("card", "other"), self.faces, strict=False))


@dataclass(frozen=True, slots=True)
class Lay:
    """Have these cards lying in one's row, as their marked backs tell; "?" where untold."""

    seat: Seat
    cards: tuple[CardName, ...]

    def __str__(self) -> str:
        return f"{self.seat} lays {' '.join(self.cards)}"

    def path(self) -> Facts:
        """Return no steps: no phone offers it."""
        return ()


Act = (
    Investigate
    | Equip
    | Arm
    | Shoot
    | Aim
    | Flip
    | Reveal
    | Claim
    | Use
    | Choose
    | Mix
    | Return
    | Decline
    | Pass
    | Hold
    | Saw
    | Have
    | Lay
)
#: What nobody else may know of, and of the last one not even the seat itself.
PRIVATE = (Pass, Hold, Saw, Have, Lay)


def _in_order(faces: tuple[Face, ...]) -> Facts:
    return tuple(zip(("first", "second", "third"), faces, strict=False))
