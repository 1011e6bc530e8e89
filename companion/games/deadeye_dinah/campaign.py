"""The campaign so far, as everyone may know it: bosses, reputation, attempts, the legend.

Whom one hunted, how it ended and how many cards it cost is told on the table anyway.
"""

from collections.abc import Mapping
from typing import Any

from companion.games.deadeye_dinah.cards import CardId
from companion.games.deadeye_dinah.state import Attempt, State

Campaign = Mapping[str, Any]


def campaign(state: State) -> Campaign:
    """Return the campaign in plain values."""
    deck = state.deck
    return {
        "deck": deck.name,
        "reputation": state.reputation,
        "hunting": state.hunting,
        "begun": state.attempts,
        "legend": [
            {"reputation": step.reputation, "text": dict(step.text or {})} for step in deck.legend
        ],
        "step": deck.legend.index(deck.step(state.reputation)),
        "bosses": [_boss(state, job.id) for job in deck.jobs],
        "attempts": [_attempt(state, attempt) for attempt in state.log],
    }


def _boss(state: State, card: CardId) -> Campaign:
    job = state.deck.by_id[card]
    tries = [attempt for attempt in state.log if attempt.boss == card]
    return {
        "id": card,
        "name": job.boss.name,
        "stars": job.boss.stars,
        "captured": card in state.captured,
        "attempts": len(tries) + (state.job is not None and state.hunting == card),
    }


def _attempt(state: State, attempt: Attempt) -> Campaign:
    return {
        "boss": attempt.boss,
        "name": state.deck.by_id[attempt.boss].boss.name,
        "result": attempt.result,
        "lost": attempt.lost,
        "passed": attempt.passed,
    }
