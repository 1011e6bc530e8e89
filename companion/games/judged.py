"""What was found against acts in one state, remembered until another state is asked about."""

from collections.abc import Callable
from typing import Generic, TypeVar

from companion.game import Violation

State = TypeVar("State")
Act = TypeVar("Act")

Judge = Callable[[State, Act], tuple[Violation, ...]]


class Judged(Generic[State, Act]):
    """Judges acts once in each state: reading a picture asks for each act several times.

    States are told apart by identity; they never change.
    """

    def __init__(self, judge: Judge[State, Act]) -> None:
        """Begin with nothing judged."""
        self._judge = judge
        self._last: tuple[State | None, dict[Act, tuple[Violation, ...]]] = (None, {})

    def against(self, state: State, action: Act) -> tuple[Violation, ...]:
        """Return every reason why `action` is illegal; empty means legal."""
        found = self.within(state)
        if action not in found:
            found[action] = self._judge(state, action)
        return found[action]

    def within(self, state: State) -> dict[Act, tuple[Violation, ...]]:
        """Return what was found in this state so far; what is added counts as judged."""
        of_state, found = self._last
        if of_state is not state:
            found = {}
            self._last = (state, found)
        return found
