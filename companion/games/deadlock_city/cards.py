"""The twenty cards of Deadlock City."""

from companion.cards import BACK, Deck, Face, Print, PrintId

COPIES: dict[Face, int] = {
    Face("0"): 2,
    Face("1"): 5,
    Face("2"): 2,
    Face("3"): 2,
    Face("4"): 2,
    Face("5"): 2,
    Face("6"): 2,
    Face("7"): 1,
    Face("8"): 1,
    Face("9"): 1,
}
FACES = tuple(COPIES)
ZERO, ONE, TWO, THREE, FOUR, FIVE, SIX, SEVEN, EIGHT, NINE = FACES

#: Cards with an effect of their own (DC-36: what a 9 may work as).
ACTIVE = FACES[1:7]
#: Effects that choose a player; all but TWO choose another one (DC-10, DC-35).
CHOOSING = FACES[1:6]
#: How many cards there are: they are always all somewhere.
CARDS = sum(COPIES.values())
#: The whole deck in order.
PACK = tuple(face for face, copies in COPIES.items() for _ in range(copies))


def value(face: Face) -> int:
    """Return the number on the card, which is also its worth."""
    return int(face)


def _prints() -> tuple[Print, ...]:
    """Give every physical card its own print, so that equal cards can be told apart."""
    fronts = (
        Print(PrintId(f"{face}{'abcde'[copy]}"), face)
        for face, copies in COPIES.items()
        for copy in range(copies)
    )
    return (*fronts, Print(PrintId("back"), BACK, CARDS))


DECK = Deck(name="deadlock_city", prints=_prints(), first_tag_slot=0)
