"""What one viewer's screen is made of: the game's view, and the table's public business.

A snapshot holds codes and facts only; words are made from it last, per language. Game
state enters through `Game.view` and `Game.told`, and in no other way. Everything else in
it is public, except `ruling` and `question.choices`, which go to those they concern.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields, is_dataclass, replace
from enum import Enum
from typing import Any, TypeVar

from companion.arbiter import refusal, told_to
from companion.cards import Seat, look_of
from companion.commands import HOST
from companion.game import TABLE, Choice, Message, View, Viewer, Violation
from companion.layout import Pile, Zone, ZoneKind
from companion.record import Act, Undo
from companion.remembered import Growing, Remembered
from companion.session import Play, Session, is_over, offered_rules
from companion.timers import SeatTime
from companion.undo import live_entries
from companion.verdicts import FindingInfo, unshown

#: Play goes on after such a warning, so only whoever looks after the camera is told.
MOVED = "camera_moved"

T = TypeVar("T")

#: Most of what screens show of a game changes only when something happens in it.
_kept, _told = Remembered(), Growing[Message | None]()


@dataclass(frozen=True, slots=True)
class SeatInfo:
    """A taken seat in the lobby and on every screen."""

    seat: Seat
    name: str
    has_phone: bool
    logged: bool


@dataclass(frozen=True, slots=True)
class RuleInfo:
    """A house rule, its value now and its possible values."""

    name: str
    value: str
    values: tuple[str, ...]
    clause: str


@dataclass(frozen=True, slots=True)
class Question:
    """Something the eye cannot tell: `seat` must. Choices only for those who may answer."""

    seat: Seat
    choices: tuple[Choice, ...] = ()


@dataclass(frozen=True, slots=True)
class OfferInfo:
    """A wish that waits for consent: to undo, or to let the record follow the table."""

    by: Seat
    waiting: tuple[Seat, ...]
    adopts: bool = False


@dataclass(frozen=True, slots=True)
class Sight:
    """What the table makes of the last picture; not kept over a restart.

    `repair` is the one thing to mend now, out of `differences` many. `forbidden` is an
    act that was seen though it is illegal. `notes` are for those viewers alone; `accused`
    are those whose own words are disproved by them.
    `repaired`: table and record have just been brought together again. `held` are the fans
    that seats hold open to the camera, each for its player alone.
    """

    watching: bool = False
    warnings: tuple[Message, ...] = ()
    question: tuple[Seat, tuple[Any, ...]] | None = None
    repair: Message | None = None
    differences: int = 0
    forbidden: tuple[Any, tuple[Violation, ...]] | None = None
    challenge: Seat | None = None
    claims: tuple[Seat, ...] = ()
    times: tuple[SeatTime, ...] = ()
    findings: tuple[FindingInfo, ...] = ()
    notes: Mapping[Viewer, tuple[Message, ...]] = field(default_factory=dict)
    accused: frozenset[Viewer] = frozenset()
    repaired: bool = False
    held: Mapping[Seat, Pile] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Snapshot:
    """Everything one viewer's screen shows.

    `games` are on the shelf; the chosen one takes `fewest` to `places` seats. The game is
    `paused` while table and record disagree; `repaired` is said for a moment afterwards.
    `findings` are past illegal acts that later cards show, `unshown` the places where a card
    may still be turned up. A `void` game does not count. Each player has `timer_s` seconds a
    game (0: no clock), and `times` are theirs while a game is on. `cards` is another word
    once anything on the game's cards has changed. Who is `accused` has said something that is
    disproved, and he alone is told so. `kinds` says how cards
    lie in each zone.
    """

    stage: str
    viewer: Viewer
    game: str
    seats: tuple[SeatInfo, ...]
    rules: tuple[RuleInfo, ...]
    view: View | None
    history: tuple[Message, ...]
    taken_back: int
    question: Question | None
    repair: Message | None
    differences: int
    ruling: tuple[Message, ...]
    warnings: tuple[Message, ...]
    offer: OfferInfo | None
    challenge: Seat | None
    claims: tuple[Seat, ...]
    watching: bool
    spoken_for: tuple[Question, ...] = ()
    corrections: tuple[str, ...] = ()
    games: tuple[str, ...] = ()
    fewest: int = 0
    places: int = 0
    findings: tuple[FindingInfo, ...] = ()
    unshown: tuple[str, ...] = ()
    void: bool = False
    paused: bool = False
    repaired: Message | None = None
    timer_s: int = 0
    halted: bool = False
    times: tuple[SeatTime, ...] = ()
    cards: str = ""
    held: Pile | None = None
    accused: bool = False
    kinds: tuple[tuple[Zone, ZoneKind], ...] = ()

    def to_json(self) -> str:
        """Return the snapshot as JSON, the same bytes for equal snapshots."""
        return json.dumps(plain(self), separators=(",", ":"), ensure_ascii=False)


def plain(value: Any) -> Any:
    """Return dataclasses, enums and tuples as dicts, strings and lists."""
    if isinstance(value, Enum):
        return value.value
    if is_dataclass(value):
        return {f.name: plain(getattr(value, f.name)) for f in fields(value)}
    if isinstance(value, tuple):
        return [plain(item) for item in value]
    return value


def snapshot(session: Session, sight: Sight, viewer: Viewer) -> Snapshot:
    """Return what `viewer` may see: a seat, TABLE or HOST."""
    play = session.play
    return Snapshot(
        stage=_stage(session),
        viewer=viewer,
        game=session.game.name,
        cards=look_of(session.game.deck),
        seats=tuple(_seat_infos(session)),
        rules=tuple(_rule_infos(session)),
        view=_view(session, play, sight, _as_player(viewer)) if play else None,
        history=_history(session, play, _as_player(viewer)) if play else (),
        taken_back=sum(isinstance(e, Undo) for e in play.record.entries) if play else 0,
        question=_question(session, sight, viewer),
        repair=sight.repair,
        differences=sight.differences,
        ruling=_ruling(sight, viewer),
        warnings=tuple(w for w in sight.warnings if viewer == HOST or w.code != MOVED),
        offer=_offer(session),
        challenge=sight.challenge,
        claims=sight.claims,
        watching=sight.watching,
        spoken_for=_of_host("spoken_for", session, viewer, _spoken_for),
        corrections=_of_host("corrections", session, viewer, _corrections),
        games=tuple(session.games),
        fewest=session.game.min_seats,
        places=session.game.max_seats,
        findings=sight.findings,
        unshown=_of_game("unshown", session, lambda session, _play: unshown(session)),
        void=play is not None and play.void,
        paused=sight.repair is not None,
        repaired=Message("repaired") if sight.repaired else None,
        timer_s=session.timer_s,
        halted=session.halted,
        times=sight.times,
        accused=viewer in sight.accused,
        held=sight.held.get(Seat(viewer)),
        kinds=_of_game("kinds", session, _kinds),
    )


def _kinds(session: Session, play: Play) -> Iterator[tuple[Zone, ZoneKind]]:
    for spec in session.game.zones(play.record.setup.seats):
        yield spec.name, spec.kind


def _view(session: Session, play: Play, sight: Sight, viewer: Viewer) -> View:
    """Return the game's view, with what is proved or follows for this viewer."""
    view: View = _kept.answer(play, viewer, lambda: session.game.view(play.state, viewer))
    noted = {note.facts for note in view.notes}
    more = tuple(note for note in sight.notes.get(viewer, ()) if note.facts not in noted)
    return replace(view, notes=(*view.notes, *more)) if more else view


