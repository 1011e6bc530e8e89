"""Marked backs: which card has which back, known to one private key and to nobody else.

A camera then tells face-down cards apart. The marks of a printed deck are drawn anew, so
that a back says nothing without its key: decks with other keys look just the same.

A card is named after its face, as "honest.4": the fourth honest card of the deck. A back
is named after its place in the tag dictionary, as "back.17".
"""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from random import Random

from companion.cards import BACK, TAG_SLOTS, Deck, Face, Print, PrintId

#: The house rule that says which marked deck lies on the table, and its value for none.
RULE, PLAIN = "backs", "plain"
#: What decks are called: three hexadecimal digits.
NUMBER = re.compile(r"[0-9A-F]{3}")

#: What a card is called: its face and which of its copies it is.
CardName = PrintId
#: Instead of its name, of a card whose back was not read yet,
UNREAD = PrintId("")
#: or of one whose back the key does not know.
STRANGER = PrintId("?")


@dataclass(frozen=True, slots=True)
class BackKey:
    """The key of one printed deck: the card behind each back. It never shows in a text."""

    number: str
    cards: Mapping[PrintId, CardName] = field(repr=False)


#: Gives a deck's key by its number, None where there is none.
KeyOf = Callable[[str], BackKey | None]


def no_key(number: str) -> BackKey | None:
    """Return no key: on this table all backs are alike."""
    return None


def is_marked(rules: Mapping[str, str]) -> bool:
    """Tell whether a table plays with marked backs."""
    return rules.get(RULE, PLAIN) != PLAIN


def card_names(deck: Deck, faces: Iterable[Face]) -> tuple[CardName, ...]:
    """Return the cards of a deck that show one of these faces."""
    return tuple(
        PrintId(f"{face}.{copy}") for face in faces for copy in range(1, deck.copies(face) + 1)
    )


def face_of(card: CardName) -> Face:
    """Return the face of a card."""
    return Face(card.rpartition(".")[0])


def free_backs(deck: Deck) -> tuple[Print, ...]:
    """Return a back for each place of the tag dictionary that this deck leaves free."""
    last = deck.first_tag_slot + len(deck.prints)
    taken = range(deck.first_tag_slot, last)
    return tuple(
        Print(PrintId(f"{BACK}.{slot}"), BACK, slot=slot)
        for slot in range(TAG_SLOTS)
        if slot not in taken
    )


def draw_key(deck: Deck, faces: Iterable[Face], number: str, rng: Random) -> BackKey:
    """Draw which back each card has; `rng` has to be one that nobody can foretell."""
    cards = card_names(deck, faces)
    backs = rng.sample([back.id for back in free_backs(deck)], len(cards))
    return BackKey(number, dict(zip(backs, cards, strict=True)))


def read_deck(deck: Deck) -> Deck:
    """Return the deck as a camera reads it: with every back that a card of it may have."""
    return replace(deck, prints=(*deck.prints, *free_backs(deck)))


def printed_deck(deck: Deck, key: BackKey) -> Deck:
    """Return the deck as it is printed: each of its marked cards has a back of its own.

    The cards keep the order of the plain deck, so that a sheet's order says nothing.
    """
    behind = {card: back for back, card in key.cards.items()}
    says = (("deck", key.number),)
    backs = tuple(replace(b, says=says) for b in free_backs(deck) if b.id in key.cards)
    fronts: list[Print] = []
    for slot, design in enumerate(deck.prints, deck.first_tag_slot):
        named = [PrintId(f"{design.face}.{n}") for n in range(1, design.copies + 1)]
        marked = [card for card in named if card in behind]
        fronts += [
            replace(design, id=card, copies=1, behind=behind[card], slot=slot) for card in marked
        ] or [replace(design, slot=slot, says=says if design.face == BACK else design.says)]
    return replace(deck, prints=(*fronts, *backs))
