"""The journal's events, and the session as a fold over them.

Each line of the journal is an event that has happened; `evolve` says what it changes and
nothing else. Reading the journal from the start therefore gives the same evening again.

    game deadlock_city            the game to play
    join p1 <key> Ann             a seat is taken; <key> is its phone's, '-' without one
    phone p1 <key>                the seat's phone is another one now
    rename p1 Anna                leave p1
    rule tie = pile_sum           a house rule, before the deal
    logged p1 yes                 this player tells his phone what he holds
    timer 600                     each player has ten minutes a game, 0 for no clock
    deal p2                       the cards are dealt, p2 begins (where a written game is
                                  shown: and what is known of the deal, p1=3 stock=1,4)
    act p1 draws                  and the other lines of a record: undo, correct
    offer p1 7                    p1 asks to go back to where seven steps stood
    offer p1 table                p1 asks that the record follow what lies on the table
    agree p2                      decline p2
    stand 12 audit_miss           the host lets a past illegal act stand, step 12
    shown p2 5                    after the end, p2 turned his card over
    void                          this game does not count
    lobby                         the game is put away, the seats stay
    spent p1 12.5                 p1 has thought for so many seconds in this game
    halt yes                      all clocks stand still, or 'no'
    winner p2                     p2 won the last game (where older events were archived)
    accepted, fallen, asked       what lies wrong and may lie so (`companion.eye_memory`)
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from companion.cards import Face, Seat
from companion.eye_memory import NOTHING
from companion.game import TABLE, Correction, NotationError
from companion.record import Act, Entry, Record, Undo, parse_entry, read_deal, take_back
from companion.session import Offer, Play, Player, Session, setup_of


def summary(session: Session) -> tuple[str, ...]:
    """Return the fewest events that lead to this session, which must be in the lobby."""
    if session.play is not None:
        raise ValueError("a game is on; only an evening in the lobby can be summed up")
    lines = [f"game {session.game.name}"]
    lines += [f"join {p.seat} {p.key} {p.name}" for p in session.players]
    lines += [f"rule {name} = {value}" for name, value in session.rules.items()]
    lines += [f"logged {seat} yes" for seat in sorted(session.logged)]
    if session.timer_s:
        lines.append(f"timer {session.timer_s}")
    if session.last_winner is not None:
        lines.append(f"winner {session.last_winner}")
    return tuple(lines)


def evolve(session: Session, line: str) -> Session:
    """Return the session after the event; raise NotationError for a line that is none."""
    verb, _, rest = line.partition(" ")
    handler = _EVENTS.get(verb)
    if handler is None:
        raise NotationError(f"journal: {line!r} is no event")
    try:
        return handler(session, rest)
    except (KeyError, ValueError, AttributeError, IndexError) as error:
        raise NotationError(f"journal: {line!r} does not fit: {error}") from error


def _choose_game(session: Session, rest: str) -> Session:
    return replace(session, game=session.games[rest], rules={}, play=None, offer=None)


def _join(session: Session, rest: str) -> Session:
    seat, key, name = rest.split(" ", 2)
    others = [p for p in session.players if p.seat != seat]
    players = sorted([*others, Player(Seat(seat), name, key)], key=lambda p: p.seat)
    return replace(session, players=tuple(players))


def _phone(session: Session, rest: str) -> Session:
    seat, key = rest.split()
    return _with_player(session, seat, lambda player: replace(player, key=key))


def _rename(session: Session, rest: str) -> Session:
    seat, name = rest.split(" ", 1)
    return _with_player(session, seat, lambda player: replace(player, name=name))


def _with_player(session: Session, seat: str, change: Callable[[Player], Player]) -> Session:
    players = tuple(change(p) if p.seat == seat else p for p in session.players)
    return replace(session, players=players)


def _leave(session: Session, rest: str) -> Session:
    players = tuple(p for p in session.players if p.seat != rest)
    return replace(session, players=players, logged=session.logged - {Seat(rest)})


def _rule(session: Session, rest: str) -> Session:
    name, value = rest.split(" = ")
    return replace(session, rules={**session.rules, name: value})


def _logged(session: Session, rest: str) -> Session:
    seat, answer = rest.split()
    chosen = session.logged | {Seat(seat)} if answer == "yes" else session.logged - {Seat(seat)}
    return replace(session, logged=chosen)


def _deal(session: Session, rest: str) -> Session:
    first, _, places = rest.partition(" ")
    setup = replace(setup_of(session, Seat(first)), deal=read_deal(places))
    names = {player.seat: player.name for player in session.players}
    play = Play(Record(session.game.name, setup, names), (session.game.setup(setup),))
    return replace(session, play=play, offer=None, spent={}, halted=False, memory=NOTHING)


def _lobby(session: Session, _rest: str) -> Session:
    winner, play = None, session.play
    if play and not play.void and (outcome := session.game.outcome(play.state)):
        winner = outcome.winners[0]
    return replace(
        session,
        play=None,
        offer=None,
        last_winner=winner or session.last_winner,
        spent={},
        halted=False,
        memory=NOTHING,
    )


def _timer(session: Session, rest: str) -> Session:
    return replace(session, timer_s=int(rest))


def _spent(session: Session, rest: str) -> Session:
    seat, seconds = rest.split()
    return replace(session, spent={**session.spent, Seat(seat): float(seconds)})


def _halt(session: Session, rest: str) -> Session:
    return replace(session, halted=rest == "yes")


def _remember(verb: str) -> Callable[[Session, str], Session]:
    def remember(session: Session, rest: str) -> Session:
        return replace(session, memory=session.memory.after(verb, rest))

    return remember


def _winner(session: Session, rest: str) -> Session:
    return replace(session, last_winner=Seat(rest))


def _step(session: Session, entry: Entry) -> Session:
    if session.play is None:
        raise ValueError("no game is on")
    states = list(session.play.states)
    offer = None
    match entry:
        case Act(text):
            action = session.game.parse(text)
            # A private step must leave no trace, so it cannot end a public offer.
            if session.game.seen_by(states[-1], action, TABLE) is None:
                offer = session.offer
            states.append(session.game.apply(states[-1], action))
        case Correction():
            states.append(session.game.correct(states[-1], entry))
        case Undo(steps):
            take_back(session.game, states, steps)
        case _:
            raise ValueError("only acts, corrections and undo change a game")
    record = replace(session.play.record, entries=(*session.play.record.entries, entry))
    # What came of an act that was taken back is forgotten with it.
    stands = frozenset(s for s in session.play.stands if s[0] < len(states) - 1)
    return replace(session, play=Play(record, tuple(states), stands), offer=offer)


def _act(session: Session, rest: str) -> Session:
    return _step(session, Act(rest))


def _undo(session: Session, rest: str) -> Session:
    return _step(session, parse_entry(f"undo {rest}"))


def _correct(session: Session, rest: str) -> Session:
    return _step(session, parse_entry(f"correct {rest}"))


def _with_play(session: Session, **changes: Any) -> Session:
    if session.play is None:
        raise ValueError("no game is on")
    return replace(session, play=replace(session.play, **changes))


def _stand(session: Session, rest: str) -> Session:
    step, code = rest.split()
    stands = session.play.stands if session.play else frozenset()
    return _with_play(session, stands=stands | {(int(step), code)})


def _shown(session: Session, rest: str) -> Session:
    place, *faces = rest.split()
    shown = dict(session.play.shown) if session.play else {}
    return _with_play(session, shown={**shown, place: tuple(Face(face) for face in faces)})


def _void(session: Session, _rest: str) -> Session:
    return _with_play(session, void=True)


def _offer(session: Session, rest: str) -> Session:
    seat, keep = rest.split()
    if session.play is None:
        raise ValueError("no game is on")
    return replace(session, offer=Offer(Seat(seat), None if keep == "table" else int(keep)))


def _agree(session: Session, rest: str) -> Session:
    if session.offer is None:
        raise ValueError("nothing is offered")
    return replace(
        session, offer=replace(session.offer, agreed=session.offer.agreed | {Seat(rest)})
    )


def _decline(session: Session, _rest: str) -> Session:
    return replace(session, offer=None)


_EVENTS: Mapping[str, Callable[[Session, str], Session]] = {
    "game": _choose_game,
    "join": _join,
    "phone": _phone,
    "rename": _rename,
    "leave": _leave,
    "rule": _rule,
    "logged": _logged,
    "deal": _deal,
    "lobby": _lobby,
    "winner": _winner,
    "timer": _timer,
    "spent": _spent,
    "halt": _halt,
    "stand": _stand,
    "shown": _shown,
    "void": _void,
    "act": _act,
    "undo": _undo,
    "correct": _correct,
    "offer": _offer,
    "agree": _agree,
    "decline": _decline,
    "accepted": _remember("accepted"),
    "fallen": _remember("fallen"),
    "asked": _remember("asked"),
}
