"""What can be concluded from what a viewer knows: exactly, and who must have been wrong.

The model: every order of the twenty cards is equally likely, and a world counts as many
deals as lead to it. A deal fits as long as the acts in the history were possible and
legal with it and what was said was true; why a player chose one legal act and not another
says nothing. So `probability` is right for a random deal and players who choose blindly.

TABLE knows what lies open and what was said; a seat knows besides what it told its own
phone and what it looked at. Nothing else of the engine's state is used.

When no world is left, something said was wrong. Each single word without which a world
would be left is under suspicion: if there is one, it is disproved; if there are several,
not all of them are true. Words under suspicion count for nothing from then on. What was
taken back or told anew is dropped without a word: that is already mended.
"""

from bisect import bisect
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from companion.cards import Face, Seat
from companion.game import Correction, Message, Proof, Setup, TakenBack, Viewer
from companion.games.deadlock_city.actions import Drop, Hold, Play, Show
from companion.games.deadlock_city.cards import FACES
from companion.games.deadlock_city.chances import HIDDEN, Chances
from companion.games.deadlock_city.course import Course, Step, begun
from companion.games.deadlock_city.evidence import Word

#: Of more possible faces than this a hint would be no help.
MOST_HINTED = 3


@dataclass(frozen=True, slots=True)
class _Disproved:
    """A proof, and the steps under suspicion."""

    proof: Proof
    suspects: frozenset[int]


class DeadlockBelief:
    """A belief about the hidden cards; places are seats, "hidden" and "stock" (its top)."""

    def __init__(self, course: Course, disproved: tuple[_Disproved, ...], helps: bool) -> None:
        """Hold a course whose worlds fit, except for none at all."""
        self._course, self._disproved, self._helps = course, disproved, helps
        self._chances = Chances(course.worlds)

    @classmethod
    def begun(cls, setup: Setup, viewer: Viewer) -> "DeadlockBelief":
        """Return what `viewer` may conclude after the deal."""
        return cls(begun(setup, viewer), (), setup.rules.get("deduction_help") == "on")

    def after(self, step: Step) -> "DeadlockBelief":
        """Return the belief after the next step, contradictions resolved."""
        course = self._course.after(step)
        course, disproved = _mended(course, self._disproved, step)
        if isinstance(step, Play | Drop | Show):
            course, disproved = _narrowed(course, disproved)
        if course.worlds.ways() == 0:
            course, found = _resolved(course, step)
            disproved += found
        return DeadlockBelief(course, disproved, self._helps)

    def possible(self, place: str) -> frozenset[Face]:
        """Return the faces of which one may be at this place."""
        chances = self._chances.at(place)
        return frozenset(f for f, (ways, _) in zip(FACES, chances, strict=False) if ways)

    def probability(self, place: str, face: Face) -> Fraction:
        """Return the exact chance that this face is at this place."""
        chances = self._chances.at(place)
        return Fraction(*chances[FACES.index(face)]) if chances else Fraction(0)

    def deals(self) -> int:
        """Return how many of the 20! / (5! 2^6) deals fit."""
        return self._course.worlds.deals()

    def proofs(self) -> tuple[Proof, ...]:
        """Return what is proved wrong and not mended yet, oldest first."""
        return tuple(found.proof for found in self._disproved)

    def hints(self) -> tuple[Message, ...]:
        """Return what is certain or nearly so of others' cards, if the house rule says so."""
        return (*self._slips(), *self._hints()) if self._helps else ()

    def _slips(self) -> Iterator[Message]:
        """Yield which words of others his own knowledge disproves."""
        for proof in self.proofs():
            if self._course.viewer not in proof.accused:
                yield Message(proof.code, proof.facts, proof.clause)

    def _hints(self) -> Iterator[Message]:
        for seat in self._course.worlds.hands:
            if seat == self._course.viewer:
                continue
            faces = sorted(self.possible(seat))
            certain = [face for face in faces if self.probability(seat, face) == 1]
            single = len(self._course.worlds.hands[seat]) == 1
            if certain:
                yield _hint("deduced_holds", certain, seat)
            elif single and faces and len(faces) <= MOST_HINTED:
                yield _hint("deduced_among", faces, seat)
        if len(hidden := self.possible(HIDDEN)) == 1:
            yield _hint("deduced_hidden", sorted(hidden))


def _hint(code: str, faces: Sequence[Face], holder: Seat | None = None) -> Message:
    who = (("holder", str(holder)),) if holder else ()
    return Message(code, (*who, ("face", " ".join(faces))))


