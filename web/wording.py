"""The words of this request's reader, and the labels that page scripts ask for."""

from flask import Blueprint, Response, abort

from companion.game import TABLE
from companion.snapshot import Snapshot
from web import replies
from web.context import Context, context, language
from web.translation import translation
from web.words import Words

blueprint = Blueprint("wording", __name__)


def words(wanted: str | None = None) -> Words:
    """Return the words for the chosen game in a language (default: the reader's)."""
    found = context()
    return words_for(found, found.services.table.published(TABLE).snapshot, wanted or language())


def words_for(found: Context, public: Snapshot, spoken: str) -> Words:
    """Return the words for the game and the players of a screen."""
    names = {info.seat: info.name for info in public.seats}
    return Words(found.laid[public.game, spoken], names)


def labels(page: str) -> dict[str, str]:
    """Return the labels of a page in the reader's language, those of every page included."""
    found = translation(language())
    return {**found.labels["all"], **found.labels.get(page, {})}


@blueprint.get("/words/<page>")
def page_labels(page: str) -> Response:
    """Answer the labels of a page, for a switch of language without loading it again."""
    if page not in translation(language()).labels:
        abort(404)
    return replies.answer({"language": language(), "labels": labels(page)})


@blueprint.get("/rules")
def rules() -> Response:
    """Answer every clause of the chosen game, for reading."""
    rulebook = words().rulebook
    clauses = [{"clause": clause, "rule": text} for clause, text in rulebook.clauses.items()]
    return replies.answer({"title": rulebook.title, "clauses": clauses})
