"""Printed corner tags: which tag belongs to which card, and where it sits on it.

Every print of a deck owns one *slot* of the tag dictionary, and a slot is four tags, one
for each corner of the upright card. A single readable corner so tells which card lies
there and how it is turned.

The card frame has its origin in the card's centre, x to the right, y down, in mm.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import NamedTuple

import cv2
import numpy as np
import numpy.typing as npt

from companion.cards import TAG_SLOTS, Deck, Print
from companion.game import TableError

DICTIONARY_ID: int = cv2.aruco.DICT_ARUCO_MIP_36h12

#: Tags of a slot, and the corners of a tag: both run TL, TR, BR, BL, as OpenCV's do.
CORNERS = 4
TOP_LEFT, TOP_RIGHT, BOTTOM_RIGHT, BOTTOM_LEFT = range(CORNERS)

#: Tags are at least 12 bits apart: so many wrong ones still lead to the nearest tag.
CORRECTABLE_BITS = 5

#: 36 data bits inside a border one module wide.
MODULES = 8
BORDER_MODULES = 1
#: Outer edge of the black border of a card's tag, mm.
TAG_MM = 10.0
#: White margin a detector needs around the black border: one module, mm.
QUIET_MM = TAG_MM / MODULES

#: The slot of the four tags that mark the corners of the table mat (ids 244 to 247).
MAT_SLOT = TAG_SLOTS
MAT_TAG_MM = 20.0
MAT_QUIET_MM = MAT_TAG_MM / MODULES

#: Slots a deck may use.
DECK_SLOTS = range(MAT_SLOT)

Points = npt.NDArray[np.float64]
Modules = npt.NDArray[np.bool_]

_SIGNS = np.array([(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)])


class DeckError(TableError, ValueError):
    """A deck cannot be used as it is; says which one and what would do."""


class SlotCorner(NamedTuple):
    """What a tag id stands for: the slot, and the corner of the upright card."""

    slot: int
    corner: int


class SlotOwner(NamedTuple):
    """The print a slot belongs to, and its deck."""

    deck: Deck
    design: Print


@cache
def dictionary() -> cv2.aruco.Dictionary:
    """Return the dictionary of all tags: 250 ids, 12 bits apart, so that 5 can be mended."""
    predefined = cv2.aruco.getPredefinedDictionary(DICTIONARY_ID)
    # OpenCV up to 4.11 says 12, and then takes any dark quad for some tag.
    predefined.maxCorrectionBits = CORRECTABLE_BITS
    return predefined


def tag_id(slot: int, corner: int) -> int:
    """Return the id of the tag in one corner of the cards of a slot."""
    if slot not in range(MAT_SLOT + 1) or corner not in range(CORNERS):
        raise DeckError(
            f"no tag for slot {slot}, corner {corner}: "
            f"slots run from 0 to {MAT_SLOT}, corners from 0 to {CORNERS - 1}"
        )
    return CORNERS * slot + corner


def slot_and_corner(tag: int) -> SlotCorner:
    """Return the slot and corner a tag id stands for; the inverse of `tag_id`."""
    if tag not in range(CORNERS * (MAT_SLOT + 1)):
        raise DeckError(
            f"tag {tag} is on no card or mat: ids run from 0 to {CORNERS * MAT_SLOT + 3}"
        )
    return SlotCorner(*divmod(tag, CORNERS))


def tag_modules(tag: int) -> Modules:
    """Return the tag's modules with its border, shape (8, 8), True where black."""
    image = cv2.aruco.generateImageMarker(dictionary(), tag, MODULES, borderBits=BORDER_MODULES)
    black: Modules = np.asarray(image).reshape(MODULES, MODULES) == 0
    return black


def card_corners_mm(deck: Deck) -> Points:
    """Return the corners of the deck's cards in the card frame, shape (4, 2), mm."""
    return _SIGNS * (deck.width_mm / 2, deck.height_mm / 2)


def tag_corners_mm(deck: Deck, corner: int) -> Points:
    """Return the black outline of one corner's tag in the card frame.

    Shape (4, 2), mm, in the order in which OpenCV reports a detected tag. All four tags
    stand upright in the card frame, one quiet zone away from both edges of the card.
    """
    centre = card_corners_mm(deck)[corner] - _SIGNS[corner] * (QUIET_MM + TAG_MM / 2)
    corners: Points = centre + _SIGNS * (TAG_MM / 2)
    return corners


def slot_of(deck: Deck, design: Print) -> int:
    """Return the slot of one of the deck's prints; raise KeyError for any other print."""
    try:
        place = deck.first_tag_slot + deck.prints.index(design)
    except ValueError as error:
        raise KeyError(design.id) from error
    return place if design.slot is None else design.slot


def slots(decks: Iterable[Deck]) -> Mapping[int, SlotOwner]:
    """Return which print owns which slot.

    Raise DeckError where two decks want the same slot, or a deck runs out of slots.
    """
    owners: dict[int, SlotOwner] = {}
    for deck in decks:
        for slot, design in _slots_of(deck):
            _refuse_bad_slot(slot, deck, owners)
            owners[slot] = SlotOwner(deck, design)
    return owners


def told_apart(deck: Deck, others: Iterable[Deck]) -> tuple[Deck, ...]:
    """Return those of the other decks that share no slot with this deck or one before them.

    The dictionary has too few tags for every game; cards of a deck left out cannot be
    named as foreign.
    """
    chosen: list[Deck] = []
    taken = {slot for slot, _ in _slots_of(deck)}
    for other in others:
        wanted = {slot for slot, _ in _slots_of(other)}
        if taken.isdisjoint(wanted):
            chosen.append(other)
            taken |= wanted
    return tuple(chosen)


def _slots_of(deck: Deck) -> Iterator[tuple[int, Print]]:
    for place, design in enumerate(deck.prints, deck.first_tag_slot):
        yield (place if design.slot is None else design.slot), design


def _refuse_bad_slot(slot: int, deck: Deck, owners: Mapping[int, SlotOwner]) -> None:
    if slot not in DECK_SLOTS:
        raise DeckError(
            f"deck {deck.name!r} needs tag slot {slot}, but decks have 0 to {MAT_SLOT - 1}: "
            "lower its first_tag_slot or print fewer designs"
        )
    if slot in owners:
        raise DeckError(
            f"decks {owners[slot].deck.name!r} and {deck.name!r} both use tag slot {slot}: "
            "give one of them another first_tag_slot"
        )
