"""What a player made of code reaches from its seat: the scene, its cards and its zones."""

from companion.cards import Face, Seat
from companion.layout import Zone, ZoneKind
from companion.simulated_table import SimulatedTable
from vision.plan import TablePlan
from vision.simulated.player import Player
from vision.simulated.scene import Scene
from vision.simulated.things import Handle


class Seated:
    """One seat at a simulated table."""

    def __init__(self, seat: Seat, simulated: SimulatedTable) -> None:
        self.seat, self._simulated = seat, simulated

    @property
    def _scene(self) -> Scene:
        return self._simulated.scene

    @property
    def _person(self) -> Player:
        return self._simulated.person

    @property
    def _plan(self) -> TablePlan:
        return self._simulated.plan

    def _face(self, handle: Handle) -> Face:
        """Return the face of a card that this player may look at."""
        return self._scene.face_of(handle)

    def _zone(self, kind: ZoneKind, seat: Seat | None = None) -> Zone:
        """Return the zone of a kind that is a seat's, the own one unless told."""
        wanted = (seat or self.seat, kind)
        return next(z.spec.name for z in self._plan.zones if (z.spec.seat, z.spec.kind) == wanted)
