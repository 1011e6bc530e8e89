"""The table's eye: the last stable picture, and what it means for the game that is on."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

from companion.cards import Seat
from companion.commands import refused
from companion.events import evolve
from companion.eye_memory import NOTHING, EyeMemory
from companion.game import Message, TableError
from companion.layout import EMPTY, Difference, DifferenceKind, Layout, Pile, Zone, ZoneKind
from companion.openly import OF_CARDS, is_named, named_to_all, ruled_openly
from companion.owing import Owing, places_of, zones_of
from companion.picture import Kinds, Picture, lessened
from companion.reconcile import (
    Acted,
    Agreed,
    Finding,
    Forbidden,
    Mismatch,
    TakenBack,
    Unclear,
    explain,
)
from companion.repairs import instruction
from companion.session import Offer, Play, Session, is_over
from companion.snapshot import Sight
from companion.undo import back_to, followed_by_forced, is_free, is_seen_to_go, taken_back_by
from companion.unread import UNREAD, Unread, request

#: A mismatch that mends itself within this time is not spoken of (seconds).
QUIET_SECONDS = 1.5
#: Who lays a card face down on open ones is mostly about to turn it over (seconds).
TURNING_SECONDS = 4.0
#: How long the screens say that the table is right again (seconds).
REPAIRED_SECONDS = 6.0
#: What may be wrong with a picture only because the camera cannot read a card.
_UNSEEN = (DifferenceKind.MISSING, DifferenceKind.ORDER)


class Eye:
    """Explains pictures; it never changes the session, it only says what follows."""

    def __init__(self, clock: Callable[[], float], memory: EyeMemory = NOTHING) -> None:
        """Start without a picture; `clock` gives monotonic seconds."""
        self._clock = clock
        self._seen: Layout | None = None
        self._warnings: tuple[Message, ...] = ()
        self._unsettled: frozenset[Zone] = frozenset()
        self._finding: Finding = Agreed()
        self._since, self._repaired = 0.0, float("-inf")
        self._quiet = QUIET_SECONDS
        self._mending = self._elsewhere = False
        self._owing = Owing(memory)
        self._offered = memory.asked
        self._explained: tuple[tuple[Any, ...], Finding] | None = None
        self._unread = Unread(clock)

    def see(
        self, layout: Layout, warnings: tuple[Message, ...], unsettled: frozenset[Zone]
    ) -> None:
        """Take in a picture; `unsettled` zones are as they were before something moved."""
        self._unread.see(warnings)
        self._seen, self._unsettled = self._unread.legible(layout), unsettled
        self._warnings = tuple(w for w in warnings if w.code != UNREAD)

    @property
    def has_picture(self) -> bool:
        """Tell whether any picture was taken in."""
        return self._seen is not None

    def memory(self) -> EyeMemory:
        """Return what must still be known after a restart."""
        return EyeMemory(self._owing.accepted, self._owing.fallen, self._offered)

    def interpret(self, session: Session, *, elsewhere: bool = False) -> tuple[str, ...]:
        """Return the events that the picture shows beyond doubt, and remember the rest.

        `elsewhere`: somebody else finds that table and record disagree.
        """
        self._elsewhere = elsewhere
        play = session.play
        # Once a game is over its cards are gathered up: that takes nothing back.
        if self._seen is None or play is None or is_over(session.game, play):
            self._remember(Agreed())
            return ()
        picture = self._owing.picture(session, play, self._seen, self._warnings)
        expected = session.game.layout(play.state)
        self._unread.follow(expected, frozenset(d.zone for d in picture.wrong(expected)))
        unexplained = picture.unexplained(expected)
        if any(difference.zone in self._unsettled for difference in unexplained):
            return ()
        self._mending = self._is_being_mended(picture.wrong(expected))
        finding = self._explain(session, play, picture)
        self._remember(finding)
        self._quiet = _patience(_wrong(finding), picture.kinds)
        self._owing.leave(unexplained)
        return self._events(session, play, finding)

    def _explain(self, session: Session, play: Play, picture: Picture) -> Finding:
        """Explain a picture, once: every tick of the clock brings it up again."""
        asked = (play.states, picture, self._mending)
        if self._explained is None or self._explained[0] != asked:
            finding = explain(session.game, play.states, picture, mending=self._mending)
            self._explained = (asked, finding)
        return self._explained[1]

    def _is_being_mended(self, wrong: tuple[Difference, ...]) -> bool:
        """Tell whether people follow the repairs they were shown, so far."""
        before = _wrong(self._finding)
        if wrong == before:
            return self._mending
        return self._is_spoken_of() and lessened(wrong, before)

    # --- what follows from a finding -------------------------------------------------------

    def _events(self, session: Session, play: Play, finding: Finding) -> tuple[str, ...]:
        if isinstance(finding, TakenBack):
            return self._take_back(session, play, finding)
        if session.offer is not None and self._is_settled(session.offer, finding):
            return (f"decline {session.offer.by}",)
        self._offered = None
        match finding:
            case Acted(actions):
                return followed_by_forced(session, tuple(f"act {a}" for a in actions))
            case Unclear(sure, _, _) if sure:
                return followed_by_forced(session, tuple(f"act {a}" for a in sure))
        return ()

    def _take_back(self, session: Session, play: Play, found: TakenBack) -> tuple[str, ...]:
        """Take back what may simply be taken back; offer the rest to the table, once."""
        keep = len(play.states) - 1 - found.steps
        kinds, _ = zones_of(session, play)
        seen = found.sure and is_seen_to_go(session, play, keep, kinds)
        if seen and is_free(session, play, keep):
            events = (*back_to(session, play, keep), *(f"act {a}" for a in found.actions))
            return followed_by_forced(session, events)
        offer = (keep, len(play.states))
        if session.offer is not None or self._offered == offer:
            return ()
        self._offered = offer
        return (f"offer {taken_back_by(session, play, keep)} {keep}",)

    def _is_settled(self, offer: Offer, finding: Finding) -> bool:
        """Tell whether an offer is about a picture that is gone."""
        if offer.keep is None:
            return isinstance(finding, Agreed) and not self._elsewhere
        return self._offered is not None and self._offered[0] == offer.keep

    def check_disagreement(self) -> None:
        """Raise Refused if nothing was seen, nothing is wrong, or what is cannot be read."""
        if self._seen is None:
            raise refused("nothing_seen")
        if not _wrong(self._finding):
            unread = self._unread.asked(0.0) is not None
            raise refused("place_unread" if unread else "table_agrees")

    def adopted(self, session: Session) -> tuple[str, ...]:
        """Return the corrections that make the record agree with the picture.

        What no correction can express is let be as it lies, so this is always a way out.
        """
        if session.play is None:
            raise refused("no_game_on")
        if self._seen is None:
            raise refused("nothing_seen")
        events = [f"decline {session.offer.by}"] if session.offer is not None else []
        for event in events:
            session = evolve(session, event)
        assert session.play is not None
        for correction in session.game.adopt(session.play.state, self._seen):
            with suppress(TableError):
                session = evolve(session, str(correction))
                events.append(str(correction))
        corrected = followed_by_forced(session, ())
        for event in corrected:
            session = evolve(session, event)
        assert session.play is not None
        kinds, _ = zones_of(session, session.play)
        expected = session.game.layout(session.play.state)
        self._owing.accepted = Picture(self._seen, kinds).wrong(expected)
        return (*events, *corrected, *self.memory().events(session.memory))

    def trusted(self, session: Session) -> tuple[str, ...]:
        """Return what is to be remembered where the record is right in what cannot be read.

        That is said of places that cannot be read, and of those in which a card of the
        record is not seen, or the order. A card too many has to be mended all the same.
        """
        if session.play is None:
            raise refused("no_game_on")
        if self._seen is None:
            raise refused("nothing_seen")
        kinds, _ = zones_of(session, session.play)
        expected = session.game.layout(session.play.state)
        wrong = Picture(self._seen, kinds).wrong(expected)
        unseen = {d.zone for d in wrong if d.kind in _UNSEEN}
        if not unseen and self._unread.asked(0.0) is None:
            raise refused("table_agrees")
        self._unread.trust(expected)
        accepted = self._owing.accepted
        also = tuple(d for d in wrong if d.zone in unseen and d not in accepted)
        self._owing.accepted = (*accepted, *also)
        return self.memory().events(session.memory)

    def sight(self, session: Session) -> Sight:
        """Return what the screens may say about the picture."""
        play, game = session.play, session.game
        places = {} if play is None else places_of(session, play)
        told = (named_to_all(game, places, warning) for warning in self._warnings)
        warnings = tuple(dict.fromkeys(filter(None, told)))
        if self._seen is None or play is None:
            return Sight(watching=self._seen is not None, warnings=warnings)
        held = dict(_held(session, play, self._seen))
        if held:
            # Cards of a fan may be held where its player likes: nothing has to be mended.
            warnings = tuple(w for w in warnings if w.code not in OF_CARDS)
        spoken = _wrong(self._finding) if self._is_spoken_of() else ()
        return Sight(
            watching=True,
            warnings=warnings,
            question=_question(self._finding),
            repair=_repair(session, play, spoken) or self._request(session, play),
            differences=len(spoken),
            forbidden=_forbidden(session, play, self._finding),
            repaired=self._clock() - self._repaired < REPAIRED_SECONDS,
            held=held,
        )

    def _request(self, session: Session, play: Play) -> Message | None:
        """Return the wish that a place be made legible, if one is open."""
        zone = self._unread.asked(QUIET_SECONDS)
        if zone is None or is_over(session.game, play):
            return None
        kinds, owners = zones_of(session, play)
        return request(zone, kinds[zone], owners[zone])

    def _remember(self, finding: Finding) -> None:
        """Keep the finding; what was spoken of stays so until all is right."""
        spoken, wrong = self._is_spoken_of(), _wrong(finding)
        if wrong and not _wrong(self._finding):
            self._since, self._repaired = self._clock(), float("-inf")
        elif spoken and not wrong:
            self._repaired = self._clock()
        elif wrong != _wrong(self._finding) and not spoken:
            self._since = self._clock()
        self._finding = finding

    def _is_spoken_of(self) -> bool:
        """Tell whether a mismatch has lasted; an illegal act is spoken of at once."""
        if not _wrong(self._finding):
            return False
        if isinstance(self._finding, Forbidden):
            return True
        return self._clock() - self._since >= self._quiet


def _patience(wrong: tuple[Difference, ...], kinds: Kinds) -> float:
    """Return how long these differences may last before they are spoken of (seconds)."""
    turning = all(
        d.kind is DifferenceKind.EXTRA_BACK and kinds[d.zone] is ZoneKind.FAN for d in wrong
    )
    return TURNING_SECONDS if turning else QUIET_SECONDS


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


def _forbidden(
    session: Session, play: Play, finding: Finding
) -> tuple[Any, tuple[Any, ...]] | None:
    if not isinstance(finding, Forbidden):
        return None
    refused = finding.action, finding.violations
    return ruled_openly(session.game, places_of(session, play), refused, finding.differences)


def _repair(session: Session, play: Play, wrong: tuple[Difference, ...]) -> Message | None:
    if not wrong:
        return None
    kinds, owners = zones_of(session, play)
    named = is_named(session.game, places_of(session, play), wrong[0])
    return instruction(wrong[0], kinds, owners, named=named)


def _held(session: Session, play: Play, seen: Layout) -> Iterator[tuple[Seat, Pile]]:
    """Yield the fan that each seat holds open to the camera; empty while it is lifted."""
    for spec in session.game.zones(play.record.setup.seats):
        if spec.kind is ZoneKind.HELD and spec.seat is not None:
            yield spec.seat, seen.get(spec.name, EMPTY)
