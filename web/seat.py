"""A seat's own phone: its view, its acts, its questions. The cookie says which seat."""

from collections.abc import Mapping
from typing import Any

from flask import Blueprint, Response, render_template

from companion.cards import Seat
from companion.commands import AskAdopt, AskUndo, Consent, Declare, Leave, Rename, SetLogged
from companion.game import TABLE
from companion.table import ConfirmClaim
from web import replies
from web import view as view_of
from web.aiming import aim_due
from web.context import Context, language, services, tokens, visitor
from web.join import with_tokens
from web.view import Extra, events, own_view
from web.wording import labels, words

blueprint = Blueprint("seat", __name__, url_prefix="/seat")


def own_seat() -> Seat:
    """Return the seat of this phone; the guard has let nobody else in."""
    seat = visitor().seat
    assert seat is not None
    return seat


def _do(command: Any) -> Response:
    services().table.do(command)
    return replies.done()


@blueprint.get("")
def page() -> str:
    """Answer the seat's page: a shell, the same for every seat."""
    return render_template("seat.html", words=labels("seat"), language=language())


@blueprint.get("/view")
def view() -> Response:
    """Answer the seat's own view."""
    return own_view(own_seat(), _others_here())


@blueprint.get("/events")
def stream() -> Response:
    """Answer the stream of the seat's views; it ends when the seat has another phone."""
    table, key, seat = services().table, visitor().key, own_seat()
    return events(seat, lambda: table.seat_of(key) == seat, _others_here())


def _others_here() -> Extra:
    """Return what tells the page who else plays on this phone, and where a gun may be turned."""
    seats = [seat for seat, _ in visitor().shared]

    def extra(found: Context, spoken: str) -> Mapping[str, Any]:
        public = found.services.table.published(TABLE).snapshot
        names = {info.seat: info.name for info in public.seats}
        shared = [{"seat": seat, "name": names[seat]} for seat in seats if seat in names]
        aim = aim_due(public, found.services.aims)
        return {"shared": shared, **aim} if shared else aim

    return extra


@blueprint.post("/pass")
def pass_on() -> Response:
    """Let another player of this phone be the present one."""
    wanted, held = replies.text("seat"), visitor().shared
    first = [token for seat, token in held if seat == wanted]
    if not first:
        return replies.refusal(403, "not_for_you")
    return with_tokens(*first, *(token for token in tokens() if token not in first))


@blueprint.post("/act")
def act() -> Response:
    """Declare that an act of this seat is done."""
    return _do(Declare(own_seat(), replies.text("notation")))


@blueprint.get("/askable")
def askable() -> Response:
    """Answer every act one may ask about."""
    return view_of.askable(own_seat())


@blueprint.post("/ask")
def ask() -> Response:
    """Rule on an act as far as this seat may know."""
    return view_of.ruling(own_seat())


@blueprint.post("/consult")
def consult() -> Response:
    """Answer what a game's own page asks for this seat."""
    found = services().table.consult(own_seat(), replies.body())
    return replies.answer(words().spoken(found))


@blueprint.post("/photo")
def photo() -> Response:
    """Answer the cards in a photo of this seat's hand; the photo itself is not kept."""
    look = services().photographed
    if look is None:
        return replies.refusal(404, "not_found")
    game = services().table.published(TABLE).snapshot.game
    fan, problems = look(game, replies.image())
    return replies.answer(words().spoken({"fan": fan, "problems": problems}))


@blueprint.post("/undo")
def undo() -> Response:
    """Ask to take back the last act."""
    return _do(AskUndo(own_seat()))


@blueprint.post("/adopt")
def adopt() -> Response:
    """Say that the table is right and the record wrong; everyone has to agree."""
    return _do(AskAdopt(own_seat()))


@blueprint.post("/consent")
def consent() -> Response:
    """Agree to what is offered or decline it."""
    return _do(Consent(own_seat(), replies.body().get("agree") is True))


@blueprint.post("/confirm")
def confirm() -> Response:
    """Hand this seat over to the phone that waits for it."""
    return _do(ConfirmClaim(own_seat()))


@blueprint.post("/name")
def name() -> Response:
    """Change the player's name."""
    return _do(Rename(own_seat(), replies.text("name")))


@blueprint.post("/logged")
def logged() -> Response:
    """Say whether this player tells his phone what he holds."""
    return _do(SetLogged(own_seat(), replies.body().get("logged") is True))


@blueprint.post("/leave")
def leave() -> Response:
    """Free the seat."""
    return _do(Leave(own_seat()))
