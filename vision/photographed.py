"""Read a fan of cards from a photo that somebody took in his hand: no mat, any angle.

Each tag by itself tells where its card's centre is and how the card is turned, in pixels
of its own size. The cards' common axis is the fan's; along it they are put in order. A
card that cannot be read leaves a gap, which is told as a gap and never filled.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from companion.cards import UNKNOWN, Deck, Face, Print
from companion.game import Message
from vision import tags
from vision.camera import Image, grey_of
from vision.cards import tag_models
from vision.detection import TagDetector

#: Tags of one print whose cards would lie further apart are on two cards, mm.
SAME_CARD_MM = 25.0
#: A gap this much wider than the usual step between cards hides one.
WIDE_GAP = 1.5
#: Beyond this angle the picture's own top does not tell which way up the fan is, degrees.
SIDEWAYS_DEG = 60.0


@dataclass(frozen=True, slots=True)
class FanPhoto:
    """What a photo shows: faces from left to right, UNKNOWN where a card was not read."""

    faces: tuple[Face, ...]
    problems: tuple[Message, ...] = ()


@dataclass(frozen=True, slots=True)
class SeenCard:
    """A card, or one tag's word for it: its centre in mm, and where its right is."""

    design: Print
    centre: complex
    right: complex


def read_photo(deck: Deck, picture: Image) -> FanPhoto:
    """Return the fan in a photo, shape (height, width, 3) BGR; the deck's cards alone.

    A photo without any, and a mirrored one, are told as such.
    """
    grey = grey_of(picture)
    cards = _cards(deck, grey)
    if not cards:
        mirrored = _cards(deck, np.ascontiguousarray(grey[:, ::-1]))
        return FanPhoto((), (Message("photo_mirrored" if mirrored else "photo_no_cards"),))
    return FanPhoto(fan_of(deck, cards))


def fan_of(deck: Deck, cards: Sequence[SeenCard]) -> tuple[Face, ...]:
    """Return the faces of some cards from left to right, UNKNOWN in a gap that hides one."""
    axis = _axis(cards)
    fan = sorted(cards, key=lambda card: (card.centre / axis).real)
    faces = [card.design.face_at(float(np.angle(card.right / axis, deg=True))) for card in fan]
    along = [float((card.centre / axis).real) for card in fan]
    count = sum(1 for _ in deck.physical_cards())
    return tuple(_with_gaps(faces, along, count - len(fan)))


def _cards(deck: Deck, grey: Image) -> list[SeenCard]:
    """Return the cards whose tags are in the picture, each once."""
    cards: list[list[SeenCard]] = []
    for tag in _tags(deck, grey):
        of_card = (card for card in cards if _is_same(card[0], tag))
        found = next(of_card, None)
        if found is None:
            cards.append([tag])
        else:
            found.append(tag)
    return [_mean(card) for card in cards]


def _is_same(one: SeenCard, other: SeenCard) -> bool:
    return one.design == other.design and abs(one.centre - other.centre) < SAME_CARD_MM


def _mean(tags_of_card: Sequence[SeenCard]) -> SeenCard:
    centre = sum(tag.centre for tag in tags_of_card) / len(tags_of_card)
    right = sum(tag.right for tag in tags_of_card)
    return SeenCard(tags_of_card[0].design, complex(centre), complex(right) / max(abs(right), 1e-9))


def _tags(deck: Deck, grey: Image) -> Iterator[SeenCard]:
    """Yield what each tag says of its card; mm are those of the middle tag's size."""
    owners = tags.slots([deck])
    seen, models = TagDetector(owners).detect(grey), tag_models(owners)
    if not len(seen.ids):
        return
    quads = seen.corners[..., 0] + 1j * seen.corners[..., 1]
    sides = np.abs(quads - np.roll(quads, 1, axis=1)).mean(axis=1)
    px_per_mm = float(np.median(sides)) / tags.TAG_MM
    for tag, quad in zip(seen.ids.tolist(), quads, strict=True):
        slot, corner = tags.slot_and_corner(tag)
        printed = models[slot][corner]
        shape, model = quad - quad.mean(), printed - printed.mean()
        turn = complex((np.conj(model) * shape).sum() / (np.abs(model) ** 2).sum())
        centre = complex(quad.mean()) - turn * complex(printed.mean())
        yield SeenCard(owners[slot].design, centre / px_per_mm, turn / max(abs(turn), 1e-9))


def _axis(cards: Sequence[SeenCard]) -> complex:
    """Return where the fan's right is, as the photo shows it.

    Two-ended cards say it only up to a half turn. Mostly the photo's own top decides; where
    it was taken sideways, the cards that have one way up do.
    """
    doubled = sum(card.right**2 for card in cards)
    axis = complex(np.exp(0.5j * np.angle(doubled)))
    sideways = abs(float(np.angle(axis, deg=True)))
    if min(sideways, 180.0 - sideways) < SIDEWAYS_DEG:
        return axis if axis.real > 0 else -axis
    upright = sum(card.right for card in cards if card.design.turned is None)
    return axis if (complex(upright) / axis).real >= 0 else -axis


def _with_gaps(faces: Sequence[Face], along: Sequence[float], missing: int) -> Iterator[Face]:
    """Yield the faces, and UNKNOWN in the widest gaps for as many cards as are missing."""
    steps = [after - before for before, after in pairwise(along)]
    usual = float(np.median(steps)) if steps else 0.0
    hidden = dict.fromkeys(range(len(steps)), 0)
    for _ in range(max(missing, 0) if steps else 0):
        widest = max(hidden, key=lambda place: steps[place] / (hidden[place] + 1))
        if steps[widest] / (hidden[widest] + 1) > WIDE_GAP * usual:
            hidden[widest] += 1
    for place, face in enumerate(faces):
        yield face
        yield from [UNKNOWN] * hidden.get(place, 0)
