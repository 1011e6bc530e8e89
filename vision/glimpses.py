"""What the watcher saw happen to single cards: which, where, how sure, and what was read.

Nothing here is fit to be shown: a crop may have more in it than its card (`vision.proof`).
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

import cv2
import numpy as np

from companion.cards import Deck, Face
from companion.layout import Zone
from vision import tags
from vision.camera import Image
from vision.plan import PlacedZone
from vision.proof import EDGE_MM, PX_PER_MM, Crop, fill
from vision.reading import Sighting
from vision.watched import missing_cards, replaced


class Change(StrEnum):
    """What happened to a card."""

    APPEARED = "appeared"
    TURNED = "turned"
    """It was turned over, or another one lies just where one lay."""

    MOVED = "moved"
    """It lay in another zone before."""

    GONE = "gone"


class Place(StrEnum):
    """Where in its zone a card lies, as the zone's owner sees it."""

    ALONE = "alone"
    LEFT = "left"
    MIDDLE = "middle"
    RIGHT = "right"


@dataclass(frozen=True, slots=True, eq=False)
class Glimpse:
    """One open card of which something was seen.

    Args:
        alike: how many cards of its face lie open in the zone, itself counted; where it is
            gone: how many lay there.
        sure: share of the corners that should be in sight and were read, 0 to 1.
        crop: of the frame that decided; None where the card is gone.

    """

    zone: Zone
    face: Face
    change: Change
    place: Place
    alike: int
    sure: float
    crop: Crop | None = None


@dataclass(frozen=True, slots=True)
class Happened:
    """A zone's cards before and now, bottom first, and all other cards that are seen."""

    zone: PlacedZone
    before: Sequence[Sighting]
    now: Sequence[Sighting]
    elsewhere: Sequence[Sighting] = ()


def glimpses(image: Image, deck: Deck, happened: Happened, *, proving: bool) -> Iterator[Glimpse]:
    """Yield what happened to the open cards of one zone.

    Args:
        image: the frame that decided, BGR or grey.
        deck: whose cards they are.
        happened: the zone before and now.
        proving: the cards' corners were read by tags of their own.

    """
    name, before, now = happened.zone.spec.name, happened.before, happened.now
    came = missing_cards(now, before)
    for card in _open(deck, missing_cards(before, now)):
        if not replaced(card, now):
            place = _place(happened.zone, card, before)
            alike = _alike(card, before)
            yield Glimpse(name, card.face, Change.GONE, place, alike, _sure(card))
    for card in _open(deck, came):
        change = Change.TURNED if replaced(card, before) else Change.APPEARED
        crop = _crop(image, deck, card, happened, proving)
        place = _place(happened.zone, card, now)
        yield Glimpse(name, card.face, change, place, _alike(card, now), _sure(card), crop)


def with_moves(found: Iterable[Glimpse]) -> tuple[Glimpse, ...]:
    """Return what one frame showed, a card that is gone here and came there said once."""
    every = list(found)
    gone = [glimpse for glimpse in every if glimpse.change is Change.GONE]
    for n, glimpse in enumerate(every):
        left = next((g for g in gone if g.face == glimpse.face and g.zone != glimpse.zone), None)
        if glimpse.change is Change.APPEARED and left is not None:
            gone.remove(left)
            every[n] = replace(glimpse, change=Change.MOVED)
    return tuple(g for g in every if g.change is not Change.GONE or g in gone)


def _open(deck: Deck, cards: Iterable[Sighting]) -> Iterator[Sighting]:
    return (card for card in cards if card.deck == deck.name and not card.is_back)


def _sure(card: Sighting) -> float:
    return card.tags_seen / max(card.tags_expected, card.tags_seen, 1)


def _alike(card: Sighting, among: Sequence[Sighting]) -> int:
    return sum(one.face == card.face and one.deck == card.deck for one in among)


def _place(zone: PlacedZone, card: Sighting, among: Sequence[Sighting]) -> Place:
    def along(one: Sighting) -> float:
        return float(zone.to_zone([(one.x_mm, one.y_mm)])[0, 0])

    others = [along(one) for one in among if one is not card]
    if not others:
        return Place.ALONE
    if along(card) < min(others):
        return Place.LEFT
    return Place.RIGHT if along(card) > max(others) else Place.MIDDLE


def _crop(image: Image, deck: Deck, card: Sighting, happened: Happened, proving: bool) -> Crop:
    """Cut a card out, upright, with what is known to hide some of it."""
    half = tags.card_corners_mm(deck)[2]
    outline = np.array(card.outline_px, dtype=np.float32)
    upright = ((tags.card_corners_mm(deck) + half) * PX_PER_MM).astype(np.float32)
    matrix = cv2.getPerspectiveTransform(outline, upright)
    size = (round(2 * half[0] * PX_PER_MM), round(2 * half[1] * PX_PER_MM))
    turned = cv2.warpPerspective(image, matrix, size)
    hidden = np.zeros(turned.shape[:2], np.uint8)
    # What lies below the card in its own pile hides none of it.
    above = happened.now[_place_of(card, happened.now) + 1 :]
    for other in (*above, *happened.elsewhere):
        there = np.array(other.outline_px, dtype=np.float32).reshape(1, -1, 2)
        placed = np.asarray(cv2.perspectiveTransform(there, matrix), dtype=np.float64)
        fill(hidden, placed.reshape(-1, 2), EDGE_MM * PX_PER_MM)
    corners = card.corners if proving else ()
    return Crop(card.print_id, np.asarray(turned, np.uint8), hidden.astype(np.bool_), corners)


def _place_of(card: Sighting, among: Sequence[Sighting]) -> int:
    return next(n for n, one in enumerate(among) if one is card)
