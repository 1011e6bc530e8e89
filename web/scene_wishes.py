"""What the simulator page may wish for, read from JSON and checked before anything moves.

A wish is an object like {"do": "move", "card": "c1f", "x_mm": 10, "y_mm": 20,
"angle_deg": 90}. What is wrong with one is said as a message, in the visitor's language.
"""

from collections.abc import Callable, Mapping
from typing import Any

from companion.commands import Refused, refused
from web import simulation
from web.simulation import SceneCommand, SceneState

#: A card may be put this far beside the mat, mm.
RIM_MM = 120.0
MOST_NUDGE_MM, MOST_NUDGE_DEG = 200.0, 45.0
LEAST_LIGHT, MOST_LIGHT = 0.05, 3.0
MOST_DEGREES = 36_000.0


class BadWish(Refused, ValueError):
    """The wish makes no sense; its message says which part. Nothing was changed."""


def bad_wish(code: str, **facts: str) -> BadWish:
    """Return the error with this code and these facts."""
    return BadWish(*refused(code, **facts).messages)


def read_wish(wish: Mapping[str, Any], scene: SceneState) -> SceneCommand:
    """Return the command that `wish` stands for; raise BadWish."""
    reader = _READERS.get(str(wish.get("do", "")))
    if reader is None:
        raise bad_wish("scene_unknown_wish", known=", ".join(_READERS))
    return reader(wish, scene)


def card_of(wish: Mapping[str, Any], scene: SceneState) -> str:
    """Return the handle of the card that the wish names; raise BadWish."""
    handle = wish.get("card")
    if not any(card.handle == handle for card in scene.cards):
        raise bad_wish("scene_unknown_card")
    return str(handle)


def _number(wish: Mapping[str, Any], key: str, low: float, high: float) -> float:
    value = wish.get(key)
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise bad_wish("scene_not_a_number", field=key)
    if not low <= value <= high:  # false for NaN too
        raise bad_wish("scene_out_of_range", field=key, low=f"{low:g}", high=f"{high:g}")
    return float(value)


def _flag(wish: Mapping[str, Any], key: str) -> bool:
    value = wish.get(key, False)
    if not isinstance(value, bool):
        raise bad_wish("scene_not_a_flag", field=key)
    return value


def _place(wish: Mapping[str, Any], scene: SceneState) -> tuple[float, float]:
    x = _number(wish, "x_mm", -RIM_MM, scene.width_mm + RIM_MM)
    return x, _number(wish, "y_mm", -RIM_MM, scene.height_mm + RIM_MM)


def _angle(wish: Mapping[str, Any]) -> float:
    return _number(wish, "angle_deg", -MOST_DEGREES, MOST_DEGREES)


def _move(wish: Mapping[str, Any], scene: SceneState) -> SceneCommand:
    card, (x, y) = card_of(wish, scene), _place(wish, scene)
    return simulation.MoveCard(card, x, y, _angle(wish), _flag(wish, "whole_pile"))


def _turn(wish: Mapping[str, Any], scene: SceneState) -> SceneCommand:
    return simulation.TurnCard(card_of(wish, scene), _angle(wish))


def _flip(wish: Mapping[str, Any], scene: SceneState) -> SceneCommand:
    return simulation.FlipCard(card_of(wish, scene))


def _shuffle(wish: Mapping[str, Any], scene: SceneState) -> SceneCommand:
    x, y = _place(wish, scene)
    return simulation.ShuffleCards(x, y, _angle(wish))


def _hand(wish: Mapping[str, Any], scene: SceneState) -> SceneCommand:
    if not _flag(wish, "over"):
        return simulation.TakeHandAway()
    return simulation.HoldHand(*_place(wish, scene))


def _light(wish: Mapping[str, Any], scene: SceneState) -> SceneCommand:
    return simulation.SetLight(_number(wish, "level", LEAST_LIGHT, MOST_LIGHT))


def _nudge(wish: Mapping[str, Any], scene: SceneState) -> SceneCommand:
    x = _number(wish, "x_mm", -MOST_NUDGE_MM, MOST_NUDGE_MM)
    y = _number(wish, "y_mm", -MOST_NUDGE_MM, MOST_NUDGE_MM)
    return simulation.NudgeCamera(x, y, _number(wish, "turn_deg", -MOST_NUDGE_DEG, MOST_NUDGE_DEG))


_READERS: Mapping[str, Callable[[Mapping[str, Any], SceneState], SceneCommand]] = {
    "move": _move,
    "turn": _turn,
    "flip": _flip,
    "shuffle": _shuffle,
    "deal": lambda wish, scene: simulation.DealCards(),
    "reset": lambda wish, scene: simulation.ResetTable(),
    "hand": _hand,
    "light": _light,
    "nudge": _nudge,
}
