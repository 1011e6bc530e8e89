"""Answers with a viewer's screen or its event stream; every room uses these two."""

from collections.abc import Callable
from typing import Any

from flask import Response, request

from companion.game import TABLE, Viewer
from web import replies
from web.context import context, language, owner, services
from web.screen import screen
from web.wording import words


def own_view(viewer: Viewer, **more: Any) -> Response:
    """Answer the viewer's screen with its revision, in the reader's language."""
    revision, text = _screen(viewer, language())
    if services().table.published(TABLE).snapshot.times:
        # Clocks are counted on by the page; it has to know what time it is here.
        more["clock_s"] = round(services().clock(), 2)
    extra = "".join(f',"{key}":{replies.json_text(value)}' for key, value in more.items())
    return replies.json_answer(f'{{"revision":{revision},"screen":{text}{extra}}}')


def _screen(viewer: Viewer, spoken: str) -> tuple[int, str]:
    """Return a viewer's revision and screen as JSON text.

    Many phones ask for the same screen at once, so the last one of each viewer is kept.
    """
    found = context()
    table = found.services.table
    # The table's screen is fetched first: if a change comes in between, the viewer's own
    # revision is the newer one, and its next event brings the page back here.
    public, own = table.published(TABLE), table.published(viewer)
    kept = found.screens.get((viewer, spoken))
    if kept is None or kept[0] is not public or kept[1] is not own:
        text = replies.json_text(screen(own.snapshot, public.snapshot, words(spoken)))
        kept = found.screens[viewer, spoken] = (public, own, text)
    return kept[1].revision, kept[2]


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


def askable() -> Response:
    """Answer every act one may ask about, legal or not, as steps to tap."""
    return replies.answer({"choices": words().choices(services().table.askable())})


def ruling(viewer: Viewer) -> Response:
    """Rule on an act as far as the viewer may know; `private` if others are told less."""
    table = services().table
    own = table.ask(viewer, replies.text("notation"))
    everyones = table.ask(TABLE, own.notation)
    said = words().all_said(own.reasons)
    private = own.reasons != everyones.reasons
    return replies.answer({"allowed": own.allowed, "reasons": said, "private": private})
