"""What the pages need from the rest of the house, handed in by whoever wires it together.

The web knows the table and rulebooks; cameras, pins and drawn cards reach it only
through the protocols below, so it runs without any of them.
"""

import secrets
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from companion.cards import Face, Seat
from companion.game import Message
from companion.rulebook import Rulebook
from companion.table import Table
from web.aiming import Aims, no_aims
from web.calibration import Calibration
from web.deck_desk import DeckDesk
from web.enrolment import OwnDecks
from web.glimpses import Glimpses
from web.marked_desk import MarkedDesk
from web.simulation import Buttons, Simulator


class Art(Protocol):
    """Draws cards: `art("deadlock_city", Face("5"), "en")` is SVG text, `BACK` its back."""

    def __call__(self, game: str, face: Face, language: str) -> str:
        """Return the SVG text of a face, without style or script."""
        ...


class PanelTest(Protocol):
    """The panel as the host tries it out: press each button, see each lamp."""

    def buttons(self) -> tuple[tuple[str, int, bool], ...]:
        """Return each button: its seat ("host"), its presses so far, whether it is stuck."""
        ...

    def show(self, seat: Seat) -> None:
        """Let a seat's lamp blink for a moment."""
        ...


def no_wiring() -> str:
    """Return an empty picture."""
    return '<svg xmlns="http://www.w3.org/2000/svg"/>'


def no_portrait(level: int) -> str:
    """Return an empty picture."""
    return no_wiring()


def fresh_token() -> str:
    """Return 128 random bits as text that fits a cookie."""
    return secrets.token_urlsafe(16)


def no_authority() -> bytes | None:
    """Return no certificate."""
    return None


def nothing_to_report() -> Sequence[tuple[str, str]]:
    """Return no diagnostics."""
    return ()


class Photographed(Protocol):
    """Reads the cards in a photo that a phone sent."""

    def __call__(self, game: str, data: bytes) -> tuple[tuple[Face, ...], tuple[Message, ...]]:
        """Return the faces from left to right, "?" where one was not read, and problems.

        Raises UnusablePicture for what is no picture.
        """
        ...


@dataclass(frozen=True, slots=True)
class Services:
    """Everything the pages are made of.

    Args:
        table: the live table.
        rulebooks: by game and language; every game on the shelf in every language.
        art: draws cards.
        address: the address for the QR code, "http://192.168.1.20:8000/".
        host_key: the secret that makes a browser the host's.
        trusted_names: host names that lead here, besides literal private addresses.
        language: for those whose browser asks for none that we have.
        diagnostics: short facts for the host page, each with its label's key: notice (several),
            camera, panel, data. What is a `Sentence` is said in the reader's language.
        panel: tries buttons and lamps out.
        calibration: of the camera.
        glimpses: what the camera saw lately; None where no camera looks.
        aims: says whom a seat's pointer means, by its direction.
        aim: takes where the camera hangs now for right; None where no camera looks.
        wiring: draws how they are connected, as SVG.
        authority: the certificate that the owner's devices install for https (PEM), if any.
        portrait: draws the legend of a campaign as she grows, from 0 to 4, as SVG.
        decks: the owner's own cards; None where this table keeps none.
        own_decks: decks of other makers; None where this table keeps none.
        marked: decks with marked backs; None where none can be printed.
        photographed: reads photos of a hand; None where nothing can.
        token: makes a seat's token.
        clock: monotonic seconds.

    """

    table: Table
    rulebooks: Mapping[tuple[str, str], Rulebook]
    art: Art
    address: Callable[[], str]
    host_key: str
    trusted_names: frozenset[str] = frozenset()
    language: str = "en"
    simulator: Simulator | None = None
    buttons: Buttons | None = None
    panel: PanelTest | None = None
    calibration: Calibration | None = None
    glimpses: Glimpses | None = None
    aims: Aims = no_aims
    aim: Callable[[], None] | None = None
    wiring: Callable[[], str] = no_wiring
    authority: Callable[[], bytes | None] = no_authority
    diagnostics: Callable[[], Sequence[tuple[str, str]]] = nothing_to_report
    portrait: Callable[[int], str] = no_portrait
    decks: DeckDesk | None = None
    own_decks: OwnDecks | None = None
    marked: MarkedDesk | None = None
    photographed: Photographed | None = None
    token: Callable[[], str] = fresh_token
    clock: Callable[[], float] = field(default=time.monotonic)
