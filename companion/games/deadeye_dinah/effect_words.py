"""What an effect does, as messages: the same words wherever one is shown or entered."""

from collections.abc import Iterator

from companion.game import Message, message
from companion.games.deadeye_dinah.cards import Effect, EffectKind, Kind
from companion.games.deadeye_dinah.numbers import written

_SHIFTS = {EffectKind.SHIFT_BULLETS, EffectKind.SHIFT_HATS}


def told_effect(effect: Effect) -> tuple[Message, ...]:
    """Return an effect as one sentence or two, each a message of the rulebook."""
    return tuple(_told(effect))


def _told(effect: Effect) -> Iterator[Message]:
    kind = effect.kind
    if kind in _SHIFTS:
        yield _message(f"effect_{kind.value}_{_way(effect.by)}", effect, number=abs(effect.by))
    elif kind in (EffectKind.SHIFT_OUTLAWS, EffectKind.ADD_HEARTS):
        facts = {"number": abs(effect.by), "range": written(effect.numbers)}
        yield _message(f"effect_{kind.value}_{_way(effect.by)}", effect, **facts)
    elif kind is EffectKind.WIDEN_BULLETS:
        reach = "both" if effect.low and effect.high else "low" if effect.low else "high"
        code = f"effect_widen_bullets_{reach}"
        yield _message(code, effect, low=effect.low, high=effect.high)
    elif kind is EffectKind.ADD_COVER:
        values = ", ".join(f"{value:+d}" for value in effect.cover)
        yield _message("effect_add_cover", effect, range=values)
    elif kind is EffectKind.IGNORE_OUTLAW:
        facts = {"hearts": f"hearts_{effect.hearts}", "often": f"per_{effect.per}"}
        yield _message("effect_ignore_outlaw", effect, **facts)
    elif kind is EffectKind.ESCAPE:
        yield from _escape(effect)
    elif kind is EffectKind.BAN_ITEM and effect.item:
        yield _message("effect_ban_item", effect, item=effect.item.value)
    else:
        yield _message("effect_no_cover", effect)


def _escape(effect: Effect) -> Iterator[Message]:
    if effect.by:
        yield _message(f"effect_escape_{_way(effect.by)}", effect, number=abs(effect.by))
    if effect.keeps:
        code = f"effect_escape_keeps_{_way(effect.keeps)}"
        yield _message(code, effect, number=abs(effect.keeps))


def _way(by: int) -> str:
    return "up" if by > 0 else "down"


def _message(code: str, effect: Effect, **facts: object) -> Message:
    where = "_".join(["in", *(kind.value for kind in Kind if kind in effect.scenes)])
    return message(code, owner=f"of_{effect.of}", where=where, **facts)
