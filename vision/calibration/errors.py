"""The error of everything to do with calibrating."""

from companion.game import TableError


class CalibrationError(TableError, ValueError):
    """A calibration can't be made or used; `reason` says why, `remedy` what to do now."""

    def __init__(self, reason: str, remedy: str) -> None:
        super().__init__(f"{reason}; {remedy}")
        self.reason = reason
        self.remedy = remedy
