"""The error of everything to do with calibrating."""

from companion.game import Message, TableError


class CalibrationError(TableError, ValueError):
    """A calibration can't be made or used; `reason` says why, `remedy` what to do now.

    `told` says both in the reader's language, where a page or person is to read it.
    """

    def __init__(self, reason: str, remedy: str, told: Message | None = None) -> None:
        super().__init__(f"{reason}; {remedy}")
        self.reason = reason
        self.remedy = remedy
        self.told = told
