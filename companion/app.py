"""The composition root: everything that makes a running table, wired together once."""

import logging
import random
import secrets
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Self

from flask import Flask

from companion import address
from companion.aim_guides import aim_guide
from companion.announcer import announcer
from companion.calibration_room import CalibrationRoom
from companion.camera_loop import CameraLoop
from companion.cards import Face
from companion.deck_room import DeckRoom
from companion.deck_store import DeckStore
from companion.game import TABLE, Game, Message
from companion.games import GAMES
from companion.glimpsed import Glimpsed
from companion.hand_photos import HandPhotos
from companion.house_camera import MAY_SIMULATE, PROFILES, HouseCamera, Lenses
from companion.https import authority_of, open_https
from companion.kept_scene import SceneKeeper
from companion.logs import spoken
from companion.lookout import Lookout
from companion.marked_backs import is_marked
from companion.marked_cards import MarkedCards
from companion.marked_store import MARKED
from companion.own_cards import OwnCards
from companion.page_simulator import PageSimulator
from companion.panel_link import PanelLink
from companion.recovery import host_key, lock_folder, open_journal
from companion.sentences import sentence
from companion.settings import Settings
from companion.simulated_table import SimulatedTable
from companion.starts import phone_address
from companion.store import MemoryJournal, SqliteJournal
from companion.table import Journal, Table, Tick
from companion.table_camera import TableCamera
from hardware.devices import PanelError
from hardware.panel import Panel, open_panel
from hardware.simulated import SimulatedButtons
from hardware.wiring import wiring_svg
from vision.enrolled.art import art_of
from vision.printing import card_image, card_svg
from vision.printing.art.deadeye_dinah.legend import growth_svg
from web import create_app
from web.serve import Server
from web.services import Services

JOURNAL = "table.sqlite"
HOST_KEY = "host.key"
DECKS = "decks"
SCENE = "simulated-table.json"
TICK_SECONDS = 0.5
#: How long a thread may keep the interpreter while others wait.
SWITCH_SECONDS = 0.001

log = logging.getLogger(__name__)


