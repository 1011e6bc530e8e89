"""Reading a set-up from the fan that the player checks: which cards lie where, or why not.

The fan is read left to right: legend, kit, boss, scenes. Whoever reads it, a camera or a
person, puts "?" for a card that can't be read; such a card is asked for, never guessed.

Kit cards show their kit end. Of the scenes either end may show: they lie in the stack as
they were, the other way round than the kit cards that were turned.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from companion.cards import UNKNOWN, Face
from companion.game import Message, message
from companion.games.deadeye_dinah.actions import Stack
from companion.games.deadeye_dinah.cards import LEGEND, CardId, Side, card_of
from companion.games.deadeye_dinah.state import State, Step


@dataclass(frozen=True, slots=True)
class FanReading:
    """What a fan comes to: the set-up, or everything that is wrong with it."""

    act: Stack | None
    problems: tuple[Message, ...] = ()


def read_fan(state: State, fan: tuple[Face, ...]) -> FanReading:
    """Return the set-up that a fan shows for the boss who is hunted.

    A fan from the other side, or upside down, is recognised as a whole and told as that
    one problem.
    """
    if state.step is not Step.STACK:
        return FanReading(None, (Message("not_now", (("step", state.step.value),), "DD-01"),))
    whole = tuple(_whole_fan(state, fan))
    problems = whole or tuple(_problems(state, fan))
    if problems:
        return FanReading(None, problems)
    cards = (face for face in fan if face not in (LEGEND, _boss(state)))
    return FanReading(Stack(state.seat, tuple(card_of(face) for face in cards)))


def order_read(state: State, fan: tuple[Face, ...]) -> tuple[str, ...]:
    """Return the cards of the stack that a fan shows, top first, "?" for each to be asked for.

    A fan from the other side is read backwards. Nothing is told where no job is set up, or
    where so many cards are missing that nobody can tell the places of the others.
    """
    if state.step is not Step.STACK or len(fan) != len(state.deck.jobs) + 1:
        return ()
    cards = [face for face in fan if face not in (LEGEND, _boss(state))]
    ids = [card_of(face) for face in (cards[::-1] if _is_backwards(fan) else cards)]
    wanted = state.deck.by_id.keys() - {state.hunting}
    told = [str(card) if card in wanted and ids.count(card) == 1 else UNKNOWN for card in ids]
    return tuple(told[: len(wanted)])


def _is_backwards(fan: tuple[Face, ...]) -> bool:
    return bool(fan) and fan[-1] == LEGEND and fan[0] != LEGEND


def _whole_fan(state: State, fan: tuple[Face, ...]) -> Iterator[Message]:
    shown = Counter(face.rpartition(".")[2] for face in _kit_cards(state, fan))
    if shown[Side.SCRAP.value] > shown[Side.KIT.value]:
        yield Message("fan_upside_down")
    elif _is_backwards(fan):
        yield Message("fan_mirrored")


def _kit_cards(state: State, fan: tuple[Face, ...]) -> tuple[Face, ...]:
    """Return the cards between legend and boss, or all where one of them is not seen."""
    boss = _boss(state)
    if LEGEND not in fan or boss not in fan:
        return fan
    one, other = sorted((fan.index(LEGEND), fan.index(boss)))
    return fan[one + 1 : other]


def _problems(state: State, fan: tuple[Face, ...]) -> Iterator[Message]:
    size = len(state.deck.jobs) + 1
    if len(fan) != size:
        yield message("fan_size", number=str(len(fan)), wanted=str(size))
    for place, face in enumerate(fan, start=1):
        if face == UNKNOWN:
            yield message("fan_unread", place=str(place))
    yield from _strange_cards(state, fan)
    if not any(face == UNKNOWN for face in fan):
        yield from _order(state, fan)


def _strange_cards(state: State, fan: tuple[Face, ...]) -> Iterator[Message]:
    boss, kit = _boss(state), _kit_cards(state, fan)
    for face in fan:
        if face in (UNKNOWN, LEGEND, boss):
            continue
        if card_of(face) not in state.deck.by_id or card_of(face) == state.hunting:
            yield message("fan_stranger", face=face)
        elif face in kit and not face.endswith(f".{Side.KIT.value}"):
            yield message("fan_turned", face=face)
    counted = Counter(face if face == LEGEND else card_of(face) for face in fan if face != UNKNOWN)
    for card, count in counted.items():
        if count > 1:
            yield message("fan_twice", card=str(card))


def _order(state: State, fan: tuple[Face, ...]) -> Iterator[Message]:
    boss, printed = _boss(state), state.deck.by_id[_hunted(state)].boss
    if boss not in fan:
        yield message("fan_no_boss", face=boss)
        return
    if LEGEND not in fan:
        yield Message("fan_no_legend")
        return
    kit = fan[: fan.index(boss)]
    size = len([face for face in kit if face != LEGEND])
    if size != printed.kit:
        facts = {"number": str(size), "wanted": str(printed.kit), "face": boss}
        yield message("fan_kit_number", **facts)
    first = state.deck.by_item[printed.starts_with]
    cards = [face for face in fan if face != LEGEND]
    if cards and card_of(cards[0]) != first.id:
        yield message("fan_start", face=first.face(Side.KIT), item=printed.starts_with.value)


def _hunted(state: State) -> CardId:
    assert state.hunting is not None
    return state.hunting


def _boss(state: State) -> Face:
    return state.deck.by_id[_hunted(state)].boss_face