def viewers(session: Session) -> tuple[Viewer, ...]:
    """Return everyone who has a screen of his own."""
    return (TABLE, HOST, *session.seats)


def _as_player(viewer: Viewer) -> Viewer:
    """Return how the game knows the viewer: the host sees what the table sees."""
    return TABLE if viewer == HOST else viewer


def _stage(session: Session) -> str:
    if session.play is None:
        return "lobby"
    return "over" if is_over(session.game, session.play) else "playing"


def _seat_infos(session: Session) -> Iterator[SeatInfo]:
    for player in session.players:
        yield SeatInfo(player.seat, player.name, player.key != "-", player.seat in session.tellers)


def _rule_infos(session: Session) -> Iterator[RuleInfo]:
    chosen: Mapping[str, str] = session.play.record.setup.rules if session.play else session.rules
    for rule in offered_rules(session):
        value = chosen.get(rule.name, rule.values[0])
        yield RuleInfo(rule.name, value, rule.values, rule.clause)


def _history(session: Session, play: Play, viewer: Viewer) -> tuple[Message, ...]:
    """Return what happened, in order; a step the viewer may not know of leaves no gap."""
    game = session.game
    entries = _kept.answer(play, "entries", lambda: live_entries(play))

    def told(step: int) -> Message | None:
        entry = entries[step]
        if isinstance(entry, Act):
            return game.told(play.states[step], game.parse(entry.text), viewer)
        return entry.told()

    found = _told.items(viewer, play.states[: len(entries) + 1], told)
    return tuple(message for message in found if message is not None)


