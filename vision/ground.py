"""The mat under the cards: what of it shows where a card is not read, or where none should be."""

from collections.abc import Iterable, Mapping, Sequence

import cv2
import numpy as np

from companion.layout import ZoneKind
from vision.background import Background, Verdict, differing
from vision.camera import Image
from vision.moment import Moment
from vision.motion import Mask, SmallView, mat_outline
from vision.plan import Points, rotation
from vision.pose import TablePose
from vision.reader import Reader
from vision.reading import Reading, Sighting
from vision.watched import ZoneState, not_below, replaced

#: A mat that shifts by this much in the small picture, px, was moved.
SHIFTED_PX = 1.0
#: A hand that hides a card shows within this distance of it, mm.
AROUND_MM = 30.0
#: Half a pixel of the small picture and more: card edges belong to neither side, mm.
EDGE_MM = 4.0
#: Where cards lie open, so that something that is not read is worth a question.
LEGIBLE = (ZoneKind.FAN, ZoneKind.ROW, ZoneKind.POINTER)
#: So many pixels of the small picture are half a strip of a card.
UNREAD_PX = 20
#: What is a card without tags that can be read: sides off by so much, mm, and hardly a hole.
CARD_OFF_MM, FILLED = 12.0, 0.75


class Ground:
    """Knows the bare mat in the small pictures of one camera.

    Args:
        reader: of the table.

    """

    def __init__(self, reader: Reader) -> None:
        self._reader, self._plan = reader, reader.plan
        self._mat_tags = np.array([(tag.x_mm, tag.y_mm) for tag in reader.plan.mat_tags])
        self._background = Background()
        self._unread_looks = 0
        #: Where the mat is in the small picture; None before it was seen.
        self.view: SmallView | None = None

    def place(self, pose: TablePose, image: Image) -> SmallView | None:
        """Note where the mat is and return that if it is news; its pictures are void then."""
        view = SmallView(pose, image.shape[1], image.shape[0])
        if self.view is not None:
            shift = np.abs(view.pixels(self._mat_tags) - self.view.pixels(self._mat_tags)).max()
            if shift < SHIFTED_PX:
                return None
            self._background.forget()
        self.view = view
        return view

    def lost(
        self, state: ZoneState, reading: Reading, moment: Moment, others: Sequence[Sighting]
    ) -> Mapping[Sighting, Verdict]:
        """Return the known cards of a zone that are not read any more, and why.

        `others` are all cards as they were last agreed on.
        """
        gone = state.lost(reading)
        if not gone or state.picture is None or self.view is None:
            return {}
        found = self._cards(self.view, reading.sightings)
        free = self.view.mask(mat_outline(self._plan)) & ~found & ~self._cards(self.view, others)
        verdicts = {}
        for card in gone:
            over = found
            if not self._reader.reads_tags:
                # A strip that lies on a card which is read is not hidden by it.
                over = self._cards(self.view, not_below(card, state.lain, reading.sightings))
            place = self.view.mask(self._outline(card, -EDGE_MM)) & ~over
            around = self.view.mask(self._outline(card, AROUND_MM)) & free
            why = self._background.judge(moment.colours, state.picture, place, around, free)
            if why is Verdict.BURIED and replaced(card, reading.sightings):
                why = Verdict.GONE
            verdicts[card] = why
        return verdicts

    def note_unread(
        self, state: ZoneState, reading: Reading, moment: Moment, others: Iterable[Sighting]
    ) -> None:
        """Note whether something lies in a zone that no card which is read explains.

        Where cards have tags, only what is as large as a card counts: they are cut off then,
        or dirty, and other things may lie there as they like.
        """
        if self.view is None or state.zone.spec.kind not in LEGIBLE:
            return
        place = self.view.mask(state.zone.outline())
        strange = self._strange(state, place, reading, moment, others)
        if self._reader.reads_tags:
            state.note_tagless(moment.frame.time_s, there=self._shows_card(self.view, strange))
            return
        if strange.sum() < UNREAD_PX:
            state.unread, state.unread_picture = 0, None
            return
        before = state.unread_picture
        if before is None or differing(before, moment.colours, place) >= UNREAD_PX:
            self._unread_looks += 1
            state.unread, state.unread_picture = self._unread_looks, moment.colours

    def _strange(
        self,
        state: ZoneState,
        place: Mask,
        reading: Reading,
        moment: Moment,
        others: Iterable[Sighting],
    ) -> Mask:
        assert self.view is not None
        beside = [card for card in others if card.zone != state.name]
        cards = self._cards(self.view, (*reading.sightings, *beside))
        free = self.view.mask(mat_outline(self._plan)) & ~cards
        around = self.view.mask(state.zone.outline(AROUND_MM)) & free & ~place
        return self._background.strange(moment.colours, place & ~cards, around, free)

    def _shows_card(self, view: SmallView, strange: Mask) -> bool:
        """Tell whether a part of a mask is about as long and as wide as a card."""
        deck = self._reader.deck
        card = sorted((deck.width_mm, deck.height_mm))
        count, parts = cv2.connectedComponents(strange.astype(np.uint8))
        for part in range(1, count):
            pixels = np.argwhere(parts == part)[:, ::-1].astype(np.float64)
            (_, _), sides, _ = cv2.minAreaRect(view.points(pixels).astype(np.float32))
            # From the middle of the first pixel to that of the last is one too few.
            long = [side + view.pixel_mm for side in sorted(sides)]
            full = len(pixels) * view.pixel_mm**2 >= FILLED * max(sides[0] * sides[1], 1.0)
            if full and np.abs(np.subtract(long, card)).max() <= CARD_OFF_MM:
                return True
        return False

    def learn(self, cards: Iterable[Sighting], states: Iterable[ZoneState], moment: Moment) -> None:
        """Learn what the bare mat looks like, away from cards and open questions."""
        if self.view is None:
            return
        open_zones = [
            s.zone.outline(AROUND_MM) for s in states if s.unsettled or s.unread or s.tagless
        ]
        occupied = self._cards(self.view, cards) | self.view.mask(*open_zones)
        beside = ~self.view.mask(mat_outline(self._plan))
        self._background.learn(moment.colours, occupied | beside, moment.frame.time_s)

    def _cards(self, view: SmallView, cards: Iterable[Sighting]) -> Mask:
        return view.mask(*(self._outline(card, EDGE_MM) for card in cards))

    def _outline(self, card: Sighting, grown_mm: float) -> Points:
        half = np.array([self._reader.deck.width_mm, self._reader.deck.height_mm]) / 2 + grown_mm
        corners = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * half
        turned = corners @ rotation(card.angle_deg).T
        return np.asarray(turned + np.array([card.x_mm, card.y_mm]))
