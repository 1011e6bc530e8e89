"""Every message of the calibration as a sentence with its remedy, in English and French.

The command line and the page both say what is here. Facts that are names of sides or places
are words themselves.
"""

from collections.abc import Mapping

from companion.game import Message
from vision.calibration.errors import CalibrationError

_EN: Mapping[str, str] = {
    "no_board": "No board in the picture. Hold the printed calibration board before the camera.",
    "few_corners": "Only {corners} corners of the board are in the picture, {wanted} are needed. "
    "Move it further in.",
    "other_board": "This is the board for {board}, not the one that was named ({wanted}). "
    "Name the board you hold, or hold the other one.",
    "markers_without_corners": "{markers} tags, but no corners: the board is not what was named "
    "({wanted}). Compare its columns, rows and pattern with what is printed on the sheet.",
    "other_pattern": "{markers} tags, but no corners: this is {board}, not {wanted}. "
    "Name the board as {board}.",
    "other_dictionary": "The tags are of {dictionary}, not of {wanted}. "
    "Name the dictionary of the board you hold.",
    "other_marker_size": "The tags are {measured} mm wide where {wanted} mm were named (squares of "
    "{square} mm). Name the sizes that are printed on the sheet.",
    "too_small": "The board is too far away: its squares are {square} px wide, {wanted} px are "
    "needed. Bring it nearer.",
    "glare": "A lamp mirrors in the board ({percent} % of it is white out). "
    "Tilt it away from the lamp, or move the lamp.",
    "too_bright": "The board is overexposed ({percent} % of it). Use less light or a shorter "
    "exposure.",
    "blurred": "The picture is blurred ({blur} px, {most} px at most). Hold still, use more light, "
    "or focus the camera at this distance.",
    "moving": "The board moves ({px} px). Hold it still for a moment.",
    "duplicate": "View {view} {file} shows the same already. Move, turn or tilt the board.",
    "broken": "{file} is broken or no picture. Take it out of the folder, or replace it.",
    "need_tilt": "Lift the edge of the board at the {side} of the picture towards the camera, "
    "by 15 to 45 degrees.",
    "need_place": "Nothing in the {place} of the picture yet. Move the board there; it may stick "
    "out.",
    "need_distance": "All views are from about the same distance (1 : {ratio}, wanted 1 : {wanted})"
    ". Hold the board nearer, and farther away.",
    "need_whole": "{have} of {wanted} views show the whole board, which tells whether it is flat. "
    "Take more with the whole board.",
    "need_views": "{have} of {wanted} views. Take more.",
    "flat_views": "The board hardly ever leaned ({have} of {wanted} views), so the focal length is "
    "a guess whatever the error says. Tilt the board by 15 to 45 degrees, to all four sides.",
    "undetermined": "These views do not determine a lens. Take views that lean to all four sides "
    "and fill the picture.",
    "few_views": "Useful views: {have}; at least {wanted} are needed. Take more, better 20.",
    "unseen_places": "{cells} of {all} cells of the picture never saw a corner. Take views there.",
    "held_out_bad": "On views it has not seen, the lens is off by {error} px at {size}; {most} px "
    "are the most. Glue the board flat, delete the worst views and take sharper ones.",
    "held_out_high": "On views it has not seen, the lens is off by {error} px at {size}; below "
    "{most} px is good. Delete the worst views and take sharper ones.",
    "focal_impossible": "The focal length came out as {focal} px, the data sheet of the {camera} "
    "says {promised} px ({percent} %). Take more views that lean, or name the right camera.",
    "focal_off": "The focal length came out as {focal} px, the data sheet of the {camera} says "
    "{promised} px ({percent} %). Take more views that lean.",
    "implausible_lens": "No real lens is like this (focal length {focal} px, axis or pixels "
    "askew). Take views that lean to all four sides and fill the picture.",
    "table_unsure": "A card's place would be known to {mm} mm only; {most} mm are wanted. "
    "Take more views, also in the corners of the picture.",
    "bow_unknown": "It is not known whether the board is flat. Take {wanted} views that show all "
    "of it, some of them leaning.",
    "bowed": "The board is bowed by {mm} mm. That was measured and taken into account; a stiff "
    "board is better.",
    "no_data_sheet": "No data sheet is known for this camera, so the focal length has no second "
    "opinion.",
    "outlier": "View {view} is off by {error} px where {usual} px are usual. Delete it if it is "
    "not sharp; else take more views of that part of the picture.",
    "mat_missing": "{count} of the mat's tags are in sight, three are needed. Clear the corners of "
    "the mat.",
    "mat_askew": "The mat's tags are {mm} mm off where the plan has them. Lay them flush into the "
    "corners of the mat, and check the ruler on their sheet.",
    "mat_good": "The table is known to {mm} mm.",
    "nudged": "The camera was moved: the picture has shifted by up to {mm} mm. Aim it anew.",
    "in_place": "The camera hangs as it did ({mm} mm).",
    "taken": "{count} of {all} pictures are views of the board.",
    "focal_is": "Focal length: {focal} px at {size} ({model}).",
    "held_out_is": "Error on held-out views: {error} px at {size} (on fitted ones: {fitted} px).",
    "table_is": "A point of the table is known to {centre} mm in the middle and {corners} mm in "
    "the corners (95 %).",
    "sheet_is": "{percent} % against the data sheet of the {camera}.",
    "verdict_is": "Verdict: {grade}.",
    "written": "Profile: {file}",
    "not_written": "No profile was written.",
}
_FR: Mapping[str, str] = {
    "no_board": "Pas de mire dans l’image. Tenez la mire imprimée devant la caméra.",
    "few_corners": "Seuls {corners} coins de la mire sont dans l’image, il en faut {wanted}. "
    "Rentrez-la davantage.",
    "other_board": "C’est la mire pour {board}, pas celle annoncée ({wanted}). "
    "Indiquez celle que vous tenez, ou prenez l’autre.",
    "markers_without_corners": "{markers} repères mais aucun coin : la mire n’est pas celle "
    "annoncée ({wanted}). Comparez colonnes, rangées et motif avec ce qu’indique la feuille.",
    "other_pattern": "{markers} repères mais aucun coin : c’est {board}, pas {wanted}. "
    "Indiquez la mire {board}.",
    "other_dictionary": "Les repères sont de {dictionary}, pas de {wanted}. "
    "Indiquez le dictionnaire de la mire que vous tenez.",
    "other_marker_size": "Les repères font {measured} mm et non {wanted} mm (carrés de {square} "
    "mm). Indiquez les dimensions imprimées sur la feuille.",
    "too_small": "La mire est trop loin : ses carrés font {square} px, il en faut {wanted}. "
    "Approchez-la.",
    "glare": "Une lampe se reflète dans la mire ({percent} % sont éblouis). "
    "Inclinez-la autrement ou déplacez la lampe.",
    "too_bright": "La mire est surexposée ({percent} %). Réduisez la lumière ou l’exposition.",
    "blurred": "L’image est floue ({blur} px, {most} px au plus). Ne bougez plus, ajoutez de la "
    "lumière ou faites la mise au point à cette distance.",
    "moving": "La mire bouge ({px} px). Tenez-la immobile un instant.",
    "duplicate": "La vue {view} {file} montre déjà la même chose. Déplacez, tournez ou inclinez "
    "la mire.",
    "broken": "{file} est abîmé ou n’est pas une image. Retirez-le du dossier ou remplacez-le.",
    "need_tilt": "Approchez de la caméra le bord de la mire situé {side} de l’image, "
    "de 15 à 45 degrés.",
    "need_place": "Rien encore {place} de l’image. Amenez-y la mire ; elle peut dépasser.",
    "need_distance": "Toutes les vues sont à peu près à la même distance (1 : {ratio}, souhaité "
    "1 : {wanted}). Tenez la mire plus près, puis plus loin.",
    "need_whole": "{have} vues sur {wanted} montrent toute la mire, ce qui dit si elle est plane. "
    "Prenez-en d’autres avec toute la mire.",
    "need_views": "{have} vues sur {wanted}. Prenez-en d’autres.",
    "flat_views": "La mire n’a presque jamais été inclinée ({have} vues sur {wanted}) : la focale "
    "est devinée, quoi que dise l’erreur. Inclinez-la de 15 à 45 degrés des quatre côtés.",
    "undetermined": "Ces vues ne déterminent pas d’optique. Prenez des vues inclinées des quatre "
    "côtés qui remplissent l’image.",
    "few_views": "Vues utiles : {have} ; il en faut au moins {wanted}. Prenez-en plus, mieux : 20.",
    "unseen_places": "{cells} cases de l’image sur {all} n’ont jamais vu de coin. "
    "Prenez-y des vues.",
    "held_out_bad": "Sur des vues qu’elle ne connaît pas, l’optique se trompe de {error} px en "
    "{size} ; {most} px au plus. Collez la mire à plat, supprimez les pires vues, refaites-en.",
    "held_out_high": "Sur des vues qu’elle ne connaît pas, l’optique se trompe de {error} px en "
    "{size} ; moins de {most} px serait bon. Supprimez les pires vues, refaites-en de nettes.",
    "focal_impossible": "La focale mesurée est de {focal} px, la fiche de la {camera} dit "
    "{promised} px ({percent} %). Prenez des vues inclinées, ou indiquez la bonne caméra.",
    "focal_off": "La focale mesurée est de {focal} px, la fiche de la {camera} dit {promised} px "
    "({percent} %). Prenez plus de vues inclinées.",
    "implausible_lens": "Aucune optique n’est ainsi (focale {focal} px, axe ou pixels de travers). "
    "Prenez des vues inclinées des quatre côtés qui remplissent l’image.",
    "table_unsure": "La place d’une carte ne serait connue qu’à {mm} mm ; on veut {most} mm. "
    "Prenez plus de vues, aussi dans les coins de l’image.",
    "bow_unknown": "On ne sait pas si la mire est plane. Prenez {wanted} vues qui la montrent "
    "toute, certaines inclinées.",
    "bowed": "La mire est bombée de {mm} mm. C’est mesuré et pris en compte ; un support rigide "
    "vaut mieux.",
    "no_data_sheet": "Aucune fiche connue pour cette caméra : la focale n’a pas de second avis.",
    "outlier": "La vue {view} s’écarte de {error} px, contre {usual} px d’ordinaire. Supprimez-la.",
    "mat_missing": "{count} repères du tapis sont visibles, il en faut trois. Dégagez les coins.",
    "mat_askew": "Les repères du tapis sont à {mm} mm de leur place. Posez-les au ras des coins "
    "et vérifiez la règle de leur feuille.",
    "mat_good": "La table est connue à {mm} mm près.",
    "nudged": "La caméra a bougé : l’image s’est déplacée de {mm} mm au plus. Visez à nouveau.",
    "in_place": "La caméra n’a pas bougé ({mm} mm).",
    "taken": "{count} images sur {all} sont des vues de la mire.",
    "focal_is": "Focale : {focal} px en {size} ({model}).",
    "held_out_is": "Erreur sur les vues réservées : {error} px en {size} (sur les autres : "
    "{fitted} px).",
    "table_is": "Un point de la table est connu à {centre} mm au milieu et {corners} mm dans les "
    "coins (95 %).",
    "sheet_is": "{percent} % par rapport à la fiche de la {camera}.",
    "verdict_is": "Verdict : {grade}.",
    "written": "Profil : {file}",
    "not_written": "Aucun profil n’a été écrit.",
}
_WORDS: Mapping[str, Mapping[str, str]] = {
    "en": {},
    "fr": {
        "top": "en haut",
        "right": "à droite",
        "bottom": "en bas",
        "left": "à gauche",
        "upper left": "en haut à gauche",
        "upper centre": "en haut au milieu",
        "upper right": "en haut à droite",
        "middle left": "au milieu à gauche",
        "middle centre": "au milieu",
        "middle right": "au milieu à droite",
        "lower left": "en bas à gauche",
        "lower centre": "en bas au milieu",
        "lower right": "en bas à droite",
        "good": "bon",
        "usable": "utilisable",
        "not usable": "inutilisable",
    },
}
SENTENCES: Mapping[str, Mapping[str, str]] = {"en": _EN, "fr": _FR}


def say(message: Message, language: str = "en") -> str:
    """Return a message as a sentence; raise CalibrationError for a language we lack."""
    if language not in SENTENCES:
        known = " or ".join(SENTENCES)
        raise CalibrationError(f"language {language!r} is not spoken here", f"use {known}")
    words = _WORDS[language]
    facts = {name: words.get(value, value) for name, value in message.facts}
    return " ".join(SENTENCES[language][message.code].format_map(facts).split())
