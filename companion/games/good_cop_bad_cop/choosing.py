"""Whom or what an equipment card may hit: one table of conditions, and what follows from it.

A condition is a public fact, or it would tell a player what others hold.
"""

from collections.abc import Callable, Iterator, Mapping

from companion.cards import Face, Seat
from companion.game import Violation
from companion.games.good_cop_bad_cop.actions import PLACES
from companion.games.good_cop_bad_cop.cards import (
    BLACKMAIL,
    DEFIBRILLATOR,
    DISGUISE,
    EVIDENCE_BAG,
    K9_UNIT,
    MED_KIT,
    METAL_DETECTOR,
    PLANTED_EVIDENCE,
    POLYGRAPH,
    RIOT_SHIELD,
    SURVEILLANCE_CAMERA,
    TASER,
    TRUTH_SERUM,
    WALKIE_TALKIE,
    WIRETAP,
    clause_of,
)
from companion.games.good_cop_bad_cop.state import (
    Card,
    Player,
    State,
    Step,
    Task,
    neighbours,
    pending_shot,
)


class Wish:
    """A choice that is looked at: what is due, and the player and card that were chosen."""

    def __init__(self, state: State, due: Task, target: Seat, place: str | None) -> None:
        self.state, self.due, self.target, self.place = state, due, target, place

    @property
    def player(self) -> Player:
        """Return the chosen player."""
        return self.state.player(self.target)

    @property
    def card(self) -> Card | None:
        """Return the chosen card."""
        return self.player.card(self.place) if self.place else None


Condition = tuple[str, Callable[[Wish], bool]]

_LIVING: Condition = ("target_out", lambda w: not w.player.out)
_ANOTHER: Condition = ("target_is_self", lambda w: w.target != w.due.seat)
_DEAD: Condition = ("target_lives", lambda w: w.player.out)
_NEW: Condition = ("same_player", lambda w: w.target != w.due.target)
_CARD: Condition = ("no_such_card", lambda w: w.card is not None)
_HIDDEN: Condition = ("card_is_open", lambda w: w.card is None or not w.card.up)
_SOME_HIDDEN: Condition = ("nothing_hidden", lambda w: bool(w.player.hidden))
_OPEN_TO_LOOKS: Condition = ("disguised", lambda w: DISGUISE not in w.player.front)
_GUN: Condition = ("target_unarmed", lambda w: w.player.armed)
_GUN_OR_TURN: Condition = ("target_unarmed", lambda w: w.player.armed or w.target == w.state.turn)
_EQUIPPED: Condition = ("target_unequipped", lambda w: bool(w.player.equipment))
_NAMED: Condition = ("other_player_due", lambda w: w.target == w.due.target)
_NEIGHBOUR: Condition = (
    "no_neighbour",
    lambda w: w.target in neighbours(w.state, w.due.seat),
)
_WOUNDED: Condition = ("not_wounded", lambda w: any(card.wounded for card in w.player.cards))
_LOOKED: Condition = (
    "not_just_seen",
    lambda w: w.card is None or w.card.id in w.state.looked,
)


def _is_not_shooter(wish: Wish) -> bool:
    shot = pending_shot(wish.state)
    return shot is None or wish.target != shot.seat


_NOT_SHOOTER: Condition = ("target_is_shooter", _is_not_shooter)
_LOOK = (_LIVING, _ANOTHER, _OPEN_TO_LOOKS)

#: Which cards choose a card and not just a player: in every edition, or in one kind only.
_CARDS = frozenset({BLACKMAIL, METAL_DETECTOR, SURVEILLANCE_CAMERA, WIRETAP})
_CARDS_FIRST = _CARDS | {DEFIBRILLATOR}
_CARDS_FOURTH = _CARDS | {TRUTH_SERUM}

