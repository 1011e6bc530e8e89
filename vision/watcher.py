"""Watch the table: turn a stream of frames into the few moments at which it changed.

Each zone is watched by itself. Motion in a zone makes its last looks worthless; once it
is still it is looked at until two looks agree. Cards that are no longer read are believed
to be gone only where the bare mat shows (`vision.background`). The whole frame is read at
the start, when much has changed, and now and then when all is still.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

import numpy as np

from companion.cards import PrintId
from companion.game import Message
from companion.layout import Layout, Zone, ZoneKind
from vision.background import Verdict
from vision.camera import Frame
from vision.glimpses import Glimpse, Happened, glimpses, with_moves
from vision.ground import Ground
from vision.moment import Look, Moment, Observation
from vision.motion import MotionGate
from vision.plan import Points
from vision.pose import TablePose
from vision.reader import Reader
from vision.reading import Reading, Sighting, Warned
from vision.watched import ZoneState, about_zone, part_of, with_remembered

#: The whole still table is read again after so long, seconds: for what moved unseen.
REFRESH_S = 3.0
#: Without a mat in sight a frame is tried this often, seconds.
BLIND_RETRY_S = 0.3
#: With more zones than this to look at, one whole frame is cheaper.
MANY_ZONES = 5
#: A mat that lies elsewhere by this much on average, mm, is worth a word: some of it may
#: soon be out of the picture. Reading follows it all the same.
MOVED_MM = 10.0


class Watcher:
    """Feed it every frame of one camera, in order; it asks no clock but the frames'.

    Args:
        reader: of the table.
        aimed_px: where the middles of the mat's tags belong in the picture, (N, 2), px;
            None: where they are seen first.

    """

    def __init__(self, reader: Reader, aimed_px: Points | None = None) -> None:
        self._reader = reader
        self._plan = reader.plan
        self._mat_tags = np.array([(tag.x_mm, tag.y_mm) for tag in reader.plan.mat_tags])
        self._gate = MotionGate(reader.plan)
        self._zones = {zone.spec.name: ZoneState(zone) for zone in reader.plan.zones}
        self._ground = Ground(reader)
        self._aimed_px = aimed_px
        self._blind, self._shaken = True, False
        self._due_s = float("-inf")
        self._table_warnings: tuple[Message, ...] = ()
        self._heard: tuple[Message, ...] | None = None
        self._told: tuple[Message, ...] = ()
        self._robbed: set[Zone] = set()

    @property
    def layout(self) -> Layout:
        """Return every zone that was ever sure, as it was last agreed on."""
        return {n: s.pile for n, s in self._zones.items() if s.pile is not None}

    @property
    def backs(self) -> Mapping[Zone, tuple[PrintId | None, ...]]:
        """Return which back each face-down card of a row shows, as it was last agreed on."""
        return {n: s.backs for n, s in self._zones.items() if s.pile is not None and s.backs}

    @property
    def blind(self) -> bool:
        """Tell whether the mat was out of sight when it was last looked for."""
        return self._blind

    @property
    def mat_mm(self) -> Points:
        """Return the middles of the mat's tags, (N, 2), mm."""
        return self._mat_tags

    @property
    def aimed_px(self) -> Points | None:
        """Return where they belong in the picture, px; None before they were seen."""
        return self._aimed_px

    @property
    def sightings(self) -> tuple[Sighting, ...]:
        """Return the cards of all zones as they were last agreed on."""
        return tuple(card for state in self._zones.values() for card in state.cards)

    def aim(self) -> None:
        """Take where the mat lies now for where it belongs."""
        self._aimed_px = None
        self._due_s = float("-inf")

    def feed(self, frame: Frame) -> Look:
        """Take in the next frame and say what it came to."""
        motion = self._gate.moved(frame.grey)
        for name in motion.zones:
            self._zones[name].disturb()
        if not motion.none:
            self._due_s = min(self._due_s, frame.time_s)
        self._shaken |= motion.mat_tags
        moment = Moment(frame, still=motion.none)
        self._look([n for n in self._zones if n not in motion.zones], moment)
        return Look(
            moving=tuple(n for n in self._zones if n in motion.zones),
            unsettled=tuple(
                n
                for n, s in self._zones.items()
                if (s.unsettled or n in self._robbed) and n not in motion.zones
            ),
            observation=self._observation(moment),
        )

    def _look(self, still: Sequence[Zone], moment: Moment) -> None:
        """Look at the zones in question, or at everything where that is wiser."""
        now_s = moment.frame.time_s
        waiting = [n for n in still if self._zones[n].wants_look(now_s)]
        due = now_s >= self._due_s
        if self._ground.view is None or (self._blind and due):
            self._look_at_all(waiting, moment)
        elif self._blind:
            return
        elif self._shaken or self._needs_all(waiting, now_s):
            self._look_at_all(waiting, moment)
        elif waiting:
            for name in waiting:
                known = self._zones[name].known
                reading = self._reader.read_zone(moment.frame.image, name, known)
                self._take(name, reading, moment)
        elif moment.still and due:
            self._look_at_all(waiting, moment)

    def _needs_all(self, waiting: Sequence[Zone], now_s: float) -> bool:
        """Tell whether looks at these zones would not do."""
        if len(waiting) > MANY_ZONES or (waiting and self._reader.misprinted):
            return True
        # Zones that wait for a hand to go away must not keep the whole from being looked at.
        return now_s - self._due_s > REFRESH_S

    def _look_at_all(self, waiting: Sequence[Zone], moment: Moment) -> None:
        reading = self._reader.read(moment.frame.image)
        if reading.pose is not None and self._has_moved(reading.pose):
            moved = Message(Warned.CAMERA_MOVED)
            reading = replace(reading, warnings=(*reading.warnings, moved))
        self._blind, self._shaken = reading.pose is None, False
        self._hear(reading, moment.frame.time_s)
        if reading.pose is None:
            return
        placed = self._ground.place(reading.pose, moment.frame.image)
        if placed is not None:
            self._gate.place(placed)
        for name, state in self._zones.items():
            part = self._with_remembered(state, part_of(reading, name), moment)
            if name in waiting:
                self._take(name, part, moment)
            elif not state.fits(part):
                state.disturb(part.sightings)
        if moment.still:
            cards = (*reading.sightings, *self.sightings)
            self._ground.learn(cards, self._zones.values(), moment)

    def _hear(self, reading: Reading, now_s: float) -> None:
        """Believe warnings about the table as a whole once two looks agree on them."""
        warnings = tuple(w for w in reading.warnings if not about_zone(w))
        sure = warnings == self._heard
        self._heard = warnings
        if sure:
            self._table_warnings = warnings
        if sure and not reading.void:
            self._robbed.clear()
        wait = BLIND_RETRY_S if reading.void else REFRESH_S
        self._due_s = now_s + wait if sure else now_s

    def _has_moved(self, pose: TablePose) -> bool:
        """Tell whether the mat lies elsewhere in the picture than when it was aimed at."""
        if self._aimed_px is None:
            self._aimed_px = pose.to_px(self._mat_tags)
        off = pose.to_mm(self._aimed_px) - self._mat_tags
        return bool(np.linalg.norm(off, axis=1).mean() > MOVED_MM)

    def _take(self, name: Zone, reading: Reading, moment: Moment) -> None:
        """Take a look at a still zone; believe it once it agrees with the one before."""
        state, now_s = self._zones[name], moment.frame.time_s
        reading = self._with_remembered(state, reading, moment)
        if not state.agreed(reading):
            return
        lost = self._ground.lost(state, reading, moment, self.sightings)
        verdicts = set(lost.values())
        if Verdict.COVERED in verdicts or Verdict.MISSED in verdicts:
            state.hold(now_s, covered=Verdict.COVERED in verdicts)
            return
        buried = tuple(card for card, verdict in lost.items() if verdict is Verdict.BURIED)
        moment.glimpses.extend(self._glimpses(state, (*reading.sightings, *buried), moment))
        self._ground.note_unread(state, reading, moment, self.sightings)
        if state.settle(reading, moment.colours, buried):
            moment.changed.append(name)
            if any(not card.is_back for card in lost):
                # Where an open card has gone to, only the whole table can tell.
                self._robbed.add(name)
            # Counts over the whole table have changed with the zone.
            self._due_s = min(self._due_s, now_s)

    def _with_remembered(self, state: ZoneState, reading: Reading, moment: Moment) -> Reading:
        """Return a look with the cards that lie there as they did, though they are not read.

        A card without tags is read while it lies free. Once others leave a strip of it, that
        strip looks as it did, which no face could be read from.
        """
        if self._reader.reads_tags or reading.void:
            return reading
        lost = self._ground.lost(state, reading, moment, self.sightings)
        missed = [card for card, why in lost.items() if why is Verdict.MISSED]
        if not missed or Verdict.COVERED in lost.values():
            return reading
        cards = with_remembered(state.lain, reading.sightings, missed)
        return self._reader.completed(reading, state.name, cards)

    def _observation(self, moment: Moment) -> Observation | None:
        now_s = moment.frame.time_s
        zones = [w for state in self._zones.values() for w in state.warned(now_s)]
        warnings = (*self._table_warnings, *zones)
        if not moment.changed and warnings == self._told:
            return None
        self._told = warnings
        return Observation(
            layout=self.layout,
            warnings=warnings,
            changed=tuple(moment.changed),
            confidence=min((self._zones[n].confidence for n in moment.changed), default=1.0),
            glimpses=with_moves(moment.glimpses),
            time_s=now_s,
        )

    def _glimpses(
        self, state: ZoneState, now: Sequence[Sighting], moment: Moment
    ) -> Iterator[Glimpse]:
        # What one seat holds is for that seat alone.
        if state.zone.spec.kind in (ZoneKind.HAND, ZoneKind.HELD):
            return iter(())
        beside = [card for card in self.sightings if card.zone != state.name]
        happened = Happened(state.zone, (*state.cards, *state.buried), now, beside)
        reader, image = self._reader, moment.frame.image
        return glimpses(image, reader.deck, happened, proving=reader.reads_tags)
