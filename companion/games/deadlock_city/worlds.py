"""All worlds that fit what is known: who may hold what, as tables instead of a list.

Every card that leaves a hand is laid open, so what is hidden at any moment are the cards
in hand and the deck. Each hidden card is a slot. Only slots that something is known of
are in a part (see `counting`); all others are free, and any unseen card may be there.

A card put down from a hand of two leaves a slot that is "the other card": it is the one
or the other, and the table sums over both. To follow acts that were taken back, a copy
can *trace*: then no slot is given up, "the other card" is a column computed from the two,
and in the end each seat has his old cards again, with what was learned about them.
"""

from collections.abc import Callable
from math import factorial, prod

from companion.cards import UNKNOWN, Face, Seat
from companion.games.deadlock_city.actions import Play
from companion.games.deadlock_city.cards import COPIES
from companion.games.deadlock_city.counting import (
    Part,
    Row,
    Slot,
    anything,
    joined,
    projected,
    ways,
    where,
)

Hands = dict[Seat, tuple[Slot, ...]]
Pointers = tuple[Hands, int, Play | None]


class Worlds:
    """The hidden cards at one moment; changed in place, so work on a copy.

    Args:
        hands: the slots each seat holds.
        piles: what each seat has put down.
        removed: cards laid aside before the game (DC-03), UNKNOWN where untold.
        unseen: by face how many cards lie nowhere open.
        played: the card put down last.
        out: who has gone out.
        doubted: who has just said that a guess was a hit, and was not believed.

    """

    def __init__(self, seats: tuple[Seat, ...], removed: tuple[Face, ...] = ()) -> None:
        """Deal one card to each seat."""
        self.hands: Hands = {seat: (place,) for place, seat in enumerate(seats)}
        self.piles: dict[Seat, tuple[Face, ...]] = dict.fromkeys(seats, ())
        self.removed = removed
        self.unseen: list[int] = []
        self.played: Play | None = None
        self.out = frozenset[Seat]()
        self.doubted: Seat | None = None
        self._sources = {place: frozenset({seat}) for place, seat in enumerate(seats)}
        self._parts: dict[Slot, Part] = {}
        self._returned: tuple[Slot, ...] = ()
        self._drawn = 0
        self._slots = len(seats)
        # In so many ways the cards that lie open now came to where they lie.
        self._settled = 1
        self._computed: frozenset[Slot] | None = None
        self.count_unseen()

    def copy(self) -> "Worlds":
        """Return worlds that can be changed without changing these."""
        twin = object.__new__(Worlds)
        twin.__dict__.update(self.__dict__)
        twin.hands, twin.piles = dict(self.hands), dict(self.piles)
        twin.unseen, twin._parts = list(self.unseen), dict(self._parts)
        twin._sources = dict(self._sources)
        return twin

    # --- what happens to cards --------------------------------------------------------

    def draw(self, seat: Seat) -> None:
        """Let `seat` take the next card: one that was put back, or any unseen one."""
        if self._drawn == len(self._returned):
            self._returned += (self._new_slot(frozenset()),)
        slot = self._returned[self._drawn]
        self._drawn += 1
        if self._computed is None:
            self._returned, self._drawn = self._returned[1:], 0
        self._sources[slot] |= {seat}
        self.hands[seat] += (slot,)

    def put_down(self, seat: Seat, face: Face) -> None:
        """Let `seat` lay one card of his hand open, and keep the other, if he has one."""
        hand, kind = self.hands[seat], int(face)
        if len(hand) == 2:
            self._keep_other(seat, *hand, kind)
        elif len(hand) == 1:
            self._lay_open(hand[0], kind)
            self.hands[seat] = ()
        elif hand:  # more than two, by corrections only
            self._exchange(seat, len(hand) - 1)
        self.piles[seat] += (face,)
        if self._computed is None:
            self.unseen[kind] -= 1

    def lay_down(self, seat: Seat, face: Face) -> None:
        """Let a hand go for this open card, without concluding that it was it."""
        self._exchange(seat, 0)
        self.piles[seat] += (face,)
        if self._computed is None:
            self.unseen[int(face)] -= 1

    def _exchange(self, seat: Seat, size: int) -> None:
        """Give a seat so many cards of which nothing is known."""
        for slot in self.hands[seat]:
            self._forget(slot)
        self.hands[seat] = tuple([self._new_slot(frozenset({seat})) for _ in range(size)])

    def _keep_other(self, seat: Seat, one: Slot, two: Slot, kind: int) -> None:
        """Join both cards, and sum over which of them it was that was put down.

        Two equal cards are one case, not two: the faces of a deal decide, not the cards.
        """
        part = joined(self.part(one), self.part(two))
        other = self._new_slot(self._sources[one] | self._sources[two])
        first, second = part.slots.index(one), part.slots.index(two)
        stay = self._staying(part, {one, two})
        weights: dict[Row, int] = {}
        for row, weight in part.weights.items():
            if kind in (row[first], row[second]):
                left = row[second] if row[first] == kind else row[first]
                key = (*[row[place] for place in stay], left)
                weights[key] = weights.get(key, 0) + weight
        self._set(Part((*[part.slots[place] for place in stay], other), weights))
        self._give_up(one, two)
        if self._computed is not None:
            self._computed |= {other}
        self.hands[seat] = (other,)

    def _lay_open(self, slot: Slot, kind: int) -> None:
        self.restrict(slot, lambda face: face == kind)
        if self._computed is None:
            part = self._parts[slot]
            left = tuple([s for s in part.slots if s != slot])
            self._give_up(slot)
            if left:
                self._set(projected(part, left))
            else:
                self._settled *= sum(part.weights.values())

    def swap(self, one: Seat, other: Seat) -> None:
        """Exchange the hands of two seats (DC-20)."""
        self.hands[one], self.hands[other] = self.hands[other], self.hands[one]
        for slot in self.hands[one] + self.hands[other]:
            self._sources[slot] |= {one, other}

    # --- what becomes known of them ---------------------------------------------------

    def restrict(self, slot: Slot, fits: Callable[[int], bool]) -> None:
        """Keep the worlds in which the face in `slot` fits."""
        part = self.part(slot)
        place = part.slots.index(slot)
        self._set(where(part, lambda row: fits(row[place])))

    def relate(self, one: Slot, other: Slot, fits: Callable[[int, int], bool]) -> None:
        """Keep the worlds in which the faces in two slots fit each other."""
        part = joined(self.part(one), self.part(other))
        first, second = part.slots.index(one), part.slots.index(other)
        self._set(where(part, lambda row: fits(row[first], row[second])))
        both = self._sources[one] | self._sources[other]
        self._sources[one] = self._sources[other] = both

    # --- what the host corrects -------------------------------------------------------

    def lay_out(self, removed: tuple[Face, ...]) -> None:
        """Let these cards be the ones laid aside."""
        self.removed = removed
        self.count_unseen()

    def correct(self, seat: Seat, pile: tuple[Face, ...], hand: tuple[Face, ...]) -> None:
        """Let a seat have these cards, and forget what rested on other ones.

        Whatever was concluded from his cards may be wrong, wherever they are now, and the
        order of the deck is unknown.
        """
        stale = [s for s, sources in self._sources.items() if seat in sources]
        for slot in (*stale, *self._returned):
            self._forget(slot)
        self._returned, self._drawn = (), 0
        self.piles[seat] = pile
        self._exchange(seat, len(hand))
        self.count_unseen()
        for slot, face in zip(self.hands[seat], hand, strict=True):
            if face != UNKNOWN:
                self._set(Part((slot,), {(int(face),): 1}))

    def forget_all(self) -> None:
        """Let every hidden card be any unseen one."""
        self._parts.clear()
        self._settled = 1

    def count_unseen(self) -> None:
        """Count the cards that lie nowhere open."""
        copies = {int(face): number for face, number in COPIES.items()}
        for face in (*self.removed, *[face for pile in self.piles.values() for face in pile]):
            if face != UNKNOWN:
                copies[int(face)] -= 1
        self.unseen = list(copies.values())

    # --- acts that were taken back ----------------------------------------------------

    def begin_tracing(self) -> None:
        """From now on keep every slot, so that the cards can go back where they were."""
        self._computed = frozenset()

    def pointers(self) -> Pointers:
        """Return who holds which slots now, and how many cards were drawn."""
        return dict(self.hands), self._drawn, self.played

    def go_back(self, pointers: Pointers) -> None:
        """Give everyone back the slots he held then; the drawn cards lie on the deck."""
        self.hands, self._drawn, self.played = dict(pointers[0]), pointers[1], pointers[2]

    def end_tracing(self, back: "Worlds") -> None:
        """Drop what was only computed; what lies open is as in `back`."""
        computed, self._computed = self._computed or frozenset(), None
        for part in self.parts:
            self._without_computed(part, computed)
        for slot in computed:
            self._give_up(slot)
        self.piles, self.out = dict(back.piles), back.out
        self._returned, self._drawn = self._returned[self._drawn :], 0

    def _without_computed(self, part: Part, computed: frozenset[Slot]) -> None:
        rest = projected(part, tuple([slot for slot in part.slots if slot not in computed]))
        shared = frozenset[Seat]().union(*[self._sources[slot] for slot in rest.slots])
        self._sources.update(dict.fromkeys(rest.slots, shared))
        self._set(rest)

    # --- counting ---------------------------------------------------------------------

    @property
    def parts(self) -> tuple[Part, ...]:
        """Return every part once."""
        return tuple({id(part): part for part in self._parts.values()}.values())

    def ways(self) -> int:
        """Return the ways for the slots in parts; zero where no world fits."""
        return self._settled * ways(self.free_cards(), self.parts)

    def deals(self) -> int:
        """Return how many deals fit: orders of the twenty faces, equal cards the same."""
        cards = self.free_cards()
        free = sum(cards) - len(self._parts)
        return self.ways() * factorial(max(free, 0)) // prod(map(factorial, cards))

    def free_cards(self) -> list[int]:
        """Return the unseen cards; more may be written down as open than there are."""
        return [max(left, 0) for left in self.unseen]

    def deck_size(self) -> int:
        """Return how many cards are left in the deck, the hidden one among them."""
        in_hand = sum(map(len, self.hands.values()))
        return sum(self.unseen) - in_hand - self.removed.count(UNKNOWN)

    def hidden_slot(self) -> Slot | None:
        """Return the slot of the hidden card if it was ever in hand."""
        return self._returned[-1] if 0 < len(self._returned) == self.deck_size() else None

    def top_slot(self) -> Slot | None:
        """Return the slot of the next card if it was ever in hand."""
        return next(iter(self._returned), None)

    # --- slots ------------------------------------------------------------------------

    def part(self, slot: Slot) -> Part:
        """Return the part a slot is in."""
        return self._parts.get(slot) or anything(slot)

    def _set(self, part: Part) -> None:
        for slot in part.slots:
            self._parts[slot] = part

    def _staying(self, part: Part, going: set[Slot]) -> list[int]:
        going = going if self._computed is None else set()
        return [place for place, slot in enumerate(part.slots) if slot not in going]

    def _give_up(self, *slots: Slot) -> None:
        if self._computed is None:
            for slot in slots:
                self._parts.pop(slot, None)
                self._sources.pop(slot, None)

    def _forget(self, slot: Slot) -> None:
        for other in self.part(slot).slots:
            self._parts.pop(other, None)

    def _new_slot(self, sources: frozenset[Seat]) -> Slot:
        slot = self._slots
        self._slots += 1
        self._sources[slot] = sources
        return slot
