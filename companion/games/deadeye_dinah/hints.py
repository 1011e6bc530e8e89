"""Advice for a job: is it still winnable, what to aim at, what to play, why a play loses.

All of it rests on the exact solver and on what the player may see anyway: his whole hand
and the stack he checked at the set-up. Between jobs there is nothing to advise.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum

from companion.game import IllegalAction, Message
from companion.games.deadeye_dinah.actions import Act, Escape, Pay, Ride
from companion.games.deadeye_dinah.choosing import solver_for
from companion.games.deadeye_dinah.declaring import Declaring
from companion.games.deadeye_dinah.faults import violations
from companion.games.deadeye_dinah.fights import Fight
from companion.games.deadeye_dinah.moves import Move
from companion.games.deadeye_dinah.search import Position, Solver
from companion.games.deadeye_dinah.state import Job, State, Step
from companion.games.deadeye_dinah.steps import carried_out
from companion.games.deadeye_dinah.tables import slots


class Strength(IntEnum):
    """How much a hint gives away."""

    WHETHER = 1
    AIM = 2
    PLAY = 3


@dataclass(frozen=True, slots=True)
class Hint:
    """Advice as a message; the strongest names the act as well."""

    message: Message
    act: Act | None = None


def is_winnable(state: State) -> bool:
    """Tell whether the boss can still be captured in this job."""
    return state.job is not None and _at(state.job)[0].is_won(_at(state.job)[1])


def cards_to_lose(state: State) -> int | None:
    """Return how few cards more a win costs, None if the job can't be won."""
    if not is_winnable(state) or state.job is None:
        return None
    solver, position = _at(state.job)
    return solver.cost(position)


def best_line(state: State) -> tuple[Act, ...]:
    """Return the acts that capture the boss with the fewest cards lost, () if none do."""
    line: list[Act] = []
    while state.job is not None and is_winnable(state):
        act = _best_act(state, state.job)
        line.append(act)
        state = carried_out(state, act)
    return tuple(line)


def hint(state: State, strength: Strength) -> Hint:
    """Return advice of this strength; a lost job has but one piece of advice."""
    if state.job is None or not is_winnable(state):
        return Hint(Message("hint_lost"))
    if strength is Strength.WHETHER:
        return Hint(Message("hint_won"))
    act = _best_act(state, state.job)
    if strength is Strength.AIM:
        return Hint(Message(_aim(state, act)))
    return Hint(Message("hint_play", (("notation", str(act)),)), act)


def why(state: State, act: Act) -> Message:
    """Say what a play does to the job: won, still to be won, or lost and for what reason.

    Raises IllegalAction for an act that may not be done at all.
    """
    found = violations(state, act)
    if found:
        raise IllegalAction(act, found)
    after = carried_out(state, act)
    if len(after.captured) > len(state.captured):
        return Message("why_captures", (), "DD-36")
    if after.job is None:
        return after.last or Message("hint_lost")
    cost = cards_to_lose(after)
    if cost is not None:
        return Message("why_wins", (("number", str(cost)),))
    return _why_lost(after, after.job)


def _at(job: Job) -> tuple[Solver, Position]:
    solver = solver_for(job.terms)
    return solver, solver.position(job)


def _best_act(state: State, job: Job) -> Act:
    """Return the first act of a win with the fewest losses; there must be one."""
    solver, position = _at(job)
    declaring = Declaring(solver.tables, state.seat)
    if state.step is Step.DUEL:
        shots = [s for s in solver.duels.shots(position.kit, position.lucky) if s.captures]
        return declaring.shot(min(shots, key=lambda shot: shot.lost.bit_count()))
    least = solver.cost(position)
    best = []
    for move, after in solver.following(position):
        left = least - (move.cost if move else 0)
        if left >= 0 and solver.within(after, left) == left:
            best.append((move, after))
    move, after = min(best, key=lambda found: _items(found[0]))
    if move is None:
        return Ride(state.seat, declaring.card(next(slots(after.resting))))
    return declaring.act(position, move)


def _items(move: Move | None) -> int:
    """Return how many items a move uses: of equally good ones the plainest is advised."""
    if move is None:
        return 1
    return move.way.items if isinstance(move.way, Fight) else 0


def _aim(state: State, act: Act) -> str:
    if state.step is Step.DUEL:
        return "aim_duel"
    aims = {Pay: "aim_pay", Escape: "aim_escape", Ride: "aim_ride"}
    return aims.get(type(act), "aim_overcome")


def _why_lost(state: State, job: Job) -> Message:
    """Return what stops every line from here, looking at all of them."""
    solver, start = _at(job)
    reached = set(_reachable(solver, start))
    duels = [position for position in reached if not position.scenes]
    if not duels:
        last = min(reached, key=lambda position: len(position.scenes)).scenes[0]
        return Message("why_no_way", (("face", f"{last}.kit"),))
    if any(any(solver.duels.shots(duel.kit, duel.lucky)) for duel in duels):
        return Message("why_all_shot", (), "DD-36")
    return Message("why_no_bullet", (("number", str(job.terms.boss.hat)),), "DD-38")


def _reachable(solver: Solver, start: Position) -> Iterator[Position]:
    seen, waiting = {start}, [start]
    while waiting:
        position = waiting.pop()
        yield position
        if position.scenes:
            for _, after in solver.following(position):
                if after not in seen:
                    seen.add(after)
                    waiting.append(after)
