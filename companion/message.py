"""Something to say, before it is words: messages, reasons, results, and errors that carry them.

Words come last, in the reader's own language: see `companion.rulebook`.
"""

from dataclasses import dataclass

from companion.cards import Seat

Facts = tuple[tuple[str, str], ...]


class TableError(Exception):
    """Base of every error this project raises on purpose."""


@dataclass(frozen=True, slots=True)
class Message:
    """Something to say, before it is words: a code, its facts and the rule behind it.

    Fact values are seats ("p1"), faces ("0"), clause ids or numbers as text; the
    rulebook of the viewer's language turns them into a sentence.
    """

    code: str
    facts: Facts = ()
    clause: str = ""


def message(code: str, **facts: object) -> Message:
    """Return a message with these facts, each as text, and no clause."""
    return Message(code, tuple((name, str(value)) for name, value in facts.items()))


@dataclass(frozen=True, slots=True)
class Violation(Message):
    """One reason why an action is illegal.

    `secret_of` names the seat whose hidden cards the reason rests on: only that seat may
    be told it. None means that the reason uses public facts only. `seen` is the code of what
    all are told where the card itself lies open on the table; "" where that is nothing.
    """

    secret_of: Seat | None = None
    seen: str = ""

    def told_openly(self) -> Message | None:
        """Return what all are told once its card lies open, without naming the card."""
        facts = tuple(fact for fact in self.facts if fact[0] != "face")
        return Message(self.seen, facts, self.clause) if self.seen else None


class IllegalAction(TableError, ValueError):
    """The action breaks the rules; `violations` holds every reason, never empty."""

    def __init__(self, action: object, violations: tuple[Violation, ...]) -> None:
        clauses = ", ".join(f"{v.code} ({v.clause})" for v in violations)
        super().__init__(f"illegal: {action}: {clauses}; nothing was changed")
        self.violations = violations


class NotationError(TableError, ValueError):
    """A line of text is not notation; says what was read and what was expected."""


class SetupError(TableError, ValueError):
    """A game cannot start like this; says what is wrong and what would do."""


class UnusablePicture(TableError, ValueError):
    """What was sent is no picture that can be used; `code` says why."""

    def __init__(self, code: str, what: str) -> None:
        super().__init__(what)
        self.code = code


class OtherCards(SetupError):
    """A saved game was begun with other cards than are here; names both, but no card."""


@dataclass(frozen=True, slots=True)
class Prompt(Message):
    """Something that has to happen now; `seat` is who must do it (None: anyone)."""

    seat: Seat | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """A finished game: who won and why."""

    winners: tuple[Seat, ...]
    reason: Message
