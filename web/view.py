"""A viewer's screen, as an answer and as a stream of events; every room uses these two.

Both carry the same text. It is made once for each viewer, language and revision, however
many phones show it.
"""

from collections.abc import Callable, Mapping
from typing import Any

from flask import Response, request

from companion.game import TABLE, Viewer
from web import replies
from web.context import Context, Kept, context, language, owner, services
from web.screen import screen
from web.wording import words, words_for

#: What a room adds to the screen, in the reader's language.
Extra = Callable[[Context, str], Mapping[str, Any]]


def no_extra(found: Context, spoken: str) -> Mapping[str, Any]:
    """Add nothing."""
    return {}


def own_view(viewer: Viewer, extra: Extra = no_extra) -> Response:
    """Answer the viewer's screen with its revision, in the reader's language."""
    _, text = view_text(context(), viewer, language(), extra)
    return replies.json_answer(text)


def events(viewer: Viewer, may: Callable[[], bool], extra: Extra = no_extra) -> Response:
    """Answer an event stream of the viewer's screens, for as long as `may` agrees."""
    found, spoken = context(), language()
    ticket = found.streams.open(owner(viewer), request.remote_addr or "")
    if ticket is None:
        return replies.refusal(503, "no_room_for_stream")

    def show() -> tuple[int, bytes]:
        return view_text(found, viewer, spoken, extra)

    told = found.streams.events(ticket, found.services.table, viewer, may, show)
    response = Response(told, mimetype="text/event-stream")
    response.call_on_close(lambda: found.streams.leave(ticket))
    return response


def view_text(found: Context, viewer: Viewer, spoken: str, extra: Extra) -> tuple[int, bytes]:
    """Return the viewer's revision, and his view as JSON on one line."""
    kept = _kept(found, viewer, spoken)
    more = dict(extra(found, spoken))
    if kept.public.snapshot.times:
        # Clocks are counted on by the page; it has to know what time it is here.
        more["clock_s"] = round(found.services.clock(), 2)
    if not more:
        return kept.own.revision, kept.text
    added = "".join(f',"{key}":{replies.json_text(value)}' for key, value in more.items())
    return kept.own.revision, kept.text[:-1] + added.encode() + b"}"


def _kept(found: Context, viewer: Viewer, spoken: str) -> Kept:
    """Return the viewer's last screen, made anew where it is no longer the present one.

    A change wakes every stream at once; one of them makes the text, the others wait for it.
    """
    with found.making:
        public, own = found.services.table.screens(viewer)
        kept = found.screens.get((viewer, spoken))
        if kept is None or kept.public is not public or kept.own is not own:
            shown = screen(own.snapshot, public.snapshot, words_for(found, public.snapshot, spoken))
            text = f'{{"revision":{own.revision},"screen":{replies.json_text(shown)}}}'
            kept = found.screens[viewer, spoken] = Kept(public, own, text.encode())
        return kept


def askable(viewer: Viewer = TABLE) -> Response:
    """Answer every act one may ask about, legal or not, as steps to tap."""
    return replies.answer({"choices": words().choices(services().table.askable(viewer))})


def ruling(viewer: Viewer) -> Response:
    """Rule on an act as far as the viewer may know; `private` if others are told less."""
    table = services().table
    own = table.ask(viewer, replies.text("notation"))
    everyones = table.ask(TABLE, own.notation)
    said = words().all_said(own.reasons)
    private = own.reasons != everyones.reasons
    return replies.answer({"allowed": own.allowed, "reasons": said, "private": private})
