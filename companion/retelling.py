"""Writing a game down as somebody knows it, so that it can be played again.

What others have done unseen is not in it. Once the game has gone on everybody knows that it
was done, so it is written down then: in an open window all have passed, whenever they did.
"""

from dataclasses import replace
from typing import Any

from companion.game import Game, Prompt, Setup
from companion.record import HIDDEN, Act, Entry, Refused, Undo, agrees, play_entry


class Retelling:
    """Takes entries as one viewer reads them and makes a record of them, in `entries`."""

    def __init__(self, game: Game[Any, Any], setup: Setup) -> None:
        """Begin with what the viewer may know of the deal."""
        self._game, self._states = game, [game.setup(setup)]
        #: For each state whether it came from an act that the viewer was not told of.
        self._unsaid = [False]
        self.entries: list[Entry] = []

    def reach(self, due: tuple[Prompt, ...]) -> None:
        """Let be done what must have been, if something else is due by now."""
        while self._game.prompts(self._states[-1]) != due:
            acts = self._game.unsaid(self._states[-1])
            if not acts:
                break
            for act in acts:
                self._write(Act(str(act)), unsaid=True)

    def add(self, entry: Entry) -> None:
        """Write an entry down and play it; raise TableError where it breaks a rule."""
        match entry:
            case Refused():
                self.entries.append(self._still_refused(entry))
            case Undo(steps):
                self._write(Undo(self._reaches_back(steps)))
            case _:
                self._write(entry)

    def _write(self, entry: Entry, *, unsaid: bool = False) -> None:
        before = len(self._states)
        play_entry(self._game, self._states, entry)
        if len(self._states) > before:
            self._unsaid.append(unsaid)
        del self._unsaid[len(self._states) :]
        self.entries.append(entry)

    def _reaches_back(self, steps: int) -> int:
        """Return how many states go with so many steps that the viewer was told of."""
        at, left = len(self._unsaid), steps
        while left or self._unsaid[at - 1]:
            at -= 1
            left -= not self._unsaid[at]
        return len(self._unsaid) - at

    def _still_refused(self, entry: Refused) -> Refused:
        """Return a refusal with "?" where it rests on cards that are no longer there."""
        action = self._game.parse(entry.text)
        found = {v.clause for v in self._game.violations(self._states[-1], action)}
        if agrees(entry.clauses, found):
            return entry
        return replace(entry, clauses=(*entry.clauses, HIDDEN))
