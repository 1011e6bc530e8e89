"""What the calibration page may wish for, read from JSON and checked before anything is done.

A wish is an object like {"do": "delete", "number": 3}; its other fields are those of the
command it stands for, of the same kinds.
"""

import math
from collections.abc import Mapping
from dataclasses import fields
from typing import Any, get_type_hints

from web import calibration
from web.calibration import Wish

_WISHES: Mapping[str, type[Any]] = {
    "board": calibration.ChooseBoard,
    "rulers": calibration.MeasureRulers,
    "run": calibration.RunCapture,
    "take": calibration.TakeView,
    "delete": calibration.DeleteView,
    "undo": calibration.UndoStep,
    "cancel": calibration.CancelRun,
    "fit": calibration.FitLens,
    "call_off": calibration.CallOff,
    "adjust": calibration.AdjustCamera,
    "lock": calibration.LockCamera,
    "save": calibration.SaveLens,
    "import": calibration.ImportLens,
    "restore": calibration.RestoreLens,
    "aim": calibration.AimCamera,
    "zone": calibration.PlaceZone,
    "reset_zones": calibration.ResetZones,
    "hold": calibration.HoldBoard,
    "show": calibration.ShowMissing,
    "put_away": calibration.PutBoardAway,
}


class NotAWish(ValueError):
    """What was sent is no wish that this page has."""


def read_wish(sent: Mapping[str, Any]) -> Wish:
    """Return the command that was sent; raise NotAWish."""
    kind = _WISHES.get(str(sent.get("do", "")))
    if kind is None:
        raise NotAWish
    hints = get_type_hints(kind)
    made: Wish = kind(**{f.name: _value(sent.get(f.name), hints[f.name]) for f in fields(kind)})
    return made


def _value(value: Any, kind: type[Any]) -> Any:
    if kind is float and isinstance(value, int | float) and not isinstance(value, bool):
        if math.isfinite(value):
            return float(value)
    elif type(value) is kind:
        return value
    raise NotAWish
