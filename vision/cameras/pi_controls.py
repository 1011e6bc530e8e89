"""What a person may set on a Pi camera, by our names, as libcamera has it."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from vision.camera import Control


class _Ours(NamedTuple):
    theirs: str
    #: libcamera counts exposure in microseconds.
    scale: float = 1.0
    #: Where it stands in a control of several numbers.
    place: int | None = None


_NAMES: Mapping[str, _Ours] = {
    "exposure": _Ours("ExposureTime", 1000.0),
    "gain": _Ours("AnalogueGain"),
    "red": _Ours("ColourGains", place=0),
    "blue": _Ours("ColourGains", place=1),
    "focus": _Ours("LensPosition"),
}


def known_controls(
    limits: Mapping[str, Any], held: Mapping[str, Any], longest_us: float
) -> Iterator[Control]:
    """Yield what can be set.

    Args:
        limits: libcamera's (smallest, largest, usual) by name of control.
        held: the values that are held, as they were read back.
        longest_us: the exposure that still fits the frame rate, microseconds.

    """
    for name, (theirs, scale, place) in _NAMES.items():
        if theirs not in held:
            continue
        value = held[theirs] if place is None else held[theirs][place]
        low, high = _range(limits.get(theirs))
        if theirs == "ExposureTime":
            high = longest_us if high is None else min(high, longest_us)
        yield Control(name, value / scale, _divided(low, scale), _divided(high, scale))


def asked(name: str, value: float, held: Mapping[str, Any]) -> dict[str, Any]:
    """Return the control that sets one of ours; {} where this camera has none such."""
    found = _NAMES.get(name)
    if found is None or found.theirs not in held:
        return {}
    if found.place is not None:
        both = list(held[found.theirs])
        both[found.place] = value
        return {found.theirs: tuple(both)}
    if name == "exposure":
        return {found.theirs: round(value * found.scale)}
    return {found.theirs: value * found.scale}


def _range(limits: Any) -> tuple[float | None, float | None]:
    try:
        low, high = float(limits[0]), float(limits[1])
    except (TypeError, ValueError, IndexError):
        return None, None
    return low, high


def _divided(number: float | None, scale: float) -> float | None:
    return None if number is None else number / scale
