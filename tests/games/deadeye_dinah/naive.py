"""A second, slow opinion: try every declaration that can be written, with the rules alone.

Nothing here is shared with the solver but the rules themselves (`violations`, `apply`).
"""

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, product

from companion.games.deadeye_dinah.actions import Act, Escape, Pay, Play, Played, Ride
from companion.games.deadeye_dinah.cards import CardId, Item
from companion.games.deadeye_dinah.faults import violations
from companion.games.deadeye_dinah.state import Job, State, Step
from companion.games.deadeye_dinah.steps import carried_out

NEVER = 99


def least_cost(state: State) -> int:
    """Return how few cards more must be lost to capture the boss, NEVER if impossible."""
    if state.job is None:
        return NEVER
    best = NEVER
    for after in successors(state):
        if after.captured != state.captured:
            best = min(best, _duel_cost(state, after))
        elif after.job is not None:
            best = min(best, len(after.job.lost) - len(state.job.lost) + least_cost(after))
    return best


def _duel_cost(state: State, after: State) -> int:
    return min(
        len(_lost_in_duel(state, play))
        for play in _plays(state)
        if not violations(state, play) and carried_out(state, play) == after
    )


def _lost_in_duel(state: State, play: Play) -> frozenset[CardId]:
    from companion.games.deadeye_dinah.resolution import upshot

    assert state.job is not None
    return upshot(state.job, play).lost


def successors(state: State) -> set[State]:
    """Return every state that a legal act leads to; giving up is not one."""
    return {carried_out(state, act) for act in legal_acts(state)}


def legal_acts(state: State) -> Iterator[Act]:
    """Yield every legal act there is, however pointless."""
    for act in _acts(state):
        for rescued in _with_rescues(state, act):
            if not violations(state, rescued):
                yield rescued


def _with_rescues(state: State, act: Act) -> Iterator[Act]:
    yield act
    if isinstance(act, (Play, Pay, Escape)) and state.job and not violations(state, act):
        for card in state.job.hand:
            yield replace(act, rescues=card)


def _acts(state: State) -> Iterator[Act]:
    job = state.job
    assert job is not None
    yield from _plays(state)
    if state.step is Step.SCENE:
        cards = [held.card for held in job.kit]
        for size in range(len(cards) + 1):
            yield from (Escape(state.seat, lost) for lost in combinations(cards, size))
        for card in job.hand:
            yield Pay(state.seat, card)
            yield Ride(state.seat, card)


def _plays(state: State) -> Iterator[Play]:
    job = state.job
    assert job is not None
    places = range(1, len(job.terms.outlaws(job.scene)) + 1) if job.scenes else ()
    covers = job.terms.covers(job.scene) if job.scenes else (0,)
    options = [list(_options(job, card, tuple(places))) for card in job.hand]
    ignores = [
        [None, *((source, place) for place in places)] if source in job.terms.ignoring else [None]
        for source in ("legend", "boss")
    ]
    for chosen in product(*options):
        cards = tuple(played for played in chosen if played)
        for cover, *ignored in product(covers, *ignores):
            yield Play(state.seat, cards, cover, tuple(i for i in ignored if i))


def _options(job: Job, card: CardId, places: tuple[int, ...]) -> Iterator[Played | None]:
    yield None
    yield Played(card)
    held = job.hand[card]
    item = job.terms.deck.by_id[card].edge(held.side).item
    if item is None:
        return
    yield Played(card, True)
    if item in (Item.ROPE, Item.KNIFE):
        for size in (1, 2):
            yield from (Played(card, True, outlaws=bound) for bound in combinations(places, size))
    for target in job.hand:
        if item is Item.FIRE:
            yield Played(card, True, on=target)
        if item is Item.FLASK:
            yield from (Played(card, True, on=target, by=by) for by in (-2, 2))
        if item is Item.RIFLE:
            for high in range(4):
                yield Played(card, True, on=target, widen=(3 - high, high))
    if item is Item.TIN_STAR:
        yield from (Played(card, True, by=by) for by in (-1, 1))
