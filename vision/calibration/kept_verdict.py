"""A verdict that is kept with its lens: what a profile does not say of itself already."""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from companion.game import Message
from vision.calibration.lens import LensFit
from vision.calibration.verdict import Verdict
from vision.calibration.words import say


@dataclass(frozen=True, slots=True)
class KeptVerdict:
    """The words of a verdict, and the views that it was reached on.

    Args:
        reasons: why it is not better.
        notes: what else is worth knowing.
        errors_px: by the number of each view.
        bow_measured: whether the board was measured for its bow.
        sheet: name of the camera's data sheet, and measured over promised focal length.

    """

    reasons: tuple[Message, ...]
    notes: tuple[Message, ...]
    errors_px: Mapping[int, float]
    bow_measured: bool
    sheet: tuple[str, float] | None

    @classmethod
    def of(cls, fit: LensFit, verdict: Verdict) -> "KeptVerdict":
        """Return what is to be kept of a verdict."""
        sheet = verdict.sheet
        return cls(
            verdict.reasons,
            verdict.notes,
            {number: float(error) for number, error in fit.per_view_px.items()},
            fit.bow is not None,
            None if sheet is None else (sheet[0].name, sheet[1]),
        )

    def is_on(self, numbers: Iterable[int]) -> bool:
        """Tell whether it was reached on just these views."""
        return set(self.errors_px) == set(numbers)

    def to_plain(self) -> dict[str, Any]:
        """Return it as plain data, ready for JSON."""
        return {
            "reasons": [_plain(message) for message in self.reasons],
            "notes": [_plain(message) for message in self.notes],
            "errors_px": {str(number): error for number, error in self.errors_px.items()},
            "bow_measured": self.bow_measured,
            "sheet": None if self.sheet is None else list(self.sheet),
        }

    @classmethod
    def from_plain(cls, plain: Mapping[str, Any]) -> "KeptVerdict":
        """Read what `to_plain` wrote; raise KeyError, TypeError or ValueError otherwise."""
        sheet = plain["sheet"]
        return cls(
            tuple(_message(one) for one in plain["reasons"]),
            tuple(_message(one) for one in plain["notes"]),
            {int(number): _finite(error) for number, error in plain["errors_px"].items()},
            bool(plain["bow_measured"]),
            None if sheet is None else (str(sheet[0]), _finite(sheet[1])),
        )


def _plain(message: Message) -> dict[str, Any]:
    return {"code": message.code, "facts": dict(message.facts)}


def _message(plain: Mapping[str, Any]) -> Message:
    facts = tuple((str(name), str(value)) for name, value in plain["facts"].items())
    message = Message(str(plain["code"]), facts)
    # What has no words here is of another making.
    say(message)
    return message


def _finite(value: Any) -> float:
    number = float(value)
    if not math.isfinite(number):
        raise ValueError(f"not finite: {number}")
    return number
