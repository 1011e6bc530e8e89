"""The table's own screen: whose turn it is, what lies where, and how to join.

It shows what everyone may know: it is given the TABLE snapshot and nothing else.
"""

from typing import Any
from urllib.parse import urlsplit

from flask import Blueprint, Response, render_template

from companion.game import TABLE
from web.aiming import aim_due
from web.context import Context, language
from web.services import Services
from web.view import events, own_view
from web.wording import labels

blueprint = Blueprint("table", __name__, url_prefix="/table")


@blueprint.get("")
def page() -> str:
    """Answer the screen's shell; its script fetches everything else."""
    return render_template("table.html", words=labels("table"), language=language())


@blueprint.get("/view")
def view() -> Response:
    """Answer the table's view and the way in."""
    return own_view(TABLE, _extra)


@blueprint.get("/events")
def stream() -> Response:
    """Answer the stream of the table's views."""
    return events(TABLE, lambda: True, _extra)


def _extra(found: Context, spoken: str) -> dict[str, Any]:
    services = found.services
    public = services.table.published(TABLE).snapshot
    return {"door": _door(services), **aim_due(public, services.aims)}


def _door(services: Services) -> dict[str, str]:
    """Return the addresses that lead in: by number, and by this machine's name if it has one."""
    address = services.address()
    names = sorted(name for name in services.trusted_names if name.endswith(".local"))
    number = urlsplit(address).hostname or ""
    return {"address": address, "name": address.replace(number, names[0]) if names else ""}
