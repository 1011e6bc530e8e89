"""The ways there are to compare cards with photos, by the names that decks keep."""

from collections.abc import Callable, Mapping

from vision.enrolled.compare import Comparer
from vision.enrolled.library import Library
from vision.enrolled.local import LocalComparer
from vision.enrolled.method import Method
from vision.enrolled.whole import WholeComparer

#: The usual one first: where others are no better, it is taken.
METHODS: Mapping[str, Callable[[Library, int | None], Method]] = {
    "blocks": Comparer,
    "whole": WholeComparer,
    "local": LocalComparer,
}
USUAL = "blocks"
#: Takes twenty times as long, so it is tried only where the others fall short.
LAST_RESORT = "local"


def method_of(name: str, library: Library) -> Method:
    """Return the method a deck asks for by name; the usual one where it is unknown."""
    return METHODS.get(name, METHODS[USUAL])(library, None)
