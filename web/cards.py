"""The card editor: the owner enters what his own print says. For the host alone.

Whatever is typed is kept at once, right or wrong; every fault is told at its field.
"""

from flask import Blueprint, Response, abort, render_template, request

from companion.deck_store import Draft
from companion.game import Message
from companion.games.deadeye_dinah.deck_faults import DeckFault, JobDeckError
from companion.rulebook import Rulebook
from web import replies
from web.context import language, services
from web.deck_desk import DeckDesk
from web.papers import FLIPS, PAPERS
from web.wording import labels
from web.words import Json

blueprint = Blueprint("cards", __name__, url_prefix="/host/cards")


def desk() -> DeckDesk:
    """Return the desk of decks; answer 404 where this table keeps none."""
    found = services().decks
    if found is None:
        abort(404)
    return found


@blueprint.get("")
def page() -> Response:
    """Answer the editor's shell."""
    return Response(render_template("cards.html", words=labels("cards"), language=language()))


@blueprint.get("/list")
def listed() -> Response:
    """Answer the decks there are, and which one the table plays with."""
    store = desk().store
    decks = [
        {
            "deck": info.deck,
            "name": info.name,
            "faults": info.faults,
            "saved": info.saved,
            "played": info.played,
            "stale": info.stale,
        }
        for info in store.decks()
    ]
    return replies.answer({"decks": decks, "practice": store.plays_practice})


@blueprint.get("/deck/<deck>")
def draft(deck: str) -> Response:
    """Answer a deck as it is being entered, with what is wrong and what its effects do."""
    found = desk()
    return replies.answer({**_shown(found.store.draft(deck)), "photos": found.store.photos(deck)})


@blueprint.post("/new")
def create() -> Response:
    """Begin a deck: empty, as a copy of the practice deck, or from a file."""
    data, store = replies.body(), desk().store
    text = data.get("text")
    if data.get("copy") == "practice":
        text = store.toml("practice")
    try:
        deck = store.create(replies.text("name"), text if isinstance(text, str) else None)
    except JobDeckError as error:
        book = _book()
        lines = [f"{fault.line}: {fault.said(book)}" for fault in error.faults]
        return replies.refuse(400, (Message("deck_no_file", (("problem", "; ".join(lines)),)),))
    return replies.answer({"ok": True, "deck": deck})


@blueprint.post("/deck/<deck>")
def keep(deck: str) -> Response:
    """Keep what was typed, and answer what is wrong with it."""
    sent = replies.body()
    data, revision = sent.get("data"), sent.get("revision")
    if not isinstance(data, dict) or not isinstance(revision, int):
        return replies.refusal(400, "not_understood")
    return replies.answer(_shown(desk().store.keep(deck, revision, data)))


@blueprint.post("/deck/<deck>/save")
def save(deck: str) -> Response:
    """Save a deck without faults, so that it can be played with."""
    return replies.answer(_shown(desk().store.save(deck)))


@blueprint.post("/deck/<deck>/play")
def play(deck: str) -> Response:
    """Let the table play with this deck."""
    desk().play(deck)
    return replies.done()


@blueprint.post("/deck/<deck>/remove")
def remove(deck: str) -> Response:
    """Forget a deck."""
    desk().store.remove(deck)
    return replies.done()


@blueprint.get("/deck/<deck>/toml")
def export(deck: str) -> Response:
    """Answer a deck as a TOML file to take home."""
    return replies.attachment(desk().store.toml(deck), f"{deck}.toml", "application/toml")


@blueprint.get("/deck/<deck>/sheets")
def sheets(deck: str) -> Response:
    """Answer a deck's cards as sheets to print, with tags on both sides."""
    paper, flip = request.args.get("paper", "A4"), request.args.get("flip", "long")
    if paper not in PAPERS or flip not in FLIPS:
        return replies.refusal(400, "not_understood")
    document = desk().sheets(deck, paper, language(), flip)
    return replies.attachment(document, f"{deck}-{paper.lower()}.pdf", "application/pdf")


@blueprint.get("/deck/<deck>/photo/<place>")
def photo(deck: str, place: str) -> Response:
    """Answer the photo of a side of a card."""
    found = desk().store.photo(deck, place)
    if found is None:
        abort(404)
    return Response(found, mimetype="image/jpeg")


@blueprint.post("/deck/<deck>/photo/<place>")
def put_photo(deck: str, place: str) -> Response:
    """Keep a photo, made anew without anything but its picture; with no image, drop it."""
    found = desk()
    if not replies.text("image"):
        found.store.drop_photo(deck, place)
        return replies.done()
    found.store.photo(deck, place)  # refuses a place or a deck that is none
    found.store.put_photo(deck, place, found.jpeg(replies.image()))
    return replies.done()


def _book() -> Rulebook:
    return services().rulebooks[desk().game, language()]


def _shown(draft: Draft) -> Json:
    book = _book()
    return {
        "ok": True,
        "deck": draft.deck,
        "revision": draft.revision,
        "data": dict(draft.data),
        "faults": [{"place": _place(fault.place), **_fault(fault, book)} for fault in draft.faults],
        "effects": {
            _place(place): " ".join(book.say(part, {}) for part in told)
            for place, told in draft.effects
        },
        "saved": draft.saved,
    }


def _fault(fault: DeckFault, book: Rulebook) -> Json:
    missing = fault.problem.code == "deck_missing"
    return {"line": fault.line, "text": fault.said(book), "missing": missing}


def _place(place: tuple[str | int, ...]) -> str:
    return ".".join(map(str, place))
