"""What the host's page needs to answer "What did you see?"."""

from dataclasses import dataclass
from typing import Protocol

from companion.game import Message


@dataclass(frozen=True, slots=True)
class Shown:
    """One thing that the camera saw and that everyone at the table may know.

    Args:
        taken: the record has it, too.
        picture: of the card, as JPEG; None: nothing of it can be shown.

    """

    message: Message
    taken: bool
    picture: bytes | None


class Glimpses(Protocol):
    """The last things the camera saw; may be asked by any thread."""

    def shown(self) -> tuple[Shown, ...]:
        """Return them, the newest first; none without a game."""
        ...
