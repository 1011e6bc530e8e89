"""Read the table from one frame: which cards lie where, and what that makes of the zones.

The steps are one module each: `detection` finds tags, `pose` the mat, `cards` groups tags
into cards, `order` says what lies on what, `zones` makes piles of it.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace

import numpy as np

from companion.cards import Deck
from companion.game import Message
from companion.layout import Zone
from vision import tags
from vision.camera import CameraProfile, Image, grey_of
from vision.cards import Cards, group_cards, tag_models
from vision.detection import SeenTags, TagDetector, Window
from vision.order import Shape
from vision.picture_faults import is_misprinted, spoilt, too_small, why_no_mat
from vision.plan import TablePlan
from vision.pose import Lens, MatFinder, TablePose
from vision.reading import Reading, Sighting, Warned
from vision.zones import (
    ZoneCards,
    card_warnings,
    confidence_of,
    layout_of,
    order_warnings,
    sort_into_zones,
)

#: How far around a zone to look, mm: each mm costs 2 % of the look. Known cards that stick
#: out further are looked at whole.
ZONE_MARGIN_MM = 12.0
#: Narrower frames do not show ten-millimetre tags of a whole mat.
NARROWEST_PX = 1280


class Reader:
    """Reads frames of one table.

    Args:
        plan: where the zones are.
        deck: the deck in play.
        others: decks whose cards are named as foreign; the more, the slower (4 % for 20
            faces).
        profile: the camera's lens; None if it was never calibrated, which costs a few
            millimetres towards the edges.

    Raises:
        DeckError: two decks claim the same tags.

    """

    def __init__(
        self,
        plan: TablePlan,
        deck: Deck,
        others: Iterable[Deck] = (),
        profile: CameraProfile | None = None,
    ) -> None:
        self.plan = plan
        self.deck = deck
        self._profile = profile
        self._owners = tags.slots([deck, *others])
        self._models = tag_models(self._owners)
        self._detector = TagDetector([*self._owners, tags.MAT_SLOT])
        self._mat = MatFinder(plan)
        self._lenses: dict[tuple[int, int], Lens] = {}
        self._misprinted = False

    #: Every corner of a card that is read was read by a tag of its own.
    reads_tags = True

    @property
    def misprinted(self) -> bool:
        """Tell whether the last whole look found cards of another scale, and read none."""
        return self._misprinted

    @property
    def pose(self) -> TablePose | None:
        """Return where the mat was when it was last measured."""
        return self._mat.remembered

    def read(self, frame: Image) -> Reading:
        """Read a whole frame, shape (height, width, 3) BGR or (height, width) grey.

        Where the mat is not found the reading is void and says why. Of cards that are not of
        the mat's scale nothing is read: half of one would be taken for another.
        """
        grey = grey_of(frame)
        height, width = grey.shape
        if width < NARROWEST_PX:
            return Reading(warnings=(too_small(width, height, NARROWEST_PX),))
        seen = self._detector.detect(grey)
        pose = self._mat.find(seen, self._lens(width, height))
        if pose is None:
            return Reading(warnings=(why_no_mat(grey, seen),))
        names = [zone.spec.name for zone in self.plan.zones]
        windows = (self.window(name, width, height) for name in names)
        faults = tuple(Message(fault) for fault in spoilt(grey, seen))
        self._misprinted = self._is_misprinted(seen, pose)
        if self._misprinted:
            return Reading(warnings=(*faults, Message(Warned.WRONG_SCALE)), pose=pose)
        reading = self._reading(self._more_tags(seen, frame, pose, windows), pose, names)
        return replace(reading, warnings=(*faults, *reading.warnings))

    def read_zone(self, frame: Image, name: Zone, known: Iterable[Sighting] = ()) -> Reading:
        """Read one zone where the mat was last seen, at a fraction of the cost.

        Args:
            frame: as for `read`.
            name: of the zone.
            known: cards that are looked at whole even where they stick out of the zone.

        Returns:
            A reading with that zone alone; void if the mat was never seen, and empty while
            cards of another scale would be taken for others.

        """
        if self.pose is None:
            return Reading(warnings=(Message(Warned.MAT_MISSING, (("count", "0"),)),))
        if self._misprinted:
            return Reading(pose=self.pose)
        window = self.window(name, frame.shape[1], frame.shape[0], known)
        cut = grey_of(frame[window.top : window.bottom, window.left : window.right])
        seen = self._detector.detect_cut(cut, window, frame.shape[1])
        return self._reading(self._more_tags(seen, frame, self.pose, [window]), self.pose, [name])

    def completed(self, reading: Reading, name: Zone, cards: tuple[Sighting, ...]) -> Reading:
        """Return a reading of one zone in which these cards, bottom first, lie there."""
        if name not in reading.layout:
            return replace(reading, sightings=cards)
        layout = layout_of(self.deck, self.plan, [name], cards, frozenset())
        return replace(reading, sightings=cards, layout=layout)

    def window(self, name: Zone, width: int, height: int, known: Iterable[Sighting] = ()) -> Window:
        """Return the part of a frame that shows a zone; raise KeyError for no such zone."""
        if self.pose is None:
            return Window(0, 0, width, height)
        zone = self.pose.to_px(self.plan.zone(name).outline(ZONE_MARGIN_MM))
        points = [zone, *(np.array(card.outline_px) for card in known)]
        return Window.around(np.concatenate(points), width, height)

    def _more_tags(
        self, seen: SeenTags, frame: Image, pose: TablePose, windows: Iterable[Window]
    ) -> SeenTags:
        """Return what was seen with what else is known to lie there; here it is nothing."""
        return seen

    def _is_misprinted(self, seen: SeenTags, pose: TablePose) -> bool:
        corners = pose.to_mm(seen.corners.reshape(-1, 2)).reshape(-1, 4, 2)
        return is_misprinted(seen, corners, self._models)

    def _lens(self, width: int, height: int) -> Lens:
        if (width, height) not in self._lenses:
            self._lenses[width, height] = Lens(self._profile, width, height)
        return self._lenses[width, height]

    def _reading(self, seen: SeenTags, pose: TablePose, names: Sequence[Zone]) -> Reading:
        ours = seen.ids // tags.CORNERS != tags.MAT_SLOT
        corners = pose.to_mm(seen.corners[ours].reshape(-1, 2)).reshape(-1, 4, 2)
        cards = group_cards(seen.ids[ours], corners, self._models)
        shapes = [Shape(fit, self._half(fit.slot), self._models[fit.slot]) for fit in cards.fits]
        wanted = set(names) if len(names) == 1 else None
        groups = sort_into_zones(self.plan, shapes, wanted)
        return self._told(groups, pose, names, self._tag_warnings(seen, cards))

    def _half(self, slot: int) -> complex:
        deck = self._owners[slot].deck
        return complex(deck.width_mm / 2, deck.height_mm / 2)

    def _told(
        self,
        groups: Sequence[ZoneCards],
        pose: TablePose,
        names: Sequence[Zone],
        warned: tuple[Message, ...],
    ) -> Reading:
        sightings = self._sightings(groups, pose)
        doubts = dict(order_warnings(groups, self._owners))
        return Reading(
            sightings=sightings,
            layout=layout_of(self.deck, self.plan, names, sightings, frozenset(doubts)),
            warnings=(*warned, *doubts.values(), *card_warnings(self.plan, self.deck, sightings)),
            confidence=confidence_of(names, sightings),
            pose=pose,
        )

    def _sightings(self, groups: Sequence[ZoneCards], pose: TablePose) -> tuple[Sighting, ...]:
        ordered = [(group, place) for group in groups for place in group.order.places]
        outlines = [group.shapes[place].outline() for group, place in ordered]
        points = np.array(outlines, dtype=np.complex128).ravel()
        pixels = pose.to_px(np.column_stack([points.real, points.imag])).reshape(-1, 4, 2)
        return tuple(
            self._sighting(group, place, tuple((float(x), float(y)) for x, y in outline))
            for (group, place), outline in zip(ordered, pixels, strict=True)
        )

    def _sighting(
        self, group: ZoneCards, place: int, outline_px: tuple[tuple[float, float], ...]
    ) -> Sighting:
        fit = group.shapes[place].fit
        deck, design = self._owners[fit.slot]
        return Sighting(
            deck=deck.name,
            print_id=design.id,
            face=design.face_at(fit.angle_deg - (group.zone.angle_deg if group.zone else 0.0)),
            x_mm=fit.centre.real,
            y_mm=fit.centre.imag,
            angle_deg=fit.angle_deg % 360,
            zone=group.zone.spec.name if group.zone else None,
            tags_seen=len(fit.corners),
            tags_expected=group.order.expected[place],
            residual_mm=fit.residual_mm,
            outline_px=outline_px,
            corners=tuple(sorted(fit.corners)),
        )

    def _tag_warnings(self, seen: SeenTags, cards: Cards) -> tuple[Message, ...]:
        strange = [
            Message(Warned.UNKNOWN_TAG, (("tag", str(tag)),))
            for tag in sorted({*seen.strangers, *cards.rejected_tags})
        ]
        faces = [self._owners[slot].design.face for slot in cards.contradictions]
        return (*strange, *(Message(Warned.HALF_COVERED, (("face", face),)) for face in faces))
