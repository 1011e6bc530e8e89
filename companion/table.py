"""The live table: one queue, one writer thread, and what each viewer sees.

Camera, buttons and phones only put commands into the queue. The writer turns a command
into events, has them written to the journal, lets them happen, and publishes a snapshot
for each viewer. A viewer's revision moves only when his own snapshot changed.

An answer is given only after the journal has the events on disk: what was acknowledged
survives a pulled plug.
"""

import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import replace
from random import Random
from typing import Any, Protocol

from companion.arbiter import Ruling, askable, rule_on
from companion.backs import BackReader
from companion.cards import Seat
from companion.check import Checked, check
from companion.claims import CLAIM_SECONDS, Claims
from companion.commands import HOST, AskAdopt, Consent, refused
from companion.decisions import decide, ends_in_adoption
from companion.events import evolve, summary
from companion.eye import Eye
from companion.game import TABLE, Choice, Game, TableError, Viewer
from companion.inbox import (
    AdoptTable,
    Claim,
    ConfirmClaim,
    Happened,
    Observe,
    Press,
    Tick,
    TrustRecord,
)
from companion.marked_backs import KeyOf, no_key
from companion.presses import is_due, only_act
from companion.publishing import Published, Publisher
from companion.record import Result, dump
from companion.redaction import as_seen_by, in_full
from companion.session import Play, Session
from companion.timekeeper import Timekeeper
from companion.undo import followed_by_forced
from companion.verdicts import FindingInfo, findings
from companion.waiting_line import WaitingLine
from companion.witness import Witness

__all__ = [
    "CLAIM_SECONDS",
    "AdoptTable",
    "Claim",
    "ConfirmClaim",
    "Happened",
    "Journal",
    "Observe",
    "Press",
    "Published",
    "Table",
    "Tick",
    "TrustRecord",
]

#: More findings from one picture than this would mean that they chase each other.
MOST_FINDINGS = 5


class Journal(Protocol):
    """Where events are kept: `append` returns only when they are safely on disk."""

    def append(self, events: Sequence[str]) -> None:
        """Write these events, all or none; raise TableError where that fails."""
        ...

    def archive(self, summary: Sequence[str]) -> None:
        """Put every event aside; these few stand for them from now on."""
        ...

    def events(self) -> Iterable[str]:
        """Return the events that make the present evening, oldest first."""
        ...


