"""What the camera saw lately, as far as everyone at the table may know it.

The watcher hands over all that happened to open cards. Kept for the host's page is only
what the table's own screen names (`companion.openly`), and of its picture only what is
proved to be that card (`vision.proof`). Until a card is named a glimpse of it waits,
unseen, for as long as the card lies open and nothing is seen of another one in its zone.
Nothing is ever on disk.
"""

import threading
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from companion.camera_loop import Watched
from companion.cards import PrintId
from companion.game import TABLE, Message
from companion.layout import EMPTY, Zone, ZoneSpec
from companion.openly import Openly
from companion.publishing import Published
from companion.table import Table
from vision.calibration.picture import packed
from vision.camera import Image
from vision.glimpses import Change, Glimpse
from vision.moment import Observation
from vision.printing import card_image
from vision.proof import PX_PER_MM, proved
from web.glimpses import Shown

#: So many are kept; a picture has about ten kilobytes.
MOST = 24
LANGUAGES = ("en", "fr")
#: What is said of a card at a seat's place, and at one of the whole table.
_CODES = {
    Change.APPEARED: ("seen_appeared", "seen_appeared_common"),
    Change.TURNED: ("seen_turned", "seen_turned_common"),
    Change.MOVED: ("seen_moved", "seen_moved_common"),
    Change.GONE: ("seen_gone", "seen_gone_common"),
}


@dataclass(frozen=True, slots=True)
class Waiting:
    """A glimpse that is not shown yet, and what was looked for when it was seen."""

    glimpse: Glimpse
    watched: Watched


@dataclass(slots=True)
class _Kept:
    """A glimpse that may be shown; its picture is made when somebody first asks."""

    waiting: Waiting
    message: Message
    taken: bool
    picture: bytes | None = None
    is_drawn: bool = False


