"""Hands as bits, for the solver: every number of a job in tables.

A held card with one of its sides active is a *slot*: twice the card's place in the deck,
plus one for the scrap side. A hand is a set of slots, bit s set for slot s.
"""

from collections.abc import Iterator
from functools import cache

from companion.games.deadeye_dinah.cards import CardId, Kind, Side
from companion.games.deadeye_dinah.numbers import (
    HIGHEST,
    LOWEST,
    Numbers,
    only,
    shifted,
    shifted_number,
)
from companion.games.deadeye_dinah.state import Held, Job
from companion.games.deadeye_dinah.terms import SOURCES, Terms

Hand = int
Slot = int

_SIDES = (Side.KIT, Side.SCRAP)
#: Bits of all kit sides; a kit side's scrap side is the next bit.
KIT_SIDES: Hand = 0x5555


def slots(hand: Hand) -> Iterator[Slot]:
    """Yield the slots of a hand, lowest first."""
    while hand:
        lowest = hand & -hand
        yield lowest.bit_length() - 1
        hand ^= lowest


def flipped(hand: Hand) -> Hand:
    """Return the same cards, each with its other side active."""
    return (hand & KIT_SIDES) << 1 | (hand >> 1) & KIT_SIDES


def subsets(hand: Hand) -> Iterator[Hand]:
    """Yield every subset of a hand, the empty one first."""
    subset = 0
    while True:
        yield subset
        subset = (subset - hand) & hand
        if not subset:
            return


class Tables:
    """The numbers of one job by slot, and the way from hands to bits and back."""

    def __init__(self, terms: Terms) -> None:
        """Fill the tables from the terms of a job."""
        self.terms = terms
        self.ids: tuple[CardId, ...] = tuple(job.id for job in terms.deck.jobs)
        self._place = {card: place for place, card in enumerate(self.ids)}
        self.held = tuple(Held(card, side) for card in self.ids for side in _SIDES)
        self.item = tuple(terms.item(held.card, held.side) for held in self.held)
        self._edges = {
            (kind, lucky): tuple(terms.edge(h.card, h.side, lucky, kind) for h in self.held)
            for kind in Kind
            for lucky in (False, True)
        }
        self.covered = cache(self._covered)

    def edge(self, kind: Kind, lucky: bool, slot: Slot) -> tuple[Numbers, int]:
        """Return bullet and hat of a slot before items and cover."""
        return self._edges[kind, lucky][slot]

    def _covered(self, lucky: bool, cover: int) -> tuple[tuple[Numbers, Numbers], ...]:
        """Return for each slot its bullet and its hat (a range of one) under cover."""
        return tuple(
            (shifted(numbers, cover), hats_under(hat, cover))
            for numbers, hat in self._edges[Kind.SHOOTOUT, lucky]
        )

    def slot(self, held: Held) -> Slot:
        """Return the slot of a held card."""
        return 2 * self._place[held.card] + _SIDES.index(held.side)

    def place(self, card: CardId) -> int:
        """Return the place of a card in the deck."""
        return self._place[card]

    def hand(self, cards: tuple[Held, ...]) -> Hand:
        """Return held cards as bits."""
        return sum(1 << self.slot(held) for held in cards)

    def resting(self, job: Job) -> Hand:
        """Return the resting Horse as a bit, 0 for none."""
        return 1 << self.slot(job.hand[job.resting]) if job.resting else 0

    def used(self, job: Job) -> int:
        """Return the spent effects as bits, in the order of `SOURCES`."""
        return sum(1 << n for n, source in enumerate(SOURCES) if source in job.used)

    def scrap(self, place: int) -> Hand:
        """Return the bit of a card in the deck with its scrap side active."""
        return 2 << 2 * place


def hats_under(hat: int, cover: int) -> Numbers:
    """Return, as a range of one, the hat that cover makes of this one."""
    return only(shifted_number(hat, cover))


def flasked(hat: int) -> list[int]:
    """Return the changes that the Flask can make to a hat (DD-18)."""
    return [by for by in (-2, 2) if LOWEST <= hat + by <= HIGHEST]
