"""The simulator page: a person moves cards on a drawn table, and sees what the camera reads.

Whoever is here may lift cards, so the room belongs to the host. A face-down card's face
leaves by `peek` alone.
"""

import base64
from collections.abc import Mapping
from typing import Any

from flask import Blueprint, Response, render_template, request
from werkzeug.exceptions import NotFound

from companion.cards import BACK, Seat
from companion.game import TABLE, TableError
from companion.layout import ZoneKind
from companion.snapshot import plain
from web import replies, wording
from web.context import language, services
from web.host import opened
from web.scene_wishes import BadWish, bad_wish, card_of, read_wish
from web.simulation import Buttons, Picture, SceneState, Simulator

blueprint = Blueprint("simulator", __name__, url_prefix="/simulator")


@blueprint.errorhandler(BadWish)
def _bad_wish(error: BadWish) -> Response:
    return replies.refuse(400, error.messages)


@blueprint.get("")
def page() -> Response:
    """Return the page; with a key in the address, first take it out of sight."""
    if "key" in request.args:
        return opened("/simulator")
    _simulator()
    shell = render_template(
        "simulator.html", words=wording.labels("simulator"), language=language()
    )
    return Response(shell)


@blueprint.get("/words")
def names() -> Response:
    """Return what the game's faces and places are called."""
    known = wording.words()
    places = {zone.name: known.word(zone.name) for zone in _simulator().describe().zones}
    kinds = {kind.value: known.word(kind.value) for kind in ZoneKind}
    return replies.answer(
        {
            "game": _game(),
            "language": known.language,
            "faces": {**known.rulebook.faces, BACK: known.card(BACK)["name"]},
            "places": {**places, **kinds},
        }
    )


@blueprint.get("/state")
def state() -> Response:
    """Return what has changed, in numbers, and what lamps and buzzer do right now."""
    simulator = _simulator()
    scene = simulator.describe()
    return replies.answer(
        {
            "game": _game(),
            "scene": scene.version,
            "picture": simulator.picture_version,
            "seats": _seats(scene),
            "buzzing": _buttons_or_none() is not None and _buttons().buzzing(),
        }
    )


@blueprint.get("/scene")
def scene() -> Response:
    """Return the table as someone sees it who lifts nothing; mm and degrees."""
    return replies.answer(plain(_simulator().describe()))


@blueprint.get("/picture")
def picture() -> Response:
    """Return the camera's last picture (JPEG in base64) and what was read in it, px."""
    last = _simulator().picture()
    if last is None:
        raise NotFound
    return replies.answer(_picture(last))


@blueprint.post("/do")
def do() -> Response:
    """Do one thing to the table; 400 and nothing done where it makes no sense."""
    simulator = _simulator()
    command = read_wish(replies.body(), simulator.describe())
    try:
        version = simulator.perform(command)
    except TableError as error:
        raise bad_wish("scene_impossible") from error
    return replies.answer({"ok": True, "scene": version})


@blueprint.post("/peek")
def peek() -> Response:
    """Return the face of a card whose corner is lifted."""
    simulator = _simulator()
    card = card_of(replies.body(), simulator.describe())
    return replies.answer({"ok": True, "face": simulator.peek(card)})


@blueprint.post("/button")
def button() -> Response:
    """Push a button down or let it come up; "host" is the host's own."""
    wish = replies.body()
    seat = _button_of(wish)
    if not isinstance(wish.get("down"), bool):
        raise bad_wish("scene_not_a_flag", field="down")
    _move_button(seat, down=wish["down"])
    return replies.done()


def _button_of(wish: Mapping[str, Any]) -> Seat | None:
    """Return the seat whose button the wish names, None for the host's; raise BadWish."""
    named = wish.get("seat")
    if named == "host":
        return None
    for zone in _simulator().describe().zones:
        if zone.seat is not None and zone.seat == named:
            return zone.seat
    raise bad_wish("scene_unknown_seat")


def _move_button(seat: Seat | None, *, down: bool) -> None:
    try:
        (_buttons().press if down else _buttons().release)(seat)
    except TableError as error:
        raise bad_wish("scene_no_button") from error


def _game() -> str:
    return services().table.published(TABLE).snapshot.game


def _simulator() -> Simulator:
    """Return the simulated table; where the cards are real there is no such page."""
    found = services().simulator
    if found is None:
        raise NotFound
    return found


def _buttons_or_none() -> Buttons | None:
    return services().buttons


def _buttons() -> Buttons:
    found = _buttons_or_none()
    if found is None:
        raise bad_wish("scene_no_button")
    return found


def _seats(scene: SceneState) -> list[dict[str, Any]]:
    """Return the seats that have a zone, with name (null: nobody sits there) and lamp."""
    names = {s.seat: s.name for s in services().table.published(TABLE).snapshot.seats}
    buttons = _buttons_or_none()
    seats = dict.fromkeys(zone.seat for zone in scene.zones if zone.seat is not None)
    return [
        {
            "seat": seat,
            "name": names.get(seat),
            "lit": buttons is not None and buttons.lit(seat),
        }
        for seat in sorted(seats)
    ]


def _picture(last: Picture) -> dict[str, Any]:
    words = wording.words()
    shown = {name: plain(getattr(last, name)) for name in ("cards", "zones")}
    return {
        **shown,
        "version": last.version,
        "width": last.width,
        "height": last.height,
        "frames_per_second": round(last.frames_per_second, 1),
        "jpeg": base64.b64encode(last.jpeg).decode("ascii"),
        "warnings": words.all_said(last.warnings),
    }
