"""What a play would do, before it is final: who falls, whose hats are shot, what is lost.

A play need not be legal yet: cards are slid up one after the other, and the player wants
to see how far he has come.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from companion.game import Message
from companion.games.deadeye_dinah.actions import Act, Escape, Pay, Play
from companion.games.deadeye_dinah.cards import CardId, Kind, Outlaw
from companion.games.deadeye_dinah.losing import rescuable
from companion.games.deadeye_dinah.numbers import Numbers
from companion.games.deadeye_dinah.play_faults import declared_faults
from companion.games.deadeye_dinah.resolution import (
    Raised,
    ignored_places,
    kind_of,
    raised,
    shoots_all,
    starred_outlaws,
    upshot,
)
from companion.games.deadeye_dinah.state import Job, State


@dataclass(frozen=True, slots=True)
class Preview:
    """What an act would come to.

    Args:
        overcome: the scene is overcome, or the boss is shot.
        cards: played cards as they count, after effects, items and cover.
        outlaws: the scene's outlaws as they count, in printed order.
        ignored: places of outlaws that are ignored, from 1.
        fallen: places of outlaws who fall; where shots do not suffice, as many as do
            in printed order.
        shot: cards whose hats are shot.
        lost: cards that are lost unless one of them is rescued.
        turned: cards that lie on their scrap side afterwards.
        rescuable: the lost cards of which one may be rescued.

    """

    overcome: bool = False
    cards: tuple[Raised, ...] = ()
    outlaws: tuple[Outlaw, ...] = ()
    ignored: frozenset[int] = frozenset()
    fallen: frozenset[int] = frozenset()
    shot: frozenset[CardId] = frozenset()
    lost: frozenset[CardId] = frozenset()
    turned: frozenset[CardId] = frozenset()
    rescuable: frozenset[CardId] = frozenset()


def preview(state: State, act: Act) -> Preview | tuple[Message, ...]:
    """Return what an act would do; for cards that can't be played like that, the reasons."""
    job = state.job
    if job is None:
        return (Message("not_now", (("step", state.step.value),), "DD-03"),)
    if isinstance(act, Play):
        found = declared_faults(state, job, act)
        return found or _of_play(job, act)
    if isinstance(act, Pay | Escape):
        lost = frozenset([act.card] if isinstance(act, Pay) else act.loses)
        return Preview(isinstance(act, Pay), lost=lost, rescuable=rescuable(job, lost))
    return Preview()


def _of_play(job: Job, play: Play) -> Preview:
    result, cards = upshot(job, play), raised(job, play)
    in_duel = kind_of(job) is Kind.DUEL
    outlaws = () if in_duel else starred_outlaws(job, play)
    ignored = frozenset(ignored_places(job, play))
    ranges = [card.bullets for card in cards]
    return Preview(
        result.overcome,
        cards,
        outlaws,
        ignored,
        frozenset(_fallen(ranges, outlaws, ignored)),
        result.shot,
        result.lost,
        result.turned,
        frozenset() if in_duel else rescuable(job, result.lost),
    )


def _fallen(
    ranges: Sequence[Numbers], outlaws: Sequence[Outlaw], ignored: frozenset[int]
) -> list[int]:
    """Return places of outlaws who fall together, taken in printed order."""
    places: list[int] = []
    for place in range(1, len(outlaws) + 1):
        together = [outlaws[p - 1] for p in (*places, place)]
        if place not in ignored and shoots_all(ranges, together):
            places.append(place)
    return places
