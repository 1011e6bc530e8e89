"""The host's page: who sits where, what is played, and putting right what went wrong.

The host sees what the table sees. He speaks for players without a phone, whose acts rest
on public facts, and never learns a hidden card here.
"""

import base64
from typing import Any

from flask import Blueprint, Response, render_template, request

from companion.cards import Seat
from companion.commands import (
    HOST,
    AskUndo,
    ChooseGame,
    Consent,
    Correct,
    Deal,
    Declare,
    Halt,
    Join,
    Leave,
    PutAway,
    Rename,
    SetLogged,
    SetRule,
    SetTimer,
)
from companion.sentences import in_words_of
from companion.table import AdoptTable, ConfirmClaim, TrustRecord
from companion.verdicts import GoBackBefore, LetStand, TurnUp, VoidGame
from web import replies
from web.context import (
    HOST_COOKIE,
    Context,
    context,
    is_host_key,
    language,
    services,
    set_private_cookie,
)
from web.glimpses import Shown
from web.join import drawn_code
from web.own_deck import choices
from web.services import Services
from web.translation import translation
from web.view import events, own_view
from web.wording import labels, words
from web.words import Words

blueprint = Blueprint("host", __name__, url_prefix="/host")


def _do(command: Any) -> Response:
    services().table.do(command)
    return replies.done()


def _seat() -> Seat:
    return Seat(replies.text("seat"))


@blueprint.get("")
def page() -> Response:
    """Answer the host's page; with a key in the address, first take it out of sight."""
    if "key" in request.args:
        return opened("/host")
    shell = render_template("host.html", words=labels("host"), language=language())
    return Response(shell)


def opened(path: str) -> Response:
    """Exchange the host's key for a cookie and lead on to `path`, which shows no key.

    Whether the key was right shows only in what `path` then answers.
    """
    response = replies.lead_to(path)
    key = request.args.get("key", "")
    if not context().keys.take(request.remote_addr or ""):
        return replies.refusal(429, "too_many_requests")
    if is_host_key(key) or context().handover.take(key):
        set_private_cookie(response, HOST_COOKIE, services().host_key)
    return response


@blueprint.post("/hand")
def hand() -> Response:
    """Answer a code that makes the phone that scans it the host's, once."""
    address = f"{services().address()}host?key={context().handover.offer()}"
    return replies.answer({"code": drawn_code(address)})


@blueprint.post("/resign")
def resign() -> Response:
    """Be the host's browser no longer."""
    response = replies.done()
    response.delete_cookie(HOST_COOKIE, httponly=True, samesite="Strict")
    return response


@blueprint.get("/view")
def view() -> Response:
    """Answer the host's view: the table's, and what he may decide."""
    return own_view(HOST, _extra)


def _extra(found: Context, spoken: str) -> dict[str, Any]:
    services = found.services
    games = services.table.published(HOST).snapshot.games
    catalogue = translation(spoken).machine
    return {
        "shelf": [{"name": g, "title": services.rulebooks[g, spoken].title} for g in games],
        "diagnostics": [
            {"label": label, "text": in_words_of(catalogue, text)}
            for label, text in services.diagnostics()
        ],
        "stuck": [seat for seat, _, stuck in _buttons(services) if stuck],
        "simulator": services.simulator is not None,
        "calibrate": services.calibration is not None,
        "sees": services.glimpses is not None,
        "aims": services.aim is not None,
        "address": services.address(),
        "marked": _marked(services),
        "own_decks": choices(services.own_decks, services.table.published(HOST).snapshot.game),
    }


def _marked(services: Services) -> dict[str, Any] | None:
    """Return the decks with marked backs, and whose they are; None where none can be printed."""
    desk = services.marked
    return None if desk is None else {"game": desk.game, "decks": desk.numbers()}


@blueprint.get("/seen")
def seen() -> Response:
    """Answer what the camera saw lately: what happened, how sure, and the picture (JPEG)."""
    found, spoken = services().glimpses, words()
    return replies.answer({"seen": [_shown(one, spoken) for one in found.shown()] if found else []})


def _shown(one: Shown, spoken: Words) -> dict[str, Any]:
    picture = None if one.picture is None else base64.b64encode(one.picture).decode("ascii")
    return {**spoken.said(one.message), "taken": one.taken, "picture": picture}


@blueprint.post("/aim")
def aim() -> Response:
    """Take where the camera hangs now for where it belongs."""
    does = services().aim
    if does is None:
        return replies.refusal(404, "not_found")
    does()
    return replies.done()


