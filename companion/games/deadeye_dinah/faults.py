"""Why an act is illegal: every reason, each with its clause.

Reasons that rest on the cards in hand are the player's own affair (`secret_of`).
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from companion.game import Violation
from companion.games.deadeye_dinah.actions import (
    Act,
    Escape,
    GiveUp,
    Hunt,
    Pay,
    Play,
    Ride,
    Stack,
)
from companion.games.deadeye_dinah.cards import CardId, Item, Kind
from companion.games.deadeye_dinah.losing import rescuable
from companion.games.deadeye_dinah.play_faults import play_faults, refuse
from companion.games.deadeye_dinah.resolution import is_price, kind_of
from companion.games.deadeye_dinah.state import Job, State, Step

#: When each act may be done, and the clause that says so.
_TIMES: Mapping[type, tuple[tuple[Step, ...], str]] = {
    Hunt: ((Step.HUNT,), "DD-01"),
    Stack: ((Step.STACK,), "DD-01"),
    Play: ((Step.SCENE, Step.DUEL), "DD-03"),
    Pay: ((Step.SCENE,), "DD-44"),
    Escape: ((Step.SCENE,), "DD-25"),
    Ride: ((Step.SCENE,), "DD-23"),
    GiveUp: ((Step.SCENE, Step.DUEL), "DD-38"),
}


def violations(state: State, action: Act) -> tuple[Violation, ...]:
    """Return every reason why `action` is illegal in `state`."""
    if action.seat != state.seat:
        return (Violation("not_your_hand", (("seat", action.seat),), "DD-03"),)
    times, clause = _TIMES[type(action)]
    if state.step not in times:
        return (Violation("not_now", (("step", state.step.value),), clause),)
    found = tuple(_CHECKS[type(action)](state, action))
    if state.job is None:
        return found
    # Which reasons come up at all rests on the cards in hand.
    return tuple(replace(violation, secret_of=state.seat) for violation in found)


def _hunt_faults(state: State, action: Hunt) -> Iterator[Violation]:
    facts = (("face", f"{action.boss}.boss"),)
    if action.boss not in state.deck.by_id:
        yield Violation("no_such_boss", (("card", action.boss),), "DD-01")
    elif action.boss in state.captured:
        yield Violation("already_captured", facts, "DD-01")


def _stack_faults(state: State, action: Stack) -> Iterator[Violation]:
    assert state.hunting is not None
    counted = Counter(action.cards)
    wanted = [job.id for job in state.deck.jobs if job.id != state.hunting]
    for card in counted:
        if card not in wanted:
            yield refuse(state, "stack_stranger", "DD-02", card=card)
        elif counted[card] > 1:
            yield refuse(state, "stack_twice", "DD-02", card=card)
    for card in wanted:
        if card not in counted:
            yield refuse(state, "stack_missing", "DD-02", card=card)
    starts_with = state.deck.by_id[state.hunting].boss.starts_with
    first = state.deck.by_item[starts_with].id
    if action.cards and action.cards[0] != first:
        yield refuse(state, "stack_start", "DD-01", card=first, item=starts_with.value)


def _pay_faults(state: State, action: Pay) -> Iterator[Violation]:
    job = _job(state)
    peril, held = job.terms.peril(job.scene), job.hand.get(action.card)
    if peril is None:
        yield Violation("no_peril", (("face", f"{job.scene}.kit"),), "DD-44")
    elif held is None:
        yield refuse(state, "not_in_hand", "DD-44", card=action.card)
    else:
        lucky = job.is_lucky(held.card)
        bullets, _ = job.terms.edge(held.card, held.side, lucky, Kind.PERIL)
        if not is_price(peril, job.terms.item(held.card, held.side), bullets):
            yield refuse(state, "no_price", "DD-44", face=_face(job, held.card))
        yield from rescue_faults(state, (action.card,), action.rescues)


def _escape_faults(state: State, action: Escape) -> Iterator[Violation]:
    job = _job(state)
    kit = {held.card for held in job.kit}
    for card in dict.fromkeys(action.loses):
        if card not in kit:
            code = "lucky_no_payment" if card in job.hand else "not_in_hand"
            yield refuse(state, code, "DD-27", card=card)
    cost = job.terms.escape_cost(len(kit))
    if len(set(action.loses)) != cost or len(action.loses) != cost:
        facts = {"number": str(cost), "kit": str(len(kit)), "given": str(len(action.loses))}
        yield refuse(state, "escape_cost", "DD-27", **facts)
    yield from rescue_faults(state, action.loses, action.rescues)


def _ride_faults(state: State, action: Ride) -> Iterator[Violation]:
    job = _job(state)
    held = job.hand.get(action.card)
    if held is None:
        yield refuse(state, "not_in_hand", "DD-23", card=action.card)
    elif state.deck.by_id[held.card].edge(held.side).item is not Item.HORSE:
        yield refuse(state, "no_horse", "DD-23", face=_face(job, held.card))
    elif Item.HORSE in job.terms.banned:
        yield refuse(state, "item_banned", "DD-39", item=Item.HORSE.value)
    elif job.resting:
        yield refuse(state, "horse_rests", "DD-23", face=_face(job, held.card))
    if len(job.scenes) < 2:
        yield Violation("no_next_scene", (), "DD-23")


def rescue_faults(
    state: State, lost: tuple[CardId, ...], rescues: CardId | None
) -> Iterator[Violation]:
    """Yield why `rescues` may not be rescued out of what is lost."""
    job = _job(state)
    if rescues is None or rescues in rescuable(job, lost):
        return
    if job.is_lucky(rescues):
        yield refuse(state, "lucky_no_rescue", "DD-32", card=rescues)
    elif rescues not in lost:
        yield refuse(state, "rescue_not_lost", "DD-31", card=rescues)
    else:
        left = sum(held.card not in lost for held in job.kit)
        yield refuse(state, "rescue_not_last", "DD-31", card=rescues, number=str(left))


def _play_check(state: State, action: Play) -> Iterator[Violation]:
    job = _job(state)
    found, lost = play_faults(state, job, action)
    yield from found
    if found or action.rescues is None:
        return
    if kind_of(job) is Kind.DUEL:
        yield refuse(state, "rescue_in_duel", "DD-31", card=action.rescues)
    else:
        yield from rescue_faults(state, tuple(lost), action.rescues)


def _give_up_faults(_state: State, _action: GiveUp) -> Iterator[Violation]:
    return iter(())


def _job(state: State) -> Job:
    assert state.job is not None
    return state.job


def _face(job: Job, card: CardId) -> str:
    return job.terms.deck.by_id[card].face(job.hand[card].side)


_CHECKS: Mapping[type, Callable[[State, Any], Iterator[Violation]]] = {
    Hunt: _hunt_faults,
    Stack: _stack_faults,
    Play: _play_check,
    Pay: _pay_faults,
    Escape: _escape_faults,
    Ride: _ride_faults,
    GiveUp: _give_up_faults,
}
