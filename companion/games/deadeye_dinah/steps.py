"""What each legal act makes of the state."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from companion.game import Message
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
from companion.games.deadeye_dinah.cards import JOBS, Side
from companion.games.deadeye_dinah.losing import after_losing, turned
from companion.games.deadeye_dinah.resolution import Upshot, upshot
from companion.games.deadeye_dinah.state import Attempt, Held, Job, State, Step
from companion.games.deadeye_dinah.terms import Terms


def carried_out(state: State, action: Act) -> State:
    """Return the state after a legal act."""
    return _STEPS[type(action)](state, action)


def _hunt(state: State, action: Hunt) -> State:
    return replace(state, step=Step.STACK, hunting=action.boss, last=None)


def _stack(state: State, action: Stack) -> State:
    assert state.hunting is not None
    terms = Terms(state.deck, state.hunting, state.reputation)
    state = replace(state, attempts=state.attempts + 1, last=None)
    return _facing(state, Job.begun(terms, action.cards))


def _play(state: State, action: Play) -> State:
    assert state.job is not None
    job, result = state.job, upshot(state.job, action)
    hand = replace(
        job,
        kit=turned(job.kit, result.turned),
        lucky=turned(job.lucky, result.turned),
        used=job.used | {s for s, _ in action.ignores if job.terms.ignoring[s].per == "job"},
    )
    if state.step is Step.DUEL:
        return _dueled(state, action, result)
    return _overcome(state, after_losing(hand, result.lost, action.rescues))


def _pay(state: State, action: Pay) -> State:
    assert state.job is not None
    return _overcome(state, after_losing(state.job, (action.card,), action.rescues))


def _escape(state: State, action: Escape) -> State:
    assert state.job is not None
    job = after_losing(state.job, action.loses, action.rescues)
    escaped = replace(job, scenes=job.scenes[1:], lost=(*job.lost, job.scene), resting=None)
    if not escaped.kit:
        return _failed(state, Message("failed_no_kit", (), "DD-30"), escaped)
    return _facing(state, escaped)


def _ride(state: State, action: Ride) -> State:
    assert state.job is not None
    current, following, *rest = state.job.scenes
    job = replace(state.job, scenes=(following, current, *rest), resting=action.card)
    return replace(state, job=job)


def _give_up(state: State, _action: GiveUp) -> State:
    assert state.job is not None
    return _failed(state, Message("failed_given_up", (), "DD-38"), state.job)


def _overcome(state: State, job: Job) -> State:
    """Add the scene card, scrap side active, after losses and rescue (DD-28, DD-45)."""
    kit = (*job.kit, Held(job.scene, Side.SCRAP))
    return _facing(state, replace(job, kit=kit, scenes=job.scenes[1:], resting=None))


def _facing(state: State, job: Job) -> State:
    return replace(state, job=job, step=Step.SCENE if job.scenes else Step.DUEL)


def _dueled(state: State, action: Play, result: Upshot) -> State:
    """Capture the boss if any played card is left, the bullet or not (DD-36, DD-37)."""
    assert state.job is not None
    job = replace(state.job, lost=(*state.job.lost, *result.lost))
    if len(result.lost) == len(action.cards):
        return _failed(state, Message("failed_all_shot", (), "DD-36"), job)
    assert state.hunting is not None
    captured = (*state.captured, state.hunting)
    won = replace(
        state,
        captured=captured,
        hunting=None,
        job=None,
        step=Step.OVER if len(captured) == JOBS else Step.HUNT,
        log=(*state.log, _attempt(job, "captured")),
    )
    facts = (("face", f"{state.hunting}.boss"), ("number", str(won.reputation)))
    return replace(won, last=Message("captured", facts, "DD-36"))


def _failed(state: State, reason: Message, job: Job) -> State:
    """Put the cards away; the next job is any one that is open (DD-01, DD-02)."""
    log = (*state.log, _attempt(job, reason.code))
    return replace(state, step=Step.HUNT, hunting=None, job=None, last=reason, log=log)


def _attempt(job: Job, result: str) -> Attempt:
    scenes = JOBS - 1 - job.terms.boss.kit
    return Attempt(job.boss, result, len(job.lost), scenes - len(job.scenes))


_STEPS: Mapping[type, Callable[[State, Any], State]] = {
    Hunt: _hunt,
    Stack: _stack,
    Play: _play,
    Pay: _pay,
    Escape: _escape,
    Ride: _ride,
    GiveUp: _give_up,
}
