"""How hard a job is: the share of all shuffles of its stack that can be won.

Everything but the order of six cards is fixed by the set-up, so all 720 are tried.
"""

from itertools import islice, permutations

from companion.games.deadeye_dinah.cards import CardId, JobDeck
from companion.games.deadeye_dinah.search import Solver
from companion.games.deadeye_dinah.state import Job
from companion.games.deadeye_dinah.terms import Terms


def winnable_share(deck: JobDeck, boss: CardId, reputation: int, every: int = 1) -> float:
    """Return which part of the shuffles the solver wins, from 0 to 1.

    Args:
        deck: the cards.
        boss: who is hunted.
        reputation: what was earned before, which the legend's effect rests on.
        every: only every how-manieth shuffle is tried.

    """
    terms = Terms(deck, boss, reputation)
    solver = Solver(terms)
    first = deck.by_item[terms.boss.starts_with].id
    others = [job.id for job in deck.jobs if job.id not in (first, boss)]
    stacks = [(first, *order) for order in islice(permutations(others), 0, None, every)]
    jobs = (Job.begun(terms, stack) for stack in stacks)
    return sum(solver.is_won(solver.position(job)) for job in jobs) / len(stacks)


def shares(deck: JobDeck, every: int = 1) -> dict[CardId, float]:
    """Return each job's share, the bosses hunted in printed order."""
    earned, found = 0, {}
    for job in deck.jobs:
        found[job.id] = winnable_share(deck, job.id, earned, every)
        earned += job.boss.stars
    return found
