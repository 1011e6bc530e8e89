"""Card faces for every page: a game's whole deck at once.

A request for a single face would tell the network what a player holds.
"""

from flask import Blueprint, Response, abort

from companion.cards import BACK, Face
from web import replies
from web.context import services

blueprint = Blueprint("art", __name__)

#: Drawings change with the program only (seconds).
_FRESH_S = 3600


@blueprint.get("/art/<game>/<spoken>")
def deck(game: str, spoken: str) -> Response:
    """Answer the SVG text of every face of a game and of its back, by face."""
    found = services()
    rulebook = found.rulebooks.get((game, spoken))
    if rulebook is None:
        abort(404)
    faces = [*(Face(face) for face in rulebook.faces), BACK]
    response = replies.answer({face: found.art(game, face, spoken) for face in faces})
    response.cache_control.max_age = _FRESH_S
    response.cache_control.public = True
    return response
