"""The page on which the owner enrols a deck of another maker. For the host alone.

Nothing is lost on the way: each card that was approved is kept at once.
"""

import base64
from typing import Any

from flask import Blueprint, Response, abort, render_template, request

from companion.cards import BACK, Face
from companion.game import Message
from web import replies
from web.context import context, language, services
from web.enrolment import DeckCut, DeckListed, DeckLook, DeckState, DeckVerdict, OwnDecks
from web.papers import PAPERS
from web.wording import labels, words
from web.words import Json, Words

blueprint = Blueprint("own_deck", __name__, url_prefix="/host/deck")


def room() -> OwnDecks:
    """Return the owner's decks; answer 404 where this table keeps none."""
    found = services().own_decks
    if found is None:
        abort(404)
    return found


@blueprint.get("")
def page() -> Response:
    """Answer the page's shell."""
    shell = render_template("own_deck.html", words=labels("own_deck"), language=language())
    return Response(shell)


@blueprint.get("/list")
def listed() -> Response:
    """Answer the decks there are, and the games one may serve."""
    decks = [_listed(one) for one in room().enrolment.decks()]
    titles = {game: _words(game).rulebook.title for game in _games()}
    shelf = [{"name": game, "title": title} for game, title in titles.items()]
    return replies.answer({"decks": decks, "shelf": shelf})


@blueprint.post("/new")
def create() -> Response:
    """Begin a deck."""
    sent = replies.body()
    width, height = _number(sent.get("width_mm")), _number(sent.get("height_mm"))
    if width is None or height is None:
        return replies.refusal(400, "not_understood")
    title, game = replies.text("title"), replies.text("game")
    deck = room().enrolment.create(title, width, height, game)
    return replies.answer({"ok": True, "deck": deck})


@blueprint.get("/<deck>/state")
def state(deck: str) -> Response:
    """Answer how far a deck has come."""
    return replies.answer(_state(room().enrolment.state(deck)))


@blueprint.get("/<deck>/look")
def look(deck: str) -> Response:
    """Answer the newest picture of the middle of the mat; 204 where there is no newer one."""
    after = request.args.get("after", 0, type=int)
    seen = room().enrolment.look(deck, after)
    return Response(status=204) if seen is None else replies.answer(_look(seen))


@blueprint.post("/<deck>/take")
def take(deck: str) -> Response:
    """Photograph the card in the middle of the mat, and answer it for approval."""
    return replies.answer(_cut(room().enrolment.take(deck)))


@blueprint.post("/<deck>/photo")
def photo(deck: str) -> Response:
    """Take in a photo, and answer the card in it for approval."""
    return replies.answer(_cut(room().enrolment.read(deck, replies.image())))


@blueprint.post("/<deck>/approve")
def approve(deck: str) -> Response:
    """Keep the card that was cut out last."""
    number, face = replies.body().get("number"), replies.text("face")
    if not isinstance(number, int):
        return replies.refusal(400, "not_understood")
    own, means = Face(face) if face else None, Face(replies.text("means"))
    room().enrolment.approve(deck, number, own, means)
    return state(deck)


@blueprint.post("/<deck>/mean")
def mean(deck: str) -> Response:
    """Let a card stand for something else."""
    room().enrolment.mean(deck, Face(replies.text("face")), Face(replies.text("means")))
    return state(deck)


@blueprint.post("/<deck>/delete")
def delete(deck: str) -> Response:
    """Take a card out, or one of its photos."""
    number = replies.body().get("photo")
    if number is not None and not isinstance(number, int):
        return replies.refusal(400, "not_understood")
    room().enrolment.delete(deck, Face(replies.text("face")), number)
    return state(deck)


@blueprint.post("/<deck>/undo")
def undo(deck: str) -> Response:
    """Undo the last step."""
    room().enrolment.undo(deck)
    return state(deck)


@blueprint.post("/<deck>/assess")
def assess(deck: str) -> Response:
    """Begin to find out how well a deck is read."""
    room().enrolment.assess(deck)
    return state(deck)


