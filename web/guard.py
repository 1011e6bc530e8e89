"""Who may ask for what. Everything here runs before any page does; the default is no.

1. Host names. A page of another site can have its own name point at this machine and
   then talk to us as if it were ours (DNS rebinding). It cannot do so with a literal
   address. So only literal private addresses, this machine's own names and names from
   the settings are answered.
2. Changes. A page of another site can make a browser send us a form, with our cookies.
   It cannot set the content type to JSON without asking, and cannot forge the Origin. So
   whatever changes something must be JSON and come from our own origin, and our cookies
   are never sent along from other sites (SameSite=Strict).
3. Audiences. Each room of the web has one audience, listed below. A room that is not
   listed is closed. Who may not enter gets the same answer whatever the reason.
4. Limits. Each address and each seat may ask so much; tries to come in, much less.
5. What leaves. No script or style but our own files, no page of ours inside another's
   frame, no copy of a private page in any cache.
"""

import ipaddress
import logging
import socket
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Any
from urllib.parse import urlsplit

from flask import Flask, Response, render_template, request
from werkzeug.exceptions import HTTPException

from companion.game import TableError
from web import replies
from web.context import (
    LANGUAGE_COOKIE,
    Context,
    context,
    language,
    visitor,
)
from web.translation import LANGUAGES
from web.wording import labels

#: The largest request body that makes sense here (bytes).
MOST_BYTES = 32 * 1024
#: Where more may be sent, by those who may send there at all (bytes).
ROOMIER: Mapping[str, int] = {
    "cards.create": 96 * 1024,
    "cards.keep": 96 * 1024,
    "cards.put_photo": 1024 * 1024,
    "own_deck.photo": 1024 * 1024,
    "seat.photo": 1024 * 1024,
}
SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
ANYONE, SEAT, HOST_ONLY = "anyone", "seat", "host"
AUDIENCES: Mapping[str, str] = {
    "static": ANYONE,
    "join": ANYONE,
    "watch": ANYONE,
    "campaign": ANYONE,
    "table": ANYONE,
    "art": ANYONE,
    "wording": ANYONE,
    "trust": ANYONE,
    "openapi": ANYONE,
    "seat": SEAT,
    "host": HOST_ONLY,
    "cards": HOST_ONLY,
    "own_deck": HOST_ONLY,
    "marked": HOST_ONLY,
    "records": HOST_ONLY,
    "simulator": HOST_ONLY,
    "calibrate": HOST_ONLY,
}
#: Where the host's key is shown for the first time, so without a cookie yet.
DOORS = frozenset({"host.page", "simulator.page", "calibrate.page"})
POLICY = "default-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'"
HEADERS = {
    "Content-Security-Policy": POLICY,
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
Wsgi = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]
_log = logging.getLogger(__name__)


def install(app: Flask, found: Context) -> None:
    """Put the guard before and behind every page of `app`."""
    app.config["MAX_CONTENT_LENGTH"] = MOST_BYTES
    app.config["MAX_FORM_MEMORY_SIZE"] = MOST_BYTES
    services = found.services
    app.wsgi_app = HostCheck(  # type: ignore[method-assign]
        app.wsgi_app, services.trusted_names, services.address
    )
    app.before_request(_admit)
    app.after_request(_seal)
    app.register_error_handler(HTTPException, _http_error)
    app.register_error_handler(TableError, replies.table_error)
    app.register_error_handler(Exception, _our_fault)


