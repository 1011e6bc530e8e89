"""What may be wrong with the photo of a card that is to be enrolled."""

from collections.abc import Mapping

from companion.game import Message
from vision.enrolled.deck import EnrolledDeckError

#: In English for the command line: what is wrong, and what to do.
_ENGLISH: Mapping[str, tuple[str, str]] = {
    "photo_dark": ("the photo is too dark", "turn on a light"),
    "photo_bright": ("the photo is overexposed", "take it without a flash, out of the sun"),
    "photo_blurred": ("the card is out of focus", "hold the camera still, a hand further off"),
    "photo_no_card": (
        "no card is found",
        "lay it alone on a dark even table, all four corners in the picture",
    ),
    "photo_cut_off": ("the card is cut off", "move it to the middle, all four corners in sight"),
    "photo_small": ("the card is only {width} px wide", "go closer"),
    "photo_several": ("more than one card is seen", "lay one alone"),
    "photo_askew": (
        "the card is seen at a slant, or something lies over it",
        "lay it alone, and take it straight from above",
    ),
    "photo_other_size": (
        "a card of about {width} x {height} mm is seen",
        "lay one of this deck, or measure its cards again",
    ),
}


class PhotoFault(EnrolledDeckError):
    """A photo shows no card that could be enrolled; `message` says why and what to do."""

    def __init__(self, code: str, **facts: str) -> None:
        problem, remedy = _ENGLISH[code]
        super().__init__(f"{problem.format_map(facts)}; {remedy}")
        self.message = Message(code, tuple(facts.items()))