@blueprint.get("/wiring.svg")
def wiring() -> Response:
    """Answer how buttons, lamps and buzzer are connected."""
    return Response(services().wiring(), mimetype="image/svg+xml")


@blueprint.get("/panel")
def panel() -> Response:
    """Answer how often each button was pressed, and which are stuck."""
    buttons = _buttons(services())
    return replies.answer([{"seat": s, "presses": n, "stuck": stuck} for s, n, stuck in buttons])


def _buttons(services: Services) -> tuple[tuple[str, int, bool], ...]:
    return services.panel.buttons() if services.panel else ()


@blueprint.post("/lamp")
def lamp() -> Response:
    """Let a seat's lamp blink for a moment."""
    found = services().panel
    if found is None:
        return replies.refusal(404, "not_found")
    found.show(_seat())
    return replies.done()


@blueprint.get("/events")
def stream() -> Response:
    """Answer the stream of the host's views."""
    return events(HOST, lambda: True, _extra)


@blueprint.post("/game")
def choose_game() -> Response:
    """Choose the game to play."""
    return _do(ChooseGame(replies.text("name")))


@blueprint.post("/player")
def add_player() -> Response:
    """Seat a player who has no phone."""
    return _do(Join(replies.text("name"), "-"))


@blueprint.post("/rename")
def rename() -> Response:
    """Change a player's name."""
    return _do(Rename(_seat(), replies.text("name")))


@blueprint.post("/remove")
def remove() -> Response:
    """Free a seat."""
    return _do(Leave(_seat()))


@blueprint.post("/confirm")
def confirm() -> Response:
    """Let the phone that waits have the seat."""
    return _do(ConfirmClaim(_seat()))


@blueprint.post("/logged")
def logged() -> Response:
    """Say whether a player tells his phone what he holds."""
    return _do(SetLogged(_seat(), replies.body().get("logged") is True))


@blueprint.post("/rule")
def rule() -> Response:
    """Set a house rule."""
    return _do(SetRule(replies.text("name"), replies.text("value")))


@blueprint.post("/timer")
def timer() -> Response:
    """Give each player so many minutes a game, or none."""
    minutes = replies.body().get("minutes")
    if not isinstance(minutes, int):
        return replies.refusal(400, "not_understood")
    return _do(SetTimer(minutes))


@blueprint.post("/halt")
def halt() -> Response:
    """Stop all clocks, or let them go on."""
    return _do(Halt(replies.body().get("halted") is True))


@blueprint.post("/deal")
def deal() -> Response:
    """Freeze seats and house rules and begin."""
    return _do(Deal(_seat() or None))


@blueprint.post("/act")
def act() -> Response:
    """Speak for a seat without a phone."""
    return _do(Declare(HOST, replies.text("notation")))


@blueprint.post("/undo")
def undo() -> Response:
    """Take back the last act."""
    return _do(AskUndo(HOST))


@blueprint.post("/consent")
def consent() -> Response:
    """Agree or decline for all."""
    return _do(Consent(HOST, replies.body().get("agree") is True))


@blueprint.post("/adopt")
def adopt() -> Response:
    """Let the record follow the table."""
    return _do(AdoptTable())


@blueprint.post("/trust")
def trust() -> Response:
    """Say that it lies as the record has it, though the camera cannot read it."""
    return _do(TrustRecord())


@blueprint.post("/correct")
def correct() -> Response:
    """Correct fields of the state, all or none."""
    fields = replies.body().get("fields")
    lines = tuple(f"{f} = {v}" for f, v in fields.items()) if isinstance(fields, dict) else ()
    return _do(Correct(lines)) if lines else replies.refusal(400, "not_understood")


@blueprint.post("/past/stand")
def let_stand() -> Response:
    """Let a past illegal act stand."""
    return _do(LetStand(replies.text("key")))


@blueprint.post("/past/back")
def go_back() -> Response:
    """Go back to before a past illegal act."""
    return _do(GoBackBefore(replies.text("key")))


@blueprint.post("/past/void")
def void() -> Response:
    """Declare that this game does not count."""
    return _do(VoidGame())


@blueprint.post("/past/shown")
def shown() -> Response:
    """Note a card that was turned up after the end."""
    return _do(TurnUp(replies.text("place"), replies.text("face")))


@blueprint.post("/away")
def put_away() -> Response:
    """Put the game away; the seats stay."""
    return _do(PutAway())
