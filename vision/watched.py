"""What the watcher remembers of one zone, and when two looks at it say the same."""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field, replace

from companion.cards import Face, PrintId
from companion.game import Message
from companion.layout import Pile, Zone, ZoneKind
from vision.background import Colours
from vision.plan import PlacedZone
from vision.reading import Reading, Sighting, Warned
from vision.zones import backs_of

#: Looks that must agree before a change is reported.
AGREEING_LOOKS = 2
#: Directions that differ by less are one direction, degrees.
SAME_ANGLE_DEG = 5.0
#: Cards this close to each other, mm, lie in one place.
SAME_PLACE_MM = 6.0
#: A zone that something covers is looked at again after so long, seconds,
RETRY_S = 0.4
#: and is said to be covered once it was so for so long.
COVERED_S = 2.0


def about_zone(message: Message) -> str:
    """Return the zone a message is about, or the empty string."""
    return dict(message.facts).get("zone", "")


def part_of(reading: Reading, name: Zone) -> Reading:
    """Return what a reading says about one zone."""
    return replace(
        reading,
        sightings=tuple(card for card in reading.sightings if card.zone == name),
        layout={n: pile for n, pile in reading.layout.items() if n == name},
        warnings=tuple(w for w in reading.warnings if about_zone(w) == name),
    )


def alike(one: Pile | None, other: Pile | None, *, aimed: bool = True) -> bool:
    """Tell whether two piles are the same but for the measuring error of the angle.

    Where nothing is `aimed`, a half turn is no difference: many a card looks the same.
    """
    if one is None or other is None:
        return one is other
    if (one.face_up, one.face_down) != (other.face_up, other.face_down):
        return False
    if one.raised != other.raised:
        return False
    if one.angle_deg is None or other.angle_deg is None:
        return one.angle_deg is other.angle_deg
    # Backs are measured modulo 180, so a half turn apart is the same.
    turn = 360.0 if one.face_up and aimed else 180.0
    apart = abs(one.angle_deg - other.angle_deg) % turn
    return min(apart, turn - apart) <= SAME_ANGLE_DEG


def missing_cards(before: Iterable[Sighting], now: Iterable[Sighting]) -> list[Sighting]:
    """Return the cards of `before` that are in no place of the zone any more.

    Of equal prints the ones furthest from where one is seen now count as missing.
    """
    seen: dict[str, list[Sighting]] = {}
    for card in now:
        seen.setdefault(card.print_id, []).append(card)
    missing = []
    for print_id, count in Counter(card.print_id for card in before).items():
        same = [card for card in before if card.print_id == print_id]
        there = seen.get(print_id, [])
        same.sort(key=lambda card: min((_apart(card, s) for s in there), default=0.0))
        missing.extend(same[len(there) : count])
    return missing


def replaced(card: Sighting, now: Iterable[Sighting]) -> bool:
    """Tell whether another card lies just where a card was: it was turned over or changed."""
    return any(
        _apart(card, other) <= SAME_PLACE_MM**2
        and abs((card.angle_deg - other.angle_deg + 90) % 180 - 90) <= SAME_ANGLE_DEG
        for other in now
    )


def with_remembered(
    before: Sequence[Sighting], now: Sequence[Sighting], missed: Collection[Sighting]
) -> tuple[Sighting, ...]:
    """Return the cards of a zone, bottom first, with those that are known to lie there still.

    Args:
        before: the cards as they lay, bottom first; they have kept their order.
        now: those that are read now.
        missed: those of before that are not read, though their place looks as it did.

    """
    left = list(now)
    kept = []
    for card in before:
        again = next((one for one in left if one.print_id == card.print_id), None)
        if card in missed:
            kept.append(card)
        elif again is not None:
            left.remove(again)
            kept.append(again)
    return (*kept, *left)


def not_below(card: Sighting, lain: Iterable[Sighting], now: Iterable[Sighting]) -> list[Sighting]:
    """Return which cards that are read now did not lie below a card, as they came to lie."""
    order = [one.print_id for one in lain]
    if card.print_id not in order:
        return list(now)
    below = order[: order.index(card.print_id)]
    return [one for one in now if one.print_id not in below]


def _apart(one: Sighting, other: Sighting) -> float:
    return (one.x_mm - other.x_mm) ** 2 + (one.y_mm - other.y_mm) ** 2


