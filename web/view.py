"""Answers with a viewer's screen or its event stream; every room uses these two."""

from collections.abc import Callable
from typing import Any

from flask import Response, request

from companion.game import TABLE, Viewer
from web import replies
from web.context import context, owner, services
from web.screen import screen
from web.wording import words


def own_view(viewer: Viewer, **more: Any) -> Response:
    """Answer the viewer's screen with its revision, in the reader's language."""
    table = services().table
    # The table's screen is fetched first: if a change comes in between, the viewer's own
    # revision is the newer one, and its next event brings the page back here.
    public = table.published(TABLE)
    own = table.published(viewer)
    shown = screen(own.snapshot, public.snapshot, words())
    return replies.answer({"revision": own.revision, "screen": shown, **more})


def events(viewer: Viewer, may: Callable[[], bool]) -> Response:
    """Answer an event stream of the viewer's revisions, for as long as `may` agrees."""
    found = context()
    ticket = found.streams.open(owner(viewer), request.remote_addr or "")
    if ticket is None:
        return replies.refusal(503, "no_room_for_stream")
    table = found.services.table
    response = Response(
        found.streams.events(ticket, table, viewer, may), mimetype="text/event-stream"
    )
    response.call_on_close(lambda: found.streams.leave(ticket))
    return response
