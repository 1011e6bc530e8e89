"""What people may ask of the table, as values; and the error that refuses a wish.

A refusal is made of messages, so that each phone can say it in its own language.
"""

from dataclasses import dataclass

from companion.cards import Seat
from companion.game import Message, TableError, Viewer

#: The one who runs the evening: may correct, consent for all, and speak for seats
#: whose players have no phone. Sees what the table sees.
HOST: Viewer = "host"


class Refused(TableError):
    """A wish that cannot be granted; `messages` say why and what to do."""

    def __init__(self, *messages: Message) -> None:
        super().__init__("; ".join(f"{m.code} {dict(m.facts)}" for m in messages))
        self.messages = messages


def refused(code: str, **facts: str) -> Refused:
    """Return the refusal with this code and these facts."""
    return Refused(Message(code, tuple(facts.items())))


@dataclass(frozen=True, slots=True)
class ChooseGame:
    """Play another game; only while none is on."""

    name: str


@dataclass(frozen=True, slots=True)
class Join:
    """Take a free seat (`seat` None: the next one) with the phone that `key` names."""

    name: str
    key: str
    seat: Seat | None = None


@dataclass(frozen=True, slots=True)
class TakePhone:
    """Let another phone stand for a taken seat; someone must have confirmed it."""

    seat: Seat
    key: str


@dataclass(frozen=True, slots=True)
class Rename:
    """Change a player's name."""

    seat: Seat
    name: str


@dataclass(frozen=True, slots=True)
class Leave:
    """Free a seat; only while no game is on."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class SetRule:
    """Set a house rule; only before the deal."""

    name: str
    value: str


@dataclass(frozen=True, slots=True)
class SetLogged:
    """Let a player tell his phone what he holds, or not; only before the deal."""

    seat: Seat
    logged: bool


@dataclass(frozen=True, slots=True)
class SetTimer:
    """Give each player so many minutes a game, 0: no clock; only before the deal."""

    minutes: int


@dataclass(frozen=True, slots=True)
class Halt:
    """Stop all clocks, or let them go on; `halted` None: the other of the two."""

    halted: bool | None = None


@dataclass(frozen=True, slots=True)
class Deal:
    """Freeze seats and house rules and begin; `first` None: last winner, else by lot."""

    first: Seat | None = None


@dataclass(frozen=True, slots=True)
class Declare:
    """`by` (a seat or HOST) says that this act is done; text in notation."""

    by: Viewer
    text: str


@dataclass(frozen=True, slots=True)
class AskUndo:
    """Take back the last public act: at once if nobody learned anything, else by consent."""

    by: Viewer


@dataclass(frozen=True, slots=True)
class AskAdopt:
    """`by` says that the table is right and the record wrong; it takes everyone's consent."""

    by: Seat


@dataclass(frozen=True, slots=True)
class Consent:
    """Answer what is offered; HOST answers for all."""

    by: Viewer
    agree: bool


@dataclass(frozen=True, slots=True)
class Correct:
    """The state is now thus: lines like `p1.pile = 3 5`, all of them or none."""

    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PutAway:
    """End the game on the table and go back to the lobby; seats stay."""


Command = (
    ChooseGame
    | Join
    | TakePhone
    | Rename
    | Leave
    | SetRule
    | SetLogged
    | SetTimer
    | Halt
    | Deal
    | Declare
    | AskUndo
    | AskAdopt
    | Consent
    | Correct
    | PutAway
)
