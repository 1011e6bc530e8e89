"""What every request needs: the services, the limits, and who is asking."""

import hashlib
import hmac
import threading
from collections.abc import Mapping
from dataclasses import dataclass

from flask import Response, current_app, g, request

from companion.cards import Seat
from companion.commands import HOST
from companion.game import TABLE, Viewer
from companion.rulebook import Rulebook
from companion.table import Published
from web.handover import HandOver
from web.limits import Buckets, Limits
from web.services import Services
from web.stream import Streams
from web.translation import LANGUAGES, translation
from web.words import laid_over

KEY = "table_marshal"
SEAT_COOKIE, HOST_COOKIE, LANGUAGE_COOKIE = "seat", "host", "language"
#: Players on one phone at most.
MOST_TOKENS = 8
#: An evening, and the ones after it (seconds).
COOKIE_LIFE_S = 60 * 60 * 24 * 30


@dataclass(frozen=True, slots=True)
class Kept:
    """A viewer's screen as JSON text, and the snapshots that it was made from."""

    public: Published
    own: Published
    text: bytes


class Laid:
    """Each rulebook with the web's own words below it; laid anew when a game's words change."""

    def __init__(self, rulebooks: Mapping[tuple[str, str], Rulebook]) -> None:
        self._rulebooks = rulebooks
        self._laid: dict[tuple[str, str], tuple[Rulebook, Rulebook]] = {}

    def __getitem__(self, key: tuple[str, str]) -> Rulebook:
        """Return the words of a game in a language."""
        rulebook = self._rulebooks[key]
        kept = self._laid.get(key)
        if kept is None or kept[0] is not rulebook:
            kept = self._laid[key] = (rulebook, laid_over(rulebook, translation(key[1])))
        return kept[1]


class Context:
    """The services and what the server remembers between requests.

    `laid` holds each rulebook with the web's own words below it.
    `screens` holds the last screen of each viewer and language; only `view` reads it, and
    `making` is held by whoever makes one.
    """

    def __init__(self, services: Services, limits: Limits) -> None:
        clock = services.clock
        self.services, self.limits = services, limits
        self.streams = Streams(limits, clock)
        self.screens: dict[tuple[Viewer, str], Kept] = {}
        self.making = threading.Lock()
        self.laid = Laid(services.rulebooks)
        self.reads = Buckets(limits.reads, clock)
        self.writes = Buckets(limits.writes, clock)
        self.acts = Buckets(limits.acts, clock)
        self.keys = Buckets(limits.keys, clock)
        self.handover = HandOver(clock)


@dataclass(frozen=True, slots=True)
class Visitor:
    """Who sent this request: a seat's phone, the host, both, or nobody.

    A phone that players pass on stands for one of its seats at a time; `shared` are the
    others, with their tokens.
    """

    key: str
    seat: Seat | None
    host: bool
    shared: tuple[tuple[Seat, str], ...] = ()

    @property
    def viewer(self) -> Viewer:
        """Return whose screen this visitor may see as a guest of the table."""
        return self.seat or TABLE


def context() -> Context:
    """Return the context of the application that serves this request."""
    found: Context = current_app.extensions[KEY]
    return found


def services() -> Services:
    """Return the services of the application that serves this request."""
    return context().services


def key_of(token: str) -> str:
    """Return what the journal keeps of a token: it proves nothing to whoever reads it."""
    return hashlib.sha256(token.encode()).hexdigest() if token else ""


def visitor() -> Visitor:
    """Return who sent this request, by cookies alone."""
    if "visitor" not in g:
        g.visitor = _visitor()
    found: Visitor = g.visitor
    return found


def _visitor() -> Visitor:
    held = tokens()
    found = ((services().table.seat_of(key_of(token)), token) for token in held)
    seated = [(seat, token) for seat, token in found if seat is not None]
    if not seated:
        return Visitor(key_of(held[0]) if held else "", None, _is_host())
    (seat, token), *shared = seated
    return Visitor(key_of(token), seat, _is_host(), tuple(shared))


def tokens() -> tuple[str, ...]:
    """Return the seats' tokens that this phone holds, that of the present player first."""
    return tuple(filter(None, request.cookies.get(SEAT_COOKIE, "").split(".")))[:MOST_TOKENS]


def is_host_key(key: str) -> bool:
    """Tell whether this is the host's key, in a time that says nothing about it."""
    return hmac.compare_digest(key.encode(), services().host_key.encode())


def _is_host() -> bool:
    return is_host_key(request.cookies.get(HOST_COOKIE, ""))


def language() -> str:
    """Return the language this visitor reads: asked for, remembered, or the browser's."""
    for wanted in (request.args.get("language"), request.cookies.get(LANGUAGE_COOKIE)):
        if wanted in LANGUAGES:
            return str(wanted)
    preferred = (tag.partition("-")[0].lower() for tag in request.accept_languages.values())
    return next((tag for tag in preferred if tag in LANGUAGES), services().language)


def owner(viewer: Viewer) -> str:
    """Return who owns a stream: the seat or the host; "" for guests, who have no name."""
    return viewer if viewer in (HOST, visitor().seat) else ""


def set_private_cookie(response: Response, name: str, value: str) -> None:
    """Set a cookie that scripts cannot read and other sites cannot use."""
    response.set_cookie(
        name, value, max_age=COOKIE_LIFE_S, httponly=True, samesite="Strict", path="/"
    )
