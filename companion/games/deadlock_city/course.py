"""The history as one viewer knows it, and the worlds that fit it at every point.

What was taken back has happened all the same, and nobody forgets it: the worlds that are
gone back to keep what was learned since. Drawn cards go back onto the deck in their
order. After a correction within the steps taken back, nothing more is concluded from them.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from companion.cards import UNKNOWN
from companion.game import Correction, Setup, TakenBack, Viewer
from companion.games.deadlock_city.actions import Act, Drop, Play, Show
from companion.games.deadlock_city.dealing import first_state
from companion.games.deadlock_city.evidence import (
    Word,
    as_seen,
    take_in,
    take_in_correction,
    word_of,
)
from companion.games.deadlock_city.worlds import Worlds

Step = Act | Correction | TakenBack


@dataclass(frozen=True, slots=True)
class Point:
    """The worlds after a step that stands; they contain the first `reached` steps."""

    worlds: Worlds
    reached: int


@dataclass(frozen=True, slots=True)
class Course:
    """A history and what follows from it.

    Args:
        dealt: the worlds after the deal.
        steps: everything that happened, None for what the viewer may not know of.
        points: the deal, then one for each step that still stands.
        words: what the belief rests on, in the order of the steps.
        unheeded: words, by step, that count for nothing.

    """

    viewer: Viewer
    dealt: Worlds
    steps: tuple[Step | None, ...]
    points: tuple[Point, ...]
    words: tuple[Word, ...] = ()
    unheeded: frozenset[int] = frozenset()

    @property
    def worlds(self) -> Worlds:
        """Return the worlds now."""
        return self.points[-1].worlds

    def after(self, step: Step) -> "Course":
        """Return the course after one more step."""
        seen = step if isinstance(step, Correction | TakenBack) else as_seen(step, self.viewer)
        course = self._followed(seen)
        if seen is None or isinstance(seen, Correction | TakenBack):
            return course
        word = word_of(seen, self.worlds.played, len(self.steps))
        return replace(course, words=(*self.words, word)) if word else course

    def with_unheeded(self, unheeded: frozenset[int]) -> "Course":
        """Return the course in which exactly these words count for nothing."""
        changed = min(self.unheeded ^ unheeded, default=len(self.steps))
        same = [point for point in self.points if point.reached <= changed]
        # After going back to the deal, the first point knows what happened since.
        same = same or [Point(self.dealt, 0)]
        anew = replace(
            self, steps=self.steps[: same[-1].reached], points=tuple(same), unheeded=unheeded
        )
        for step in self.steps[same[-1].reached :]:
            anew = anew._followed(step)
        return anew

    def with_free_hands(self) -> "Course":
        """Return the course with worlds of which nothing is known but the open cards."""
        worlds = self.worlds.copy()
        worlds.forget_all()
        return replace(self, points=(*self.points[:-1], Point(worlds, len(self.steps))))

    def standing(self) -> frozenset[int]:
        """Return the steps that were not taken back."""
        kept: list[int] = []
        for number, step in enumerate(self.steps):
            if isinstance(step, TakenBack):
                del kept[len(kept) - step.steps :]
            else:
                kept.append(number)
        return frozenset(kept)

    def _followed(self, step: Step | None) -> "Course":
        if isinstance(step, TakenBack):
            return self._gone_back(step)
        worlds = self.worlds
        if step is not None:
            worlds = worlds.copy()
            if isinstance(step, Correction):
                take_in_correction(worlds, step)
            else:
                take_in(worlds, step, len(self.steps) not in self.unheeded)
        steps = (*self.steps, step)
        points = (*self.points, Point(worlds, len(steps)))
        return Course(self.viewer, self.dealt, steps, points, self.words, self.unheeded)

    def _gone_back(self, step: TakenBack) -> "Course":
        kept = self.points[: len(self.points) - step.steps]
        back = kept[-1]
        since = range(back.reached, len(self.steps))
        worlds = _remembered(back.worlds, [(n, self.steps[n]) for n in since], self.unheeded)
        steps = (*self.steps, step)
        return replace(self, steps=steps, points=(*kept[:-1], Point(worlds, len(steps))))


def begun(setup: Setup, viewer: Viewer) -> Course:
    """Return the course after the deal, of which only the cards laid aside are public."""
    removed = first_state(replace(setup, deal={})).removed
    shown = tuple(setup.deal.get("removed", ()))
    removed = shown + (UNKNOWN,) * (len(removed) - len(shown))
    dealt = Worlds(setup.seats, removed)
    return Course(viewer, dealt, (), (Point(dealt, 0),))


def _remembered(
    back: Worlds, since: Sequence[tuple[int, Step | None]], unheeded: Iterable[int]
) -> Worlds:
    """Return the worlds `back`, with what the steps since then have shown."""
    worlds = back.copy()
    worlds.begin_tracing()
    trail = [worlds.pointers()]
    for number, step in since:
        is_card = isinstance(step, Play | Drop | Show)
        if isinstance(step, Correction) or (is_card and number in unheeded):
            break
        if isinstance(step, TakenBack):
            del trail[len(trail) - step.steps :]
            worlds.go_back(trail[-1])
            continue
        if step is not None:
            take_in(worlds, step, number not in unheeded)
        trail.append(worlds.pointers())
    worlds.go_back(trail[0])
    worlds.end_tracing(back)
    return worlds
