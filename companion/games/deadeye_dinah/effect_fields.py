"""Reading effects of bosses and legend steps: which fields each kind takes."""

from collections.abc import Callable, Mapping

from companion.game import message
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
    effects = tuple(
        _effect(item) for item in fields.tables("effects", message("write_effects"), True)
    )
    ignoring = [e for e in effects if e.kind is EffectKind.IGNORE_OUTLAW]
    if len(ignoring) > 1:
        fields.fault("effects", message("deck_ignore_twice"), message("keep_one"))
    return effects


def effect_in(data: object) -> Effect | None:
    """Return the one effect that a table of values makes, None where something is wrong."""
    if not isinstance(data, dict):
        return None
    fields = Fields(data, (), {}, [], set())
    effect = _effect(fields)
    return None if fields.faults else effect


def _effect(fields: Fields) -> Effect:
    kind = fields.choice("kind", _KINDS)
    if fields.has_fault("kind"):
        return Effect(kind)
    effect = _READERS[kind](fields, kind)
    fields.finished()
    return effect


def _by(fields: Fields) -> int:
    by = fields.whole("by", -HIGHEST, HIGHEST)
    if by == 0:
        fields.fault("by", message("deck_no_change", value=0), message("write_this", range="1, -1"))
    return by


def _scenes(fields: Fields) -> tuple[Kind, ...]:
    listed = fields.get("in", list, message("write_scenes"), [], [])
    cure = message("write_one_of", options=", ".join(_SCENES))
    fields.each("in", listed, _is_scene, cure)
    return tuple(_SCENES[scene] for scene in listed if _is_scene(scene))


def _is_scene(scene: object) -> bool:
    return isinstance(scene, str) and scene in _SCENES


def _shift(fields: Fields, kind: EffectKind) -> Effect:
    owner = fields.choice("of", _OWNERS)
    return Effect(kind, of=owner, by=_by(fields), scenes=_scenes(fields))


def _widen(fields: Fields, kind: EffectKind) -> Effect:
    low, high = fields.whole("low", 0, HIGHEST, 0), fields.whole("high", 0, HIGHEST, 0)
    if low + high == 0 and not (fields.has_fault("low") or fields.has_fault("high")):
        fields.fault("low", message("deck_no_change", value=0), message("write_widening"))
    owner = fields.choice("of", _OWNERS)
    return Effect(kind, of=owner, low=low, high=high, scenes=_scenes(fields))


def _shift_outlaws(fields: Fields, kind: EffectKind) -> Effect:
    return Effect(kind, by=_by(fields))


def _hearts(fields: Fields, kind: EffectKind) -> Effect:
    return Effect(kind, numbers=fields.numbers("numbers"), by=_by(fields))


def _cover(fields: Fields, kind: EffectKind) -> Effect:
    values = fields.get("cover", list, message("write_cover"), [])
    if not values and not fields.has_fault("cover"):
        fields.fault("cover", message("deck_no_numbers"), message("write_cover"))
    fields.each("cover", values, is_cover, message("write_cover"))
    return Effect(kind, cover=tuple(values))


def is_cover(value: object) -> bool:
    """Tell whether a value can be printed as cover."""
    return type(value) is int and abs(value) <= HIGHEST


def _no_cover(_fields: Fields, kind: EffectKind) -> Effect:
    return Effect(kind)


def _ignore(fields: Fields, kind: EffectKind) -> Effect:
    hearts = fields.choice("hearts", _HEARTS, "any")
    return Effect(kind, hearts=hearts, per=fields.choice("per", _OFTEN))


def _escape(fields: Fields, kind: EffectKind) -> Effect:
    by, keeps = fields.whole("by", -1, JOBS, 0), fields.whole("keeps", -1, JOBS, 0)
    if by == keeps == 0 and not (fields.has_fault("by") or fields.has_fault("keeps")):
        fields.fault("keeps", message("deck_no_change", value=0), message("write_escape"))
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
