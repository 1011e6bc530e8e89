"""What the host makes of past illegal acts: let them stand, go back, or void the game.

Each choice is an event of the journal. A finding is named by how many public acts came
before it and what it is, which says nothing of what players told their phones.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from companion.audit import audit
from companion.cards import UNKNOWN, Face
from companion.commands import refused
from companion.decisions import decide
from companion.events import evolve
from companion.game import TABLE, Finding, Message
from companion.record import Act
from companion.session import Play, Session
from companion.undo import back_to, live_entries


@dataclass(frozen=True, slots=True)
class FindingInfo:
    """A past illegal act as screens show it.

    Args:
        key: what the host's choice names it by.
        should: what should have been done, in notation; "" where that can't be told.
        stands: the host lets it stand.
        tellable: one can go back to before it: not where only a phone was told wrongly.

    """

    key: str
    message: Message
    should: str
    stands: bool
    tellable: bool


@dataclass(frozen=True, slots=True)
class LetStand:
    """The host lets this past act stand."""

    key: str


@dataclass(frozen=True, slots=True)
class GoBackBefore:
    """The host takes everything back that came since, the illegal act included."""

    key: str


@dataclass(frozen=True, slots=True)
class VoidGame:
    """The host declares that this game does not count."""


@dataclass(frozen=True, slots=True)
class TurnUp:
    """After the end a card was turned over to check (`place` as in `Game.unshown`)."""

    place: str
    face: str


def findings(session: Session) -> tuple[FindingInfo, ...]:
    """Return what was not right in the game that is on, as far as everybody may know it.

    While the game is on, only what concerns somebody who is out: his cards have come up.
    """
    play = session.play
    return () if play is None else tuple(_infos(session, play))


def _infos(session: Session, play: Play) -> Iterator[FindingInfo]:
    for found in _found(session, play):
        step = found.steps[0]
        message = Message(found.code, found.facts, found.clause)
        stands = (step, found.code) in play.stands
        tellable = _is_public(session, play, step)
        yield FindingInfo(_key(session, play, found), message, found.should, stands, tellable)


def _found(session: Session, play: Play) -> Iterator[Finding]:
    game, out = session.game, set()
    if game.outcome(play.state) is None:
        seats = game.view(play.state, TABLE).seats
        out = {seat.seat for seat in seats if "out" in seat.marks}
        if not out:
            return
    for found in audit(game, play.record, play.states, play.shown):
        concerned = {word for _, value in found.facts for word in value.split()}
        if not out or concerned & out:
            yield found


def _key(session: Session, play: Play, found: Finding) -> str:
    public = sum(_is_public(session, play, step) for step in range(found.steps[0]))
    return f"{public}-{found.code}"


def _is_public(session: Session, play: Play, step: int) -> bool:
    entry = live_entries(play)[step]
    if not isinstance(entry, Act):
        return True
    game = session.game
    return game.seen_by(play.states[step], game.parse(entry.text), TABLE) is not None


def unshown(session: Session) -> tuple[str, ...]:
    """Return where a card may still be turned up, once the game is over."""
    play = session.play
    if play is None or session.game.outcome(play.state) is None:
        return ()
    return tuple(place for place in session.game.unshown(play.state) if place not in play.shown)


# --- what the host decides ----------------------------------------------------------------


@decide.register
def _(command: LetStand, session: Session, rng: Random) -> tuple[str, ...]:
    found = _named(session, command.key)
    return (f"stand {found.steps[0]} {found.code}",)


@decide.register
def _(command: VoidGame, session: Session, rng: Random) -> tuple[str, ...]:
    if session.play is None:
        raise refused("no_game_on")
    return () if session.play.void else ("void",)


@decide.register
def _(command: TurnUp, session: Session, rng: Random) -> tuple[str, ...]:
    if command.place not in unshown(session):
        raise refused("nothing_to_turn_up")
    if Face(command.face) not in session.game.deck.faces() or command.face == UNKNOWN:
        raise refused("no_such_card")
    return (f"shown {command.place} {command.face}",)


@decide.register
def _(command: GoBackBefore, session: Session, rng: Random) -> tuple[str, ...]:
    found, play = _named(session, command.key), session.play
    assert play is not None
    keep = found.steps[0]
    if not _is_public(session, play, keep):
        raise refused("only_told")
    wrong = _told_wrongly(session, play)
    events = [e for e in back_to(session, play, keep) if e.removeprefix("act ") not in wrong]
    return (*events, *_told_right(session, play, events, keep, wrong))


def _named(session: Session, key: str) -> Finding:
    if session.play is None:
        raise refused("no_game_on")
    for found in _found(session, session.play):
        if _key(session, session.play, found) == key:
            return found
    raise refused("no_such_finding")


def _told_wrongly(session: Session, play: Play) -> Mapping[str, Finding]:
    """Return what phones were told that was not so: told again, it would mislead again."""
    entries = live_entries(play)
    return {
        str(entries[found.steps[0]]): found
        for found in _found(session, play)
        if found.should and not _is_public(session, play, found.steps[0])
    }


def _told_right(
    session: Session,
    play: Play,
    events: Sequence[str],
    keep: int,
    wrong: Mapping[str, Finding],
) -> Iterator[str]:
    """Yield what sets right a telling from before, if the phone would still go by it."""
    for event in events:
        session = evolve(session, event)
    for found in wrong.values():
        if found.steps[0] < keep and _still_holds(session, play, found, keep):
            event = f"act {found.should}"
            session = evolve(session, event)
            yield event


def _still_holds(session: Session, play: Play, found: Finding, keep: int) -> bool:
    game = session.game
    should: Any = game.parse(found.should)
    told, now = play.states[found.steps[0] + 1], play.states[keep]
    return _hand(session, told, should.seat) == _hand(session, now, should.seat) and not (
        game.violations(session.play.state if session.play else now, should)
    )


def _hand(session: Session, state: Any, seat: str) -> tuple[Face, ...]:
    seats = session.game.view(state, seat).seats
    return next(seen.hand for seen in seats if seen.seat == seat)
