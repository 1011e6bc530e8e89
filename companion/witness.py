"""The table's witness: who was proved wrong, and who is told of it first.

A proof that rests on public facts goes to those whose words it disproves, on their own
phones. Once they have let some time pass, or the game has gone on, the table hears of
it. What a seat's own cards prove against its own words stays between it and its phone.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from companion.arbiter import Ruling
from companion.cards import Seat
from companion.game import TABLE, Belief, Correction, Game, Message, Proof, Setup, TakenBack, Viewer
from companion.record import Act, Undo
from companion.session import Play, Session

#: So long someone may mend quietly what he said wrongly (seconds).
MEND_SECONDS = 30.0

Notes = Mapping[Viewer, tuple[Message, ...]]


class Witness:
    """Follows the record as each viewer knows it; it never changes anything."""

    def __init__(self, clock: Callable[[], float]) -> None:
        """Start without a game; `clock` gives monotonic seconds."""
        self._clock = clock
        self._setup: Setup | None = None
        self._followed = 0
        self._beliefs: dict[Viewer, Belief] = {}
        self._since: dict[Proof, float] = {}
        self._public: set[Proof] = set()

    def notes(self, session: Session) -> Notes:
        """Return what each viewer is to be told now; who is absent is told nothing."""
        if session.play is None:
            self._setup = None
            return {}
        self._follow(session.game, session.play)
        if TABLE not in self._beliefs:
            return {}
        proofs = self._beliefs[TABLE].proofs()
        self._age(session.game, session.play, proofs)
        told = {TABLE: tuple(_said(p) for p in proofs if p in self._public)}
        for seat in session.play.record.setup.seats:
            told[seat] = tuple(dict.fromkeys(self._for_seat(seat, proofs)))
        return {viewer: messages for viewer, messages in told.items() if messages}

    def accused(self) -> frozenset[Viewer]:
        """Return the seats whose words are disproved, and who alone are told so by now."""
        belief = self._beliefs.get(TABLE) if self._setup else None
        if belief is None:
            return frozenset()
        proofs = belief.proofs()
        found = {seat for p in proofs if p not in self._public for seat in p.accused}
        for seat in self._beliefs.keys() - {TABLE}:
            own = (p for p in self._beliefs[seat].proofs() if set(p.accused) == {seat})
            if any(_said(p) not in map(_said, proofs) for p in own):
                found.add(Seat(seat))
        return frozenset(found)

    def weighed(self, ruling: Ruling, action: Any, viewer: Viewer) -> Ruling:
        """Add to a ruling on a seat's own act what would prove its words wrong."""
        belief = self._beliefs.get(viewer)
        if belief is None or not ruling.allowed or action.seat != viewer:
            return ruling
        before = belief.proofs()
        found = [p for p in belief.after(action).proofs() if p not in before]
        return replace(ruling, reasons=tuple(_said(p) for p in found))

    def _follow(self, game: Game[Any, Any], play: Play) -> None:
        """Feed every belief what was recorded since the last time."""
        setup, steps = play.record.setup, _steps(play)
        if self._setup is not setup or len(steps) < self._followed:
            begun = {viewer: game.belief(setup, viewer) for viewer in (TABLE, *setup.seats)}
            self._beliefs = {viewer: belief for viewer, belief in begun.items() if belief}
            self._setup, self._followed = setup, 0
            self._since, self._public = {}, set()
        for entry in steps[self._followed :] if self._beliefs else ():
            step = _step(game, entry)
            self._beliefs = {viewer: b.after(step) for viewer, b in self._beliefs.items()}
        self._followed = len(steps)

    def _age(self, game: Game[Any, Any], play: Play, proofs: tuple[Proof, ...]) -> None:
        """Make public what was not mended in time, or before the game went on."""
        now = self._clock()
        self._since = {proof: self._since.get(proof, now) for proof in proofs}
        self._public &= set(proofs)
        for proof, since in self._since.items():
            if now - since >= MEND_SECONDS or _went_on(game, play, proof):
                self._public.add(proof)

    def _for_seat(self, seat: Viewer, proofs: tuple[Proof, ...]) -> Iterator[Message]:
        """Yield what only this seat is told: others' slips only as a hint he asked for."""
        yield from (_said(p) for p in proofs if seat in p.accused and p not in self._public)
        belief, known = self._beliefs[seat], [_said(proof) for proof in proofs]
        own = (_said(p) for p in belief.proofs() if set(p.accused) == {seat})
        yield from (m for m in (*own, *belief.hints()) if m not in known)


def _steps(play: Play) -> list[Act | Correction | Undo]:
    """Return the entries that change the game."""
    return [e for e in play.record.entries if isinstance(e, Act | Correction | Undo)]


def _step(game: Game[Any, Any], entry: Act | Correction | Undo) -> object:
    match entry:
        case Act(text):
            return game.parse(text)
        case Undo(steps):
            return TakenBack(steps)
    return entry


def _said(proof: Proof) -> Message:
    return Message(proof.code, proof.facts, proof.clause)


def _went_on(game: Game[Any, Any], play: Play, proof: Proof) -> bool:
    """Tell whether another seat has acted in public since the proof."""
    standing: list[tuple[int, Act | Correction]] = []
    for number, entry in enumerate(_steps(play)):
        if isinstance(entry, Undo):
            del standing[len(standing) - entry.steps :]
        else:
            standing.append((number, entry))
    return any(
        number > proof.step
        and isinstance(entry, Act)
        and _concerns_others(game, state, entry, proof)
        for state, (number, entry) in zip(play.states, standing, strict=False)
    )


def _concerns_others(game: Game[Any, Any], state: Any, entry: Act, proof: Proof) -> bool:
    action = game.parse(entry.text)
    return action.seat not in proof.accused and game.seen_by(state, action, TABLE) is not None
