"""The live half of the calibration page: the newest picture, and what was seen in it."""

import base64
import threading
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from companion.camera_loop import CameraLoop
from companion.game import Message
from vision.calibration import picture
from vision.calibration.board import Points
from vision.calibration.live import LiveCalibration
from vision.calibration.mat_watch import shift_mm
from vision.calibration.report import plain_message
from vision.calibration.seen import Seen
from vision.camera import CameraProfile, Image
from vision.pose import Lens
from web.calibration import Json

#: So much of what is missing is told at once.
_TOLD = 3


class Pictures:
    """Makes the page's pictures. Any thread may ask; one picture is made at a time."""

    def __init__(self, live: LiveCalibration, loop: CameraLoop) -> None:
        self._live, self._loop = live, loop
        self._lock = threading.Lock()
        self._straightener = picture.Straightener()

    def look(self, layer: str, after: int, language: str) -> Json | None:
        """Return the newest picture with what was seen in it; None: the page has it."""
        seen = self._live.seen
        if seen is None or seen.number == after:
            return None
        if self._live.is_veiled and not seen.veiled:
            # It was taken before the deal; what it shows is hidden all the same.
            seen = replace(seen, veiled=True, offer=None)
        with self._lock:
            return {**self._picture(seen, layer), **self._told(seen, language)}

    def _picture(self, seen: Seen, layer: str) -> Json:
        lens = self._live.lens if layer == "straight" else None
        image, scale = picture.page_sized(seen.frame.image)
        image = self._drawn(seen, image, layer, scale, lens)
        through = Lens(lens, seen.frame.image.shape[1], seen.frame.image.shape[0])

        def on_page(points: Points) -> list[list[float]]:
            return np.round(through.straight(points) * scale, 1).tolist()  # type: ignore[no-any-return]

        look = seen.offer.look if seen.offer else None
        return {
            "number": seen.number,
            "jpeg": base64.b64encode(picture.packed(image)).decode("ascii"),
            "width": image.shape[1],
            "height": image.shape[0],
            "straight": lens is not None,
            "corners": on_page(look.corners) if look is not None else [],
            "outline": _outline(look.outline, on_page) if look is not None else None,
            "mat": self._mat(seen, scale, on_page),
        }

    def _drawn(
        self, seen: Seen, image: Image, layer: str, scale: float, lens: CameraProfile | None
    ) -> Image:
        if seen.veiled:
            image = picture.covered(image, [window * scale for window in seen.mat.windows()])
        if lens is not None:
            return self._straightener.straighten(image, lens)
        return picture.with_glare(image) if layer == "glare" else image

    def _mat(self, seen: Seen, scale: float, on_page: Any) -> Json:
        pose = seen.mat.pose
        return {
            "sought": seen.sought_mat,
            "tags": {corner: on_page(outline) for corner, outline in seen.mat.outlines.items()},
            "residual_mm": None if pose is None else round(pose.residual_mm, 2),
            "to_picture": None
            if pose is None
            else (np.diag([scale, scale, 1.0]) @ pose.to_picture).ravel().tolist(),
            "shift_mm": self._shift(seen),
        }

    def _shift(self, seen: Seen) -> float | None:
        stored, plan = self._live.shelf.stored(self._live.camera), self._live.plan()
        if stored is None or stored.hung is None:
            return None
        size = (seen.frame.image.shape[1], seen.frame.image.shape[0])
        return shift_mm(seen.mat, plan, stored.hung, stored.lens.scaled(*size))

    def _told(self, seen: Seen, language: str) -> Json:
        offer, light = seen.offer, picture.light_of(seen.frame.grey)
        missing = offer.missing if offer else ()
        refused = (Message("cards_hidden"),) if seen.veiled else offer.refused if offer else ()
        working = self._live.job.working
        return {
            "revision": self._live.revision,
            "veiled": seen.veiled,
            "refused": [plain_message(message, language) for message in refused],
            "taken": offer.taken.number if offer and offer.taken else None,
            "missing": [plain_message(message, language) for message in missing[:_TOLD]],
            "working": None if working is None else {"name": working.name, "share": working.share},
            "light": None
            if seen.veiled
            else {"bins": light.bins, "drowned": light.drowned, "crushed": light.crushed},
            "blur": {ninth: round(blur, 2) for ninth, blur in self._live.blur_px.items()},
            "read": [] if seen.veiled else list(self._read()),
        }

    def _read(self) -> Iterator[Json]:
        """Yield what the table's own reader sees in each zone."""
        look = self._loop.look
        if look is None or look.pose is None:
            return
        for zone in look.plan.zones:
            pile = look.layout.get(zone.spec.name)
            if pile is not None:
                yield {"zone": zone.spec.name, "faces": pile.face_up, "down": pile.face_down}


def _outline(outline: Points | None, on_page: Any) -> Any:
    return None if outline is None else on_page(outline)
