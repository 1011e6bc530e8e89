"""What one viewer may know of a state, built field by field: the only way out."""

from collections.abc import Iterable, Iterator
from functools import lru_cache

from companion.cards import UNKNOWN, Face, Seat
from companion.game import Choice, Message, Outcome, Prompt, SeatView, View, Viewer
from companion.games.deadlock_city.actions import Act
from companion.games.deadlock_city.candidates import tellings
from companion.games.deadlock_city.cards import EIGHT, FIVE, SEVEN, SIX
from companion.games.deadlock_city.faults import faults, is_due
from companion.games.deadlock_city.ledger import known_hand
from companion.games.deadlock_city.state import (
    ANSWER,
    COMPARE,
    DRAW,
    DROP,
    LOOK,
    PLAY,
    REDRAW,
    SHOW,
    AnyPlayer,
    State,
    Task,
)
from companion.games.deadlock_city.surroundings import (
    DECK_ZONE,
    deck_pile,
    pile_zone,
    removed_piles,
)
from companion.layout import Pile

GAME_NAME = "deadlock_city"


def view(state: State, viewer: Viewer, legal: Iterable[Act], result: Outcome | None) -> View:
    """Return what a seat may know; anyone else is a spectator."""
    own = Seat(viewer) if viewer in state.table.place else None
    return View(
        game=GAME_NAME,
        viewer=viewer,
        phase=state.agenda[0].step.value if state.agenda else "over",
        seats=tuple(_seat_view(state, seat, player, own) for seat, player in state.seated()),
        common=((DECK_ZONE, deck_pile(state)), *removed_piles(state).items()),
        prompts=(*prompts(state), *(_private_prompts(state, own) if own else ())),
        notes=tuple(_notes(state, own)) if own else (),
        choices=_choices(state, own, legal) if own else (),
        outcome=result,
    )


def _seat_view(state: State, seat: Seat, player: AnyPlayer, own: Seat | None) -> SeatView:
    hand = player.hand if seat == own else _hand_of_other(state, seat, own)
    return SeatView(seat, hand, ((pile_zone(seat), Pile(player.pile)),), _marks(state, seat))


def _hand_of_other(state: State, seat: Seat, own: Seat | None) -> tuple[Face, ...]:
    """Return one face per card, those that the viewer has learned before the unknown."""
    size = len(state.player(seat).hand)
    known = known_hand(state, own, seat)[:size] if own else ()
    return known + (UNKNOWN,) * (size - len(known))


def _marks(state: State, seat: Seat) -> tuple[str, ...]:
    player = state.player(seat)
    marks = {
        "active": bool(state.agenda) and seat == state.turn,
        "protected": player.protected,
        "out": player.out,
    }
    return tuple(mark for mark, is_set in marks.items() if is_set)


# --- what now? ----------------------------------------------------------------------------


def prompts(state: State) -> tuple[Prompt, ...]:
    """Return who must do what now, in public terms; shows are due from several at once."""
    shows = [due for due in state.agenda if due.step is SHOW]
    if shows and state.agenda[0].step is SHOW:
        return tuple(_prompt(state, due) for due in shows)
    return tuple(_prompt(state, due) for due in state.agenda[:1])


def _prompt(state: State, due: Task) -> Prompt:
    code, clause = _PROMPTS[due.step]
    facts = {"seat": str(due.seat)}
    if due.step is REDRAW and not state.stock:
        code, clause = "ask_redraw_hidden", "DC-06"
    if due.step is SHOW and not state.player(due.seat).out:
        code, clause = "ask_showdown", "DC-04"
    if due.step in (LOOK, COMPARE) and state.played:
        facts["target"] = str(state.played.target)
    if due.step is ANSWER and state.played:
        facts |= {"knower": str(state.played.seat), "named": str(state.played.number)}
    return Prompt(code, tuple(facts.items()), clause, due.seat)


_PROMPTS = {
    DRAW: ("ask_draw", "DC-48"),
    PLAY: ("ask_play", "DC-48"),
    ANSWER: ("ask_answer", "DC-24"),
    LOOK: ("ask_look", "DC-17"),
    COMPARE: ("ask_compare", "DC-18"),
    DROP: ("ask_drop", "DC-10"),
    REDRAW: ("ask_redraw", "DC-10"),
    SHOW: ("ask_show", "DC-41"),
}


def _private_prompts(state: State, own: Seat) -> Iterator[Prompt]:
    if own in state.table.logged and UNKNOWN in state.player(own).hand:
        yield Prompt("tell_hand", (("seat", own),), "", own)


# --- what only this seat knows ------------------------------------------------------------


def _notes(state: State, own: Seat) -> Iterator[Message]:
    yield from _warnings(state, own)
    for seat in state.table.seats:
        if seat != own and state.player(seat).hand:
            for face in known_hand(state, own, seat):
                yield Message("you_know", (("holder", seat), ("face", face)))


def _warnings(state: State, own: Seat) -> Iterator[Message]:
    """Yield what his own cards mean for the card he is to put down now (DC-11, DC-15)."""
    hand = state.player(own).hand
    if not is_due(state, own, PLAY):
        return
    forcing = tuple(face for face in (FIVE, SIX) if face in hand)
    if SEVEN in hand and forcing:
        yield Message("must_play_seven", (("face", SEVEN), ("other", forcing[0])), "DC-11")
    if EIGHT in hand:
        yield Message("beware_eight", (("face", EIGHT),), "DC-15")


def _choices(state: State, own: Seat, legal: Iterable[Act]) -> tuple[Choice, ...]:
    acts = [choice_of(action) for action in legal if action.seat == own]
    if own not in state.table.logged:
        return tuple(acts)
    told = [choice_of(hand) for hand in tellings(state, own) if not faults(state, hand)]
    return (*acts, *told)


@lru_cache(maxsize=4096)
def choice_of(action: Act) -> Choice:
    """Return an act as a phone offers it."""
    return Choice(str(action), action.path())
