"""The table's eye: the last stable picture, and what it means for the game that is on."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from companion.cards import Seat
from companion.commands import refused
from companion.game import Message
from companion.layout import Difference, Layout, Zone, ZoneKind
from companion.reconcile import (
    Acted,
    Agreed,
    Finding,
    Forbidden,
    Mismatch,
    Picture,
    TakenBack,
    Unclear,
    debts,
    explain,
    instruction,
    still_owed,
)
from companion.session import Play, Session
from companion.snapshot import Sight
from companion.undo import back_to, followed_by_forced, is_free

#: A mismatch that mends itself within this time is not spoken of (seconds).
QUIET_SECONDS = 1.5


class Eye:
    """Explains pictures; it never changes the session, it only says what follows."""

    def __init__(self, clock: Callable[[], float]) -> None:
        """Start without a picture; `clock` gives monotonic seconds."""
        self._clock = clock
        self._seen: Layout | None = None
        self._warnings: tuple[Message, ...] = ()
        self._finding: Finding = Agreed()
        self._since = 0.0
        self._state: Any = None
        self._unsettled: frozenset[Zone] = frozenset()
        self._owed: tuple[frozenset[Difference], ...] = ()
        self._unexplained: tuple[Difference, ...] = ()

    def see(
        self, layout: Layout, warnings: tuple[Message, ...], unsettled: frozenset[Zone]
    ) -> None:
        """Take in a picture; `unsettled` zones are as they were before something moved."""
        self._seen, self._warnings, self._unsettled = layout, warnings, unsettled

    def interpret(self, session: Session) -> tuple[str, ...]:
        """Return the events that the picture shows beyond doubt, and remember the rest."""
        if self._seen is None or session.play is None:
            self._remember(Agreed())
            return ()
        picture = self._picture(session, session.play)
        unexplained = picture.unexplained(session.game.layout(session.play.state))
        if any(difference.zone in self._unsettled for difference in unexplained):
            return ()
        finding = explain(session.game, session.play.states, picture)
        self._remember(finding)
        self._unexplained = unexplained
        return _events(session, session.play, finding)

    def _picture(self, session: Session, play: Play) -> Picture:
        """Return the picture with what the table owes.

        Whatever a new state asks of the table is owed, but for what was unexplained
        before: that is still to be explained, or to be mended.
        """
        assert self._seen is not None
        kinds, owners = _zones(session, play)
        picture = Picture(self._seen, kinds)
        wrong = picture.wrong(session.game.layout(play.state))
        self._owed = tuple(filter(None, (still_owed(debt, wrong, kinds) for debt in self._owed)))
        if play.state is not self._state:
            first, self._state = self._state is None, play.state
            if not first:
                fresh = [d for d in wrong if d not in self._unexplained and not self._owes(d)]
                self._owed += debts(fresh, owners)
        return replace(picture, owed=tuple(d for debt in self._owed for d in debt))

    def _owes(self, difference: Difference) -> bool:
        return any(difference in debt for debt in self._owed)

    def adopted(self, session: Session) -> tuple[str, ...]:
        """Return the corrections that make the record agree with the picture."""
        if session.play is None:
            raise refused("no_game_on")
        if self._seen is None:
            raise refused("nothing_seen")
        corrections = session.game.adopt(session.play.state, self._seen)
        return followed_by_forced(session, tuple(str(c) for c in corrections))

    def sight(self, session: Session) -> Sight:
        """Return what the screens may say about the picture."""
        if self._seen is None or session.play is None:
            return Sight(watching=self._seen is not None, warnings=self._warnings)
        wrong = _wrong(self._finding)
        spoken = wrong if self._is_spoken_of() else ()
        return Sight(
            watching=True,
            warnings=self._warnings,
            question=_question(self._finding),
            repair=_repair(session, session.play, spoken),
            differences=len(spoken),
            forbidden=_forbidden(self._finding),
        )

    def _remember(self, finding: Finding) -> None:
        if _wrong(finding) != _wrong(self._finding):
            self._since = self._clock()
        self._finding = finding

    def _is_spoken_of(self) -> bool:
        """Tell whether a mismatch has lasted; an illegal act is spoken of at once."""
        if isinstance(self._finding, Forbidden):
            return True
        return self._clock() - self._since >= QUIET_SECONDS


def _events(session: Session, play: Play, finding: Finding) -> tuple[str, ...]:
    match finding:
        case Acted(actions):
            return followed_by_forced(session, tuple(f"act {a}" for a in actions))
        case Unclear(sure, _, _) if sure:
            return followed_by_forced(session, tuple(f"act {a}" for a in sure))
        case TakenBack(steps, actions):
            keep = len(play.states) - 1 - steps
            if is_free(session, play, keep):
                events = (*back_to(session, play, keep), *(f"act {a}" for a in actions))
                return followed_by_forced(session, events)
    return ()


def _wrong(finding: Finding) -> tuple[Difference, ...]:
    match finding:
        case Forbidden(differences=differences) | Mismatch(differences):
            return differences
        case TakenBack(differences=differences):
            return differences
    return ()


def _question(finding: Finding) -> tuple[Seat, tuple[Any, ...]] | None:
    if isinstance(finding, Unclear) and not finding.sure:
        return finding.seat, finding.choices
    return None


def _forbidden(finding: Finding) -> tuple[Any, tuple[Any, ...]] | None:
    if isinstance(finding, Forbidden):
        return finding.action, finding.violations
    return None


def _repair(session: Session, play: Play, wrong: tuple[Difference, ...]) -> Message | None:
    if not wrong:
        return None
    kinds, owners = _zones(session, play)
    return instruction(wrong[0], kinds, owners)


def _zones(
    session: Session, play: Play
) -> tuple[Mapping[Zone, ZoneKind], Mapping[Zone, Seat | None]]:
    specs = session.game.zones(play.record.setup.seats)
    return {s.name: s.kind for s in specs}, {s.name: s.seat for s in specs}
