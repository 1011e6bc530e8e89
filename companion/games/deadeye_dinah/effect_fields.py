"""Reading effects of bosses and legend steps: which fields each kind takes."""

from collections.abc import Callable, Mapping

from companion.games.deadeye_dinah.cards import JOBS, Effect, EffectKind, Item, Kind
from companion.games.deadeye_dinah.fields import Fields
from companion.games.deadeye_dinah.numbers import HIGHEST

_KINDS: Mapping[str, EffectKind] = {kind.value: kind for kind in EffectKind}
_OWNERS = {owner: owner for owner in ("kit", "played", "boss")}
_HEARTS = {hearts: hearts for hearts in ("any", "one", "many")}
_OFTEN = {often: often for often in ("scene", "job")}
_ITEMS = {item.value: item for item in Item}
_SCENES = {kind.value: kind for kind in Kind}


def read_effects(fields: Fields) -> tuple[Effect, ...]:
    """Return the effects listed in a table; there may be none."""
    wanted = 'a list such as [{ kind = "shift_hats", of = "kit", by = 1 }]'
    effects = tuple(_effect(item) for item in fields.tables("effects", wanted, True))
    ignoring = [e for e in effects if e.kind is EffectKind.IGNORE_OUTLAW]
    if len(ignoring) > 1:
        raise fields.fail("effects", "ignore_outlaw stands twice; keep one")
    return effects


def _effect(fields: Fields) -> Effect:
    kind = fields.choice("kind", _KINDS)
    effect = _READERS[kind](fields, kind)
    fields.finished()
    return effect


def _by(fields: Fields) -> int:
    by = fields.whole("by", -HIGHEST, HIGHEST)
    if by == 0:
        raise fields.fail("by", "0 changes nothing; write e.g. 1 or -1")
    return by


def _scenes(fields: Fields) -> tuple[Kind, ...]:
    listed = fields.get("in", list, 'a list such as ["shootout", "duel"]', [])
    for scene in listed:
        if scene not in _SCENES:
            raise fields.fail("in", f"{scene!r} is unknown; write {', '.join(_SCENES)}")
    return tuple(_SCENES[scene] for scene in listed)


def _shift(fields: Fields, kind: EffectKind) -> Effect:
    owner = fields.choice("of", _OWNERS)
    return Effect(kind, of=owner, by=_by(fields), scenes=_scenes(fields))


def _widen(fields: Fields, kind: EffectKind) -> Effect:
    low, high = fields.whole("low", 0, HIGHEST, 0), fields.whole("high", 0, HIGHEST, 0)
    if low + high == 0:
        raise fields.fail("low", "adds nothing; write e.g. low = 1 or high = 1")
    owner = fields.choice("of", _OWNERS)
    return Effect(kind, of=owner, low=low, high=high, scenes=_scenes(fields))


def _shift_outlaws(fields: Fields, kind: EffectKind) -> Effect:
    return Effect(kind, by=_by(fields))


def _hearts(fields: Fields, kind: EffectKind) -> Effect:
    return Effect(kind, numbers=fields.numbers("numbers"), by=_by(fields))


def _cover(fields: Fields, kind: EffectKind) -> Effect:
    values = fields.get("cover", list, "a list such as [1]")
    if not values or any(type(value) is not int or abs(value) > HIGHEST for value in values):
        raise fields.fail("cover", "write whole numbers, a list such as [1]")
    return Effect(kind, cover=tuple(values))


def _no_cover(_fields: Fields, kind: EffectKind) -> Effect:
    return Effect(kind)


def _ignore(fields: Fields, kind: EffectKind) -> Effect:
    hearts = fields.choice("hearts", _HEARTS, "any")
    return Effect(kind, hearts=hearts, per=fields.choice("per", _OFTEN))


def _escape(fields: Fields, kind: EffectKind) -> Effect:
    by, keeps = fields.whole("by", -1, JOBS, 0), fields.whole("keeps", -1, JOBS, 0)
    if by == keeps == 0:
        raise fields.fail("keeps", "changes nothing; write e.g. keeps = 1 or by = -1")
    return Effect(kind, by=by, keeps=keeps)


def _ban(fields: Fields, kind: EffectKind) -> Effect:
    return Effect(kind, item=fields.choice("item", _ITEMS))


_READERS: Mapping[EffectKind, Callable[[Fields, EffectKind], Effect]] = {
    EffectKind.SHIFT_BULLETS: _shift,
    EffectKind.WIDEN_BULLETS: _widen,
    EffectKind.SHIFT_HATS: _shift,
    EffectKind.SHIFT_OUTLAWS: _shift_outlaws,
    EffectKind.ADD_HEARTS: _hearts,
    EffectKind.ADD_COVER: _cover,
    EffectKind.NO_COVER: _no_cover,
    EffectKind.IGNORE_OUTLAW: _ignore,
    EffectKind.ESCAPE: _escape,
    EffectKind.BAN_ITEM: _ban,
}