class HostCheck:
    """Answers only requests that were addressed to this machine by a name of its own."""

    def __init__(self, wsgi: Wsgi, names: frozenset[str], address: Callable[[], str]) -> None:
        self._wsgi, self._address = wsgi, address
        here = socket.gethostname().lower()
        self._names = {"localhost", here, f"{here}.local", *(name.lower() for name in names)}

    def __call__(
        self, environ: dict[str, Any], start_response: Callable[..., Any]
    ) -> Iterable[bytes]:
        """Pass the request on, or answer 421 without looking at it."""
        if self._is_ours(environ.get("HTTP_HOST", "")):
            return self._wsgi(environ, start_response)
        body = b"This name does not lead to this table. Use the address under its QR code.\n"
        length = str(len(body))
        headers = [("Content-Type", "text/plain; charset=utf-8"), ("Content-Length", length)]
        start_response("421 Misdirected Request", headers)
        return [body]

    def _is_ours(self, host: str) -> bool:
        name = _without_port(host).lower().removesuffix(".")
        if name in self._names or _is_private(name):
            return True
        # What the QR code says leads here too, whatever the settings made of it.
        return bool(name) and name == urlsplit(self._address()).hostname


@lru_cache(maxsize=256)
def _is_private(name: str) -> bool:
    try:
        address = ipaddress.ip_address(name)
    except ValueError:
        return False
    return address.is_private or address.is_loopback or address.is_link_local


def _without_port(host: str) -> str:
    if host.startswith("["):
        return host[1:].partition("]")[0]
    return host.partition(":")[0]


def _admit() -> Response | None:
    """Return a refusal, or None where the request may go on."""
    audience = AUDIENCES.get(request.blueprint or request.endpoint or "")
    unsafe = request.method not in SAFE_METHODS
    if not _within_limits(unsafe):
        return replies.refusal(429, "too_many_requests")
    if unsafe and not _is_from_our_page():
        return replies.refusal(403, "not_from_our_page")
    if request.endpoint is None:
        return None  # Flask answers 404 or 405, the same for all.
    if audience is None or not _is_allowed(audience):
        return _turned_away(audience)
    request.max_content_length = ROOMIER.get(request.endpoint, MOST_BYTES)
    return None


def _within_limits(unsafe: bool) -> bool:
    found, address = context(), request.remote_addr or ""
    if request.blueprint is None and not unsafe:
        return True
    if not (found.writes if unsafe else found.reads).take(address):
        return False
    seat = visitor().seat
    return not unsafe or request.blueprint != "seat" or seat is None or found.acts.take(seat)


def _is_from_our_page() -> bool:
    origin = request.headers.get("Origin", "")
    return origin == f"{request.scheme}://{request.host}" and request.mimetype == "application/json"


def _is_allowed(audience: str) -> bool:
    if request.endpoint in DOORS and "key" in request.args:
        return True
    known = visitor()
    if audience == ANYONE:
        return True
    return known.seat is not None if audience == SEAT else known.host


def _turned_away(audience: str | None) -> Response:
    """Answer someone who may not be here: no word about why, or about what is here.

    A person who opened a page is led to where he can join, or told whose page it is.
    """
    if not str(request.endpoint).endswith(".page"):
        return replies.refusal(403, "not_for_you")
    if audience == SEAT:
        return replies.lead_to("/")
    shell = render_template("door.html", words=labels("all"), language=language())
    return Response(shell, 403)


def _seal(response: Response) -> Response:
    response.headers.update(HEADERS)
    if request.blueprint is not None or request.endpoint is None:
        response.headers.setdefault("Cache-Control", "no-store")
    asked = request.args.get("language", "")
    if asked in LANGUAGES:
        response.set_cookie(LANGUAGE_COOKIE, asked, httponly=True, samesite="Strict")
    return response


def _http_error(error: HTTPException) -> Response:
    codes = {404: "not_found", 405: "not_found", 413: "too_large", 400: "not_understood"}
    code = error.code or 500
    return replies.refusal(code, codes.get(code, "not_understood"))


def _our_fault(error: Exception) -> Response:
    """Answer 500. What the error says may hold a secret, so only its kind is logged."""
    trace, last = error.__traceback__, "?"
    while trace is not None:
        last = f"{trace.tb_frame.f_code.co_filename}:{trace.tb_lineno}"
        trace = trace.tb_next
    _log.error("%s at %s while answering %s", type(error).__name__, last, request.endpoint)
    return replies.refusal(500, "our_fault")
