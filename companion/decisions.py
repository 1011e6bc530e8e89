"""Which events each wish becomes.

`decide` looks at the session and a command and returns the events to write, or raises
and changes nothing. It is pure: the table writes the events down and then lets them
happen.
"""

from dataclasses import replace
from functools import singledispatch
from random import Random
from typing import Any

from companion.arbiter import sayable, told_to
from companion.cards import Seat
from companion.commands import (
    HOST,
    AskAdopt,
    AskUndo,
    ChooseGame,
    Consent,
    Correct,
    Deal,
    Declare,
    Halt,
    Join,
    Leave,
    PutAway,
    Refused,
    Rename,
    SetLogged,
    SetRule,
    SetTimer,
    TakePhone,
    refused,
)
from companion.game import Message, Viewer, Violation
from companion.marked_backs import PLAIN, RULE
from companion.session import Offer, Play, Session, offered_rules, setup_of
from companion.undo import back_to, followed_by_forced, is_free, last_public_step

LONGEST_NAME = 20
MOST_MINUTES = 180


@singledispatch
def decide(command: Any, session: Session, rng: Random) -> tuple[str, ...]:
    """Return the events that `command` becomes; raise Refused or another TableError."""
    raise TypeError(f"{command!r} is no command")


@decide.register
def _(command: ChooseGame, session: Session, rng: Random) -> tuple[str, ...]:
    _only_in_lobby(session)
    if command.name not in session.games:
        raise refused("no_such_game", name=command.name, known=", ".join(session.games))
    return (f"game {command.name}",)


@decide.register
def _(command: Join, session: Session, rng: Random) -> tuple[str, ...]:
    _only_in_lobby(session)
    name = _clean_name(command.name)
    seat = command.seat or _free_seat(session)
    if seat not in _places(session):
        raise refused("no_such_seat", seat=seat)
    if session.player(seat) is not None:
        raise refused("seat_taken", seat=seat)
    if any(player.name.casefold() == name.casefold() for player in session.players):
        raise refused("name_taken", name=name)
    return (f"join {seat} {command.key} {name}",)


@decide.register
def _(command: TakePhone, session: Session, rng: Random) -> tuple[str, ...]:
    _known_seat(session, command.seat)
    return (f"phone {command.seat} {command.key}",)


@decide.register
def _(command: Rename, session: Session, rng: Random) -> tuple[str, ...]:
    _known_seat(session, command.seat)
    return (f"rename {command.seat} {_clean_name(command.name)}",)


@decide.register
def _(command: Leave, session: Session, rng: Random) -> tuple[str, ...]:
    _only_in_lobby(session)
    _known_seat(session, command.seat)
    return (f"leave {command.seat}",)


@decide.register
def _(command: SetRule, session: Session, rng: Random) -> tuple[str, ...]:
    _only_in_lobby(session)
    offered = offered_rules(session)
    rule = next((r for r in offered if r.name == command.name), None)
    if rule is None or command.value not in rule.values:
        known = rule.values if rule else [r.name for r in offered]
        raise refused("no_such_rule", name=command.name, known=", ".join(known))
    return (f"rule {rule.name} = {command.value}",)


@decide.register
def _(command: SetLogged, session: Session, rng: Random) -> tuple[str, ...]:
    _only_in_lobby(session)
    _known_seat(session, command.seat)
    if session.game.always_logged and not command.logged:
        raise refused("always_logged")
    return (f"logged {command.seat} {'yes' if command.logged else 'no'}",)


@decide.register
def _(command: SetTimer, session: Session, rng: Random) -> tuple[str, ...]:
    _only_in_lobby(session)
    if not 0 <= command.minutes <= MOST_MINUTES:
        raise refused("no_such_timer", most=str(MOST_MINUTES))
    return (f"timer {command.minutes * 60}",)


@decide.register
def _(command: Halt, session: Session, rng: Random) -> tuple[str, ...]:
    _play(session)
    if not session.timer_s:
        raise refused("no_timer")
    halted = not session.halted if command.halted is None else command.halted
    return (f"halt {'yes' if halted else 'no'}",) if halted != session.halted else ()


@decide.register
def _(command: Deal, session: Session, rng: Random) -> tuple[str, ...]:
    _only_in_lobby(session)
    game, count = session.game, len(session.players)
    if not game.min_seats <= count <= game.max_seats:
        limits = {"least": str(game.min_seats), "most": str(game.max_seats)}
        raise refused("wrong_number_of_players", count=str(count), **limits)
    _check_key(session)
    first = command.first or session.last_winner or rng.choice(session.seats)
    if first not in session.seats:
        first = rng.choice(session.seats)
    game.setup(setup_of(replace(session, rules={**session.rules, **game.pinned}), first))
    # What the game is dealt with is written down, so that no other cards can take it up.
    return (*(f"rule {name} = {value}" for name, value in game.pinned.items()), f"deal {first}")


