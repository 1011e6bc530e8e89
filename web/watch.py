"""What everyone may see: the table's view on a spectator's phone, and for every screen."""

from flask import Blueprint, Response, render_template

from companion.game import TABLE
from web import view as view_of
from web.context import language
from web.view import events, own_view
from web.wording import labels

blueprint = Blueprint("watch", __name__)


@blueprint.get("/watch")
def page() -> str:
    """Answer the spectator's page."""
    return render_template("watch.html", words=labels("seat"), language=language())


@blueprint.get("/watch/view")
def view() -> Response:
    """Answer the table's view."""
    return own_view(TABLE)


@blueprint.get("/watch/events")
def stream() -> Response:
    """Answer the stream of the table's views."""
    return events(TABLE, lambda: True)


@blueprint.get("/watch/askable")
def askable() -> Response:
    """Answer every act one may ask about."""
    return view_of.askable()


@blueprint.post("/watch/ask")
def ask() -> Response:
    """Rule on an act by what everyone may know."""
    return view_of.ruling(TABLE)
