"""What is printed on the cards of Good Cop Bad Cop, by language.

Equipment says what it does in the first three editions and, below, after "IV", what is
otherwise in the fourth.
"""

from collections.abc import Mapping
from typing import NamedTuple

from companion.cards import Face


class Words(NamedTuple):
    """A card's name, what it does, and what is otherwise in the fourth edition, if anything."""

    name: str
    effect: str
    fourth: str = ""


TITLES: Mapping[str, str] = {"en": "Good Cop Bad Cop", "fr": "Good Cop Bad Cop"}

_ENGLISH = {
    "agent": Words("Agent", "Leads the honest. The first shot only wounds."),
    "kingpin": Words("Kingpin", "Leads the crooked. The first shot only wounds."),
    "honest": Words("Honest", "Find the Kingpin."),
    "crooked": Words("Crooked", "Find the Agent."),
    "gun": Words("gun", "Say whom you aim at."),
    "blackmail": Words("Blackmail", "Exchange a card of one other player with a card of another."),
    "coffee": Words("Coffee", "Your turn comes right after this one."),
    "defibrillator": Words(
        "Defibrillator",
        "A dead player comes back with one card, which you choose.",
        "with all three cards.",
    ),
    "evidence_bag": Words(
        "Evidence Bag", "Take another player’s equipment.", "give it to a third player."
    ),
    "flashbang": Words("Flashbang", "Take up your cards, mix, look, lay them face down."),
    "k9_unit": Words(
        "K-9 Unit", "A player drops the gun and may take none this turn.", "only drops it."
    ),
    "metal_detector": Words(
        "Metal Detector", "Investigate a card of each other player with a gun."
    ),
    "planted_evidence": Words(
        "Planted Evidence", "Before a player to the end: honest counts as crooked and vice versa."
    ),
    "polygraph": Words(
        "Polygraph", "See all cards of another player, who then sees all yours.", "investigation."
    ),
    "report_audit": Words("Report Audit", "Your turn: everyone without an open card turns one up."),
    "restraining_order": Words(
        "Restraining Order", "When another player shoots: the shot must go at somebody else."
    ),
    "smoke_grenade": Words("Smoke Grenade", "After this turn it goes the other way round."),
    "surveillance_camera": Words(
        "Surveillance Camera",
        "The card just investigated is turned up.",
        "stays; investigate who investigates you.",
    ),
    "taser": Words(
        "Taser", "Your action: steal another player’s gun.", "no action; silent this turn."
    ),
    "truth_serum": Words(
        "Truth Serum", "A player turns up a card of their own choice.", "of your choice."
    ),
    "wiretap": Words("Wiretap", "Investigate a card of two other players."),
    "riot_shield": Words("Riot Shield", "Shot at? A neighbour is shot instead, not the shooter."),
    "med_kit": Words("Med Kit", "Take the wound off a player."),
    "disguise": Words("Disguise", "Before a player, who can’t be investigated."),
    "walkie_talkie": Words(
        "Walkie Talkie", "All guns but that player’s own are aimed at one player."
    ),
}

_FRENCH = {
    "agent": Words("Agent", "Chef des honnêtes. Le premier tir le blesse."),
    "kingpin": Words("Caïd", "Chef des corrompus. Le premier tir le blesse."),
    "honest": Words("Honnête", "Trouvez le Caïd."),
    "crooked": Words("Corrompu", "Trouvez l’Agent."),
    "gun": Words("pistolet", "Dites qui vous visez."),
    "blackmail": Words("Chantage", "Échangez une carte d’un joueur avec celle d’un autre."),
    "coffee": Words("Café", "Votre tour vient juste après celui-ci."),
    "defibrillator": Words(
        "Défibrillateur",
        "Un éliminé revient avec une seule carte, que vous choisissez.",
        "avec ses trois cartes.",
    ),
    "evidence_bag": Words(
        "Sachet de preuves", "Prenez l’équipement d’un autre joueur.", "donnez-le à un troisième."
    ),
    "flashbang": Words(
        "Grenade aveuglante", "Reprenez vos cartes, mélangez, regardez, reposez-les cachées."
    ),
    "k9_unit": Words(
        "Brigade canine",
        "Un joueur lâche son pistolet et n’en prend pas ce tour.",
        "il le lâche, c’est tout.",
    ),
    "metal_detector": Words(
        "Détecteur de métaux", "Enquêtez sur une carte de chaque autre joueur armé."
    ),
    "planted_evidence": Words(
        "Fausse preuve",
        "Reste devant un joueur\N{NO-BREAK SPACE}: honnête compte corrompu, et l’inverse.",
    ),
    "polygraph": Words(
        "Polygraphe", "Voyez toutes les cartes d’un joueur, qui voit les vôtres.", "une enquête."
    ),
    "report_audit": Words(
        "Contrôle des rapports",
        "À votre tour\N{NO-BREAK SPACE}: qui n’a rien de visible retourne une carte.",
    ),
    "restraining_order": Words(
        "Ordonnance restrictive",
        "Un autre tire\N{NO-BREAK SPACE}? Il doit tirer sur quelqu’un d’autre.",
    ),
    "smoke_grenade": Words("Fumigène", "Après ce tour, on joue dans l’autre sens."),
    "surveillance_camera": Words(
        "Caméra de surveillance",
        "La carte tout juste regardée est retournée.",
        "reste\N{NO-BREAK SPACE}; on enquête en retour.",
    ),
    "taser": Words(
        "Taser",
        "Votre action\N{NO-BREAK SPACE}: volez le pistolet d’un autre.",
        "hors action, muet ce tour.",
    ),
    "truth_serum": Words(
        "Sérum de vérité", "Un joueur retourne une carte de son choix.", "de votre choix."
    ),
    "wiretap": Words("Écoute téléphonique", "Enquêtez sur une carte de deux autres joueurs."),
    "riot_shield": Words(
        "Bouclier antiémeute",
        "On vous tire dessus\N{NO-BREAK SPACE}? Un voisin est touché, pas le tireur.",
    ),
    "med_kit": Words("Trousse de secours", "Retirez la blessure d’un joueur."),
    "disguise": Words(
        "Déguisement", "Reste devant un joueur\N{NO-BREAK SPACE}: plus d’enquête sur lui."
    ),
    "walkie_talkie": Words("Talkie-walkie", "Tous les pistolets visent un joueur, sauf le sien."),
}

_BY_LANGUAGE = {"en": _ENGLISH, "fr": _FRENCH}

#: What stands before the fourth edition's words.
_FOURTH: Mapping[str, str] = {"en": "IV: ", "fr": "IV\N{NO-BREAK SPACE}: "}
#: Printed in a corner: the fewest players with whom the card is in the game, or its edition.
NEEDS: Mapping[str, str] = {
    "defibrillator": "5+",
    "report_audit": "6+",
    **dict.fromkeys(("riot_shield", "med_kit", "disguise", "walkie_talkie"), "IV"),
}


def in_fourth(face: Face, language: str) -> str:
    """Return what is otherwise in the fourth edition, "" where nothing is."""
    said = words(face, language).fourth
    return f"{_FOURTH[language]}{said}" if said else ""


def words(face: Face, language: str) -> Words:
    """Return the words on a face; raise KeyError for a face or language without any."""
    return _BY_LANGUAGE[language][face]