def _check_key(session: Session) -> None:
    """Refuse to deal a marked deck whose key is not there."""
    chosen = session.rules.get(RULE, PLAIN)
    known = [
        value for rule in session.game.house_rules if rule.name == RULE for value in rule.values
    ]
    if chosen not in (PLAIN, *known):
        raise refused("marked_key_gone", deck=chosen)


@decide.register
def _(command: Declare, session: Session, rng: Random) -> tuple[str, ...]:
    play = _play(session)
    if play.void:
        raise refused("game_is_void")
    action = sayable(session.game, play.state, command.text)
    if command.by not in (HOST, action.seat):
        raise refused("not_your_seat", seat=action.seat)
    # What is legal for such a seat rests on cards that the host may not know.
    if command.by == HOST and action.seat in play.record.setup.logged:
        raise refused("speaks_for_himself", seat=action.seat)
    if command.by == HOST and session.game.rests_on_backs(play.state, action):
        raise refused("known_by_backs", seat=action.seat)
    violations = session.game.violations(play.state, action)
    if violations:
        raise Refused(*_reasons(command.by, action.seat, violations))
    return followed_by_forced(session, (f"act {action}",))


def _reasons(by: Viewer, seat: Seat, violations: tuple[Violation, ...]) -> tuple[Message, ...]:
    """Return the reasons that the declarer may be told: at least that it was refused."""
    reasons = told_to(by, violations)
    return reasons or (Message("refused_privately", (("seat", seat),)),)


@decide.register
def _(command: AskUndo, session: Session, rng: Random) -> tuple[str, ...]:
    play = _play(session)
    keep = last_public_step(session, play)
    if keep is None:
        raise refused("nothing_to_undo")
    if command.by == HOST or is_free(session, play, keep):
        return back_to(session, play, keep)
    return (f"offer {command.by} {keep}",)


@decide.register
def _(command: Consent, session: Session, rng: Random) -> tuple[str, ...]:
    play, offer = _play(session), session.offer
    if offer is None:
        raise refused("nothing_offered")
    if not command.agree:
        return (f"decline {command.by}",)
    if offer.keep is not None and _all_agree(command, play, offer):
        return back_to(session, play, offer.keep)
    return (f"agree {command.by}",)


def _all_agree(command: Consent, play: Play, offer: Offer) -> bool:
    agreed = offer.agreed | {command.by, offer.by}
    return command.by == HOST or agreed >= set(play.record.setup.seats)


def ends_in_adoption(command: Any, session: Session) -> bool:
    """Tell whether after this command all agree that the record shall follow the table."""
    offer, play = session.offer, session.play
    if not isinstance(command, Consent) or offer is None or play is None:
        return False
    return offer.keep is None and command.agree and _all_agree(command, play, offer)


@decide.register
def _(command: AskAdopt, session: Session, rng: Random) -> tuple[str, ...]:
    _play(session)
    _known_seat(session, command.by)
    return (f"offer {command.by} table",)


@decide.register
def _(command: Correct, session: Session, rng: Random) -> tuple[str, ...]:
    _play(session)
    events = tuple(f"correct {line}" for line in command.lines)
    return followed_by_forced(session, events)


@decide.register
def _(command: PutAway, session: Session, rng: Random) -> tuple[str, ...]:
    _play(session)
    return ("lobby",)


def _play(session: Session) -> Play:
    if session.play is None:
        raise refused("no_game_on")
    return session.play


def _only_in_lobby(session: Session) -> None:
    if session.play is not None:
        raise refused("game_is_on")


def _known_seat(session: Session, seat: Seat) -> None:
    if session.player(seat) is None:
        raise refused("no_such_seat", seat=seat)


def _places(session: Session) -> tuple[Seat, ...]:
    return tuple(Seat(f"p{number}") for number in range(1, session.game.max_seats + 1))


def _free_seat(session: Session) -> Seat:
    free = (place for place in _places(session) if session.player(place) is None)
    seat = next(free, None)
    if seat is None:
        raise refused("table_full", most=str(session.game.max_seats))
    return seat


def _clean_name(name: str) -> str:
    clean = " ".join("".join(c for c in name if c.isprintable()).split())
    if not clean:
        raise refused("name_needed")
    if len(clean) > LONGEST_NAME:
        raise refused("name_too_long", most=str(LONGEST_NAME))
    return clean
