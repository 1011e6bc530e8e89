"""Looking back on a record with the cards open that have come up since.

Until a game is over the audit uses only what everybody could see, so it may be shown to
everybody. Once it is over the cards lie open, and what players told their phones counts too.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from companion.cards import Face
from companion.game import TABLE, Finding, Game
from companion.record import Act, Record, standing
from companion.redaction import seen_deal

NOTHING_SHOWN: Mapping[str, tuple[Face, ...]] = {}


def audit(
    game: Game[Any, Any],
    record: Record,
    states: Sequence[Any],
    shown: Mapping[str, tuple[Face, ...]] = NOTHING_SHOWN,
) -> tuple[Finding, ...]:
    """Return what was not right, as far as everybody may know it by now.

    Args:
        states: those that stand, the first one included.
        shown: cards turned up after the end, by place (`Game.unshown`).

    """
    is_over = game.outcome(states[-1]) is not None
    entries = [entry for _, entry in standing(record.entries)]
    steps = [_step(game, s, e, is_over) for s, e in zip(states, entries, strict=False)]
    setup = replace(record.setup, deal=seen_deal(game, record.setup, TABLE))
    return game.hindsight(setup, steps, shown if is_over else NOTHING_SHOWN)


def _step(game: Game[Any, Any], state: Any, entry: Any, is_over: bool) -> Any:
    """Return the step as it may be used: an act, a correction, or None."""
    if not isinstance(entry, Act):
        return entry
    action = game.parse(entry.text)
    seen = str(action) if is_over else game.seen_by(state, action, TABLE)
    return None if seen is None else game.parse(seen)
