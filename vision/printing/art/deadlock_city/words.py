"""What is printed on the cards of Deadlock City, by language."""

from collections.abc import Mapping
from typing import NamedTuple

from companion.cards import Face


class Words(NamedTuple):
    """A card's name and its effect in one line."""

    name: str
    effect: str


TITLES: Mapping[str, str] = {"en": "Deadlock City", "fr": "Deadlock City"}

_ENGLISH = (
    Words("Booby Trap", "Another player who looks at this card is out."),
    Words("Wanted", "Name a player and a number, not 1. If you are right, that player is out."),
    Words("New Deal", "A player of your choice puts their card down and draws a new one."),
    Words("Spyglass", "Look at another player’s card in secret."),
    Words("Trade", "Swap cards with another player."),
    Words("Showdown", "Look at another player’s card. Whoever has the smaller one is out."),
    Words("Cover", "You are safe from the others for one round."),
    Words("Roped In", "With 5 or 6 in hand, you must put this card down."),
    Words("Dead End", "Put this card down and you are out."),
    Words("Drifter", "Play it as any card from 1 to 6. If guessed, you just draw another."),
)

_FRENCH = (
    Words("Piège", "Un autre joueur qui regarde cette carte est éliminé."),
    Words(
        "Avis de recherche",
        "Nommez un joueur et un numéro, sauf 1. Trouvé\N{NO-BREAK SPACE}? Il est éliminé.",
    ),
    Words("Nouvelle donne", "Un joueur de votre choix pose sa carte et en pioche une autre."),
    Words("Longue-vue", "Regardez en secret la carte d’un autre joueur."),
    Words("Troc", "Échangez votre carte avec un autre joueur."),
    Words("Duel", "Regardez la carte d’un autre joueur. La plus petite est éliminée."),
    Words("À couvert", "Les autres ne peuvent rien contre vous pendant un tour."),
    Words("Pris au lasso", "Avec 5 ou 6 en main, vous devez poser cette carte."),
    Words("Terminus", "Posez cette carte et vous êtes éliminé."),
    Words(
        "Vagabond", "Jouez-la comme une carte de 1 à 6. Devinée\N{NO-BREAK SPACE}? Vous repiochez."
    ),
)

_BY_LANGUAGE = {"en": _ENGLISH, "fr": _FRENCH}


def words(face: Face, language: str) -> Words:
    """Return the words on a face; raise KeyError for a face or language without any."""
    return dict(zip("0123456789", _BY_LANGUAGE[language], strict=True))[face]
