"""Photos of single cards: from the table's camera or a device, cut out, to be approved.

Pictures are for the host alone, and for nobody while a game is on: a card that lies in the
middle of the mat may be a secret then.
"""

import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from companion.commands import refused
from companion.enrol_draft import DeckDraft
from companion.table_camera import Shooter, Shot
from vision.calibration.picture import packed, page_sized
from vision.camera import CameraError, Image
from vision.enrolled.enrolment import cut_card
from vision.enrolled.photo_fault import PhotoFault
from vision.enrolled.picture import Points
from vision.enrolled.table_photo import middle_of
from vision.uploads import picture_in
from web.enrolment import DeckCut, DeckLook, Outline


class EnrolPhotos:
    """The table's camera, and what was cut out and waits to be approved.

    All methods may be called from any thread; all but `drop` raise Refused while a game is on.

    Args:
        camera: gives pictures of the table.
        is_playing: tells whether a game is on.
        is_marked: tells whether the cards on the table have marked backs.

    """

    def __init__(
        self, camera: Shooter, is_playing: Callable[[], bool], is_marked: Callable[[], bool]
    ) -> None:
        self._camera, self._is_playing, self._is_marked = camera, is_playing, is_marked
        self._lock = threading.Lock()
        self._pending: dict[str, _Pending] = {}
        self._count = 0

    def check_open(self) -> None:
        """Raise Refused while a game is on."""
        if self._is_playing():
            raise refused("enrol_hidden")

    def _check_sight(self) -> None:
        """Raise Refused while nobody may see the table: marked backs tell a card at any time."""
        self.check_open()
        if self._is_marked():
            raise refused("backs_veiled")

    def look(self, draft: DeckDraft, after: int) -> DeckLook | None:
        """Return the newest picture of the middle of the mat, None if it is known already."""
        self._check_sight()
        shot = self._camera.last()
        if shot is None:
            raise refused("enrol_camera_silent")
        if shot.number == after:
            return None
        image, scale = area(shot, draft)
        outline: Points | None = None
        fault = None
        try:
            outline = cut_card(image, draft.width_mm, draft.height_mm, scale).outline
        except PhotoFault as error:
            fault = error.message
        shown = _shown(image, outline)
        # A game may have begun meanwhile.
        self._check_sight()
        return DeckLook(shot.number, *shown, fault)

    def take(self, deck: str, draft: DeckDraft) -> DeckCut:
        """Photograph the card in the middle of the mat."""
        self._check_sight()
        try:
            shot = self._camera.shoot()
        except (CameraError, TimeoutError) as error:
            raise refused("enrol_camera_silent") from error
        self._check_sight()
        return self._cut(deck, draft, *area(shot, draft))

    def read(self, deck: str, draft: DeckDraft, data: bytes) -> DeckCut:
        """Take in a photo that was sent; raise UnusablePicture for what is none."""
        self.check_open()
        return self._cut(deck, draft, picture_in(data), None)

    def approved(self, deck: str, number: int) -> Image:
        """Return the card that waits under this number; raise Refused if it is gone."""
        self.check_open()
        with self._lock:
            pending = self._pending.get(deck)
        if pending is None or pending.number != number:
            raise refused("enrol_photo_gone")
        return pending.picture

    def drop(self, deck: str) -> None:
        """Forget what waits."""
        with self._lock:
            self._pending.pop(deck, None)

    def _cut(self, deck: str, draft: DeckDraft, image: Image, scale: float | None) -> DeckCut:
        fault, card = None, None
        try:
            card = cut_card(image, draft.width_mm, draft.height_mm, scale)
        except PhotoFault as error:
            fault = error.message
        with self._lock:
            # A game may have begun meanwhile, and then it is not told either what was wrong.
            self.check_open()
            if card is None:
                assert fault is not None
                raise refused(fault.code, **dict(fault.facts))
            self._count += 1
            self._pending[deck] = _Pending(self._count, card.picture)
            shown = _shown(image, card.outline)
            return DeckCut(self._count, packed(card.picture), *shown)


@dataclass(frozen=True, slots=True, eq=False)
class _Pending:
    number: int
    picture: Image


class _Shown(NamedTuple):
    """A picture as a page shows it: JPEG, width and height, and an outline in it."""

    jpeg: bytes
    width: int
    height: int
    outline: Outline


def area(shot: Shot, draft: DeckDraft) -> tuple[Image, float | None]:
    """Return the middle of the mat and its scale; without a mat in sight the whole picture."""
    if shot.pose is None:
        return shot.image, None
    return middle_of(shot.image, shot.pose, draft.height_mm)


def _shown(image: Image, outline: Points | None) -> _Shown:
    small, scale = page_sized(image)
    corners = () if outline is None else tuple(map(tuple, (outline * scale).round(1).tolist()))
    return _Shown(packed(small), small.shape[1], small.shape[0], corners)
