"""Records of games, for the host: to take home, and to look at again.

What is read here is only looked at: nothing that is uploaded changes the table.
"""

from collections.abc import Iterator

from flask import Blueprint, Response, request

from companion.check import Checked, Fault
from companion.game import TABLE, Message
from companion.record import Record
from web import replies
from web.context import context, language, services
from web.words import Json, Words

blueprint = Blueprint("records", __name__, url_prefix="/host/record")

#: The longest record that is read (characters); an evening's game has a tenth of it.
MOST_CHARACTERS = 24 * 1024


@blueprint.get("")
def download() -> Response:
    """Answer the record of the game that is on: as the table may see it, or whole."""
    whole = request.args.get("whole") == "1"
    text = services().table.written(whole=whole)
    return replies.attachment(text, "game-whole.rec" if whole else "game.rec", "text/plain")


@blueprint.post("/read")
def read() -> Response:
    """Answer an uploaded record in words, with every fault and its line."""
    text = replies.text("text")
    if not text.strip():
        return replies.refusal(400, "record_empty")
    if len(text) > MOST_CHARACTERS:
        return replies.refusal(413, "too_large")
    return replies.answer(_shown(services().table.checked(text)))


def _shown(found: Checked) -> Json:
    words = words_for(found.record)
    return {
        "title": words.rulebook.title if found.record else "",
        "players": [words.name(seat) for seat in found.record.setup.seats] if found.record else [],
        "lines": list(_lines(found, words)) if found.record else [],
        "faults": [_fault(fault, words) for fault in found.faults],
    }


def words_for(record: Record | None) -> Words:
    """Return the words for a record in the reader's language."""
    game = record.game if record else services().table.published(TABLE).snapshot.game
    names = dict(record.names) if record else {}
    return Words(context().laid[game, language()], names)


def _lines(found: Checked, words: Words) -> Iterator[Json]:
    assert found.record is not None
    entries = found.record.entries
    for line, entry, told in zip(found.lines, entries, found.told, strict=False):
        yield {"line": line, "entry": str(entry), "text": words.sentence(told) if told else ""}


def unreadable(fault: Fault) -> Message:
    """Return what is said of a line, or of a whole record, that is not to be understood."""
    return Message("not_readable") if fault.line else Message("not_playable")


def _fault(fault: Fault, words: Words) -> Json:
    said = words.said(fault.reason or unreadable(fault))
    return {**said, "line": fault.line, "entry": fault.text, "detail": fault.detail}
