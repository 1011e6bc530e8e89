"""Look for leaks in what leaves by http, headers and refusals included.

The whole web stands before a still world: a table on which every card is known to the
engine, and of which a viewer may see his part. In twin worlds each answer must be the
same bytes.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any, cast

from flask import Flask, Response
from flask.testing import FlaskClient

from companion.arbiter import Ruling, askable, rule_on
from companion.bench import cop_leaks, dinah_leaks, leaks, marked_leaks
from companion.bench.result import BenchResult
from companion.bench.surfaces import PLANTED, SURFACES
from companion.bench.worlds import World
from companion.cards import Seat
from companion.decisions import decide
from companion.game import TABLE, Choice, Setup, Viewer
from companion.games.deadlock_city import DeadlockCity
from companion.record import Act, Record
from companion.rulebooks import rulebooks
from companion.session import Play, Player, Session
from companion.snapshot import Sight, snapshot, viewers
from companion.table import Published, Table
from web import create_app
from web.context import HOST_COOKIE, SEAT_COOKIE, key_of
from web.limits import Limits, Rate
from web.services import Services

#: A page costs a thousand times what a view costs, so fewer are compared.
COMPARISONS = 500
#: Every so manieth act that could be asked about is asked about.
ASKED = 29
PLENTY = Rate(10**9, 10**9)
ROOMY = Limits(reads=PLENTY, writes=PLENTY, acts=PLENTY, keys=PLENTY)
Answer = tuple[str, tuple[tuple[str, str], ...], bytes]
#: Changes an answer on its way out; gets the session, as only a fault would.
Fault = Callable[[Session, Response], Response]


class StillTable:
    """A table at one moment: it answers, rules and refuses, but nothing happens on it."""

    session: Session
    _shown: Mapping[Viewer, Published]

    def show(self, session: Session) -> None:
        """Be another moment, or another world."""
        self.session = session
        shown = {viewer: snapshot(session, Sight(), viewer) for viewer in viewers(session)}
        self._shown = {viewer: Published(1, one) for viewer, one in shown.items()}

    def published(self, viewer: Viewer) -> Published:
        """Return what `viewer` sees."""
        return self._shown.get(viewer) or self._shown[TABLE]

    def screens(self, viewer: Viewer) -> tuple[Published, Published]:
        """Return what the table's screen shows and what `viewer` sees."""
        return self.published(TABLE), self.published(viewer)

    def seat_of(self, key: str) -> Seat | None:
        """Return the seat that the phone with this key stands for."""
        return self.session.seat_of(key)

    def ask(self, viewer: Viewer, text: str) -> Ruling:
        """Rule on an act as the live table does."""
        return rule_on(self.session.game, _play(self.session).state, text, viewer)

    def askable(self, viewer: Viewer = TABLE) -> tuple[Choice, ...]:
        """Return what may be asked about, as the live table does."""
        return askable(self.session.game, _play(self.session).state, viewer)

    def do(self, command: Any) -> None:
        """Decide a command, so that refusals are real, and let nothing happen."""
        decide(command, self.session, Random(0))


def pages(game: DeadlockCity, world: World, at: int, viewer: Viewer) -> object:
    """Return every answer that the viewer gets."""
    return _visit(None, game, world, at, viewer)


def etag(game: DeadlockCity, world: World, at: int, viewer: Viewer) -> object:
    """Leak: a page's ETag is made from the whole state."""
    return _visit(_with_etag, game, world, at, viewer)


def file_name(game: DeadlockCity, world: World, at: int, viewer: Viewer) -> object:
    """Leak: a face-down card names the file of its picture."""
    return _visit(_with_file_names, game, world, at, viewer)


def run(comparisons: int = COMPARISONS) -> BenchResult:
    """Look for leaks in the engine and in the pages, all planted ones among them."""
    engine = leaks.run(SURFACES, PLANTED)
    web = leaks.run({"pages": pages}, {"etag": etag, "file_name": file_name}, comparisons)
    games = (cop_leaks.run(), marked_leaks.run(), dinah_leaks.run())
    parts = (web.figures, *(game.figures for game in games))
    figures = {n: value + sum(part[n] for part in parts) for n, value in engine.figures.items()}
    return replace(engine, figures=figures)


