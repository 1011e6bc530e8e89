"""Decks with marked backs: which there are, another one as sheets to print, and none of it.

The sheets show which card has which back, so they go to the host's browser alone, once.
"""

from flask import Blueprint, Response
from werkzeug.exceptions import NotFound

from companion.table import Tick
from web import replies
from web.context import language, services
from web.marked_desk import MarkedDesk
from web.papers import FLIPS, PAPERS

blueprint = Blueprint("marked", __name__, url_prefix="/host/marked")


@blueprint.get("")
def decks() -> Response:
    """Answer the numbers of the decks that have a key, newest first."""
    return replies.answer({"decks": desk().numbers()})


@blueprint.post("/print")
def print_deck() -> Response:
    """Draw a deck and answer its sheets."""
    paper, flip = replies.text("paper"), replies.text("flip")
    if paper not in PAPERS or flip not in FLIPS:
        return replies.refusal(400, "not_understood")
    number, sheets = desk().printed(paper, language(), flip)
    _offer_anew()
    name = f"good-cop-bad-cop-{number}-{paper.lower()}-{language()}.pdf"
    return replies.attachment(sheets, name, "application/pdf")


@blueprint.post("/forget")
def forget() -> Response:
    """Throw the key of a deck away."""
    desk().forget(replies.text("deck"))
    _offer_anew()
    return replies.done()


def _offer_anew() -> None:
    """Have the screens show at once which decks may be chosen."""
    services().table.do(Tick())


def desk() -> MarkedDesk:
    """Return what prints marked decks; raise NotFound where nothing does."""
    found = services().marked
    if found is None:
        raise NotFound
    return found
