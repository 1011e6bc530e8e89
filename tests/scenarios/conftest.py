"""An evening seen through frames: a simulated table, its camera, and the live table."""

from collections.abc import Iterator, Sequence
from queue import SimpleQueue
from random import Random
from threading import Semaphore

import pytest
from flask.testing import FlaskClient

from companion.camera_loop import CameraLoop, Watched
from companion.cards import Deck, Face, PrintId, Seat
from companion.commands import Deal, Declare, Join, SetLogged
from companion.game import TABLE, Message
from companion.games import game_named
from companion.glimpsed import Glimpsed
from companion.layout import Zone
from companion.rulebooks import rulebooks
from companion.session import Play
from companion.simulated_table import SimulatedTable
from companion.snapshot import Snapshot
from companion.store import MemoryJournal
from companion.table import Table, Tick
from tests.companion.evening import Clock
from tests.web.house import ADDRESS, HOST_KEY, ROOMY
from vision.calibration.aims import AimStore
from vision.camera import Camera, CameraProfile, EndOfFrames, Frame, Image, small_grey
from vision.enrolled.deck import EnrolledDeck
from vision.moment import Observation
from vision.plan import plan_table
from vision.printing import card_image
from vision.simulated.player import stacked_deck
from vision.simulated.sprites import CardArt
from vision.simulated.things import Arm, Handle, Nudge, Placement, Pose
from web import create_app
from web.services import Services

GAME = game_named("deadlock_city")
SEATS = tuple(Seat(f"p{number}") for number in (1, 2, 3))
DECK = Zone("deck")
FRAME_S = 0.1
#: Frames in which anything that stands still has been understood.
ENOUGH = 8


class FilmCamera(Camera):
    """Gives the frames that a test hands it, one by one."""

    name = "a film"

    def __init__(self, profile: CameraProfile) -> None:
        self._profile = profile
        self.frames: SimpleQueue[Frame | None] = SimpleQueue()

    @property
    def profile(self) -> CameraProfile:
        return self._profile

    def capture(self, timeout_s: float = 0.0) -> Frame:
        frame = self.frames.get()
        if frame is None:
            raise EndOfFrames
        return frame


