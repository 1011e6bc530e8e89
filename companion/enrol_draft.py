"""Decks that are being enrolled, on disk as they go: a reload or a pulled plug loses nothing.

enrolling/<deck>/draft.json        size, game, cards, and the steps that can be undone
enrolling/<deck>/photo-000001.png  a card that was approved, cut out and upright; written once
"""

import json
import re
import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from companion.cards import Face
from companion.commands import refused
from companion.files import Stamp, flush_folder, save, stamp
from companion.game import TableError
from vision.camera import Image
from vision.enrolled.deck import EnrolledDeck
from vision.png import picture_of

FOLDER = "enrolling"
INDEX, PHOTO = "draft.json", "photo-{:06d}.png"
#: Steps that can be undone; nobody remembers more.
MOST_STEPS = 20
#: No deck has more cards, and no card needs more photos.
MOST_CARDS, MOST_PHOTOS = 150, 6
_PHOTO_FILE = re.compile(r"photo-(\d{6})\.png")


class DraftError(TableError, OSError):
    """A draft cannot be written; says where and what to do. What was there is untouched."""


@dataclass(frozen=True, slots=True)
class OwnCard:
    """One face of the owner's deck.

    Args:
        face: its name in the deck.
        means: the game's face that it stands for; "" while that is not said.
        photos: their numbers.

    """

    face: Face
    means: Face
    photos: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class DeckDraft:
    """A deck as far as it has come.

    Args:
        title: what the owner calls it.
        width_mm: of a card, as `height_mm`.
        game: the game it is to serve.
        cards: so far, in the order in which they came.
        before: what the cards were before each step, newest last.
        enrolled: the cards that were assessed and saved last; None: none yet.

    """

    title: str
    width_mm: float
    height_mm: float
    game: str
    cards: tuple[OwnCard, ...] = ()
    before: tuple[tuple[OwnCard, ...], ...] = ()
    enrolled: tuple[OwnCard, ...] | None = None

    def stepped(self, cards: tuple[OwnCard, ...]) -> "DeckDraft":
        """Return the draft with other cards; the present ones can be brought back."""
        return replace(self, cards=cards, before=(*self.before, self.cards)[-MOST_STEPS:])

    def undone(self) -> "DeckDraft":
        """Return the draft before the last step; raise Refused if there is none."""
        if not self.before:
            raise refused("enrol_no_step")
        return replace(self, cards=self.before[-1], before=self.before[:-1])

    def with_photo(self, number: int, face: Face | None, means: Face) -> "DeckDraft":
        """Return the draft with a photo more: of one of its cards, or of a new one (None)."""
        if face is None:
            if len(self.cards) >= MOST_CARDS:
                raise refused("enrol_full", most=str(MOST_CARDS))
            return self.stepped((*self.cards, OwnCard(self._fresh(), means, (number,))))
        card = self.card(face)
        if len(card.photos) >= MOST_PHOTOS:
            raise refused("enrol_photos_full", most=str(MOST_PHOTOS))
        return self._changed(replace(card, photos=(*card.photos, number)))

    def meaning(self, face: Face, means: Face) -> "DeckDraft":
        """Return the draft in which a card stands for something else."""
        return self._changed(replace(self.card(face), means=means))

    def without(self, face: Face, number: int | None = None) -> "DeckDraft":
        """Return the draft without a card, or without one photo of it; its last one is all."""
        card = self.card(face)
        photos = tuple(n for n in card.photos if number not in (n, None))
        if photos:
            return self._changed(replace(card, photos=photos))
        return self.stepped(tuple(one for one in self.cards if one.face != face))

    def card(self, face: Face) -> OwnCard:
        """Return a card; raise Refused if it is gone."""
        for card in self.cards:
            if card.face == face:
                return card
        raise refused("enrol_no_such_card")

    def numbers(self) -> frozenset[int]:
        """Return the photos that it has, or may have again."""
        steps = (self.cards, *self.before, self.enrolled or ())
        return frozenset(n for cards in steps for card in cards for n in card.photos)

    def _changed(self, changed: OwnCard) -> "DeckDraft":
        return self.stepped(
            tuple(changed if card.face == changed.face else card for card in self.cards)
        )

    def _fresh(self) -> Face:
        steps = (self.cards, *self.before, self.enrolled or ())
        taken = {card.face for cards in steps for card in cards}
        return next(f for n in range(1, 10_000) if (f := Face(f"c{n}")) not in taken)


