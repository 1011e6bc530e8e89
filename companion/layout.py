"""What the table looks like: zones, what lies in them, and how two layouts differ.

The engine says what should lie where (`Game.layout`), vision says what does. Both speak
in these types, so that comparing them needs no knowledge of the game or of pixels.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum
from functools import lru_cache
from typing import NewType

from companion.cards import BACK, Face, Seat

Zone = NewType("Zone", str)
Faces = tuple[Face, ...]

#: Two angles further apart than this are different directions (degrees).
ANGLE_TOLERANCE_DEG = 30.0

#: Expected of a pointer that is to be aimed and is not yet: any seat it points at is news.
NOBODY = Seat("nobody")


class ZoneKind(Enum):
    """How cards lie in a zone, and so what can be seen of them."""

    FAN = "fan"
    """Face-up cards overlapping in order; each shows at least a strip."""

    STACK = "stack"
    """A neat pile of backs: its height cannot be seen, only whether one is there."""

    HAND = "hand"
    """A seat's face-down cards. They may be picked up at any time without meaning."""

    TOOLS = "tools"
    """Cards a seat keeps before it: face-up ones that tell the game, and face-down ones
    that may be picked up at any time without meaning."""

    ROW = "row"
    """Cards side by side, each face up or down, whose places matter, left to right as
    their owner sees them. Face-down ones may be lifted and put back without meaning."""

    POINTER = "pointer"
    """A face-up card that points at a seat, as an arrow does."""

    HELD = "held"
    """A seat's open fan, laid down when its player likes. Only he is told what is read in
    it: it may be lifted, and nothing in it has to be mended."""


#: Zones in which every face-up card is meant to be seen by all.
OPEN_TO_ALL = (ZoneKind.FAN, ZoneKind.POINTER)

#: Zones whose face-down cards may be in the air.
_LIFTED = (ZoneKind.HAND, ZoneKind.TOOLS)


@dataclass(frozen=True, slots=True)
class ZoneSpec:
    """A zone a game needs: its name, its kind, and whose it is (None: the table's)."""

    name: Zone
    kind: ZoneKind
    seat: Seat | None = None


@dataclass(frozen=True, slots=True)
class Pile:
    """What lies in one zone.

    `face_up` runs from bottom to top. `face_down` counts separate backs (0 or 1 for a
    stack). In a row `face_up` runs from left to right and has BACK where a card lies face
    down. `angle_deg` is the direction of the topmost card against the zone's own axis,
    modulo 180 for backs; None where it means nothing or was not seen. `towards` is the
    seat that a pointer points at; None where that means nothing or cannot be told.
    `raised` are the cards of a held fan that are slid up.
    """

    face_up: tuple[Face, ...] = ()
    face_down: int = 0
    angle_deg: float | None = None
    towards: Seat | None = None
    raised: tuple[Face, ...] = ()


EMPTY = Pile()

#: Zones that are absent were not looked at (seen) or do not matter (expected).
Layout = Mapping[Zone, Pile]


class DifferenceKind(Enum):
    """What is wrong with a zone, removals first: the order in which to mend them."""

    EXTRA = "extra"
    EXTRA_BACK = "extra_back"
    MISSING = "missing"
    MISSING_BACK = "missing_back"
    ORDER = "order"
    ANGLE = "angle"


