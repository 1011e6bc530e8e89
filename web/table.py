"""The table's own screen: whose turn it is, what lies where, and how to join.

It shows what everyone may know: it is given the TABLE snapshot and nothing else.
"""

import socket
from typing import Any
from urllib.parse import urlsplit

from flask import Blueprint, Response, render_template

from companion.game import TABLE, Message
from web.context import language, services
from web.view import events, own_view
from web.wording import labels

blueprint = Blueprint("table", __name__, url_prefix="/table")


@blueprint.get("")
def page() -> str:
    """Answer the screen's shell; its script fetches everything else."""
    return render_template("table.html", words=labels("table"), language=language())


@blueprint.get("/view")
def view() -> Response:
    """Answer the table's view, the way in, and where something has to be mended."""
    repair = services().table.published(TABLE).snapshot.repair
    return own_view(TABLE, door=_door(), mend=_place(repair))


@blueprint.get("/events")
def stream() -> Response:
    """Answer the stream of the table's revisions."""
    return events(TABLE, lambda: True)


def _door() -> dict[str, str]:
    """Return the addresses that lead in: by number, and by this machine's own name."""
    address = services().address()
    port = urlsplit(address).port
    name = f"{socket.gethostname().lower()}.local"
    return {"address": address, "name": f"http://{name}:{port}/" if port else f"http://{name}/"}


def _place(repair: Message | None) -> dict[str, Any] | None:
    """Return whose place, and which, the repair speaks of."""
    if repair is None:
        return None
    facts = dict(repair.facts)
    return {"seat": facts.get("seat"), "place": facts.get("place", ""), "face": facts.get("face")}
