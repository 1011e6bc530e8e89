"""The words that stand on every sheet, by language."""

from collections.abc import Mapping

from companion.game import TableError


class PrintingError(TableError, ValueError):
    """A card or sheet cannot be drawn as asked; says what would do."""


_WORDS: Mapping[str, Mapping[str, str]] = {
    "en": {
        "back": "back",
        "sheet": "sheet",
        "of": "of",
        "deck": "deck {number}",
        "fronts": "fronts",
        "backs": "backs",
        "measure": "measure me",
        "language": "English",
        "advice": "Print at 100 %, both sides, flip on the long edge.",
        "advice short": "Print at 100 %, both sides, flip on the short edge.",
        "mat": "Corner tags for the table mat",
        "mat advice": "Print at 100 %, one side, on matt paper.",
        "stickers": "Corner stickers, from a card’s top left corner clockwise",
        "stickers advice": "Print at 100 %, one side, on matt labels; keep the white rim.",
        "whole mat": "Table mat",
        "join": "Print at 100 %, cut at the marks, join edge to edge.",
        "cut": "Cut along the grey lines. Keep the white rim: the camera needs it.",
        "place": "Put each square flush into its corner of the mat: {width} by {height} mm.",
        "arrow": "All four arrows point the same way, to the top of the camera's picture.",
        "0": "top left",
        "1": "top right",
        "2": "bottom right",
        "3": "bottom left",
        "board": "Calibration board",
        "board facts": "{columns} × {rows} squares of {square} mm, tags of {tag} mm, {dictionary} "
        "from id {first}",
        "board flat": "Glue it flat onto a stiff board: a bowed sheet spoils the measurement.",
        "board measure": "Measure both rulers and tell the calibration tool their lengths.",
        "proof": "Calibration mat",
        "proof use": "Lay it flat where cards will lie and let the calibration tool read it.",
        "proof card": "Lay a card into each frame: the tool says which it sees.",
        "proof advice": "Print at 100 %, one side, on matt paper. Do not cut.",
    },
    "fr": {
        "back": "dos",
        "sheet": "feuille",
        "of": "sur",
        "deck": "jeu {number}",
        "fronts": "faces",
        "backs": "dos",
        "measure": "mesurez-moi",
        "language": "français",
        "advice": "Imprimez à 100 %, recto verso, retournement sur le bord long.",
        "advice short": "Imprimez à 100 %, recto verso, retournement sur le bord court.",
        "mat": "Repères de coin du tapis de table",
        "mat advice": "Imprimez à 100 %, recto seul, sur papier mat.",
        "stickers": "Étiquettes de coin, du coin supérieur gauche dans le sens horaire",
        "stickers advice": "Imprimez à 100 %, recto seul, sur étiquettes mates ; "
        "gardez le bord blanc.",
        "whole mat": "Tapis de table",
        "join": "Imprimez à 100 %, coupez aux repères, joignez bord à bord.",
        "cut": "Découpez le long des lignes grises. Gardez le bord blanc : la caméra en a besoin.",
        "place": "Posez chaque carré au ras de son coin du tapis : {width} sur {height} mm.",
        "arrow": "Les quatre flèches pointent du même côté, vers le haut de l’image.",
        "0": "en haut à gauche",
        "1": "en haut à droite",
        "2": "en bas à droite",
        "3": "en bas à gauche",
        "board": "Mire d’étalonnage",
        "board facts": "{columns} × {rows} carrés de {square} mm, repères de {tag} mm, "
        "{dictionary} à partir de {first}",
        "board flat": "Collez-la à plat sur un support rigide : bombée, elle fausse la mesure.",
        "board measure": "Mesurez les deux règles et indiquez leurs longueurs à l’étalonnage.",
        "proof": "Tapis d’étalonnage",
        "proof use": "Posez-le à plat là où seront les cartes et laissez l’étalonnage le lire.",
        "proof card": "Posez une carte dans chaque cadre : l’étalonnage dit laquelle il voit.",
        "proof advice": "Imprimez à 100 %, recto seul, sur papier mat. Ne découpez pas.",
    },
}

LANGUAGES = tuple(_WORDS)


def known_language(language: str) -> str:
    """Return `language` if we can print it, else raise PrintingError."""
    if language not in _WORDS:
        raise PrintingError(f"language {language!r} is not printed: use {' or '.join(LANGUAGES)}")
    return language


def word(key: str, language: str) -> str:
    """Return a word of the sheets in a language; raise PrintingError if unknown."""
    return _WORDS[known_language(language)][key]


def sheet_count(number: int, sheets: int, language: str) -> str:
    """Return which of how many sheets it is."""
    return f"{word('sheet', language)} {number} {word('of', language)} {sheets}"
