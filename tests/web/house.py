"""A whole table behind the pages: Deadlock City, a journal in memory, known tokens."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import count
from random import Random
from typing import Any

from flask.testing import FlaskClient

from companion.games import GAMES
from companion.marked_backs import KeyOf, no_key
from companion.rulebooks import rulebooks
from companion.store import MemoryJournal
from companion.table import Table
from web import create_app
from web.limits import Limits, Rate
from web.marked_desk import MarkedDesk
from web.services import Services

ORIGIN = "http://localhost"
ADDRESS = "http://192.168.1.20:8000/"
HOST_KEY = "the-host-key-of-this-test"
PLENTY = Rate(10_000, 10_000)
ROOMY = Limits(reads=PLENTY, writes=PLENTY, acts=PLENTY, keys=PLENTY)


class Clock:
    """A clock that a test moves."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@dataclass(frozen=True)
class MarkedDecks:
    """Decks with marked backs at a table: the game that has them, their keys, their desk."""

    games: Mapping[str, Any]
    key_of: KeyOf
    desk: MarkedDesk


class House:
    """One table with its pages; every phone is a client with a cookie jar of its own."""

    def __init__(
        self,
        events: tuple[str, ...] = (),
        limits: Limits = ROOMY,
        seed: int = 1,
        address: str = ADDRESS,
        marked: "MarkedDecks | None" = None,
    ) -> None:
        self.clock, self.tokens = Clock(), count(1)
        games, key_of = {**GAMES, **marked.games} if marked else GAMES, no_key
        if marked:
            key_of = marked.key_of
        journal = MemoryJournal(events)
        self.table = Table(games, journal, Random(seed), self.clock, key_of=key_of)
        self.services = Services(
            table=self.table,
            rulebooks=rulebooks(),
            art=lambda game, face, language: f"<svg><title>{game} {face} {language}</title></svg>",
            address=lambda: address,
            host_key=HOST_KEY,
            token=lambda: f"token-{next(self.tokens)}",
            clock=self.clock,
            marked=marked.desk if marked else None,
        )
        self.app = create_app(self.services, limits)

    def stranger(self) -> FlaskClient:
        """Return a browser that has never been here."""
        return self.app.test_client()

    def phone(self, name: str, seat: str = "") -> FlaskClient:
        """Return a phone that has joined."""
        client = self.stranger()
        answer = post(client, "/join", {"name": name, "seat": seat})
        assert answer.status_code == 200, answer.text
        return client

    def host(self) -> FlaskClient:
        """Return the host's browser."""
        client = self.stranger()
        client.get(f"/host?key={HOST_KEY}")
        return client


def post(client: FlaskClient, path: str, data: object = None, origin: str = ORIGIN):  # type: ignore[no-untyped-def]
    """Post JSON as our own pages do."""
    return client.post(path, json=data or {}, headers={"Origin": origin})