class House:
    """A running table: camera, panel, game and pages. Use it as a context manager.

    Args:
        settings: what the settings file and the command line say.
        record: a folder to keep frames and events in.
        seed: makes the simulated table's shuffles repeatable.
        in_memory: keep nothing: for demos.
        notices: what was out of the ordinary before; more may come to it.

    """

    def __init__(
        self,
        settings: Settings,
        record: Path | None = None,
        seed: int | None = None,
        *,
        in_memory: bool = False,
        notices: tuple[str, ...] = (),
    ) -> None:
        self.settings, self.notices = settings, notices
        self.stopped, self.ended = threading.Event(), threading.Event()
        self._parts = ExitStack()
        self._rng = random.Random(seed)
        self._profiles = self._folder(in_memory) / PROFILES
        lenses = Lenses(self._profiles, self.notice)
        self._camera = HouseCamera(settings.camera, lenses, record)
        self._parts.callback(self._camera.close)
        # A recorded evening is watched on a table of its own.
        self._in_memory = in_memory or self._camera.script is not None
        #: Whether what happens is kept.
        self.saves = False
        #: Where the owner's own devices may come by https; empty where there is none.
        self.https_url = ""
        self.simulated: SimulatedTable | None = None
        try:
            self._build()
        except BaseException:
            self._parts.close()
            raise

    def _build(self) -> None:
        self._marked = MarkedCards(self._profiles.parent / MARKED)
        self._cards = OwnCards(self._decks(), self._marked.game)
        self.notice(*self._cards.notices)
        self.games = self._cards.games
        journal = self._journal()
        heard, key_of = self._camera.heard, self._marked.key
        self.table = Table(self.games, journal, self._rng, time.monotonic, heard, key_of=key_of)
        self._parts.callback(self.table.close)
        self.notice(*self._marked.notices(self.table.session().rules))
        self.calibration = CalibrationRoom(self._profiles, self.table, self.renew_camera)
        kept, usual = self._profiles.parent, self.settings.deck
        self.decks = DeckRoom(kept, self.settings.data, usual, self.notice)
        zones = self.calibration.zones
        self.lookout = Lookout(self.table, self.games, zones, self.decks.choice)
        self.simulated = self._simulated()
        self._camera.open_first(self.simulated)
        self.explanation = self._camera.explanation
        if not self._camera.is_simulated:
            self.simulated = None
        self._keep_scene()
        self.lookout.simulated = self.simulated
        # The zones are where this has put them, also before the first picture.
        self.lookout.wanted()
        self.glimpsed = Glimpsed(self.table)
        self.loop = self._camera_loop()
        camera, playing = TableCamera(self.loop), self.calibration.is_playing
        self.decks.open(self.games, playing, self._has_marked_backs, camera)
        self._parts.callback(self.decks.close)
        self._open_panel()
        self._open_pages()

    def _camera_loop(self) -> CameraLoop:
        return CameraLoop(
            self.table,
            self._camera.reopen,
            self.lookout.wanted,
            before=partial(self._camera.before_frame, self.table),
            after=self._camera.after_frame,
            tap=self.calibration.live.see,
            saw=self.glimpsed.note,
            aims=self.calibration.aims if self._camera.hangs else None,
            ended=self._on_ended,
        )

    def start(self) -> None:
        """Start the threads: camera, clock, and pages."""
        # A press passes through four threads. With Python's 5 ms each of them might wait as
        # long for a page or a picture that is being worked on (sys.setswitchinterval).
        sys.setswitchinterval(SWITCH_SECONDS)
        self.calibration.open(self._parts)
        self.loop.start()
        self._parts.callback(self.loop.close)
        threading.Thread(target=self._tick, name="clock", daemon=True).start()
        self._parts.callback(self.stopped.set)
        self.server.start()

    @property
    def url(self) -> str:
        """Return the address that phones join by."""
        return f"http://{phone_address(self.settings)}:{self.server.port}/"

    @property
    def host_url(self) -> str:
        """Return the host's own address, with the key."""
        return f"{self.url}host?key={self._host_key}"

    @property
    def simulator_url(self) -> str:
        """Return the simulated table's address; only the host may lift cards there."""
        return f"{self.url}simulator?key={self._host_key}"

    def renew_camera(self) -> None:
        """Open the camera anew, through the lens that was saved for it.

        While a recording is made or played it keeps the lens it was opened with.
        """
        if self._camera.may_reopen:
            self.loop.renew()

    def diagnostics(self) -> Sequence[tuple[str, str]]:
        """Return what the host may want to know of the machine."""
        trouble = self.loop.trouble
        return (
            *(("notice", notice) for notice in self.notices),
            ("camera", spoken(trouble) if trouble else self.explanation),
            ("panel", self.panel.trouble or self.panel.reason),
            ("data", str(self.settings.data)),
        )

    def notice(self, *notices: str) -> None:
        """Keep what the host ought to know for the host's page, and log it."""
        self.notices += notices
        for notice in notices:
            log.info("notice: %s", notice)

    def close(self) -> None:
        """Stop everything, last started first."""
        self.stopped.set()
        self._parts.close()

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _decks(self) -> DeckStore:
        """Return where the owner's cards are kept; a table that keeps nothing keeps none."""
        if not self._in_memory:
            return DeckStore(self.settings.data / DECKS)
        return DeckStore(Path(self._parts.enter_context(TemporaryDirectory())))

    def _folder(self, in_memory: bool) -> Path:
        """Return where things are kept; what is to leave no trace goes at the end."""
        if not in_memory:
            return self.settings.data
        return Path(self._parts.enter_context(TemporaryDirectory(prefix="table-marshal-")))

    def _journal(self) -> Journal:
        """Return the journal, and hold its folder."""
        if self._in_memory:
            return MemoryJournal()
        lock = lock_folder(self.settings.data)
        if lock is not None:
            self._parts.callback(lock.close)
        journal, notices = open_journal(self.settings.data / JOURNAL, self.games)
        self.saves = isinstance(journal, SqliteJournal)
        if isinstance(journal, SqliteJournal):
            self._parts.callback(journal.close)
        self.notice(*notices)
        return journal

    def _simulated(self) -> SimulatedTable | None:
        if self.settings.camera not in MAY_SIMULATE:
            return None
        session, watched = self.table.session(), self.lookout.wanted()
        plan, art = watched.plan, art_of(watched.enrolled) if watched.enrolled else card_image
        return SimulatedTable(
            session.game, plan, self._rng, self._rules, art=art, key_of=self._marked.key
        )

    def _rules(self) -> Mapping[str, str]:
        return self.table.session().rules

    def _has_marked_backs(self) -> bool:
        return is_marked(self._rules())

    def _page_simulator(self, simulated: SimulatedTable) -> PageSimulator:
        return PageSimulator(simulated, self.loop, self._warnings, self._has_marked_backs)

    def _keep_scene(self) -> None:
        """Have a simulated table outlive this process, where the evening does."""
        if self.simulated is not None and self.saves:
            keeper = SceneKeeper(self.settings.data / SCENE, self.simulated)
            self.notice(*keeper.start())
            self._parts.callback(keeper.close)

    def _open_panel(self) -> None:
        self._link = PanelLink(self.table, self.stopped.set, self.loop.hurry)
        self._parts.callback(self._link.close)
        self.panel = self._some_panel()
        self._parts.callback(self.panel.close)
        self.panel.start()
        self._link.start(self.panel)

    def _some_panel(self) -> Panel:
        """Return the panel; where its pins cannot be had, one on screen."""
        wanted = self.settings.panel
        try:
            return open_panel(wanted, self._link.deliver)
        except PanelError as error:
            said = "No buttons: {error}. They are on screen until the next start."
            self.notice(sentence(said, error=error))
            return open_panel(replace(wanted, simulated=True), self._link.deliver)

    def _open_pages(self) -> None:
        self._host_key = self._read_host_key()
        simulated = self.simulated
        services = Services(
            table=self.table,
            rulebooks=self._cards.rulebooks,
            art=partial(draw_card, games=self.games),
            address=lambda: self.url,
            host_key=self._host_key,
            trusted_names=self._names(),
            language=self.settings.language,
            simulator=self._page_simulator(simulated) if simulated else None,
            buttons=SimulatedButtons(self.panel) if self.panel.simulated else None,
            panel=self._link,
            calibration=self.calibration.page(self.loop, simulated.held if simulated else None),
            glimpses=self.glimpsed,
            aims=lambda seat: aim_guide(self.lookout.wanted().plan, seat),
            aim=lambda: self.calibration.aim(self.loop),
            wiring=lambda: wiring_svg(self.settings.panel),
            authority=lambda: authority_of(self.settings),
            diagnostics=self.diagnostics,
            portrait=growth_svg,
            decks=self._cards.desk(self.table),
            own_decks=self.decks,
            marked=self._marked.desk(self.table),
            photographed=HandPhotos(self.games, self.decks.choice.deck_for).read,
        )
        pages = create_app(services)
        self.server = Server(pages, self.settings.host, self.settings.port)
        self._parts.callback(self.server.close)
        self._open_https(pages)
        self._open_mqtt(services)

    def _open_https(self, pages: Flask) -> None:
        if self._in_memory:
            return
        secure, trouble = open_https(self.settings, pages)
        if secure is not None:
            secure.start()
            self.https_url = f"https://{phone_address(self.settings)}:{secure.port}/"
            self._parts.callback(secure.close)
        elif trouble:
            self.notice(trouble)

    def _open_mqtt(self, services: Services) -> None:
        """Tell a broker what everybody sees, where the settings name one."""
        if self.settings.mqtt is not None and not self._in_memory:
            told = announcer(self.settings.mqtt, self.table, services)
            told.start()
            self._parts.callback(told.close)

    def _read_host_key(self) -> str:
        """Return the host's secret, the same after a restart."""
        if self._in_memory:
            return secrets.token_urlsafe(16)
        key, notices = host_key(self.settings.data / HOST_KEY)
        self.notice(*notices)
        return key

    def _names(self) -> frozenset[str]:
        name = address.local_name(address.look().hostname)
        return frozenset({name} if name else ())

    def _warnings(self) -> tuple[Message, ...]:
        return self.table.published(TABLE).snapshot.warnings

    def _on_ended(self) -> None:
        self._camera.before_frame(self.table, None)
        self.ended.set()

    def _tick(self) -> None:
        while not self.stopped.wait(TICK_SECONDS):
            self.table.submit(Tick())


def draw_card(
    game: str, face: Face, language: str, games: Mapping[str, Game[Any, Any]] = GAMES
) -> str:
    """Return a card as SVG, without tags: for screens."""
    return card_svg(games[game].deck, face, language)
