"""The campaign of a game that has one: who was captured, how often it took, the legend.

It shows what everyone may know: it is made of the table's own view and nothing else.
"""

import csv
import io
from collections.abc import Mapping
from typing import Any

from flask import Blueprint, Response, abort, render_template

from companion.game import TABLE
from web import replies
from web.context import Context, context, language, services
from web.view import events, own_view
from web.wording import labels

blueprint = Blueprint("campaign", __name__, url_prefix="/campaign")

#: How many pictures there are of the legend's growth.
PICTURES = 5
#: The pictures change with the program only (seconds).
_FRESH_S = 3600
_COLUMNS = ("attempt", "boss", "result", "cards_lost", "scenes_passed")


@blueprint.get("")
def page() -> str:
    """Answer the page's shell."""
    return render_template("campaign.html", words=labels("campaign"), language=language())


@blueprint.get("/view")
def view() -> Response:
    """Answer the table's view with the campaign, None where none is on."""
    return own_view(TABLE, _extra)


@blueprint.get("/events")
def stream() -> Response:
    """Answer the stream of these views."""
    return events(TABLE, lambda: True, _extra)


@blueprint.get("/picture/<int:level>")
def picture(level: int) -> Response:
    """Answer a picture of the legend as it grows, from 0 to 4."""
    if level >= PICTURES:
        abort(404)
    response = Response(services().portrait(level), mimetype="image/svg+xml")
    response.cache_control.max_age = _FRESH_S
    return response


@blueprint.get("/log.json")
def as_json() -> Response:
    """Answer the campaign as a file for programs."""
    found = campaign(context())
    if found is None:
        return replies.refusal(404, "no_campaign")
    return replies.attachment(replies.json_text(found), "campaign.json", "application/json")


@blueprint.get("/log.csv")
def as_csv() -> Response:
    """Answer the attempts as a file for spreadsheets."""
    found = campaign(context())
    if found is None:
        return replies.refusal(404, "no_campaign")
    lines = io.StringIO()
    writer = csv.writer(lines)
    writer.writerow(_COLUMNS)
    for number, one in enumerate(found["attempts"], start=1):
        writer.writerow((number, cell(one["name"]), one["result"], one["lost"], one["passed"]))
    # Spreadsheets take a file for UTF-8 only by its first bytes.
    return replies.attachment(f"\ufeff{lines.getvalue()}", "campaign.csv", "text/csv")


def campaign(found: Context) -> Mapping[str, Any] | None:
    """Return the campaign that everyone may see, if one is on."""
    seen = found.services.table.published(TABLE).snapshot.view
    sheet = seen.sheet if seen and seen.sheet else {}
    shown: Mapping[str, Any] | None = sheet.get("campaign")
    return shown


def _extra(found: Context, spoken: str) -> Mapping[str, Any]:
    return {"campaign": campaign(found)}


def cell(text: str) -> str:
    """Return a name that no spreadsheet takes for a formula."""
    return f"'{text}" if text[:1] in "=+-@\t\r" else text
