"""A deck that was enrolled: photos of its faces, its size, and what each face stands for."""

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.cards import BACK, Deck, Face, Print
from companion.game import TableError
from vision.camera import Image
from vision.enrolled.expectation import Expectation
from vision.enrolled.library import Library
from vision.enrolled.picture import CardFrame
from vision.png import picture_of, png

#: A folder's own file, and its pictures: FACE_n.png.
ABOUT = "deck.json"
PICTURE = re.compile(r"(?P<face>[\w-]+?)(?:_(?P<number>\d+))?\.(?:png|jpe?g)", re.IGNORECASE)
#: Cards are so wide and high, mm.
SMALLEST_MM, LARGEST_MM = 30.0, 200.0


class EnrolledDeckError(TableError, ValueError):
    """A deck cannot be enrolled, or cannot be played with; says what would do."""


def check_size(width_mm: float, height_mm: float) -> None:
    """Raise EnrolledDeckError for a size, mm, that no card has."""
    if not all(SMALLEST_MM <= size <= LARGEST_MM for size in (width_mm, height_mm)):
        problem = f"no card is {width_mm:g} x {height_mm:g} mm"
        raise EnrolledDeckError(f"{problem}; measure one, a poker card is 63 x 88")


@dataclass(frozen=True, slots=True, eq=False)
class EnrolledDeck:
    """An owner's deck.

    Args:
        name: what the owner calls it.
        width_mm: of a card, as `height_mm`.
        pictures: per face its photos, cut to the upright card, BGR.
        stands_for: the game's face for each of its own; a face that is missing stands for
            itself.
        expectation: how well it will be read, and by which method; None: not assessed yet.

    """

    name: str
    width_mm: float
    height_mm: float
    pictures: Mapping[Face, Sequence[Image]]
    stands_for: Mapping[Face, Face]
    expectation: Expectation | None = None

    def __post_init__(self) -> None:
        """Refuse sizes no card has, and a deck without pictures."""
        check_size(self.width_mm, self.height_mm)
        if not self.pictures:
            raise EnrolledDeckError(f"{self.name} has no pictures; photograph each face once")

    @property
    def frame(self) -> CardFrame:
        """Return the frame its cards are compared in."""
        return CardFrame.of(self.width_mm, self.height_mm)

    def library(self) -> Library:
        """Return its photos, ready for comparing."""
        return Library(self.pictures, self.frame)

    def prints(self, deck: Deck) -> Mapping[Face, Print]:
        """Return which print of a game's deck each face stands for.

        Faces that stand for the same take its prints in turn, and begin again where cards of
        one print look alike: one face may lie there as often as the game has copies of it.

        Raises:
            EnrolledDeckError: the game has no such face, or needs more cards than there are.

        """
        free = {face: list(_copies(deck, face)) for face in (*deck.faces(), BACK)}
        chosen = {}
        for own in self.pictures:
            face = self.stands_for.get(own, own)
            if face not in free:
                known = ", ".join((*deck.faces(), BACK))
                problem = f"{own} stands for {face}, but {deck.name} has {known}"
                raise EnrolledDeckError(f"{problem}; say --means {own}=FACE")
            if free[face]:
                chosen[own] = free[face].pop(0) if face != BACK else free[face][0]
        self._refuse_too_few(deck, chosen)
        return chosen

    def _refuse_too_few(self, deck: Deck, chosen: Mapping[Face, Print]) -> None:
        have = Counter({design.id: design.face for design in chosen.values()}.values())
        wanted = Counter(design.face for design in deck.prints)
        short = [face for face in wanted if have[face] < wanted[face]]
        if short:
            needs = ", ".join(f"{face} ({have[face]} of {wanted[face]})" for face in short)
            raise EnrolledDeckError(f"{self.name} lacks cards for {deck.name}: {needs}; enrol them")

    def to_files(self) -> Mapping[str, bytes]:
        """Return the files of its folder."""
        about = {
            "name": self.name,
            "width_mm": self.width_mm,
            "height_mm": self.height_mm,
            "stands_for": dict(self.stands_for),
            "expectation": self.expectation.to_plain() if self.expectation else None,
        }
        files = {ABOUT: (json.dumps(about, indent=2, sort_keys=True) + "\n").encode()}
        for face, photos in self.pictures.items():
            for number, photo in enumerate(photos):
                files[f"{face}_{number}.png"] = png(photo)
        return files

    @classmethod
    def from_files(cls, files: Mapping[str, bytes]) -> "EnrolledDeck":
        """Read what `to_files` wrote; raise EnrolledDeckError for anything else."""
        try:
            about = json.loads(files[ABOUT])
            stands_for = {Face(str(k)): Face(str(v)) for k, v in about["stands_for"].items()}
            size = float(about["width_mm"]), float(about["height_mm"])
            return cls(str(about["name"]), *size, _pictures(files), stands_for, _expected(about))
        except (AttributeError, KeyError, TypeError, ValueError) as error:
            problem = f"this is no enrolled deck ({error!r})"
            raise EnrolledDeckError(f"{problem}; enrol it again") from error


def _expected(about: Mapping[str, Any]) -> Expectation | None:
    plain = about.get("expectation")
    return Expectation.from_plain(plain) if plain else None


def _copies(deck: Deck, face: Face) -> Iterator[Print]:
    """Yield the prints of a face, each as often as there are copies: first every one once."""
    designs = [design for design in deck.prints if design.face == face]
    for copy in range(max((design.copies for design in designs), default=0)):
        yield from (design for design in designs if copy < design.copies)


def _pictures(files: Mapping[str, bytes]) -> Mapping[Face, Sequence[Image]]:
    pictures: dict[Face, list[Image]] = {}
    for name in sorted(files):
        match = PICTURE.fullmatch(name)
        if match:
            picture = picture_of(files[name])
            if picture is None:
                raise EnrolledDeckError(f"{name} is damaged; enrol that face again")
            pictures.setdefault(Face(match["face"]), []).append(picture)
    return pictures