class DraftStore:
    """The drafts of a data folder; not safe from several threads at once."""

    def __init__(self, data: Path) -> None:
        """Use this data folder; nothing is made until something is kept."""
        self._folder = data / FOLDER
        self._known: dict[str, tuple[Stamp, DeckDraft]] = {}
        self._names: tuple[Stamp, tuple[str, ...]] | None = None

    def names(self) -> tuple[str, ...]:
        """Return the drafts there are."""
        now = stamp(self._folder)
        if now is None:
            return ()
        if self._names is None or self._names[0] != now:
            # A hidden folder is what a power cut left of a removed one.
            found = (path.name for path in self._folder.glob("[!.]*") if path.is_dir())
            self._names = now, tuple(sorted(found))
        return self._names[1]

    def load(self, deck: str) -> DeckDraft | None:
        """Return a draft, or None if there is none; a damaged one with what is left of it.

        It is read anew only after it has changed.
        """
        now, known = stamp(self._folder / deck / INDEX), self._known.get(deck)
        if now is not None and known is not None and known[0] == now:
            return known[1]
        found = self._read(deck)
        if found is not None and now is not None:
            self._known[deck] = now, found
        return found

    def _read(self, deck: str) -> DeckDraft | None:
        folder = self._folder / deck
        if not folder.is_dir():
            return None
        with suppress(OSError, ValueError, KeyError, TypeError):
            return _from_plain(json.loads((folder / INDEX).read_text("utf-8")))
        photos = sorted(_numbers(folder))
        cards = tuple(OwnCard(Face(f"c{n}"), Face(""), (n,)) for n in photos)
        return DeckDraft(deck, 63.0, 88.0, "", cards)

    def save(self, deck: str, draft: DeckDraft, fresh: Mapping[int, bytes] | None = None) -> None:
        """Write a draft, its new photos first; raise DraftError, and then it is as it was."""
        folder = self._folder / deck
        self._known.pop(deck, None)
        with _writing(folder):
            for number, data in (fresh or {}).items():
                save(folder / PHOTO.format(number), data)
            save(folder / INDEX, (json.dumps(_plain(draft)) + "\n").encode())
            for number in set(_numbers(folder)) - draft.numbers():
                (folder / PHOTO.format(number)).unlink(missing_ok=True)

    def next_photo(self, deck: str) -> int:
        """Return a number that no photo of a draft has or had since it was read."""
        return max(_numbers(self._folder / deck), default=0) + 1

    def photo(self, deck: str, number: int) -> bytes | None:
        """Return a photo as PNG, or None if it is gone."""
        with suppress(OSError):
            return self.file(deck, number).read_bytes()
        return None

    def file(self, deck: str, number: int) -> Path:
        """Return where a photo is kept."""
        return self._folder / deck / PHOTO.format(number)

    def remove(self, deck: str) -> None:
        """Forget a draft; raise DraftError."""
        folder = self._folder / deck
        if folder.is_dir():
            # Half a removed draft would come back as a damaged one.
            gone = folder.with_name(f".{folder.name}.gone")
            with _writing(folder):
                shutil.rmtree(gone, ignore_errors=True)
                folder.rename(gone)
                flush_folder(self._folder)
            shutil.rmtree(gone, ignore_errors=True)

    def deck(self, name: str, draft: DeckDraft) -> EnrolledDeck:
        """Return the deck that a draft makes; photos that cannot be read are left out."""
        pictures = {card.face: list(self._pictures(name, card)) for card in draft.cards}
        stands_for = {card.face: card.means for card in draft.cards if card.means}
        known = {face: photos for face, photos in pictures.items() if photos and face in stands_for}
        return EnrolledDeck(draft.title, draft.width_mm, draft.height_mm, known, stands_for)

    def _pictures(self, name: str, card: OwnCard) -> Iterator[Image]:
        for number in card.photos:
            picture = picture_of(self.photo(name, number) or b"")
            if picture is not None:
                yield picture


@contextmanager
def _writing(folder: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        problem = f"{folder} cannot be written: {error}"
        raise DraftError(f"{problem}; free some space, or mend its permissions") from error


def _numbers(folder: Path) -> Iterator[int]:
    for path in folder.glob("photo-*.png"):
        match = _PHOTO_FILE.fullmatch(path.name)
        if match:
            yield int(match[1])


def _plain(draft: DeckDraft) -> dict[str, Any]:
    return {
        "title": draft.title,
        "width_mm": draft.width_mm,
        "height_mm": draft.height_mm,
        "game": draft.game,
        "cards": _plain_cards(draft.cards),
        "before": [_plain_cards(cards) for cards in draft.before],
        "enrolled": None if draft.enrolled is None else _plain_cards(draft.enrolled),
    }


def _plain_cards(cards: tuple[OwnCard, ...]) -> list[Any]:
    return [[card.face, card.means, list(card.photos)] for card in cards]


def _from_plain(data: Mapping[str, Any]) -> DeckDraft:
    enrolled = data["enrolled"]
    return DeckDraft(
        title=str(data["title"]),
        width_mm=float(data["width_mm"]),
        height_mm=float(data["height_mm"]),
        game=str(data["game"]),
        cards=_cards(data["cards"]),
        before=tuple(_cards(cards) for cards in data["before"]),
        enrolled=None if enrolled is None else _cards(enrolled),
    )


def _cards(data: Any) -> tuple[OwnCard, ...]:
    return tuple(
        OwnCard(Face(str(face)), Face(str(means)), tuple(int(n) for n in photos))
        for face, means, photos in data
    )
