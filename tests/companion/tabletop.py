"""A table of Deadlock City as people move its cards about, without a picture of it.

Every card is somewhere: on a pile, in a hand, in the deck, beside the zones, or aside in
somebody's fingers. `Mender` follows the instructions of the table to the letter.
"""

from collections.abc import Mapping
from random import Random

from companion.cards import BACK, Face, Seat
from companion.game import Message
from companion.games.deadlock_city.cards import PACK
from companion.layout import Layout, Pile, Zone, ZoneKind


class Tabletop:
    """The physical truth: where each of the twenty cards is."""

    def __init__(self, seats: tuple[Seat, ...], rng: Random) -> None:
        deck = list(PACK)
        rng.shuffle(deck)
        self.seats = seats
        self.hands: dict[Seat, list[Face]] = {seat: [deck.pop()] for seat in seats}
        self.piles: dict[Seat, list[Face]] = {seat: [] for seat in seats}
        self.deck = deck
        self.lifted: frozenset[Seat] = frozenset()
        self.beside: list[Face] = []
        self.aside: list[Face] = []
        self.deck_in_the_air = self.deck_turned = False

    def layout(self) -> Layout:
        """Return what a camera would see."""
        zones: dict[Zone, Pile] = {Zone("deck"): self._deck_pile()}
        for seat in self.seats:
            down = 0 if seat in self.lifted else len(self.hands[seat])
            zones[Zone(f"{seat}.hand")] = Pile(face_down=down)
            zones[Zone(f"{seat}.pile")] = Pile(tuple(self.piles[seat]))
        return zones

    def warnings(self) -> tuple[Message, ...]:
        """Return what a camera would say of cards in no zone."""
        return tuple(Message("between_zones") for _ in self.beside)

    def _deck_pile(self) -> Pile:
        if self.deck_in_the_air or not self.deck:
            return Pile()
        across = len(self.deck) == 1
        return Pile(face_down=1, angle_deg=90.0 if across != self.deck_turned else 0.0)

    def draw(self, seat: Seat) -> None:
        """Let a seat take the top card, if there is one."""
        if self.deck:
            self.hands[seat].append(self.deck.pop())

    def lay(self, seat: Seat, face: Face, on: Seat | None = None) -> None:
        """Let a seat lay a card that it holds on its own pile, or on another one."""
        self.hands[seat].remove(face)
        self.piles[on or seat].append(face)

    def find(self, face: Face, likely: Seat | None) -> bool:
        """Take a card into the fingers from wherever it lies unseen; tell whether it was found."""
        hands = [self.hands[likely]] if likely else []
        places = [self.beside, *hands, *self.hands.values(), self.deck]
        if face in self.aside:
            return True
        for place in places:
            if face in place:
                place.remove(face)
                self.aside.append(face)
                return True
        return False


class Mender:
    """A hand that does what the table says, word by word, and nothing else.

    Everybody knows how many cards each player should hold: `held`.
    """

    def __init__(self, table: Tabletop, held: Mapping[Seat, int]) -> None:
        self._table, self._held = table, held

    def follow(self, repair: Message) -> None:
        """Do one instruction."""
        facts = dict(repair.facts)
        verb = repair.code.removeprefix("repair_").removesuffix("_common").removesuffix("_under")
        getattr(self, f"_{verb}")(facts)

    def _pile(self, facts: Mapping[str, str]) -> list[Face]:
        assert facts["place"] == ZoneKind.FAN.value
        return self._table.piles[Seat(facts["seat"])]

    def _extra(self, facts: Mapping[str, str]) -> None:
        pile, face = self._pile(facts), Face(facts["face"])
        last = len(pile) - 1 - pile[::-1].index(face)
        number = int(facts["number"]) - 1 if "number" in facts else last
        assert pile[number] == face
        self._table.aside.append(pile.pop(number))

    def _missing(self, facts: Mapping[str, str]) -> None:
        face, pile = Face(facts["face"]), self._pile(facts)
        assert self._table.find(face, Seat(facts["seat"]))
        self._table.aside.remove(face)
        pile.insert(int(facts["number"]) - 1 if "number" in facts else len(pile), face)

    def _extra_back(self, facts: Mapping[str, str]) -> None:
        source = self._table.hands[Seat(facts["seat"])] if "seat" in facts else self._table.deck
        for _ in range(int(facts["count"])):
            self._table.aside.append(source.pop())

    def _missing_back(self, facts: Mapping[str, str]) -> None:
        assert facts["place"] == "deck"
        table = self._table
        # What went from the deck can only be aside, or where too many are.
        for seat, count in self._held.items():
            while len(table.hands[seat]) > count:
                table.aside.append(table.hands[seat].pop())
        back_where_it_belongs(table, self._held)
        table.deck_in_the_air = table.deck_turned = False

    def _order(self, facts: Mapping[str, str]) -> None:
        pile, right = self._pile(facts), [Face(face) for face in facts["face"].split()]
        assert sorted(pile) == sorted(right)
        pile[:] = right

    def _angle(self, facts: Mapping[str, str]) -> None:
        assert facts["place"] == "deck"
        self._table.deck_turned = not self._table.deck_turned


def back_where_it_belongs(table: Tabletop, held: Mapping[Seat, int]) -> None:
    """Put what is still in somebody's fingers into the hands that lack a card, or the deck."""
    for seat, count in held.items():
        while len(table.hands[seat]) < count and table.aside:
            table.hands[seat].append(table.aside.pop())
    while table.aside:
        table.deck.insert(0, table.aside.pop())


__all__ = ["BACK", "Mender", "Tabletop", "back_where_it_belongs"]