@dataclass(slots=True)
class ZoneState:
    """One zone: what was last agreed on, and the looks since something moved there.

    Args:
        pile: None as long as nothing was ever sure.
        picture: the small picture in which the cards were last read.
        covered_since_s: when something began to hide cards; None: nothing does.
        buried: cards that vanished under others which were laid too far over them.
        lain: the cards with those that are buried, bottom first, as they came to lie.
        unread: number of the last look at something here that cannot be read; 0: there is
            nothing like that.
        unread_picture: the small picture in which it was found.
        tagless_since_s: when something like a card without tags came to lie here.

    """

    zone: PlacedZone
    pile: Pile | None = None
    cards: tuple[Sighting, ...] = ()
    warnings: tuple[Message, ...] = ()
    confidence: float = 1.0
    picture: Colours | None = None
    covered_since_s: float | None = None
    buried: tuple[Sighting, ...] = ()
    lain: tuple[Sighting, ...] = ()
    unread: int = 0
    unread_picture: Colours | None = None
    tagless_since_s: float | None = None
    _stray: tuple[Sighting, ...] = ()
    _dirty: bool = True
    _retry_s: float = float("-inf")
    _looks: list[Reading] = field(default_factory=list)

    @property
    def name(self) -> Zone:
        """Return the zone's name."""
        return self.zone.spec.name

    @property
    def unsettled(self) -> bool:
        """Tell whether something happened here that is not yet understood."""
        return self._dirty

    @property
    def known(self) -> tuple[Sighting, ...]:
        """Return the cards to look at whole, wherever they reach."""
        return (*self.cards, *self._stray)

    @property
    def backs(self) -> tuple[PrintId | None, ...]:
        """Return the back of each card of a row, None where one lies open."""
        return backs_of(self.zone, self.cards)

    def disturb(self, seen: tuple[Sighting, ...] = ()) -> None:
        """Forget the looks so far: something moved, or a whole frame showed `seen`."""
        self._dirty, self._stray = True, seen
        self._retry_s = float("-inf")
        self._looks.clear()

    def wants_look(self, now_s: float) -> bool:
        """Tell whether it is time to look here."""
        return self._dirty and now_s >= self._retry_s

    def agreed(self, reading: Reading) -> bool:
        """Add a look; tell whether the last ones agree."""
        self._looks = [*self._looks[1 - AGREEING_LOOKS :], reading]
        first = self._looks[0]
        return len(self._looks) == AGREEING_LOOKS and all(
            self._alike(first, look) for look in self._looks[1:]
        )

    def _same(self, one: Pile | None, other: Pile | None) -> bool:
        return alike(one, other, aimed=self.zone.spec.kind is ZoneKind.POINTER)

    def _alike(self, one: Reading, other: Reading) -> bool:
        """Tell whether two looks see the same pile, of the same backs."""
        if backs_of(self.zone, one.sightings) != backs_of(self.zone, other.sightings):
            return False
        return self._same(one.layout.get(self.name), other.layout.get(self.name))

    def fits(self, reading: Reading) -> bool:
        """Tell whether a reading says what is already known."""
        if self.backs != backs_of(self.zone, reading.sightings):
            return False
        return (
            self._same(self.pile, reading.layout.get(self.name))
            and self.warnings == reading.warnings
        )

    def lost(self, reading: Reading) -> Sequence[Sighting]:
        """Return the known cards that a reading no longer finds, if that matters.

        Which backs of a stack can be seen does not matter as long as one can.
        """
        missing = missing_cards((*self.cards, *self.buried), reading.sightings)
        pile = reading.layout.get(self.name)
        if self.pile is not None and pile is not None and pile.face_down >= self.pile.face_down:
            return [card for card in missing if not card.is_back]
        return missing

    def settle(self, reading: Reading, picture: Colours, buried: tuple[Sighting, ...] = ()) -> bool:
        """Believe a reading; tell whether the pile is another one than before.

        A reading of doubtful order gives no pile: the last sure one stays.
        """
        self.buried = buried
        self.lain = with_remembered(self.lain, reading.sightings, buried)
        pile = reading.layout.get(self.name, self.pile)
        turned = self.backs != backs_of(self.zone, reading.sightings)
        changed = turned or not self._same(pile, self.pile)
        self.pile, self.cards, self.picture = pile, reading.sightings, picture
        self.warnings = reading.warnings
        self.confidence = reading.confidence.get(self.name, 1.0)
        self._dirty, self.covered_since_s = False, None
        self._looks.clear()
        return changed

    def hold(self, now_s: float, *, covered: bool) -> None:
        """Keep what is known and look again later."""
        self._retry_s = now_s + RETRY_S
        self._looks.clear()
        if not covered:
            self.covered_since_s = None
        elif self.covered_since_s is None:
            self.covered_since_s = now_s

    @property
    def tagless(self) -> bool:
        """Tell whether something like a card lies here of which no tag is read."""
        return self.tagless_since_s is not None

    def note_tagless(self, now_s: float, *, there: bool) -> None:
        """Note whether such a thing lies here."""
        if not there:
            self.tagless_since_s = None
        elif not self.tagless:
            self.tagless_since_s = now_s

    def warned(self, now_s: float) -> tuple[Message, ...]:
        """Return what is to be said about this zone."""
        since = self.covered_since_s
        covered = [card.face for card in self.buried]
        unread = (self._unread(),) if self.unread else ()
        if any(s is not None and now_s - s >= COVERED_S for s in (since, self.tagless_since_s)):
            covered.append(Face(""))
        return (*self.warnings, *(self._half_covered(face) for face in covered), *unread)

    def _unread(self) -> Message:
        return Message(Warned.UNREAD, (("zone", self.name), ("number", str(self.unread))))

    def _half_covered(self, face: Face) -> Message:
        return Message(Warned.HALF_COVERED, (("zone", self.name), ("face", face)))
