"""The camera's thread: frames in, observations out, and the last look for the host's page.

It takes a frame, lets the watcher say what is stable, and tells the table. It decides
nothing, and the table never waits for it. A camera that fails is opened again.
"""

import logging
import threading
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, replace
from typing import TypeVar

from companion.cards import Deck
from companion.game import TableError
from companion.layout import Layout
from companion.session import is_over
from companion.table import Observe, Table
from vision.calibration.aims import AimStore
from vision.camera import Camera, CameraProfile, EndOfFrames, Frame
from vision.enrolled.deck import EnrolledDeck
from vision.enrolled.reader import EnrolledReader
from vision.errands import Errands
from vision.moment import Look as Seen
from vision.moment import Observation
from vision.plan import TablePlan
from vision.pose import TablePose
from vision.reader import Reader
from vision.reading import Sighting
from vision.watcher import Watcher

#: Before a camera that failed is opened again (seconds).
BREATH_S = 2.0
#: How long one frame may take before the camera counts as gone (seconds).
PATIENCE_S = 5.0
#: Who asked for the picture within this time is still looking at it (seconds).
LOOKING_ON_S = 2.0

Result = TypeVar("Result")

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Look:
    """The last frame and what was read in it; `number` moves with each.

    Without a mat in sight there is no `pose`, and no card is marked; the `layout` is what
    is still believed to lie there.
    """

    number: int
    frame: Frame
    plan: TablePlan
    pose: TablePose | None
    sightings: tuple[Sighting, ...]
    layout: Layout
    frames_per_second: float


@dataclass(frozen=True, slots=True)
class Watched:
    """What to look for: where the zones are, and whose cards."""

    plan: TablePlan
    deck: Deck
    others: tuple[Deck, ...] = ()
    enrolled: EnrolledDeck | None = None

    def reader(self, lens: CameraProfile) -> Reader:
        """Return what reads this table."""
        if self.enrolled is None:
            return Reader(self.plan, self.deck, self.others, lens)
        return EnrolledReader(self.plan, self.deck, self.enrolled, self.others, lens)


