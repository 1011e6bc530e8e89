"""The way in: take a free seat, or ask for a taken one that is yours."""

import io

import segno
from flask import Blueprint, Response, render_template, request

from companion.cards import Seat
from companion.commands import Join
from companion.table import Claim
from web import replies
from web.context import (
    MOST_TOKENS,
    SEAT_COOKIE,
    context,
    key_of,
    language,
    services,
    set_private_cookie,
    tokens,
    visitor,
)
from web.wording import labels

blueprint = Blueprint("join", __name__)


@blueprint.get("/")
def page() -> Response:
    """Answer the join page, or lead a phone that has a seat back to it."""
    if visitor().seat is not None:
        return replies.lead_to("/seat")
    return Response(render_template("join.html", words=labels("join"), language=language()))


@blueprint.get("/join/me")
def me() -> Response:
    """Answer which seat this phone stands for; null while it waits or is a guest."""
    return replies.answer({"seat": visitor().seat, "host": visitor().host})


@blueprint.post("/join")
def join() -> Response:
    """Take a free seat with a new token; `also` where this phone has a seat already."""
    if not _may_try():
        return replies.refusal(429, "too_many_requests")
    also = replies.body().get("also") is True
    if visitor().seat is not None and not also:
        return replies.refusal(409, "seated_already")
    token, wanted = services().token(), replies.text("seat")
    services().table.do(Join(replies.text("name"), key_of(token), Seat(wanted) or None))
    return with_tokens(token, *(tokens() if also else ()))


@blueprint.post("/join/claim")
def claim() -> Response:
    """Ask for a taken seat; its button, the host or its old phone confirms."""
    if not _may_try():
        return replies.refusal(429, "too_many_requests")
    if visitor().seat is not None:
        return replies.refusal(409, "seated_already")
    # A phone that asks again keeps its token, so that it waits for one seat only once.
    token = next(iter(tokens()), "") or services().token()
    services().table.do(Claim(Seat(replies.text("seat")), key_of(token)))
    return with_tokens(token)


@blueprint.get("/join/qr.svg")
def qr() -> Response:
    """Answer the QR code of the table's address; it names the table and never a seat."""
    return Response(drawn_code(services().address()), mimetype="image/svg+xml")


def drawn_code(address: str) -> str:
    """Return an address as a QR code (SVG)."""
    drawing = io.BytesIO()
    code = segno.make(address, error="m", micro=False)
    code.save(
        drawing, kind="svg", scale=8, border=3, dark="#14100c", light="#f4eee2", xmldecl=False
    )
    return drawing.getvalue().decode()


def _may_try() -> bool:
    return context().keys.take(request.remote_addr or "")


def with_tokens(*held: str) -> Response:
    """Return an answer that leaves these tokens on the phone, the present player's first."""
    response = replies.done()
    set_private_cookie(response, SEAT_COOKIE, ".".join(held[:MOST_TOKENS]))
    return response