@blueprint.post("/<deck>/call-off")
def call_off(deck: str) -> Response:
    """Stop that."""
    room().enrolment.call_off(deck)
    return state(deck)


@blueprint.post("/<deck>/remove")
def remove(deck: str) -> Response:
    """Forget a deck."""
    room().enrolment.remove(deck)
    return replies.done()


@blueprint.get("/<deck>/picture/<int:number>.png")
def picture(deck: str, number: int) -> Response:
    """Answer an approved picture of a card."""
    found = room().enrolment.photo(deck, number)
    if found is None:
        abort(404)
    return Response(found, mimetype="image/png")


@blueprint.get("/stickers/<game>-<paper>.pdf")
def stickers(game: str, paper: str) -> Response:
    """Answer corner stickers for a game's cards, to print."""
    if paper not in PAPERS or game not in _games():
        abort(404)
    document = room().stickers(game, paper, language())
    return replies.attachment(document, f"{game}-stickers-{paper.lower()}.pdf", "application/pdf")


@blueprint.post("/play")
def play() -> Response:
    """Play a game with a deck from now on; "" is the printed one."""
    room().choose(replies.text("game"), replies.text("deck"))
    return replies.done()


def choices(found: OwnDecks | None, game: str) -> Json | None:
    """Return the decks that a game can be played with, and the one it is played with.

    The printed one has neither name nor title.
    """
    if found is None:
        return None
    decks = [
        {"name": one.name, "title": one.title, "promise": one.promise}
        for one in found.choices(game)
    ]
    return {"chosen": found.chosen(game), "all": decks}


def _number(value: Any) -> float | None:
    if isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < 1e6:
        return float(value)
    return None


def _games() -> list[str]:
    return list(dict.fromkeys(game for game, _ in services().rulebooks))


def _words(game: str) -> Words:
    """Return the words for a deck's game, those of the chosen one where it has none of ours."""
    found = context()
    if game not in _games():
        return words()
    return Words(found.laid[game, language()], {})


def _listed(one: DeckListed) -> Json:
    return {
        "deck": one.deck,
        "title": one.title,
        "game": _words(one.game).rulebook.title if one.game in _games() else "",
        "have": one.have,
        "need": one.need,
        "promise": one.promise,
        "stale": one.stale,
    }


def _state(one: DeckState) -> Json:
    said = _words(one.game)
    return {
        "ok": True,
        "deck": one.deck,
        "title": one.title,
        "size": [one.width_mm, one.height_mm],
        "game": {"name": one.game, "title": said.rulebook.title if one.game in _games() else ""},
        "places": [
            {"face": face, "name": _name(face, said), "count": count} for face, count in one.places
        ],
        "cards": [
            {"face": card.face, "means": card.means, "photos": list(card.photos)}
            for card in one.cards
        ],
        "have": one.have,
        "need": one.need,
        "can_undo": one.can_undo,
        "working": one.working,
        "failed": one.failed,
        "verdict": None if one.verdict is None else _verdict(one.verdict, said),
        "stale": one.stale,
    }


def _name(face: Face, said: Words) -> str:
    return said.word("deck_back") if face == BACK else str(said.card(face)["name"])


def _verdict(verdict: DeckVerdict, said: Words) -> Json:
    return {
        "promise": verdict.promise,
        "method": verdict.method,
        "told": [said.sentence(message) for message in verdict.told],
        "pairs": [list(pair) for pair in verdict.pairs],
    }


def _look(seen: DeckLook) -> Json:
    return {
        "number": seen.number,
        "jpeg": _base64(seen.jpeg),
        "size": [seen.width, seen.height],
        "outline": [list(corner) for corner in seen.outline],
        "fault": _said(seen.fault),
    }


def _cut(card: DeckCut) -> Json:
    return {
        "ok": True,
        "number": card.number,
        "card": _base64(card.jpeg),
        "photo": _base64(card.photo),
        "like": card.like,
        "size": [card.width, card.height],
        "outline": [list(corner) for corner in card.outline],
    }


def _said(message: Message | None) -> str | None:
    return None if message is None else words().sentence(message)


def _base64(data: bytes) -> str:
    return base64.b64encode(data).decode("ascii")
