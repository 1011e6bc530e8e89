"""What equipment cards do: what becomes due when one is used, and what a choice changes.

Each card is resolved completely before another may be used (GC-23).
"""

from collections.abc import Callable, Mapping
from dataclasses import replace

from companion.cards import Face, Seat
from companion.games.good_cop_bad_cop.actions import PLACES, Choose
from companion.games.good_cop_bad_cop.cards import (
    BLACKMAIL,
    COFFEE,
    DEFIBRILLATOR,
    DISGUISE,
    EVIDENCE_BAG,
    FLASHBANG,
    K9_UNIT,
    MED_KIT,
    METAL_DETECTOR,
    PLANTED_EVIDENCE,
    POLYGRAPH,
    REPORT_AUDIT,
    RESTRAINING_ORDER,
    RIOT_SHIELD,
    SMOKE_GRENADE,
    SURVEILLANCE_CAMERA,
    TASER,
    TRUTH_SERUM,
    WALKIE_TALKIE,
    WIRETAP,
    lasting,
)
from companion.games.good_cop_bad_cop.choosing import gun_holders_to_look_at
from companion.games.good_cop_bad_cop.ledger import looked_at
from companion.games.good_cop_bad_cop.looking import investigated
from companion.games.good_cop_bad_cop.state import (
    Agenda,
    State,
    Step,
    Task,
    around,
    pending_shot,
)
from companion.games.good_cop_bad_cop.turns import INVESTIGATED, SHOT, unarmed, window

# --- using a card -------------------------------------------------------------------------


def use(state: State, seat: Seat, face: Face, hand: tuple[Face, ...]) -> State:
    """Return the state after a card was laid open: `hand` is left to its user.

    Whoever had nothing to say may have now: the open window begins anew (GC-21).
    """
    spent = (*state.player(seat).spent, face)
    state = state.with_player(seat, equipment=hand, spent=spent)
    state = replace(state, passed=frozenset())
    return _USES.get(face, _chooses)(state, seat, face)


def _chooses(state: State, seat: Seat, face: Face) -> State:
    return state.then(Task(Step.CHOOSE, seat, about=face))


def _coffee(state: State, seat: Seat, _face: Face) -> State:
    return replace(state, following=seat)


def _smoke(state: State, _seat: Seat, _face: Face) -> State:
    return replace(state, turning=not state.turning)


def _flashbang(state: State, seat: Seat, _face: Face) -> State:
    return state.then(Task(Step.MIX, seat))


def _metal_detector(state: State, seat: Seat, face: Face) -> State:
    holders = gun_holders_to_look_at(state, seat)
    looks = (Task(Step.CHOOSE, seat, about=face, target=who) for who in holders)
    return state.then(*looks, *window(state, INVESTIGATED, seat))


def _report_audit(state: State, seat: Seat, _face: Face) -> State:
    """Let everyone without a face-up card turn one up, the user too (GC-17)."""
    order = (seat, *around(state, seat))
    closed = (s for s in order if all(not card.up for card in state.player(s).cards))
    return state.then(*(Task(Step.FLIP, s) for s in closed if not state.player(s).out))


def _restraining_order(state: State, _seat: Seat, _face: Face) -> State:
    """Replace the declared shot: its shooter has to aim at somebody else (GC-21)."""
    shot, rest = _without_shot(state)
    redirect = Task(Step.REDIRECT, shot.seat, target=shot.target)
    return replace(state, agenda=(redirect, *rest))


def _surveillance(state: State, seat: Seat, face: Face) -> State:
    if not state.table.fourth:
        return _chooses(state, seat, face)
    return _laid_before(state, seat, seat, face)


def _taser(state: State, seat: Seat, face: Face) -> State:
    """Ask whose gun; by the older rules that is the turn's action (GC-22)."""
    if not state.table.fourth:
        state = state.done()
    return _chooses(state, seat, face)


_USES: Mapping[Face, Callable[[State, Seat, Face], State]] = {
    COFFEE: _coffee,
    SMOKE_GRENADE: _smoke,
    FLASHBANG: _flashbang,
    METAL_DETECTOR: _metal_detector,
    REPORT_AUDIT: _report_audit,
    RESTRAINING_ORDER: _restraining_order,
    SURVEILLANCE_CAMERA: _surveillance,
    TASER: _taser,
}


# --- choices ------------------------------------------------------------------------------


def choose(state: State, choice: Choose) -> State:
    """Return the state after a choice that was due."""
    due = state.due
    assert due is not None
    return _CHOICES[Face(due.about)](state.done(), due, choice)


def _blackmail(state: State, due: Task, choice: Choose) -> State:
    """Exchange two cards; everything that lies on or is known of a card goes with it."""
    if due.target is None or due.card is None:
        card = state.player(choice.target).card(choice.place or "")
        assert card is not None
        return state.then(replace(due, target=choice.target, card=card.id))
    found = state.where(due.card)
    other = state.player(choice.target).card(choice.place or "")
    assert found is not None and other is not None
    owner, place, card = found
    state = state.with_row(owner, {place: replace(other, fresh=True, seen=other.seen | {owner})})
    taken = replace(card, fresh=True, seen=card.seen | {choice.target})
    state = state.with_row(choice.target, {choice.place or "": taken})
    return replace(state, swapped=True)


def _defibrillator(state: State, _due: Task, choice: Choose) -> State:
    """Bring a player back with one card, or in the fourth edition with all (GC-16)."""
    if choice.place is not None:
        cards = dict(zip(PLACES, state.player(choice.target).row, strict=True))
        gone = tuple(card for place, card in cards.items() if card and place != choice.place)
        state = state.with_row(choice.target, {p: None for p in cards if p != choice.place})
        state = replace(state, removed=(*state.removed, *gone))
    return state.with_player(choice.target, out=False)


