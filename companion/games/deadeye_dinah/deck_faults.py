"""What is wrong with a deck of job cards: each fault with its place, its line and a remedy."""

from dataclasses import dataclass

from companion.game import Message, TableError
from companion.games.books import rulebook_in
from companion.games.deadeye_dinah.source_lines import Place
from companion.rulebook import Rulebook

#: A file with more faults than this is told of the first ones only.
MOST_TOLD = 12


@dataclass(frozen=True, slots=True)
class DeckFault:
    """One thing that is wrong.

    Args:
        place: the keys and indices (from 0) that lead to the value.
        line: where it stands in the file, from 1; 0 where there is no file.
        problem: what is wrong.
        remedy: what to do about it.

    """

    place: Place
    line: int
    problem: Message
    remedy: Message

    @property
    def field(self) -> str:
        """Return the place as people count: "job.2.kit.item"; "" for the whole file."""
        return ".".join(str(p + 1) if isinstance(p, int) else p for p in self.place)

    def said(self, book: Rulebook) -> str:
        """Return problem and remedy in the words of a rulebook."""
        problem, remedy = (book.say(part, {}) for part in self.parts)
        return book.messages["deck_fault"].format(problem=problem, remedy=remedy)

    def told(self, source: str) -> str:
        """Return the fault as a line for whoever edits the file `source`."""
        where = f"{source}, line {self.line}" if self.line else source
        # In a file an item is called by its key, so the facts stay as they are.
        english = rulebook_in(__package__, "en").messages
        parts = (english[part.code].format(**dict(part.facts)) for part in self.parts)
        return f"{where}: {self.field or 'the file'}: {'; '.join(parts)}"

    @property
    def parts(self) -> tuple[Message, Message]:
        """Return problem and remedy."""
        return self.problem, self.remedy


class JobDeckError(TableError, ValueError):
    """A deck of job cards is not what it should be; `faults` holds everything, never empty."""

    def __init__(self, source: str, faults: tuple[DeckFault, ...]) -> None:
        lines = [fault.told(source) for fault in faults[:MOST_TOLD]]
        if len(faults) > MOST_TOLD:
            lines.append(f"… and {len(faults) - MOST_TOLD} more")
        super().__init__("\n".join(lines))
        self.faults = faults
