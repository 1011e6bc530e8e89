"""Losing, rescuing and adding cards: from one hand to the next."""

from collections.abc import Collection, Iterable

from companion.games.deadeye_dinah.cards import CardId, Side
from companion.games.deadeye_dinah.state import Held, Job


def rescuable(job: Job, lost: Collection[CardId]) -> frozenset[CardId]:
    """Return which of the lost cards may be rescued (DD-31).

    One of them may where the losses of this scene leave exactly one kit card. Lucky
    cards neither count nor are they ever rescued again (DD-32).
    """
    kit_lost = frozenset(held.card for held in job.kit if held.card in lost)
    return kit_lost if kit_lost and len(job.kit) - len(kit_lost) == 1 else frozenset()


def turned(held: Iterable[Held], cards: Collection[CardId]) -> tuple[Held, ...]:
    """Return held cards, these ones on their scrap side (Fire, Flask: DD-21)."""
    return tuple(Held(h.card, Side.SCRAP) if h.card in cards else h for h in held)


def after_losing(job: Job, lost: Collection[CardId], rescued: CardId | None) -> Job:
    """Return the job after these cards are lost, one of them rescued instead (DD-33)."""
    saved = tuple(held.turned for held in job.kit if held.card == rescued)
    gone = tuple(held.card for held in (*job.kit, *job.lucky) if held.card in lost)
    return Job(
        job.terms,
        tuple(held for held in job.kit if held.card not in lost),
        job.scenes,
        (*(held for held in job.lucky if held.card not in lost), *saved),
        (*job.lost, *(card for card in gone if card != rescued)),
        job.resting,
        job.used,
    )