_MENDING_ORDER = {kind: 2 * place for place, kind in enumerate(DifferenceKind)}
_AFTER_FACE_UP_CARDS = _MENDING_ORDER[DifferenceKind.MISSING] + 1


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing to mend so that the table agrees with the record.

    Args:
        face: of the one card that is too many or too few; None for backs and whole piles.
        count: how many backs are too many or too few.
        number: the face-up card's place in its pile, from 1 at the bottom: where it lies,
            or where it belongs.
        buried: whether other cards lie, or will lie, on it.
        faces: for an order: the whole pile as it should be, from the bottom up.
        towards: the seat that a pointer points at.
        aimed: the seat that it ought to point at, or NOBODY.

    """

    zone: Zone
    kind: DifferenceKind
    face: Face | None = None
    count: int = 1
    number: int | None = None
    buried: bool = field(default=False, compare=False)
    faces: tuple[Face, ...] = field(default=(), compare=False)
    towards: Seat | None = None
    aimed: Seat | None = field(default=None, compare=False)

    @property
    def is_news(self) -> bool:
        """Tell whether it may tell of an act, but leaves nothing to mend."""
        return self.aimed == NOBODY


def differences(
    expected: Layout, seen: Layout, kinds: Mapping[Zone, ZoneKind]
) -> tuple[Difference, ...]:
    """List what must change on the table to turn `seen` into `expected`.

    A hand may be lifted off the table, and so may a card of a row or a tool, so fewer
    backs than expected there are no difference. Zones missing on either side are not compared.
    Removals come first; but a hand only after face-up cards, since a card too many in it
    mostly belongs where one of those is missing. What is left over in hands then goes back
    on the stack that it came from.
    Mended one by one in this order, no difference leaves another one behind.
    """
    found: list[Difference] = []
    for zone in expected.keys() & seen.keys():
        if expected[zone] != seen[zone]:
            found.extend(_compared(zone, expected[zone], seen[zone], kinds[zone]))
    return tuple(sorted(found, key=lambda d: _mending_place(d, kinds)))


def _mending_place(found: Difference, kinds: Mapping[Zone, ZoneKind]) -> tuple[int, str, int, str]:
    order = _MENDING_ORDER[found.kind]
    if kinds[found.zone] is ZoneKind.HAND:
        order = _AFTER_FACE_UP_CARDS
    number = found.number or 0
    # Piles are taken apart from the top and built from the bottom.
    place = -number if found.kind is DifferenceKind.EXTRA else number
    return order, found.zone, place, found.face or ""


# While a picture is being explained, the same piles are compared over and over.
@lru_cache(maxsize=4096)
def _compared(zone: Zone, want: Pile, got: Pile, kind: ZoneKind) -> tuple[Difference, ...]:
    return tuple(_zone_differences(zone, want, got, kind))


def _zone_differences(zone: Zone, want: Pile, got: Pile, kind: ZoneKind) -> Iterator[Difference]:
    if kind is ZoneKind.HELD:
        return
    if kind is ZoneKind.ROW:
        yield from _row_differences(zone, want.face_up, got.face_up)
        return
    faces, lying = want.face_up, got.face_up
    if kind is ZoneKind.TOOLS:
        # Nobody keeps his tools in an order.
        faces, lying = tuple(sorted(faces)), tuple(sorted(lying))
    yield from _face_differences(zone, faces, lying)
    if got.face_down > want.face_down:
        yield Difference(zone, DifferenceKind.EXTRA_BACK, count=got.face_down - want.face_down)
    elif got.face_down < want.face_down and kind not in _LIFTED:
        yield Difference(zone, DifferenceKind.MISSING_BACK, count=want.face_down - got.face_down)
    elif _turned(want, got):
        yield Difference(zone, DifferenceKind.ANGLE, towards=got.towards, aimed=want.towards)


def _face_differences(zone: Zone, want: Faces, got: Faces) -> Iterator[Difference]:
    """Yield the cards too many and too few, and whether the others lie in another order."""
    if want == got:
        return
    out_of_want, out_of_got = _unmatched(want, got)
    missing = _surplus(want, got, out_of_want)
    extra = _surplus(got, want, out_of_got)
    stays = max((n for n in range(len(got)) if n not in extra), default=-1)
    belongs = max((n for n in range(len(want)) if n not in missing), default=-1)
    for n in extra:
        yield Difference(zone, DifferenceKind.EXTRA, got[n], 1, n + 1, n < stays)
    for n in missing:
        yield Difference(zone, DifferenceKind.MISSING, want[n], 1, n + 1, n < belongs)
    if len(out_of_got) > len(extra):
        yield Difference(zone, DifferenceKind.ORDER, faces=want)


def _surplus(these: Faces, those: Faces, unmatched: list[int]) -> list[int]:
    """Return the places of the cards that `these` have more of than `those`, upper ones first.

    Only unmatched cards are chosen, so that the others need not be touched.
    """
    surplus = Counter(these) - Counter(those)
    chosen = []
    for place in reversed(unmatched):
        if surplus[these[place]] > 0:
            surplus[these[place]] -= 1
            chosen.append(place)
    return chosen


def _unmatched(want: Faces, got: Faces) -> tuple[list[int], list[int]]:
    """Return the places that are in no longest common subsequence of the two."""
    longest = [[0] * (len(got) + 1) for _ in range(len(want) + 1)]
    for i in reversed(range(len(want))):
        for j in reversed(range(len(got))):
            longest[i][j] = (
                longest[i + 1][j + 1] + 1
                if want[i] == got[j]
                else max(longest[i + 1][j], longest[i][j + 1])
            )
    out_of_want, out_of_got = list(range(len(want))), list(range(len(got)))
    i = j = 0
    while i < len(want) and j < len(got):
        if want[i] == got[j]:
            out_of_want.remove(i)
            out_of_got.remove(j)
            i, j = i + 1, j + 1
        elif longest[i + 1][j] >= longest[i][j + 1]:
            i += 1
        else:
            j += 1
    return out_of_want, out_of_got


def _row_differences(
    zone: Zone, want: tuple[Face, ...], got: tuple[Face, ...]
) -> Iterator[Difference]:
    """Compare rows; where cards are lifted, only what lies there must be in its order."""
    if len(got) < len(want) and _lies_within(got, want):
        return
    yield from _face_differences(zone, want, got)


def _lies_within(got: tuple[Face, ...], want: tuple[Face, ...]) -> bool:
    """Tell whether `got` is `want` with some backs lifted."""
    left = iter(got)
    waiting = next(left, None)
    for face in want:
        if face == waiting:
            waiting = next(left, None)
        elif face != BACK:
            return False
    return waiting is None


def _turned(want: Pile, got: Pile) -> bool:
    if want.towards is not None and got.towards is not None:
        return want.towards != got.towards
    if want.angle_deg is None or got.angle_deg is None:
        return False
    apart = abs(want.angle_deg - got.angle_deg) % 180
    return min(apart, 180 - apart) > ANGLE_TOLERANCE_DEG