# --- who was wrong ------------------------------------------------------------------------


def _mended(
    course: Course, disproved: tuple[_Disproved, ...], step: Step
) -> tuple[Course, tuple[_Disproved, ...]]:
    """Drop the proofs that this step mends; what was suspected without need counts again."""
    if not disproved or not isinstance(step, TakenBack | Correction | Hold):
        return course, disproved
    if isinstance(step, Correction):
        return course, ()
    outdated = _outdated(course, step)
    mended = [found for found in disproved if found.suspects & outdated]
    innocent = frozenset[int]().union(*[found.suspects - outdated for found in mended])
    if innocent:
        course = course.with_unheeded(course.unheeded - innocent)
    return course, tuple(found for found in disproved if found not in mended)


def _outdated(course: Course, step: Step) -> frozenset[int]:
    """Return the words that were taken back, or told anew by this step."""
    standing, newest = course.standing(), len(course.steps) - 1
    return frozenset(
        word.step
        for word in course.words
        if word.step not in standing
        or (isinstance(step, Hold) and word.retold and word.step != newest)
    )


def _narrowed(
    course: Course, disproved: tuple[_Disproved, ...]
) -> tuple[Course, tuple[_Disproved, ...]]:
    """Let an open card tell who of several was wrong; suspects only ever become fewer."""
    kept: list[_Disproved] = []
    for found in disproved:
        others = course.unheeded - found.suspects
        words = [word for word in course.words if word.step in found.suspects]
        guilty = [w for w in words if _fits_if_unheeded(course, others | {w.step})]
        if len(words) > 1 and 0 < len(guilty) < len(words):
            steps = frozenset(word.step for word in guilty)
            course = course.with_unheeded(others | steps)
            kept.append(_Disproved(_proof(guilty, len(course.steps) - 1), steps))
        else:
            kept.append(found)
    return course, tuple(kept)


def _resolved(course: Course, step: Step) -> tuple[Course, tuple[_Disproved, ...]]:
    """Return the course without the words that can't be true, and the proof of that."""
    outdated = _outdated(course, step)
    words = [
        word
        for word in course.words
        if word.step not in course.unheeded and (not word.is_card or word.step in outdated)
    ]
    suspects = _each_alone(words, lambda some: _fits_without(course, some))
    if not suspects:
        suspects = _smallest(words, lambda some: _fits_without(course, some))
    old = [word for word in suspects if word.step in outdated]
    dropped = old if old and _fits_without(course, old) else suspects
    without = course.with_unheeded(course.unheeded | {word.step for word in dropped})
    if without.worlds.ways() == 0:
        without = without.with_free_hands()
    if dropped is old or not dropped:
        return without, ()
    steps = frozenset(word.step for word in dropped)
    return without, (_Disproved(_proof(dropped, len(course.steps) - 1), steps),)


def _fits_without(course: Course, words: Sequence[Word]) -> bool:
    return _fits_if_unheeded(course, course.unheeded | {word.step for word in words})


def _fits_if_unheeded(course: Course, unheeded: frozenset[int]) -> bool:
    return course.with_unheeded(unheeded).worlds.ways() > 0


def _each_alone(words: list[Word], fits: Callable[[list[Word]], bool]) -> list[Word]:
    """Return every word that need only go alone for a world to be left.

    Where all of several words may go and no world is left, none of them is such a word.
    """
    if not words or not fits(words):
        return []
    if len(words) == 1:
        return words
    half = len(words) // 2
    return [*_each_alone(words[:half], fits), *_each_alone(words[half:], fits)]


def _smallest(words: list[Word], fits: Callable[[list[Word]], bool]) -> list[Word]:
    """Return words, the latest ones, of which each must go for a world to be left."""
    # The more go, the more worlds are left.
    first = bisect(range(len(words) + 1), False, key=lambda n: not fits(words[n:])) - 1
    if first < 0:
        return []
    needed = words[first:]
    for word in words[first + 1 :]:
        fewer = [other for other in needed if other is not word]
        if fits(fewer):
            needed = fewer
    return needed


def _proof(words: Sequence[Word], step: int) -> Proof:
    if len(words) == 1:
        return replace(words[0].proof, step=step)
    seats = tuple(dict.fromkeys(seat for word in words for seat in word.proof.accused))
    facts = (("seat", " ".join(seats)),)
    return Proof("disproved_together", facts, accused=seats, step=step)
