"""What is set on a Pi camera: by our names, as libcamera has it, and what holds it still.

From libcamera 0.5 on, exposure and gain count only where their modes are manual, and no
older one has these modes. A camera that was closed may come back with what it was set to.
So all is named, as far as the camera knows of it.
"""

from collections.abc import Collection, Iterator, Mapping
from typing import Any, NamedTuple

from vision.camera import Control


class _Ours(NamedTuple):
    theirs: str
    #: libcamera counts exposure in microseconds.
    scale: float = 1.0
    #: Where it stands in a control of several numbers.
    place: int | None = None


#: libcamera's AfModeEnum.Manual, and what its modes of exposure and gain call it.
AF_MANUAL, MODE_AUTO, MODE_MANUAL = 0, 0, 1
#: What lets the automatics find themselves.
_AUTOMATIC: Mapping[str, Any] = {
    "AeEnable": True,
    "AwbEnable": True,
    "ExposureTimeMode": MODE_AUTO,
    "AnalogueGainMode": MODE_AUTO,
}
#: What is read back once and then set in every configuration.
_MEASURED: tuple[str, ...] = ("LensPosition", "ExposureTime", "AnalogueGain", "ColourGains")
_MANUAL: Mapping[str, Any] = {
    "AfMode": AF_MANUAL,
    "ExposureTimeMode": MODE_MANUAL,
    "AnalogueGainMode": MODE_MANUAL,
}
#: While things settle, frames come as fast as this, where there is light: focus takes dozens.
_QUICK_US = 33_333

_NAMES: Mapping[str, _Ours] = {
    "exposure": _Ours("ExposureTime", 1000.0),
    "gain": _Ours("AnalogueGain"),
    "red": _Ours("ColourGains", place=0),
    "blue": _Ours("ColourGains", place=1),
    "focus": _Ours("LensPosition"),
}


def pace(period_us: int, *, settling: bool = False) -> dict[str, Any]:
    """Return what sets the time between two frames; exposure may last as long as it."""
    return {
        "FrameDurationLimits": (min(_QUICK_US, period_us) if settling else period_us, period_us)
    }


def automatic(known: Collection[str], focus: float | None) -> dict[str, Any]:
    """Return what lets all find itself, as far as the camera knows of it.

    Args:
        known: names of the camera's controls.
        focus: dioptres that the lens is to be held at; None: it may move.

    """
    found = {name: value for name, value in _AUTOMATIC.items() if name in known}
    if focus is not None and "AfMode" in known:
        found |= {"AfMode": AF_MANUAL, "LensPosition": focus}
    return found


def holding(known: Collection[str], found: Mapping[str, Any]) -> dict[str, Any]:
    """Return what holds what was found, as far as the camera knows of it."""
    measured = {name: found[name] for name in _MEASURED if name in found}
    return {name: value for name, value in (*_MANUAL.items(), *measured.items()) if name in known}


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