def _question(session: Session, sight: Sight, viewer: Viewer) -> Question | None:
    if sight.question is None:
        return None
    seat, actions = sight.question
    entitled = viewer == seat or (viewer == HOST and seat not in session.tellers)
    return Question(seat, _choices(actions) if entitled else ())


def _choices(actions: tuple[Any, ...]) -> tuple[Choice, ...]:
    return tuple(Choice(str(action), action.path()) for action in actions)


def _of_game(
    name: str, session: Session, make: Callable[[Session, Play], Iterable[T]]
) -> tuple[T, ...]:
    """Return what is so of the game that is on, kept until something happens in it."""
    play = session.play
    if play is None:
        return ()
    return _kept.answer(play, name, lambda: tuple(make(session, play)))


def _of_host(
    name: str, session: Session, viewer: Viewer, make: Callable[[Session, Play], Iterable[T]]
) -> tuple[T, ...]:
    """Return what the host alone is shown of a game."""
    return _of_game(name, session, make) if viewer == HOST else ()


def _spoken_for(session: Session, play: Play) -> Iterator[Question]:
    """Yield what the host may say for seats whose players tell their phones nothing.

    Only public reasons count against an act: the engine may have learned such a player's
    card from another's phone, and the host may not learn it from what is missing here.
    """
    game, state = session.game, play.state
    asked = {p.seat for p in game.prompts(state)} - session.tellers
    acts = tuple(a for a in game.candidates(state) if a.seat in asked)
    for seat in play.record.setup.seats:
        own = tuple(a for a in acts if a.seat == seat and _may_be_said(game, state, a))
        if own:
            yield Question(seat, _choices(own))


def _may_be_said(game: Any, state: Any, action: Any) -> bool:
    """Tell whether the host may say this for a seat: nothing open speaks against it."""
    open_reasons = told_to(TABLE, game.violations(state, action))
    return not open_reasons and not game.rests_on_backs(state, action)


def _ruling(sight: Sight, viewer: Viewer) -> tuple[Message, ...]:
    if sight.forbidden is None:
        return ()
    action, violations = sight.forbidden
    return refusal(_as_player(viewer), action, violations)


def _offer(session: Session) -> OfferInfo | None:
    if session.offer is None or session.play is None:
        return None
    agreed = session.offer.agreed | {session.offer.by}
    waiting = tuple(s for s in session.play.record.setup.seats if s not in agreed)
    return OfferInfo(session.offer.by, waiting, session.offer.keep is None)


def _corrections(session: Session, play: Play) -> Iterator[str]:
    for correction in session.game.corrections(play.state):
        yield f"{correction.field} = {correction.value}"