_CONDITIONS: Mapping[Face, tuple[Condition, ...]] = {
    BLACKMAIL: (_LIVING, _ANOTHER, _NEW, _CARD),
    DEFIBRILLATOR: (_DEAD, _CARD),
    EVIDENCE_BAG: (_LIVING, _ANOTHER, _EQUIPPED),
    K9_UNIT: (_LIVING, _GUN_OR_TURN),
    METAL_DETECTOR: (*_LOOK, _NAMED, _CARD, _HIDDEN),
    PLANTED_EVIDENCE: (_LIVING,),
    POLYGRAPH: (_LIVING, _ANOTHER),
    SURVEILLANCE_CAMERA: (_CARD, _HIDDEN, _LOOKED),
    TASER: (_LIVING, _ANOTHER, _GUN),
    TRUTH_SERUM: (_LIVING, _SOME_HIDDEN),
    WIRETAP: (*_LOOK, _NEW, _CARD, _HIDDEN),
}
_CONDITIONS_FOURTH: Mapping[Face, tuple[Condition, ...]] = {
    **_CONDITIONS,
    DEFIBRILLATOR: (_DEAD,),
    DISGUISE: (_LIVING,),
    K9_UNIT: (_LIVING, _GUN),
    MED_KIT: (_LIVING, _WOUNDED),
    POLYGRAPH: (*_LOOK,),
    RIOT_SHIELD: (_LIVING, _ANOTHER, _NEIGHBOUR, _NOT_SHOOTER),
    TRUTH_SERUM: (_LIVING, _CARD, _HIDDEN),
    WALKIE_TALKIE: (_LIVING,),
}
#: Who gives, who takes, and who uses the fourth edition's Evidence Bag.
FOR_A_GIFT = 3
#: The second choice of the fourth edition's Evidence Bag: who is given the card.
_RECEIVER: tuple[Condition, ...] = (_LIVING, _ANOTHER, _NEW)


def chooses_card(state: State, face: Face) -> bool:
    """Tell whether this equipment chooses a card of a player."""
    return face in (_CARDS_FOURTH if state.table.fourth else _CARDS_FIRST)


def conditions(state: State, due: Task) -> tuple[Condition, ...]:
    """Return what a choice must satisfy."""
    face = Face(due.about)
    if face == EVIDENCE_BAG and due.target is not None:
        return _RECEIVER
    table = _CONDITIONS_FOURTH if state.table.fourth else _CONDITIONS
    return table.get(face, ())


def why_not(state: State, due: Task, target: Seat, place: str | None) -> Iterator[Violation]:
    """Yield every reason why the card in `due` cannot hit this player or card."""
    face = Face(due.about)
    facts = (("seat", due.seat), ("target", target), ("face", face))
    if (place is not None) != chooses_card(state, face):
        code = "card_needed" if place is None else "no_card_needed"
        yield Violation(code, facts, clause_of(face))
        return
    wish = Wish(state, due, target, place)
    for code, holds in conditions(state, due):
        if not holds(wish):
            yield Violation(code, facts, clause_of(face))


def options(state: State, due: Task) -> tuple[tuple[Seat, str | None], ...]:
    """Return every choice that the card in `due` allows."""
    return tuple(_options(state, due))


def _options(state: State, due: Task) -> Iterator[tuple[Seat, str | None]]:
    places: tuple[str | None, ...] = (None,)
    if chooses_card(state, Face(due.about)):
        places = PLACES
    for target in state.table.seats:
        for place in places:
            if not any(why_not(state, due, target, place)):
                yield target, place


def gun_holders_to_look_at(state: State, seat: Seat) -> tuple[Seat, ...]:
    """Return whom Metal Detector investigates: others with a gun and a hidden card."""
    return tuple(
        holder
        for holder in state.armed()
        if holder != seat
        and state.player(holder).hidden
        and DISGUISE not in state.player(holder).front
    )


def can_be_used(state: State, seat: Seat, face: Face) -> bool:
    """Tell whether the choices that the card asks for can be made at all, by public facts."""
    if face == METAL_DETECTOR:
        return bool(gun_holders_to_look_at(state, seat))
    if face not in (_CONDITIONS_FOURTH if state.table.fourth else _CONDITIONS):
        return True
    if face == SURVEILLANCE_CAMERA and state.table.fourth:
        return True
    if face == EVIDENCE_BAG and state.table.fourth and len(state.living()) < FOR_A_GIFT:
        return False
    needed = 2 if face in (BLACKMAIL, WIRETAP) else 1
    found: set[Seat] = set()
    for target, _ in _options(state, Task(Step.CHOOSE, seat, about=face)):
        found.add(target)
        if len(found) >= needed:
            return True
    return False