def _play(session: Session) -> Play:
    if session.play is None:
        raise ValueError("a still table is always in a game")
    return session.play


def still_house(fault: Fault | None = None) -> tuple[StillTable, Flask]:
    """Return a still table and the whole web before it, with a fault if one is wanted."""
    table = StillTable()
    app = create_app(_services(cast(Table, table)), ROOMY)
    if fault is not None:
        app.after_request(lambda response: fault(table.session, response))
    return table, app


_house = cache(still_house)


def client_of(app: Flask, viewer: Viewer) -> FlaskClient:
    """Return a browser with the viewer's cookie: a seat's, or the host's for the table."""
    client = app.test_client()
    client.set_cookie(*((HOST_COOKIE, "host") if viewer == TABLE else (SEAT_COOKIE, viewer)))
    return client


def session_at(game: DeadlockCity, world: World, at: int) -> Session:
    """Return the session of a world after so many acts."""
    setup = world.states[0].table
    players = tuple(Player(seat, f"Player {seat}", key_of(seat)) for seat in setup.seats)
    entries = tuple(Act(str(action)) for action in world.actions[:at])
    record = Record(game.name, Setup(setup.seats, setup.seats[0], {}, setup.logged), {}, entries)
    play = Play(record, world.states[: at + 1])
    return Session({game.name: game}, game, players, logged=setup.logged, play=play)


def _services(table: Table) -> Services:
    return Services(
        table=table,
        rulebooks=rulebooks(),
        art=lambda game, face, language: f"<svg><title>{game} {face}</title></svg>",
        address=lambda: "http://192.168.1.20:8000/",
        host_key="host",
        token=lambda: "token",
        clock=lambda: 0.0,
    )


READS = (
    "/seat/view",
    "/seat/view?language=fr",
    "/seat/askable",
    "/watch/view",
    "/table/view",
    "/host/view",
    "/join/me",
    "/art/deadlock_city/en",
    "/nowhere",
)
WISHES = ("/seat/undo", "/host/undo", "/join", "/nowhere")
STREAMS = ("/seat/events", "/watch/events", "/host/events")


def _visit(
    fault: Fault | None, game: DeadlockCity, world: World, at: int, viewer: Viewer
) -> tuple[Answer, ...]:
    """Return the answers to all that this viewer could ask for."""
    table, app = _house(fault)
    table.show(session_at(game, world, at))
    client = client_of(app, viewer)
    acts = [str(act) for act in game.candidates(world.states[at])][at % ASKED :: ASKED]
    return (
        *(_plain(client.get(path)) for path in READS),
        *(_first_event(client, path) for path in STREAMS),
        *(answer for act in acts for answer in _ask_about(client, act)),
        *(
            _plain(post(client, path, {}))
            for path in ("/seat/undo", "/host/undo", "/join", "/nowhere")
        ),
    )


def _ask_about(client: FlaskClient, act: str) -> Iterator[Answer]:
    """Yield the ruling on an act, and what comes of declaring it oneself."""
    for path in ("/seat/ask", "/seat/act"):
        yield _plain(post(client, path, {"notation": act}))


def post(client: FlaskClient, path: str, data: object) -> Any:
    """Post a wish as the web's own pages do, and return the answer."""
    return client.post(path, json=data, headers={"Origin": "http://localhost"})


def _first_event(client: FlaskClient, path: str) -> Answer:
    """Return a stream's beginning, which is the present view."""
    response = client.get(path, buffered=False)
    first = next(iter(response.response))
    response.close()
    assert isinstance(first, bytes)
    return response.status, tuple(response.headers), first


def _plain(response: Any) -> Answer:
    return response.status, tuple(response.headers), response.data


def _with_etag(session: Session, response: Response) -> Response:
    response.set_etag(str(hash(_play(session).state)))
    return response


def _with_file_names(session: Session, response: Response) -> Response:
    data = response.get_json(silent=True)
    if isinstance(data, dict) and "screen" in data:
        hands = [player.hand for player in _play(session).state.players]
        data["screen"]["files"] = [f"{face}.svg" for hand in hands for face in hand]
        response.set_data(json.dumps(data))
    return response