class Film:
    """Three players at a simulated table; nothing is seen before `roll`."""

    def __init__(self, art: CardArt = card_image, enrolled: EnrolledDeck | None = None) -> None:
        self.plan = plan_table(GAME.zones(SEATS), SEATS)
        self.simulated = SimulatedTable(GAME, self.plan, Random(3), art=art)
        self.watched = Watched(self.plan, GAME.deck, enrolled=enrolled)
        self.scene, self.person = self.simulated.scene, self.simulated.person
        self.table: Table | None = None
        self.aims: AimStore | None = None

    def begin(
        self, hands: str, draws: str, logged: Sequence[Seat] = (), frames: int = ENOUGH
    ) -> None:
        """Deal: one card to each hand, and `draws` on top of the deck, the first one first."""
        self.clock, self.journal = Clock(), MemoryJournal()
        self._lay_out(hands.split(), draws.split())
        self._open()
        assert self.table is not None
        for name in ("Ann", "Ben", "Cy"):
            self.table.do(Join(name, f"key-{name}"))
        for seat in logged:
            self.table.do(SetLogged(seat, True))
        self.table.do(Deal(SEATS[0]))
        self.roll(frames)

    def restart(self, frames: int = ENOUGH) -> None:
        """Stop the table and the camera, and start them again with what the journal has."""
        self._close()
        self._open()
        self.roll(frames)

    def _open(self) -> None:
        self._shown = Semaphore(0)
        self.table = Table({GAME.name: GAME}, self.journal, Random(7), self.clock)
        self.camera = FilmCamera(self.simulated.profile)
        self.glimpsed = Glimpsed(self.table)
        self.loop = CameraLoop(
            self.table,
            lambda: self.camera,
            lambda: self.watched,
            after=lambda number: self._shown.release(),
            saw=self._saw,
            aims=self.aims,
            ended=self._shown.release,
        )
        self._number, self._time_s = 0, 0.0
        self.loop.start()

    def _close(self) -> None:
        if self.table is not None:
            self.camera.frames.put(None)
            self.loop.close()
            self.table.close()
            self.table = None

    def _saw(self, watched: Watched, seen: Observation | None) -> None:
        # A test may have put another memory there by now.
        self.glimpsed.note(watched, seen)

    def end(self) -> None:
        """Stop the camera and the table."""
        if self.table is not None:
            self._close()
            self.scene.set_light(1.0)
            self.scene.withdraw()
            self.scene.nudge_camera(Nudge())
            self.aims = None

    def _lay_out(self, hands: list[str], draws: list[str]) -> None:
        prints = _Prints(GAME.deck)
        held = [prints.take(Face(face)) for face in hands]
        coming = [prints.take(Face(face)) for face in draws]
        stack = stacked_deck(self.plan, DECK, [*prints.rest(), *reversed(coming)], across=1)
        self.scene.lay_out(
            [*stack, *(self._in_hand(seat, p) for seat, p in zip(SEATS, held, strict=True))]
        )

    def _in_hand(self, seat: Seat, design: PrintId) -> Placement:
        zone = self.plan.zone(Zone(f"{seat}.hand"))
        ((x, y),) = zone.from_zone([[-35.0, 0.0]])
        return Placement(design, Pose(float(x), float(y), zone.angle_deg))

    # --- the camera ------------------------------------------------------------------------

    def roll(self, frames: int = ENOUGH) -> Snapshot:
        """Show frames of the scene as it is; return what the table screen then shows."""
        for _ in range(frames):
            self.show(self.simulated.frame())
        return self.shown()

    def show(self, image: Image, after_s: float = FRAME_S) -> None:
        """Show one frame and wait until the table has made of it what it can."""
        assert self.table is not None
        self._number += 1
        self.clock.now += after_s
        self._time_s += after_s
        self.camera.frames.put(Frame(image, small_grey(image), self._time_s, self._number))
        assert self._shown.acquire(timeout=60.0)
        self.table.do(Tick())

    def wait(self, seconds: float = 2.0) -> Snapshot:
        """Let time pass in which nothing moves."""
        assert self.table is not None
        self.clock.now += seconds
        self.table.do(Tick())
        return self.shown()

    # --- the people ------------------------------------------------------------------------

    def draw(self, seat: str) -> None:
        """Draw a card into the hand."""
        self.person.draw(DECK, Zone(f"{seat}.hand"))

    def lay(self, seat: str, face: str, on: str | None = None) -> Handle:
        """Lay a card out of a hand on a pile."""
        cards = self.person.cards_in(Zone(f"{seat}.hand"))
        handle = next(c.handle for c in cards if self.scene.face_of(c.handle) == face)
        self.person.lay(handle, Zone(f"{on or seat}.pile"), face_up=True)
        return handle

    def take_up(self, handle: Handle, seat: str) -> None:
        """Take a card back into a hand."""
        self.person.lay(handle, Zone(f"{seat}.hand"), face_up=False)

    def reach(self, zone: str) -> None:
        """Hold a hand over a zone."""
        placed = self.plan.zone(Zone(zone))
        self.scene.hover(Arm(placed.x_mm, placed.y_mm, placed.angle_deg + 180.0))

    def say(self, *lines: str) -> None:
        """Let each line be declared by the seat it begins with."""
        assert self.table is not None
        for line in lines:
            self.table.do(Declare(Seat(line.split()[0]), line))

    # --- what came of it -------------------------------------------------------------------

    def shown(self, viewer: str = TABLE) -> Snapshot:
        """Return what a viewer is shown."""
        assert self.table is not None
        return self.table.published(viewer).snapshot

    def entries(self) -> list[str]:
        """Return the record since the deal."""
        return [str(entry) for entry in self.play().record.entries]

    def play(self) -> Play:
        """Return the game that is on."""
        assert self.table is not None
        play = self.table.session().play
        assert play is not None
        return play


class _Prints:
    """The deck's cards, to be taken out by face."""

    def __init__(self, deck: Deck) -> None:
        self._left = list(deck.physical_cards())

    def take(self, face: Face) -> PrintId:
        design = next(design for design in self._left if design.face == face)
        self._left.remove(design)
        return design.id

    def rest(self) -> list[PrintId]:
        return [design.id for design in self._left]


def said(repair: Message | None) -> tuple[str, str, str] | None:
    """Return a repair in short: its code, its seat or place, its face."""
    if repair is None:
        return None
    facts = dict(repair.facts)
    return repair.code, facts.get("seat", facts["place"]), facts.get("face", "")


@pytest.fixture(scope="session")
def shared_film() -> Film:
    """Return one table for all scenarios: drawing its mat takes long."""
    return Film()


@pytest.fixture
def film(shared_film: Film) -> Iterator[Film]:
    """Return the table, laid out anew by `begin`."""
    yield shared_film
    shared_film.end()


def host_of(film: Film, glimpses: Glimpsed | None = None) -> FlaskClient:
    """Return the host's browser at the film's table."""
    assert film.table is not None
    services = Services(
        table=film.table,
        rulebooks=rulebooks(),
        art=lambda game, face, language: "<svg/>",
        address=lambda: ADDRESS,
        host_key=HOST_KEY,
        glimpses=glimpses,
    )
    client = create_app(services, ROOMY).test_client()
    client.get(f"/host?key={HOST_KEY}")
    return client