class Glimpsed:
    """Remembers what was seen in the game that is on. May be asked from any thread.

    Args:
        table: whose own screen says what everyone may know.

    """

    def __init__(self, table: Table) -> None:
        self._table, self._lock = table, threading.Lock()
        self._waiting: dict[Zone, list[Waiting]] = {}
        self._kept: deque[_Kept] = deque(maxlen=MOST)
        self._drawing = threading.Lock()
        self._setup: Any = None
        self._by: Published | None = None

    def note(self, watched: Watched, seen: Observation | None) -> None:
        """Take in what one frame showed, once the table knows of it, and look at it.

        To be called for each frame: where nothing has changed it costs nothing.
        """
        with self._lock:
            self._look()
            if seen is not None:
                self._take(watched, seen)
            self._look()

    def _take(self, watched: Watched, seen: Observation) -> None:
        glimpsed = {glimpse.zone for glimpse in seen.glimpses}
        for zone in {*seen.changed, *glimpsed}:
            before = self._waiting.pop(zone, [])
            if zone in glimpsed:
                # What nobody was told of while it lay there, nobody is told to be gone.
                untold = {waiting.glimpse.face for waiting in before}
                here = [
                    Waiting(g, watched)
                    for g in seen.glimpses
                    if g.zone == zone and not (g.change is Change.GONE and g.face in untold)
                ]
                self._by = None
            else:
                # A card that was turned down is not named later for another one of its face.
                up = seen.layout.get(zone, EMPTY).face_up
                here = [w for w in before if up.count(w.glimpse.face) >= w.glimpse.alike]
            if here:
                self._waiting[zone] = here

    def shown(self) -> tuple[Shown, ...]:
        """Return what was seen and may be shown, the newest first; none without a game."""
        with self._lock:
            self._look()
            kept = tuple(reversed(self._kept))
        # The camera's thread does not wait for pictures to be made.
        with self._drawing:
            return tuple(Shown(one.message, one.taken, self._drawn(one)) for one in kept)

    def _look(self) -> None:
        """Let out what the table's screen names by now; forget what belongs to another game."""
        public = self._table.published(TABLE)
        if public is self._by:
            return
        session = self._table.session()
        setup = session.play.record.setup if session.play else None
        if setup is not self._setup:
            self._kept.clear()
            self._waiting.clear()
            self._setup = setup
        self._by = public
        if setup is None:
            return
        zones = {zone.name: zone for zone in session.game.zones(setup.seats)}
        openly = Openly.by(public.snapshot, session.game, zones.values())
        for one in self._kept:
            one.taken = one.taken or _is_taken(one.waiting.glimpse, openly)
        for zone in list(self._waiting):
            self._let_out(zones.get(zone), openly)

    def _let_out(self, zone: ZoneSpec | None, openly: Openly) -> None:
        if zone is None:
            return
        left = []
        for waiting in self._waiting.pop(zone.name):
            glimpse = waiting.glimpse
            if self._is_open(glimpse, openly):
                taken = _is_taken(glimpse, openly)
                self._kept.append(_Kept(waiting, _message(zone, glimpse), taken))
            else:
                left.append(waiting)
        if left:
            self._waiting[zone.name] = left

    def _is_open(self, glimpse: Glimpse, openly: Openly) -> bool:
        """Tell whether everyone may know of it."""
        if glimpse.change is Change.GONE:
            # It was open to all while it lay there.
            place = (glimpse.zone, glimpse.face)
            shown = (one.waiting.glimpse for one in self._kept)
            return any((one.zone, one.face) == place for one in shown)
        spoken = openly.spoken[glimpse.zone, glimpse.face] > 0
        return spoken or _lies_open(glimpse, openly)

    def _drawn(self, kept: _Kept) -> bytes | None:
        if not kept.is_drawn:
            kept.picture, kept.is_drawn = self._picture(kept.waiting), True
            # Its pixels are needed no more.
            glimpse = replace(kept.waiting.glimpse, crop=None)
            kept.waiting = replace(kept.waiting, glimpse=glimpse)
        return kept.picture

    def _picture(self, waiting: Waiting) -> bytes | None:
        """Return what may be shown of a card, as JPEG."""
        crop, watched = waiting.glimpse.crop, waiting.watched
        if crop is None:
            return None
        picture = proved(crop, watched.deck, _looks(watched, crop.print_id))
        return None if picture is None else packed(picture)


def _lies_open(glimpse: Glimpse, openly: Openly) -> bool:
    """Tell whether as many such cards lie there for everyone as were seen.

    Where one lies open and another one is turned up by stealth, none of them counts.
    """
    return 0 < glimpse.alike <= openly.lying[glimpse.zone, glimpse.face]


def _is_taken(glimpse: Glimpse, openly: Openly) -> bool:
    """Tell whether the record says the same."""
    if glimpse.change is Change.GONE:
        return openly.lying[glimpse.zone, glimpse.face] < glimpse.alike
    return _lies_open(glimpse, openly)


def _message(zone: ZoneSpec, glimpse: Glimpse) -> Message:
    facts = [
        ("place", zone.kind.value if zone.seat else str(zone.name)),
        ("face", glimpse.face),
        ("where", f"seen_{glimpse.place}"),
        ("percent", str(round(100 * glimpse.sure))),
    ]
    if zone.seat:
        facts.append(("seat", zone.seat))
    seats, common = _CODES[glimpse.change]
    return Message(seats if zone.seat else common, tuple(facts))


def _looks(watched: Watched, print_id: PrintId) -> Iterator[Image]:
    """Yield what a card may look like: printed in each language, or one of the owner's own."""
    if watched.enrolled is not None:
        for face, design in watched.enrolled.prints(watched.deck).items():
            if design.id == print_id:
                yield from watched.enrolled.pictures[face]
    for language in LANGUAGES:
        yield np.asarray(card_image(watched.deck, print_id, PX_PER_MM, language), np.uint8)
