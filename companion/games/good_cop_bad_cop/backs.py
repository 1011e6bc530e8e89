"""Marked backs: what a camera that knows them tells of rows, and of cards that were moved.

Until the first act cards are still being dealt: whatever lies in a row is what belongs
there. From then on they keep their places (GC-26).
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from companion.cards import UNKNOWN, Seat
from companion.game import Backs, Message
from companion.games.good_cop_bad_cop.actions import (
    PLACES,
    Act,
    Claim,
    Flip,
    Hold,
    Lay,
    Reveal,
    Saw,
)
from companion.games.good_cop_bad_cop.state import Card, Player, State, Step
from companion.games.good_cop_bad_cop.surroundings import row_zone
from companion.marked_backs import PLAIN, STRANGER, UNREAD, CardName, face_of

_Spot = tuple[Seat, str]


def readings(state: State, lying: Backs, *, anew: bool) -> Iterator[Lay]:
    """Yield what the backs tell that is not known yet; with `anew`, all that is otherwise."""
    free = anew or not state.begun
    belongs = _belongs(state)
    for seat, player, names in _rows(state, lying):
        told = tuple(
            name if _is_news(card, name, belongs, free=free) else STRANGER
            for card, name in zip(player.cards, names, strict=True)
        )
        if any(name != STRANGER for name in told):
            yield Lay(seat, tuple(name or STRANGER for name in told))


def _is_news(
    card: Card, name: CardName | None, belongs: dict[CardName, _Spot], *, free: bool
) -> bool:
    if name in (None, STRANGER) or card.up or card.name == name:
        return False
    return free or (not card.name and name not in belongs)


def laid(state: State, seat: Seat, place: str, name: CardName) -> State:
    """Return the state in which the card of this name lies there.

    A card that lay elsewhere has changed places with the one that lay here.
    """
    here = state.player(seat).card(place)
    assert here is not None
    if here.name == name:
        return state
    spot = _belongs(state).get(name)
    if spot is not None and state.begun:
        return _exchanged(state, (seat, place), spot)
    if spot is not None:
        state = state.with_card(*spot, face=UNKNOWN, marked=False, name=UNREAD, told=())
    told = () if here.name else here.told
    seen = frozenset({seat}) if here.name else here.seen
    read = replace(here, face=face_of(name), marked=True, name=name, told=told, seen=seen)
    if here.name:
        read = replace(read, doubted=())
    return state.with_row(seat, {place: read})


def _exchanged(state: State, one: _Spot, other: _Spot) -> State:
    """Exchange two cards; who holds another's card now may look at it (GC-27)."""
    (seat, place), (owner, there) = one, other
    here, found = state.player(seat).card(place), state.player(owner).card(there)
    assert here is not None
    assert found is not None
    if seat != owner:
        here = replace(here, seen=here.seen | {owner}, fresh=True)
        found = replace(found, seen=found.seen | {seat}, fresh=True)
        state = replace(state, swapped=True)
    return state.with_row(owner, {there: here}).with_row(seat, {place: found})


def misplaced(state: State, lying: Backs) -> Message | None:
    """Return the first face-down card that lies where it does not belong, and where it does.

    Before the first act that can only be a card of no such deck.
    """
    belongs = _belongs(state)
    for seat, player, names in _rows(state, lying):
        for place, card, name in _hidden(player, names):
            wrong = _wrong(state, (seat, place), card, name, belongs)
            if wrong is not None and (state.begun or name == STRANGER):
                return wrong
    return None


def _wrong(
    state: State, spot: _Spot, card: Card, name: CardName, belongs: dict[CardName, _Spot]
) -> Message | None:
    seat, place = spot
    facts = (("seat", str(seat)), ("place", place))
    if name == STRANGER:
        return Message("back_strange", (*facts, ("deck", state.table.backs)), "GC-26")
    found = belongs.get(name)
    if found is not None and found != spot:
        there = (("target", str(found[0])), ("there", found[1]))
        return Message("back_elsewhere", (*facts, *there), "GC-26")
    if found is None and card.name:
        return Message("back_new", facts, "GC-26")
    return None


def exchanged(state: State, action: Lay) -> bool:
    """Tell whether cards have changed places with it, as the table has agreed."""
    belongs, row = _belongs(state), state.player(action.seat).row
    places = [place for place, card in zip(PLACES, row, strict=True) if card]
    lies = {name: (action.seat, place) for place, name in zip(places, action.cards, strict=True)}
    return state.begun and any(belongs.get(name, spot) != spot for name, spot in lies.items())


def measures(state: State, action: Act) -> bool:
    """Tell whether an act says what hidden cards are, and their backs tell it as well."""
    if not isinstance(action, Flip | Reveal | Claim | Hold | Saw):
        return False
    owner = action.target if isinstance(action, Saw) else action.seat
    return any(card.name and not card.up for card in state.player(owner).cards)


def _belongs(state: State) -> dict[CardName, _Spot]:
    return {card.name: (seat, place) for seat, place, card in state.located() if card.name}


def _rows(state: State, lying: Backs) -> Iterator[tuple[Seat, Player, tuple[CardName | None, ...]]]:
    """Yield the rows that lie as they should, but for which card is which.

    Who mixes his cards may lay them as he likes (GC-E05). Of two cards with one name at
    least one is of another deck: neither is believed, nor is a card that lay open before its
    back was read and showed another face.
    """
    due, count = state.due, Counter(name for names in lying.values() for name in names)
    for seat, player in state.seated():
        names = lying.get(row_zone(seat))
        mixes = due is not None and due.step is Step.MIX and due.seat == seat
        if state.table.backs == PLAIN or names is None or mixes:
            continue
        if [name is None for name in names] == [card.up for card in player.cards]:
            cards = zip(player.cards, names, strict=True)
            yield seat, player, tuple(STRANGER if _lies(c, n, count) else n for c, n in cards)


def _lies(card: Card, name: CardName | None, count: Counter[CardName | None]) -> bool:
    """Tell whether a back is that of another deck: two have it, or its face was another one."""
    if not name or name == STRANGER:
        return False
    denied = not card.name and card.face not in (UNKNOWN, face_of(name))
    return count[name] > 1 or denied


def _hidden(
    player: Player, names: tuple[CardName | None, ...]
) -> Iterator[tuple[str, Card, CardName]]:
    places = [place for place, card in zip(PLACES, player.row, strict=True) if card]
    for place, card, name in zip(places, player.cards, names, strict=True):
        if name is not None:
            yield place, card, name
