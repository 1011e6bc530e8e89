"""What an owner's deck needs for a game: so many cards for each of its faces."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from companion.cards import BACK, Deck, Face
from companion.commands import refused
from companion.enrol_draft import DeckDraft
from companion.game import Game
from vision.enrolled.deck import EnrolledDeck


def places(deck: Deck | None) -> Counter[Face]:
    """Return how many cards have to stand for each face of a game's deck, the back last."""
    prints = deck.prints if deck is not None else ()
    fronts = Counter(design.face for design in prints if design.face != BACK)
    backs = Counter(design.face for design in prints if design.face == BACK)
    return Counter({**fronts, **backs})


def standing(draft: DeckDraft) -> Counter[Face]:
    """Return how many cards of a draft stand for each face."""
    return Counter(card.means for card in draft.cards)


def serves(deck: EnrolledDeck, game: Deck) -> bool:
    """Tell whether all of a deck's cards stand for some face of a game."""
    faces = places(game)
    return all(deck.stands_for.get(face, face) in faces for face in deck.pictures)


def game_on(shelf: Mapping[str, Game[Any, Any]], name: str) -> Game[Any, Any]:
    """Return a game on the shelf; raise Refused if there is none of that name."""
    game = shelf.get(name)
    if game is None:
        raise refused("no_such_game", name=name, known=", ".join(shelf))
    return game
