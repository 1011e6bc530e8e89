"""The calibration page: what the camera sees, what is missing, and the verdict on its lens.

The camera sees the table as nobody at it does, so the page is the host's, and while a game
is on whoever hands the pictures in has veiled them.
"""

from collections.abc import Iterable
from typing import Any

from flask import Blueprint, Response, render_template, request
from werkzeug.exceptions import NotFound

from companion.cards import Face, Seat
from companion.game import Message
from web import replies, wording
from web.calibration import Calibration, Json, NotSo
from web.calibration_wishes import NotAWish, read_wish
from web.context import language, services
from web.host import opened

blueprint = Blueprint("calibrate", __name__, url_prefix="/calibrate")

STEPS, LAYERS = ("paper", "camera", "lens", "table"), ("plain", "straight", "glare")


@blueprint.errorhandler(NotAWish)
def _not_a_wish(_: NotAWish) -> Response:
    return replies.refuse(400, (Message("not_understood"),))


@blueprint.errorhandler(NotSo)
def _not_so(error: NotSo) -> Response:
    said = {"code": "not_so", "text": error.sentence, "clause": "", "rule": ""}
    return replies.answer({"ok": False, "error": "not_so", "messages": [said]}, 409)


@blueprint.get("")
def page() -> Response:
    """Return the page; with a key in the address, first take it out of sight."""
    if "key" in request.args:
        return opened("/calibrate")
    _calibration()
    words = wording.labels("calibrate")
    return Response(render_template("calibrate.html", words=words, language=language()))


@blueprint.get("/state")
def state() -> Response:
    """Return everything that moves only now and then."""
    found = _calibration().state(language())
    for zone in found["table"]["zones"]:
        zone.update(_called(zone))
    return replies.answer(found)


@blueprint.get("/look")
def look() -> Response:
    """Return the newest picture and what was seen in it; 204 where there is no newer one."""
    step, layer = request.args.get("step", ""), request.args.get("layer", "")
    after = request.args.get("after", 0, type=int)
    if step not in STEPS or layer not in LAYERS:
        return replies.refusal(400, "not_understood")
    seen = _calibration().look(step, layer, after, language())
    if seen is None:
        return Response(status=204)
    seen["read"] = list(_read(seen["read"]))
    return replies.answer(seen)


@blueprint.get("/view/<int:number>.jpg")
def thumbnail(number: int) -> Response:
    """Return the small picture of a view."""
    found = _calibration().thumbnail(number)
    if found is None:
        raise NotFound
    return Response(found, mimetype="image/jpeg")


@blueprint.get("/lens.json")
def exported() -> Response:
    """Return the saved lens as a file."""
    text = _calibration().exported()
    if text is None:
        raise NotFound
    return replies.attachment(text, "table-marshal-lens.json", "application/json")


@blueprint.get("/print/<name>-<paper>.pdf")
def sheet(name: str, paper: str) -> Response:
    """Return a sheet to print."""
    found = _calibration().sheet(name, paper, language())
    if found is None:
        raise NotFound
    return replies.attachment(found, f"{name}-{paper}-{language()}.pdf", "application/pdf")


@blueprint.post("/do")
def do() -> Response:
    """Grant one wish; 409 and a reason where that can't be, and nothing was changed."""
    _calibration().perform(read_wish(replies.body()), language())
    return replies.done()


def _calibration() -> Calibration:
    found = services().calibration
    if found is None:
        raise NotFound
    return found


def _called(zone: Json) -> Json:
    """Return what a zone is called: its place, and the player it belongs to, if any."""
    words = wording.words()
    if zone["seat"] is None:
        return {"place": words.word(zone["name"]), "player": None}
    return {"place": words.word(zone["kind"]), "player": words.names.get(Seat(zone["seat"]))}


def _read(piles: Iterable[Json]) -> Iterable[dict[str, Any]]:
    """Yield what was read in each zone, the cards by name."""
    words = wording.words()
    for pile in piles:
        names = [words.card(Face(face))["name"] for face in pile["faces"]]
        yield {**pile, "cards": names}
