"""What the doctor finds about one thing, and what to do about it."""

from dataclasses import dataclass
from enum import Enum


class Level(Enum):
    """How bad a finding is."""

    OK = "ok"
    WARN = "warn"
    FAIL = "fail"


@dataclass(frozen=True, slots=True)
class Finding:
    """What was found about one thing, and what to do; nothing to do means an empty remedy."""

    name: str
    level: Level
    what: str
    remedy: str = ""


def about_devices(
    name: str, devices: tuple[tuple[str, bool], ...], group: str, what: str
) -> Finding:
    """Return what device files below /dev say: the group is that of who may use them."""
    allowed = [path for path, may in devices if may]
    if allowed:
        return Finding(name, Level.OK, f"{what}; {', '.join(allowed)}")
    if devices:
        refused = ", ".join(path for path, _ in devices)
        remedy = f"sudo usermod -aG {group} $USER, then log out and in again"
        return Finding(name, Level.WARN, f"this user may not use {refused}", remedy)
    return Finding(name, Level.WARN, f"{what}; but no device below /dev", "check cable and boot")
