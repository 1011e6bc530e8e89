"""What may be done now, one act for each thing that can come of it.

A shootout can be declared in thousands of ways that come to the same. Listed is one of
each kind, with no more cards than it needs; any other may still be declared.
"""

from collections.abc import Iterator
from functools import lru_cache
from itertools import permutations

from companion.games.deadeye_dinah.actions import Act, GiveUp, Hunt, Play, Ride, Stack
from companion.games.deadeye_dinah.declaring import Declaring
from companion.games.deadeye_dinah.search import Position, Solver
from companion.games.deadeye_dinah.state import Job, State, Step
from companion.games.deadeye_dinah.tables import slots
from companion.games.deadeye_dinah.terms import Terms


@lru_cache(maxsize=8)
def solver_for(terms: Terms) -> Solver:
    """Return the solver of a job; every question about the job shares it."""
    return Solver(terms)


def candidates(state: State) -> Iterator[Act]:
    """Yield what can be done now.

    How the stack lies is nobody's choice: it is told once the cards are shuffled, so the
    many ways in which it can lie are not listed here but in `stacks`.
    """
    if state.step is Step.HUNT:
        yield from (Hunt(state.seat, job.id) for job in state.deck.jobs)
    elif state.job is not None:
        yield from _in_job(state, state.job)


def stacks(state: State) -> Iterator[Stack]:
    """Yield every order in which the stack can lie after the set-up, 720 of them."""
    assert state.hunting is not None
    first = state.deck.by_item[state.deck.by_id[state.hunting].boss.starts_with].id
    others = [job.id for job in state.deck.jobs if job.id not in (first, state.hunting)]
    for order in permutations(others):
        yield Stack(state.seat, (first, *order))


def _in_job(state: State, job: Job) -> Iterator[Act]:
    solver = solver_for(job.terms)
    position = solver.position(job)
    declaring = Declaring(solver.tables, state.seat)
    if state.step is Step.DUEL:
        yield from _shots(state, solver, position, declaring)
    else:
        yield from _ways_out(state, solver, position, declaring)
    yield GiveUp(state.seat)


def _shots(
    state: State, solver: Solver, position: Position, declaring: Declaring
) -> Iterator[Play]:
    for shot in solver.duels.shots(position.kit, position.lucky):
        yield declaring.shot(shot)


def _ways_out(
    state: State, solver: Solver, position: Position, declaring: Declaring
) -> Iterator[Act]:
    kit, lucky, scenes, resting, used = position
    for move in solver.moves.out_of(scenes[0], kit, lucky, resting, used):
        yield declaring.act(position, move)
    for slot in slots(solver.horse(position)):
        yield Ride(state.seat, declaring.card(slot))