class Table:
    """The one live table. All public methods may be called from any thread."""

    def __init__(
        self,
        games: Mapping[str, Game[Any, Any]],
        journal: Journal,
        rng: Random,
        clock: Callable[[], float],
        heard: Callable[[tuple[str, ...]], None] = lambda events: None,
        *,
        key_of: KeyOf = no_key,
    ) -> None:
        """Read the journal back and start the writer thread.

        Args:
            games: the games on the shelf, by name; the first is chosen at the start.
            journal: where events are kept.
            rng: draws who begins.
            clock: monotonic seconds.
            heard: is told which events people caused, as against the camera: with the
                frames they are all that a recorded evening needs.
            key_of: the private keys of decks with marked backs.

        """
        self._journal, self._rng, self._clock, self._heard = journal, rng, clock, heard
        self._session = Session(games, next(iter(games.values())))
        for event in journal.events():
            self._session = evolve(self._session, event)
        self._eye = Eye(clock, self._session.memory)
        self._backs = BackReader(clock, key_of)
        self._witness = Witness(clock)
        self._written: list[str] = []
        self._claims, self._timekeeper = Claims(clock), Timekeeper(clock)
        self._challenge: Seat | None = None
        self._publisher = Publisher()
        self._audited: tuple[Play | None, tuple[FindingInfo, ...]] = (None, ())
        self._publish()
        self._line = WaitingLine(clock)
        self._writer = threading.Thread(target=self._write, name="table", daemon=True)
        self._writer.start()

    def submit(self, command: Any) -> "Future[Any]":
        """Queue a command; the future holds its answer or its TableError."""
        return self._line.add(command)

    def do(self, command: Any, timeout_s: float = 10.0) -> Any:
        """Queue a command and wait until its events are on disk; raise its TableError."""
        return self.submit(command).result(timeout_s)

    def published(self, viewer: Viewer) -> Published:
        """Return what `viewer` sees now; unknown viewers see what the table sees."""
        return self._publisher.published(viewer)

    def screens(self, viewer: Viewer) -> tuple[Published, Published]:
        """Return what the table's screen shows and what `viewer` sees, of one moment."""
        return self._publisher.screens(viewer)

    def wait(self, viewer: Viewer, revision: int, timeout_s: float) -> int:
        """Wait until the viewer's revision is not `revision`; return the present one."""
        return self._publisher.wait(viewer, revision, timeout_s)

    def seat_of(self, key: str) -> Seat | None:
        """Return the seat that the phone with this key stands for."""
        return self._session.seat_of(key)

    def ask(self, viewer: Viewer, text: str) -> Ruling:
        """Rule on an act in notation as far as `viewer` may know; changes nothing."""
        play = self._session.play
        if play is None:
            raise refused("no_game_on")
        asker = TABLE if viewer == HOST else viewer
        ruling = rule_on(self._session.game, play.state, text, asker)
        return self._witness.weighed(ruling, self._session.game.parse(text), asker)

    def consult(self, viewer: Viewer, question: Mapping[str, Any]) -> Mapping[str, Any]:
        """Answer what a game's own page asks, as far as `viewer` may know; changes nothing."""
        play = self._session.play
        if play is None:
            raise refused("no_game_on")
        return self._session.game.consult(play.state, viewer, question)

    def askable(self, viewer: Viewer = TABLE) -> tuple[Choice, ...]:
        """Return what `viewer` may ask about, legal or not."""
        session = self._session
        return askable(session.game, session.play.state, viewer) if session.play else ()

    def written(self, *, whole: bool = False) -> str:
        """Return the record of the game that is on as text, as the table may see it.

        With `whole` with everything that players told their phones; only once it is over.
        """
        session = self._session
        play = session.play
        if play is None:
            raise refused("no_game_on")
        if whole and session.game.outcome(play.state) is None:
            raise refused("record_not_yet")
        record, outcome = play.record, session.game.outcome(play.state)
        if outcome is not None:
            record = replace(record, entries=(*record.entries, Result.of(outcome)))
        if whole:
            return dump(in_full(session.game, record))
        return dump(as_seen_by(session.game, record, TABLE))

    def checked(self, text: str) -> Checked:
        """Return a written record with all its faults; it changes nothing."""
        return check(self._session.games, text)

    def session(self) -> Session:
        """Return the session: for the composition root and tests, never for a screen."""
        return self._session

    @property
    def sees(self) -> bool:
        """Tell whether a picture was taken in since a game began or ended; from any thread."""
        return self._eye.has_picture

    def close(self) -> None:
        """Finish what is queued and stop the writer."""
        self._line.close()
        self._writer.join()

    def _write(self) -> None:
        while (waiting := self._line.take(self._heard_first)) is not None:
            try:
                result = self._handle(waiting.command)
            except Exception as error:  # The writer must outlive any command.
                waiting.answer.set_exception(error)
            else:
                waiting.answer.set_result(result)

    def _heard_first(self) -> tuple[Seat, ...]:
        play = self._session.play
        return self._session.game.heard_first(play.state) if play else ()

    def _handle(self, command: Any) -> tuple[str, ...]:
        """Carry out one command and return the events it became."""
        self._written.clear()
        try:
            self._carry_out(command)
            self._look()
        finally:
            self._publish()
        return tuple(self._written)

    def _carry_out(self, command: Any) -> None:
        if isinstance(command, AskAdopt) and not self._backs.disagrees(self._session):
            self._eye.check_disagreement()
        match command:
            case Observe():
                self._eye.see(command.layout, command.warnings, command.unsettled)
                self._backs.see(command.backs, command.unsettled)
            case Press():
                self._press(command)
            case Claim():
                self._claim(command)
            case ConfirmClaim():
                self._confirm(command.seat)
            case AdoptTable():
                self._adopt()
            case TrustRecord():
                self._happen(self._eye.trusted(self._session))
            case Consent() if ends_in_adoption(command, self._session):
                self._adopt()
            case Tick():
                self._claims.expire()
            case Happened():
                self._happen(command.events)
            case _:
                self._happen(decide(command, self._session, self._rng))
                self._challenge = None
        if self._written:
            self._heard(tuple(self._written))

    def _adopt(self) -> None:
        self._happen(self._eye.adopted(self._session))
        self._happen(self._backs.adopted(self._session))

    def _happen(self, events: tuple[str, ...]) -> None:
        """Check the events, write them down, then let them happen."""
        session = self._session
        for event in events:
            session = evolve(session, event)
        if events:
            self._journal.append(events)
        if session.play is None or self._session.play is None:
            self._eye = Eye(self._clock)
        put_away = self._session.play is not None and session.play is None
        self._session = session
        self._written.extend(events)
        if put_away:
            self._archive()

    def _archive(self) -> None:
        """Sum up what is over, so that a restart stays quick."""
        # The events are safe either way; the next game put away takes them along.
        with suppress(OSError):
            self._journal.archive(summary(self._session))

    def _look(self) -> None:
        """Let everything happen that the last picture shows beyond doubt."""
        for _ in range(MOST_FINDINGS):
            elsewhere = self._backs.disagrees(self._session)
            events = self._eye.interpret(self._session, elsewhere=elsewhere)
            if not events:
                break
            self._happen(events)
        self._read_backs()
        if self._session.play is not None:
            self._note(self._eye.memory().events(self._session.memory))

    def _read_backs(self) -> None:
        """Let the game learn what marked backs tell, and what follows from that."""
        # An error would name cards, and the camera's thread would log it.
        with suppress(TableError):
            if events := self._backs.events(self._session):
                self._happen(followed_by_forced(self._session, events))

    def _press(self, press: Press) -> None:
        """A press confirms a claim, or says "done" where one public act is all there is.

        A seat that is due may be pressing to say "done", so that a stranger who claimed it
        would lie in wait for that press: there it takes a hold.
        """
        if press.seat in self._claims and (press.held or not is_due(self._session, press.seat)):
            self._confirm(press.seat)
        elif press.held:
            self._challenge = None if self._challenge == press.seat else press.seat
        else:
            self._happen(only_act(self._session, press.seat))

    def _claim(self, claim: Claim) -> None:
        if self._session.player(claim.seat) is None:
            raise refused("no_such_seat", seat=claim.seat)
        self._claims.claim(claim.seat, claim.key)

    def _confirm(self, seat: Seat) -> None:
        self._happen(decide(self._claims.confirmed(seat), self._session, self._rng))

    def _publish(self) -> None:
        """Publish every viewer's snapshot, with what the table makes of it all by now."""
        sight = replace(
            self._backs.laid_over(self._eye.sight(self._session), self._session),
            challenge=self._challenge,
            claims=self._claims.seats(),
            notes=self._witness.notes(self._session),
            accused=self._witness.accused(),
            findings=self._looked_back(),
        )
        self._note(self._timekeeper.keep(self._session, sight))
        sight = replace(sight, times=self._timekeeper.times(self._session))
        self._publisher.publish(self._session, sight)

    def _note(self, events: tuple[str, ...]) -> None:
        """Write down what nobody did, and what is only advice, such as time that has passed."""
        # A full disk must not stop the evening over it.
        with suppress(TableError):
            if events:
                self._journal.append(events)
            for event in events:
                self._session = evolve(self._session, event)

    def _looked_back(self) -> tuple[FindingInfo, ...]:
        """Return what was not right in the past, found anew only when something happened."""
        if self._audited[0] is not self._session.play:
            self._audited = (self._session.play, findings(self._session))
        return self._audited[1]
