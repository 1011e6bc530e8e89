"""What the simulator page shows: the simulated table, and the camera's last picture."""

from collections.abc import Callable, Iterator

from companion.camera_loop import CameraLoop, Look
from companion.cards import Face
from companion.game import Message
from companion.simulated_table import SimulatedTable
from vision.calibration.picture import covered, packed, page_sized
from vision.camera import Image
from web.simulation import Picture, ReadCard, ReadZone, SceneCommand, SceneState


class PageSimulator:
    """The simulator page's view of a simulated table and its camera.

    Args:
        warnings: what the table says of the last picture.
        is_veiled: tells whether the picture must show no backs, as they are marked.

    """

    def __init__(
        self,
        simulated: SimulatedTable,
        loop: CameraLoop,
        warnings: Callable[[], tuple[Message, ...]],
        is_veiled: Callable[[], bool] = lambda: False,
    ) -> None:
        self._simulated, self._loop, self._warnings = simulated, loop, warnings
        self._is_veiled = is_veiled
        self._last: tuple[bool, Picture | None] = (False, None)

    @property
    def version(self) -> int:
        """Return a number that moves with every change of the table."""
        return self._simulated.version

    @property
    def picture_version(self) -> int:
        """Return the number of the last frame, 0 before the first."""
        look = self._loop.look
        return look.number if look else 0

    def describe(self) -> SceneState:
        """Return what lies on the table as someone sees it who lifts nothing."""
        return self._simulated.describe()

    def perform(self, command: SceneCommand) -> int:
        """Do one thing and return the new version; raise TableError and change nothing."""
        return self._simulated.perform(command)

    def peek(self, card: str) -> Face:
        """Return the face of a card whose corner is lifted."""
        return self._simulated.peek(card)

    def picture(self) -> Picture | None:
        """Return the camera's last picture, None before the first."""
        look = self._loop.look
        if look is None:
            return None
        veiled, last = self._is_veiled(), self._last[1]
        if last is None or last.version != look.number or veiled != self._last[0]:
            last = _picture(look, self._warnings(), veiled=veiled)
            self._last = (veiled, last)
        return last


def _picture(look: Look, warnings: tuple[Message, ...], *, veiled: bool) -> Picture:
    small, scale = page_sized(look.frame.image)
    if veiled:
        small, warnings = _veil(small), (*warnings, Message("backs_veiled"))
    return Picture(
        version=look.number,
        jpeg=packed(small),
        width=small.shape[1],
        height=small.shape[0],
        frames_per_second=look.frames_per_second,
        cards=tuple(_cards(look, scale, veiled=veiled)),
        zones=tuple(_zones(look, scale)),
        warnings=warnings,
    )


def _veil(image: Image) -> Image:
    """Return a picture of which nothing is left: any part of it might show a back."""
    return covered(image, ())


def _cards(look: Look, scale: float, *, veiled: bool) -> Iterator[ReadCard]:
    for sighting in look.sightings:
        # Where exactly a back is read, and after which, depends on its marks.
        if veiled and sighting.is_back:
            continue
        yield ReadCard(sighting.face, tuple((x * scale, y * scale) for x, y in sighting.outline_px))


def _zones(look: Look, scale: float) -> Iterator[ReadZone]:
    if look.pose is None:
        return
    for zone in look.plan.zones:
        pile = look.layout.get(zone.spec.name)
        if pile is not None:
            outline = look.pose.to_px(zone.outline()) * scale
            corners = tuple((float(x), float(y)) for x, y in outline)
            yield ReadZone(zone.spec.name, pile.face_up, pile.face_down, corners)
