"""What one viewer may know of a game: the only way out for its state."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.cards import Face, Seat
from companion.layout import Pile, Zone
from companion.message import Facts, Message, Outcome, Prompt

#: Who looks: a seat, or `TABLE`.
Viewer = str

#: The shared screen, every spectator, the public log: sees what everyone may see.
TABLE: Viewer = "table"


@dataclass(frozen=True, slots=True)
class Choice:
    """One legal action as a phone shows it: the notation to send, and its steps."""

    notation: str
    path: Facts


@dataclass(frozen=True, slots=True)
class SeatView:
    """What a viewer may see of one seat.

    `hand` has one face per card held, UNKNOWN where the viewer may not know. `marks` are
    public conditions ("active", "protected", "out").
    """

    seat: Seat
    hand: tuple[Face, ...]
    piles: tuple[tuple[Zone, Pile], ...]
    marks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class View:
    """What one viewer may know, and nothing else. Built field by field, never copied.

    `sheet` is what the game's own pages draw for this viewer, in plain values; None where
    a game has no page of its own.
    """

    game: str
    viewer: Viewer
    phase: str
    seats: tuple[SeatView, ...]
    common: tuple[tuple[Zone, Pile], ...]
    prompts: tuple[Prompt, ...]
    notes: tuple[Message, ...] = ()
    choices: tuple[Choice, ...] = ()
    outcome: Outcome | None = None
    sheet: Mapping[str, Any] | None = None
