"""The pages' interface as an OpenAPI 3.1 description, made from the routes themselves.

Paths, methods and sentences come from the routes and their docstrings, who may ask from the
guard's list. Only what a wish holds is said here, by the route that takes it.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from flask import Blueprint, Flask, Response, current_app

from web import replies
from web.context import HOST_COOKIE, SEAT_COOKIE
from web.guard import ANYONE, AUDIENCES, HOST_ONLY
from web.translation import LANGUAGES

Json = dict[str, Any]

blueprint = Blueprint("openapi", __name__)

TEXT: Json = {"type": "string", "maxLength": 2000}
FLAG: Json = {"type": "boolean"}
COUNT: Json = {"type": "integer"}
SEAT: Json = {"type": "string", "pattern": "^p[1-8]$"}
ANY_SEAT: Json = {"type": "string", "pattern": "^(p[1-8])?$"}
LINES: Json = {"type": "object", "additionalProperties": {"type": "string"}}
BASE64: Json = {"type": "string", "contentEncoding": "base64"}
#: What a wish holds, by endpoint. A wish that is not listed holds nothing, or is its room's own.
FIELDS: Mapping[str, Mapping[str, Json]] = {
    "join.join": {"name": TEXT, "seat": ANY_SEAT, "also": FLAG},
    "join.claim": {"seat": SEAT},
    "seat.act": {"notation": TEXT},
    "seat.ask": {"notation": TEXT},
    "seat.pass_on": {"seat": SEAT},
    "seat.photo": {"image": BASE64},
    "seat.consent": {"agree": FLAG},
    "seat.name": {"name": TEXT},
    "seat.logged": {"logged": FLAG},
    "watch.ask": {"notation": TEXT},
    "host.choose_game": {"name": TEXT},
    "host.add_player": {"name": TEXT},
    "host.rename": {"seat": SEAT, "name": TEXT},
    "host.remove": {"seat": SEAT},
    "host.confirm": {"seat": SEAT},
    "host.lamp": {"seat": SEAT},
    "host.logged": {"seat": SEAT, "logged": FLAG},
    "host.rule": {"name": TEXT, "value": TEXT},
    "host.timer": {"minutes": COUNT},
    "host.halt": {"halted": FLAG},
    "host.deal": {"seat": ANY_SEAT},
    "host.act": {"notation": TEXT},
    "host.consent": {"agree": FLAG},
    "host.correct": {"fields": LINES},
    "host.let_stand": {"key": TEXT},
    "host.go_back": {"key": TEXT},
    "host.shown": {"place": TEXT, "face": TEXT},
    "marked.print_deck": {"paper": TEXT, "flip": TEXT},
    "marked.forget": {"deck": TEXT},
    "records.read": {"text": TEXT},
}
OPTIONAL = frozenset({"also"})
#: Rooms whose wishes are told apart inside them.
FREE_ROOMS = frozenset({"calibrate", "campaign", "cards", "own_deck", "simulator"})
JSON, HTML, EVENTS = "application/json", "text/html; charset=utf-8", "text/event-stream"
#: What else is answered: by the end of the path.
KINDS: Mapping[str, str] = {
    ".svg": "image/svg+xml; charset=utf-8",
    ".jpg": "image/jpeg",
    ".pdf": "application/pdf",
    ".png": "image/png",
    ".csv": "text/csv; charset=utf-8",
    ".crt": "application/x-x509-ca-cert",
    "/events": EVENTS,
    "/host/record": "text/plain; charset=utf-8",
    "/sheets": "application/pdf",
    "/marked/print": "application/pdf",
    "/toml": "application/toml",
    "/photo/{place}": "image/jpeg",
    "/picture/{level}": "image/svg+xml; charset=utf-8",
}
_REFUSALS = {
    "400": "not understood",
    "403": "not for you, or not from a page of ours",
    "404": "there is nothing here",
    "405": "there is nothing here",
    "409": "the table refuses: nothing has changed",
    "413": "too large",
    "429": "too much at once",
    "503": "no room for a stream: ask every few seconds",
    "507": "could not be written down: nothing has changed",
}


@blueprint.get("/openapi.json")
def described() -> Response:
    """Answer this description."""
    return replies.answer(description(current_app))


def description(app: Flask) -> Json:
    """Return the description of every route of the pages."""
    paths: dict[str, Json] = {}
    for path, method, endpoint in _routes(app):
        paths.setdefault(path, {})[method] = _operation(app, path, method, endpoint)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Table Marshal", "version": "1", "description": __doc__},
        "paths": dict(sorted(paths.items())),
        "components": {
            "schemas": {"Refusal": _refusal()},
            "securitySchemes": {name: _cookie(name) for name in (SEAT_COOKIE, HOST_COOKIE)},
        },
    }


def _routes(app: Flask) -> Iterator[tuple[str, str, str]]:
    for rule in app.url_map.iter_rules():
        if rule.endpoint == "static":
            continue
        path = re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule.rule)
        for method in sorted((rule.methods or set()) & {"GET", "POST"}):
            yield path, method.lower(), rule.endpoint


def _operation(app: Flask, path: str, method: str, endpoint: str) -> Json:
    room = endpoint.partition(".")[0]
    audience = AUDIENCES.get(endpoint, AUDIENCES.get(room, HOST_ONLY))
    found: Json = {
        "operationId": f"{endpoint}.{method}",
        "tags": [room],
        "summary": _sentence(app, endpoint),
        "parameters": [*_path_parameters(path), _LANGUAGE],
        "responses": _responses(path, endpoint),
    }
    if audience != ANYONE:
        found["security"] = [{HOST_COOKIE if audience == HOST_ONLY else SEAT_COOKIE: []}]
    if method == "post":
        schema = _wish(endpoint, room)
        found["requestBody"] = {"required": True, "content": {JSON: {"schema": schema}}}
    return found


def _sentence(app: Flask, endpoint: str) -> str:
    return (app.view_functions[endpoint].__doc__ or "").strip().partition("\n")[0]


_LANGUAGE: Json = {
    "name": "language",
    "in": "query",
    "schema": {"type": "string", "enum": list(LANGUAGES)},
}


def _path_parameters(path: str) -> Iterator[Json]:
    for name in re.findall(r"\{(\w+)\}", path):
        schema = COUNT if name in ("number", "level") else {"type": "string", "minLength": 1}
        yield {"name": name, "in": "path", "required": True, "schema": schema}


def _wish(endpoint: str, room: str) -> Json:
    if room in FREE_ROOMS or endpoint == "seat.consult":
        return {"type": "object"}
    fields = FIELDS.get(endpoint, {})
    needed = sorted(fields.keys() - OPTIONAL)
    return {"type": "object", "properties": dict(fields), "required": needed}


def _responses(path: str, endpoint: str) -> Json:
    kind = HTML if endpoint.endswith(".page") else _kind(path)
    schema: Json = {"type": ["object", "array"]} if kind == JSON else {"type": "string"}
    if kind == EVENTS:
        schema["description"] = "each event's data is what the view beside it answers"
    found: Json = {"200": {"description": "done", "content": {kind: {"schema": schema}}}}
    if kind == HTML:
        found["303"] = {"description": "elsewhere: where you can join, or your own page"}
    refused = {JSON: {"schema": {"$ref": "#/components/schemas/Refusal"}}}
    for status, why in _REFUSALS.items():
        found[status] = {"description": why, "content": dict(refused)}
    if kind == HTML:
        found["403"]["content"][HTML] = {"schema": {"type": "string"}}
    return found


def _kind(path: str) -> str:
    return next((kind for end, kind in KINDS.items() if path.endswith(end)), JSON)


def _refusal() -> Json:
    """Return the schema of what is answered to a wish that is not granted."""
    said = {"code": TEXT, "text": TEXT, "clause": TEXT, "rule": TEXT}
    message = {"type": "object", "properties": said, "required": sorted(said)}
    return {
        "type": "object",
        "required": ["ok", "error", "messages"],
        "properties": {
            "ok": {"const": False},
            "error": TEXT,
            "messages": {"type": "array", "items": message, "minItems": 1},
        },
    }


def _cookie(name: str) -> Json:
    return {"type": "apiKey", "in": "cookie", "name": name}
