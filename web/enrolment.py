"""What the page for enrolling a deck needs from the rest of the house."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from companion.cards import Face
from companion.game import Message

#: An outline in a picture: x and y of its corners, px.
Outline = Sequence[tuple[float, float]]


@dataclass(frozen=True, slots=True)
class DeckListed:
    """A deck in the list.

    Args:
        deck: its name in addresses.
        have: how many of the cards it needs are there; `need`: how many that is.
        promise: how well it is read, "" while that is not known.
        stale: it was changed after that.

    """

    deck: str
    title: str
    game: str
    have: int
    need: int
    promise: str
    stale: bool


@dataclass(frozen=True, slots=True)
class DeckCard:
    """A card of a deck: its name there, what it stands for ("": nothing yet), its photos."""

    face: Face
    means: Face
    photos: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class DeckVerdict:
    """What to expect of a deck.

    Args:
        promise: "good", "usable" or "not_usable".
        method: how it is read best.
        told: what its owner ought to know.
        pairs: faces that are not told apart, by their names in the deck.

    """

    promise: str
    method: str
    told: tuple[Message, ...]
    pairs: tuple[tuple[Face, Face], ...]


@dataclass(frozen=True, slots=True)
class DeckState:
    """A deck that is being enrolled.

    Args:
        places: the game's faces, and how many cards have to stand for each.
        have: how many of the cards that the game needs are there; `need`: how many that is.
        working: how much of its assessment is done, 0 to 1; None: none goes on.
        failed: whether the last one failed.
        stale: whether it was changed after its verdict.

    """

    deck: str
    title: str
    width_mm: float
    height_mm: float
    game: str
    places: tuple[tuple[Face, int], ...]
    cards: tuple[DeckCard, ...]
    have: int
    need: int
    can_undo: bool
    working: float | None
    failed: bool
    verdict: DeckVerdict | None
    stale: bool


@dataclass(frozen=True, slots=True)
class DeckLook:
    """What the table's camera sees: a JPEG, where the card lies in it, or why there is none."""

    number: int
    jpeg: bytes
    width: int
    height: int
    outline: Outline
    fault: Message | None


@dataclass(frozen=True, slots=True)
class DeckCut:
    """A card cut out of a photo, to be approved: both as JPEG, and its outline in the photo.

    Args:
        like: the card of the deck that it would be taken for, if any.

    """

    number: int
    jpeg: bytes
    photo: bytes
    width: int
    height: int
    outline: Outline
    like: Face | None = None


@dataclass(frozen=True, slots=True)
class DeckOffer:
    """A deck that has all cards of a game; the printed one has neither name nor title.

    Args:
        promise: how well it is read, "" while that is not known.

    """

    name: str
    title: str
    promise: str


class Enrolment(Protocol):
    """Decks that are enrolled at this table; every method may be called by any thread.

    They raise Refused, and change nothing, where that can't be; also for every picture
    while a game is on.
    """

    def decks(self) -> Sequence[DeckListed]:
        """Return the decks there are."""
        ...

    def create(self, title: str, width_mm: float, height_mm: float, game: str) -> str:
        """Begin a deck; return its name."""
        ...

    def state(self, deck: str) -> DeckState:
        """Return how far a deck has come."""
        ...

    def look(self, deck: str, after: int) -> DeckLook | None:
        """Return the newest picture; None if that is number `after`."""
        ...

    def take(self, deck: str) -> DeckCut:
        """Photograph the card in the middle of the mat."""
        ...

    def read(self, deck: str, data: bytes) -> DeckCut:
        """Take in a photo that was sent; raise UnusablePicture for what is none."""
        ...

    def approve(self, deck: str, number: int, face: Face | None, means: Face) -> None:
        """Keep the card that was cut out last: as one of the deck's, or as a new one."""
        ...

    def mean(self, deck: str, face: Face, means: Face) -> None:
        """Let a card stand for something else."""
        ...

    def delete(self, deck: str, face: Face, photo: int | None) -> None:
        """Take a card out, or one of its photos."""
        ...

    def undo(self, deck: str) -> None:
        """Undo the last step."""
        ...

    def assess(self, deck: str) -> None:
        """Find out in the background how well a deck is read, and save it."""
        ...

    def call_off(self, deck: str) -> None:
        """Stop that."""
        ...

    def remove(self, deck: str) -> None:
        """Forget a deck."""
        ...

    def photo(self, deck: str, number: int) -> bytes | None:
        """Return an approved picture as PNG."""
        ...


class OwnDecks(Protocol):
    """The owner's decks at this table."""

    @property
    def enrolment(self) -> Enrolment:
        """Return the enrolment of decks."""
        ...

    def stickers(self, game: str, paper: str, language: str) -> bytes:
        """Return corner stickers for a game's cards as PDF."""
        ...

    def choices(self, game: str) -> Sequence[DeckOffer]:
        """Return the decks a game can be played with, the printed one first."""
        ...

    def chosen(self, game: str) -> str:
        """Return the deck that a game is played with."""
        ...

    def choose(self, game: str, deck: str) -> None:
        """Play a game with this deck from now on."""
        ...
