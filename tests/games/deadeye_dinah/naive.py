"""A second, slow opinion: try every declaration that can be written, with the rules alone.

Nothing here is shared with the solver but the rules themselves (`violations`, `apply`).
"""

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, product

from companion.games.deadeye_dinah.actions import Act, Escape, Pay, Play, Played, Ride
from companion.games.deadeye_dinah.cards import CardId, Item
from companion.games.deadeye_dinah.faults import violations
from companion.games.deadeye_dinah.resolution import upshot
from companion.games.deadeye_dinah.state import Job, State, Step
from companion.games.deadeye_dinah.steps import carried_out

NEVER = 99


def least_cost(state: State) -> int:
    """Return how few cards more must be lost to capture the boss, NEVER if impossible."""
    best = NEVER
    for after, spent in outcomes(state).items():
        if after.captured != state.captured:
            best = min(best, spent)
        elif after.job is not None:
            best = min(best, spent + least_cost(after))
    return best


def successors(state: State) -> set[State]:
    """Return every state that a legal act leads to; giving up is not one."""
    return set(outcomes(state))


def outcomes(state: State) -> dict[State, int]:
    """Return every state that a legal act leads to, with the fewest cards lost for it."""
    assert state.job is not None
    found: dict[State, int] = {}
    for act in legal_acts(state):
        after = carried_out(state, act)
        spent = len(after.job.lost) - len(state.job.lost) if after.job else 0
        if after.job is None and isinstance(act, Play):
            spent = len(upshot(state.job, act).lost)
        found[after] = min(spent, found.get(after, NEVER))
    return found


def legal_acts(state: State) -> Iterator[Act]:
    """Yield every legal act there is, however pointless."""
    assert state.job is not None
    for act in _acts(state):
        if violations(state, act):
            continue
        yield act
        if isinstance(act, (Play, Pay, Escape)):
            rescues = (replace(act, rescues=card) for card in state.job.hand)
            yield from (rescued for rescued in rescues if not violations(state, rescued))


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
