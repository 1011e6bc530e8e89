"""From the solver's moves back to acts that a player can declare."""

from collections.abc import Iterator

from companion.cards import Seat
from companion.games.deadeye_dinah.actions import Act, Escape, Pay, Play, Played
from companion.games.deadeye_dinah.cards import CardId, Item
from companion.games.deadeye_dinah.duels import Shot
from companion.games.deadeye_dinah.fights import Fight, ranges_in
from companion.games.deadeye_dinah.moves import Blast, Flight, Move, Pair, Price
from companion.games.deadeye_dinah.resolution import RIFLE_ADDS
from companion.games.deadeye_dinah.search import Position
from companion.games.deadeye_dinah.shots import SHOTS
from companion.games.deadeye_dinah.tables import Hand, Slot, Tables, slots


class Declaring:
    """Writes moves out as acts of a seat."""

    def __init__(self, tables: Tables, seat: Seat) -> None:
        """Use the slots of these tables."""
        self.tables, self.seat = tables, seat

    def act(self, position: Position, move: Move) -> Act:
        """Return the act that makes this move from this position."""
        rescues = self.card(move.rescued.bit_length() - 1) if move.rescued else None
        match move.way:
            case Price(slot):
                return Pay(self.seat, self.card(slot), rescues)
            case Flight():
                lost = tuple(self.card(slot) for slot in slots(move.lost))
                return Escape(self.seat, lost, rescues)
            case Fight():
                cards = (*self._bullets(position, move), *self._items(position, move.way))
                return Play(self.seat, cards, move.way.cover, move.way.aim.ignores, rescues)
            case Pair():
                return Play(self.seat, tuple(self._pair(move.way)), rescues=rescues)
            case Blast():
                dynamite = self._tool(position, Item.DYNAMITE)
                return Play(self.seat, (Played(dynamite, True),), rescues=rescues)

    def shot(self, shot: Shot) -> Play:
        """Return the play that shoots the boss like this."""
        cards = [Played(self.card(shot.bullet))]
        if shot.item >= 0:
            cards.append(self._beside(shot))
        return Play(self.seat, tuple(cards))

    def card(self, slot: Slot) -> CardId:
        """Return the card of a slot."""
        return self.tables.held[slot].card

    def _beside(self, shot: Shot) -> Played:
        card = self.card(shot.item)
        on = self.card(shot.on) if shot.on >= 0 else None
        item = self.tables.item[shot.item]
        if on and item is Item.FLASK:
            return Played(card, True, on=on, by=shot.change)
        if on and item is Item.RIFLE:
            return Played(card, True, on=on, widen=(RIFLE_ADDS - shot.change, shot.change))
        return Played(card, True, on=on)

    def _pair(self, pair: Pair) -> Iterator[Played]:
        yield Played(self.card(pair.bullet))
        target = self.card(pair.bullet)
        widen = (RIFLE_ADDS - pair.high, pair.high)
        if pair.rifle != pair.item:
            yield Played(self.card(pair.item), True)
        if pair.rifle >= 0:
            yield Played(self.card(pair.rifle), True, on=target, widen=widen)

    def _bullets(self, position: Position, move: Move) -> Iterator[Played]:
        """Yield the bullets of a fight, those left out that nothing depends on."""
        fight = move.way
        assert isinstance(fight, Fight)
        targets = [fight.flask[0] if fight.flask else -1, fight.rifle[0] if fight.rifle else -1]
        kept = move.lost | sum(1 << slot for slot in {*targets, fight.saved} if slot >= 0)
        ranges = ranges_in(self.tables, fight, position.lucky)
        for slot in slots(fight.bullets & ~kept):
            fewer = {other: numbers for other, numbers in ranges.items() if other != slot}
            shots = sum(SHOTS[numbers] for numbers in fewer.values())
            if fight.dynamite or fight.aim.demand.met_by(shots, fewer.values()):
                ranges = fewer
        yield from (Played(self.card(slot)) for slot in ranges)

    def _items(self, position: Position, fight: Fight) -> Iterator[Played]:
        aim = fight.aim
        if aim.rope:
            yield Played(self._tool(position, Item.ROPE), True, outlaws=aim.rope)
        if aim.knife:
            yield Played(self._tool(position, Item.KNIFE), True, outlaws=(aim.knife,))
        if aim.star:
            yield Played(self._tool(position, Item.TIN_STAR), True, by=aim.star)
        if fight.flask:
            target, by = fight.flask
            yield Played(self._tool(position, Item.FLASK), True, on=self.card(target), by=by)
        if fight.rifle:
            target, high = fight.rifle
            widen = (RIFLE_ADDS - high, high)
            yield Played(self._tool(position, Item.RIFLE), True, on=self.card(target), widen=widen)
        if fight.saved >= 0:
            yield Played(self._tool(position, Item.FIRE), True, on=self.card(fight.saved))
        if fight.dynamite:
            yield Played(self._tool(position, Item.DYNAMITE), True)

    def _tool(self, position: Position, item: Item) -> CardId:
        hand: Hand = position.kit | position.lucky
        return next(self.card(s) for s in slots(hand) if self.tables.item[s] is item)
