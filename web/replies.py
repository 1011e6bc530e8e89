"""The JSON answers that every room gives alike, refusals above all."""

import base64
import json
from typing import Any

from flask import Response, redirect, request

from companion.commands import Refused
from companion.game import (
    IllegalAction,
    Message,
    NotationError,
    SetupError,
    TableError,
    UnusablePicture,
)
from web import wording
from web.context import language


def answer(data: Any, status: int = 200) -> Response:
    """Return data as JSON, the same bytes for equal data."""
    return json_answer(json_text(data), status)


def json_text(data: Any) -> str:
    """Return data as compact JSON text."""
    return json.dumps(data, separators=(",", ":"), ensure_ascii=False)


def json_answer(text: str | bytes, status: int = 200) -> Response:
    """Return JSON text as an answer."""
    return Response(text, status, mimetype="application/json")


def attachment(content: str | bytes, name: str, kind: str) -> Response:
    """Return a file of this name and kind to take home."""
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(content, mimetype=kind, headers=headers)


def done() -> Response:
    """Say that the wish was granted; the new view comes by its own way."""
    return answer({"ok": True})


def refusal(status: int, *codes: str) -> Response:
    """Return a refusal of the web's own, in the visitor's language."""
    return refuse(status, tuple(Message(code) for code in codes))


def refuse(status: int, messages: tuple[Message, ...]) -> Response:
    """Return a refusal: every reason as words, with its clause where it has one."""
    words = wording.words(language())
    said = [words.said(message) for message in messages]
    return answer({"ok": False, "error": messages[0].code, "messages": said}, status)


def table_error(error: TableError) -> Response:
    """Turn an error of the table into an answer; its own text stays inside.

    That text is written for developers and may name a card.
    """
    match error:
        case Refused(messages=messages):
            return refuse(409, tuple(messages))
        case IllegalAction(violations=violations):
            open_reasons = tuple(v for v in violations if v.secret_of is None)
            return refuse(409, open_reasons or (Message("refused"),))
        case NotationError() | UnusablePicture():
            return refusal(400, getattr(error, "code", "not_notation"))
        case SetupError():
            return refusal(409, "cannot_start")
        case OSError():
            return refusal(507, "not_saved")
    return refusal(409, "refused")


def lead_to(path: str) -> Response:
    """Lead a person to another page."""
    response = redirect(path, 303)
    assert isinstance(response, Response)
    return response


def body() -> dict[str, Any]:
    """Return the JSON object that was sent; {} where it is none."""
    try:
        data = request.get_json(silent=True)
    except RecursionError:  # brackets within brackets within brackets
        data = None
    return data if isinstance(data, dict) else {}


def text(key: str) -> str:
    """Return a field of the JSON that was sent, "" where it is not text."""
    value = body().get(key, "")
    return value if isinstance(value, str) else ""


def image() -> bytes:
    """Return the picture that was sent as base64; b"" for none. Raises UnusablePicture."""
    sent = body().get("image")
    try:
        return base64.b64decode(sent, validate=True) if isinstance(sent, str) else b""
    except ValueError as error:
        raise UnusablePicture("picture_unknown", "not base64") from error