class CameraLoop:
    """Runs a camera for a table until it is closed.

    Args:
        reopen: opens the camera; asked again when it failed.
        wanted: what to look for now; asked before each frame, so keep it cheap.
        before: is told the number of each frame before it is looked at,
        after: and after.
        saw: is told after each frame what it showed, once the table knows.
        aims: remembers where the mat lay in the picture when the camera was aimed; None:
            it is taken to lie right at each start.
        tap: gets each frame and what the camera says of itself; it must not take long.
        ended: is called once when a recording is over.

    """

    def __init__(
        self,
        table: Table,
        reopen: Callable[[], Camera],
        wanted: Callable[[], Watched],
        *,
        before: Callable[[int], None] = lambda number: None,
        after: Callable[[int], None] = lambda number: None,
        tap: Callable[[Frame, CameraProfile], None] = lambda frame, camera: None,
        saw: Callable[[Watched, Observation | None], None] = lambda watched, seen: None,
        aims: AimStore | None = None,
        ended: Callable[[], None] = lambda: None,
    ) -> None:
        self._table, self._reopen, self._wanted = table, reopen, wanted
        self._before, self._after, self._tap, self._ended = before, after, tap, ended
        self._saw, self._aims = saw, aims
        self._hurry, self._renew = threading.Event(), threading.Event()
        self._aim, self._shown = threading.Event(), threading.Event()
        self._shown_s = float("-inf")
        self._errands = Errands[Camera]()
        self._stop, self._retry = threading.Event(), threading.Event()
        self._watched: Watched | None = None
        self._watcher: Watcher | None = None
        self._pace = _Pace()
        self.look: Look | None = None
        self.trouble: Exception | None = None
        self._thread = threading.Thread(target=self._run, name="camera", daemon=True)

    def start(self) -> None:
        """Start the thread."""
        self._thread.start()

    def hurry(self) -> None:
        """Make the next frame a fresh one, as after a button."""
        self._hurry.set()

    def renew(self) -> None:
        """Open the camera anew, as with another lens."""
        self._renew.set()

    def aim(self) -> None:
        """Take where the mat lies now for where it belongs: nothing has moved."""
        self._aim.set()

    def show(self) -> None:
        """Show each frame at once to somebody who looks on, who has to say so again and again.

        Cards without tags are read for seconds. Between games that can wait, and nobody wants
        to see his hand where it was two seconds ago.
        """
        self._shown.set()

    def errand(self, does: Callable[[Camera], Result]) -> Future[Result]:
        """Have the camera's thread, the only one that may, do this with it between two frames.

        What is cancelled before its turn is never done.
        """
        return self._errands.put(does)

    def close(self) -> None:
        """Stop looking and let the camera go."""
        self._stop.set()
        self._retry.set()
        self._thread.join(PATIENCE_S)

    def _run(self) -> None:
        while not self._stop.is_set():
            try:
                with self._reopen() as camera:
                    self._watch(camera)
            except EndOfFrames:
                self._ended()
                return
            except Exception as error:  # A driver may raise anything; the camera comes back.
                self._stumble(error)

    def _stumble(self, error: Exception) -> None:
        if str(error) != str(self.trouble):
            log.warning("camera: %s", error, exc_info=not isinstance(error, TableError))
        self.trouble = error
        self._watcher = None
        self._retry.wait(BREATH_S)

    def _watch(self, camera: Camera) -> None:
        self._renew.clear()
        # The lens may be another one than that of the camera before.
        self._watcher = None
        while not self._stop.is_set() and not self._renew.is_set():
            lens = camera.profile
            self._errands.run(camera)
            if camera.profile != lens:
                self._watcher = None
            if self._hurry.is_set():
                self._hurry.clear()
                camera.flush()
            frame = camera.capture(PATIENCE_S)
            self.trouble = None
            self._tap(frame, camera.profile)
            self._before(frame.number)
            look = self._unread(frame)
            if look is None:
                self._feed(frame, camera)
            else:
                self.look = look
            self._after(frame.number)

    def _feed(self, frame: Frame, camera: Camera) -> None:
        watched = self._wanted()
        if watched != self._watched or self._watcher is None:
            self._reader = watched.reader(camera.profile)
            self._watched, self._watcher = watched, self._watcher_for(frame, camera)
            self._told, self._has_told = Observe({}), False
        if self._aim.is_set():
            self._aim.clear()
            self._watcher.aim()
        seen = self._watcher.feed(frame)
        self._keep_aim(self._watcher, frame, camera)
        self._tell(seen, self._watcher.layout)
        self._saw(watched, seen.observation)
        # Where the mat is out of sight, what was read before lies nowhere in the picture.
        blind = self._watcher.blind or self._reader.pose is None
        self.look = Look(
            frame.number,
            frame,
            watched.plan,
            None if blind else self._reader.pose,
            () if blind else self._watcher.sightings,
            self._watcher.layout,
            self._pace.after(frame.time_s),
        )

    def _unread(self, frame: Frame) -> Look | None:
        """Return the look at a frame that is to be shown at once; None: it is to be read."""
        if self._shown.is_set():
            self._shown.clear()
            self._shown_s = frame.time_s
        look, session = self.look, self._table.session()
        if look is None or look.pose is None or frame.time_s - self._shown_s > LOOKING_ON_S:
            return None
        if self._watched is None or self._watched.enrolled is None:
            return None
        if self._wanted() != self._watched:
            return None
        if session.play is not None and not is_over(session.game, session.play):
            return None
        pace = self._pace.after(frame.time_s)
        return replace(look, number=frame.number, frame=frame, frames_per_second=pace)

    def _watcher_for(self, frame: Frame, camera: Camera) -> Watcher:
        watcher = Watcher(self._reader)
        if self._aims is not None:
            size = frame.image.shape[1], frame.image.shape[0]
            aimed = self._aims.load(camera.profile.camera_id, size, watcher.mat_mm)
            watcher = Watcher(self._reader, aimed)
        self._aimed_px = watcher.aimed_px
        return watcher

    def _keep_aim(self, watcher: Watcher, frame: Frame, camera: Camera) -> None:
        """Keep where the mat belongs in the picture, where that is another place now."""
        aimed = watcher.aimed_px
        if self._aims is None or aimed is None or aimed is self._aimed_px:
            return
        self._aimed_px = aimed
        size = frame.image.shape[1], frame.image.shape[0]
        try:
            self._aims.save(camera.profile.camera_id, size, watcher.mat_mm, aimed)
        except OSError as error:
            log.warning("where the camera hangs could not be kept: %s", error.strerror)

    def _tell(self, seen: Seen, layout: Layout) -> None:
        """Tell the table what changed, or that a zone which was in motion has settled."""
        unsettled = frozenset((*seen.moving, *seen.unsettled))
        warnings = seen.observation.warnings if seen.observation else self._told.warnings
        news = seen.observation is not None or bool(self._told.unsettled - unsettled)
        if news:
            backs = self._watcher.backs if self._watcher else {}
            self._told = Observe(layout, warnings, unsettled, backs)
        elif unsettled - self._told.unsettled:
            self._told = replace(self._told, unsettled=self._told.unsettled | unsettled)
        # A game that has begun since knows nothing yet of the cards that lay there before.
        if news or (self._has_told and not self._table.sees):
            self._observe()

    def _observe(self) -> None:
        """Tell the table; what it cannot write down now, it concludes again by itself."""
        self._has_told = True
        try:
            self._table.do(self._told)
        except (TableError, TimeoutError) as error:
            log.warning("the table could not follow the picture: %s", error)


class _Pace:
    """Frames a second, averaged over the last ten or so."""

    def __init__(self) -> None:
        self._last_s: float | None = None
        self._period_s = 0.0

    def after(self, time_s: float) -> float:
        """Return the pace after a frame at this time."""
        if self._last_s is not None:
            self._period_s += ((time_s - self._last_s) - self._period_s) * 0.1
        self._last_s = time_s
        return 1.0 / self._period_s if self._period_s > 0 else 0.0
