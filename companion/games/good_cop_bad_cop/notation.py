"""Reading notation: one pattern for each act; `actions` shows how they are written."""

import re
from collections.abc import Callable, Mapping

from companion.cards import UNKNOWN, Face, PrintId, Seat
from companion.game import NotationError
from companion.games.good_cop_bad_cop.actions import (
    PLACES,
    Act,
    Aim,
    Arm,
    Choose,
    Claim,
    Decline,
    Equip,
    Flip,
    Have,
    Hold,
    Investigate,
    Lay,
    Mix,
    Pass,
    Return,
    Reveal,
    Saw,
    Shoot,
    Use,
)
from companion.games.good_cop_bad_cop.cards import EQUIPMENT, INTEGRITY

_SEAT = r"(p[1-9]\d?)"
_PLACE = rf"({'|'.join(PLACES)})"
_CARD = rf"({'|'.join(INTEGRITY)})"
_CARDS = rf"((?:{'|'.join(INTEGRITY)})(?: (?:{'|'.join(INTEGRITY)})){{0,2}})"
_NAME = rf"(?:(?:{'|'.join(INTEGRITY)}|\?)\.[1-9]\d?|\?)"
_TOOL = rf"({'|'.join(EQUIPMENT)})"


def _faces(text: str | None) -> tuple[Face, ...]:
    return tuple(Face(word) for word in (text or "").split())


#: By the verb, which is the second word of every act.
_FORMS: Mapping[str, tuple[re.Pattern[str], Callable[[re.Match[str]], Act]]] = {
    verb: (re.compile(pattern), reader)
    for verb, pattern, reader in (
        (
            "investigates",
            rf"{_SEAT} investigates {_SEAT} {_PLACE}",
            lambda m: Investigate(Seat(m[1]), Seat(m[2]), m[3]),
        ),
        ("equips", rf"{_SEAT} equips", lambda m: Equip(Seat(m[1]))),
        ("arms", rf"{_SEAT} arms", lambda m: Arm(Seat(m[1]))),
        ("shoots", rf"{_SEAT} shoots {_SEAT}", lambda m: Shoot(Seat(m[1]), Seat(m[2]))),
        ("aims", rf"{_SEAT} aims {_SEAT}", lambda m: Aim(Seat(m[1]), Seat(m[2]))),
        ("flips", rf"{_SEAT} flips {_PLACE} {_CARD}", lambda m: Flip(Seat(m[1]), m[2], Face(m[3]))),
        ("reveals", rf"{_SEAT} reveals {_CARDS}", lambda m: Reveal(Seat(m[1]), _faces(m[2]))),
        ("claims", rf"{_SEAT} claims {_CARDS}", lambda m: Claim(Seat(m[1]), _faces(m[2]))),
        ("uses", rf"{_SEAT} uses {_TOOL}", lambda m: Use(Seat(m[1]), Face(m[2]))),
        (
            "chooses",
            rf"{_SEAT} chooses {_SEAT}(?: {_PLACE})?",
            lambda m: Choose(Seat(m[1]), Seat(m[2]), m[3]),
        ),
        ("mixes", rf"{_SEAT} mixes(?: ([123]{{1,3}}))?", lambda m: Mix(Seat(m[1]), m[2] or "")),
        (
            "returns",
            rf"{_SEAT} returns(?: {_TOOL}| \?)?",
            lambda m: Return(Seat(m[1]), Face(m[2] or UNKNOWN)),
        ),
        ("declines", rf"{_SEAT} declines", lambda m: Decline(Seat(m[1]))),
        ("passes", rf"{_SEAT} passes", lambda m: Pass(Seat(m[1]))),
        ("holds", rf"{_SEAT} holds {_CARDS}", lambda m: Hold(Seat(m[1]), _faces(m[2]))),
        (
            "saw",
            rf"{_SEAT} saw {_SEAT} {_PLACE} {_CARD}",
            lambda m: Saw(Seat(m[1]), Seat(m[2]), m[3], Face(m[4])),
        ),
        (
            "lays",
            rf"{_SEAT} lays ({_NAME}(?: {_NAME}){{0,2}})",
            lambda m: Lay(Seat(m[1]), tuple(map(PrintId, m[2].split()))),
        ),
        ("has", rf"{_SEAT} has ({_TOOL}(?: {_TOOL})?)", lambda m: Have(Seat(m[1]), _faces(m[2]))),
    )
}


def parse(text: str) -> Act:
    """Read one act; raise NotationError with what may be written."""
    line = " ".join(text.split())
    pattern, reader = _FORMS.get(line.partition(" ")[2].partition(" ")[0], (None, None))
    found = pattern.fullmatch(line) if pattern else None
    if reader and found:
        return reader(found)
    raise NotationError(
        f"{text!r} is no act of Good Cop Bad Cop; write e.g. 'p1 investigates p2 left', "
        "'p1 equips', 'p1 arms', 'p1 flips left honest', 'p1 aims p2', 'p1 shoots p2', "
        "'p2 reveals honest agent', 'p1 uses coffee', 'p1 chooses p2 left' or 'p1 passes'"
    )