def _evidence_bag(state: State, due: Task, choice: Choose) -> State:
    """Take a player's equipment; in the fourth edition it goes to somebody else."""
    if not state.table.fourth:
        return _equipment_moved(state, choice.target, due.seat)
    if due.target is None:
        return state.then(replace(due, target=choice.target))
    return _equipment_moved(state, due.target, choice.target)


def _equipment_moved(state: State, giver: Seat, taker: Seat) -> State:
    face, *rest = state.player(giver).equipment
    state = state.with_player(giver, equipment=tuple(rest))
    state = state.with_player(taker, equipment=(*state.player(taker).equipment, face))
    return state.then(Task(Step.KEEP, taker))


def _k9_unit(state: State, _due: Task, choice: Choose) -> State:
    """Let a gun drop; by the older rules who is at turn may not take one again in this turn."""
    barred = state.barred or (choice.target == state.turn and not state.table.fourth)
    return replace(unarmed(state, choice.target), barred=barred)


def _look(state: State, due: Task, choice: Choose) -> State:
    """Investigate a card; with Wiretap a second player's follows."""
    second: Agenda = ()
    if due.about == WIRETAP and due.target is None:
        second = (replace(due, target=choice.target),)
    return investigated(state, due.seat, choice.target, (choice.place or "",), second)


def _planted_evidence(state: State, due: Task, choice: Choose) -> State:
    return _laid_before(state, due.seat, choice.target, PLANTED_EVIDENCE)


def _disguise(state: State, due: Task, choice: Choose) -> State:
    return _laid_before(state, due.seat, choice.target, DISGUISE)


def _laid_before(state: State, user: Seat, target: Seat, face: Face) -> State:
    """Move a card that its user has laid open in front of a player, where it stays."""
    assert face in lasting(state.table.edition)
    spent = list(state.player(user).spent)
    spent.remove(face)
    state = state.with_player(user, spent=tuple(spent))
    return state.with_player(target, front=(*state.player(target).front, face))


def _polygraph(state: State, due: Task, choice: Choose) -> State:
    """Let two players see each other's cards; an investigation in the fourth edition (GC-19)."""
    one, other = due.seat, choice.target
    if state.table.fourth:
        state = investigated(state, other, one, state.player(one).hidden, ())
        return investigated(state, one, other, state.player(other).hidden, ())
    for looker, owner in ((one, other), (other, one)):
        for place in state.player(owner).hidden:
            state = looked_at(state, looker, owner, place)
    return state


def _camera(state: State, _due: Task, choice: Choose) -> State:
    card = state.player(choice.target).card(choice.place or "")
    assert card is not None
    return state.then(Task(Step.FLIP, choice.target, card=card.id))


def _steal_gun(state: State, due: Task, choice: Choose) -> State:
    state = unarmed(state, choice.target)
    state = state.with_player(due.seat, armed=True, aim=None, barrel=None)
    return replace(state, hold_fire=True)


def _truth_serum(state: State, _due: Task, choice: Choose) -> State:
    card = state.player(choice.target).card(choice.place) if choice.place else None
    return state.then(Task(Step.FLIP, choice.target, card=card.id if card else None))


def _riot_shield(state: State, _due: Task, choice: Choose) -> State:
    """Let a neighbour of the target be shot instead; the window opens anew (GC-21)."""
    shot, rest = _without_shot(state)
    return replace(state, agenda=rest).then(*shot_at(state, shot.seat, choice.target))


def _med_kit(state: State, _due: Task, choice: Choose) -> State:
    row = state.player(choice.target).row
    healed = tuple(replace(card, wounded=False) if card else None for card in row)
    return state.with_player(choice.target, row=healed)


def _walkie_talkie(state: State, _due: Task, choice: Choose) -> State:
    for seat in state.armed():
        if seat != choice.target:
            state = state.with_player(seat, aim=choice.target, barrel=choice.target)
    return state


_CHOICES: Mapping[Face, Callable[[State, Task, Choose], State]] = {
    BLACKMAIL: _blackmail,
    DEFIBRILLATOR: _defibrillator,
    DISGUISE: _disguise,
    EVIDENCE_BAG: _evidence_bag,
    K9_UNIT: _k9_unit,
    MED_KIT: _med_kit,
    METAL_DETECTOR: _look,
    PLANTED_EVIDENCE: _planted_evidence,
    POLYGRAPH: _polygraph,
    RIOT_SHIELD: _riot_shield,
    SURVEILLANCE_CAMERA: _camera,
    TASER: _steal_gun,
    TRUTH_SERUM: _truth_serum,
    WALKIE_TALKIE: _walkie_talkie,
    WIRETAP: _look,
}


# --- the declared shot --------------------------------------------------------------------


def shot_at(state: State, shooter: Seat, target: Seat) -> Agenda:
    """Return a declared shot with the window that comes before it."""
    return (*window(state, SHOT, shooter, target), Task(Step.SHOT, shooter, target=target))


def _without_shot(state: State) -> tuple[Task, Agenda]:
    """Return the declared shot, and what is due without it and its window."""
    shot = pending_shot(state)
    assert shot is not None
    at = state.agenda.index(shot)
    before = tuple(task for task in state.agenda[:at] if task.about != SHOT)
    return shot, (*before, *state.agenda[at + 1 :])
