"""What one viewer may know of a state, built field by field: the only way out."""

from collections.abc import Iterable, Iterator

from companion.cards import UNKNOWN, Face, Seat
from companion.game import Choice, Outcome, Prompt, SeatView, View, Viewer
from companion.games.good_cop_bad_cop.actions import PLACES, Act, Flip, Reveal
from companion.games.good_cop_bad_cop.candidates import tellings, told_forms
from companion.games.good_cop_bad_cop.cards import clause_of
from companion.games.good_cop_bad_cop.faults import faults
from companion.games.good_cop_bad_cop.ledger import known_face, own_words_impossible, untold
from companion.games.good_cop_bad_cop.notes import private_notes, public_notes
from companion.games.good_cop_bad_cop.state import Card, Player, State, Step, Task
from companion.games.good_cop_bad_cop.surroundings import (
    DECK_ZONE,
    DISCARD_ZONE,
    GUNS_ZONE,
    gun_pile,
    gun_zone,
    layout,
    row_pile,
    row_zone,
    tool_pile,
    tool_zone,
)
from companion.games.good_cop_bad_cop.turns import may_react
from companion.layout import Zone, ZoneKind

GAME_NAME = "good_cop_bad_cop"


def view(state: State, viewer: Viewer, legal: Iterable[Act], result: Outcome | None) -> View:
    """Return what a seat may know; anyone else is a spectator."""
    own = Seat(viewer) if viewer in state.table.place else None
    lies = layout(state)
    return View(
        game=GAME_NAME,
        viewer=viewer,
        phase=_phase(state),
        seats=tuple(_seat_view(state, seat, player, own) for seat, player in state.seated()),
        common=tuple((zone, lies[zone]) for zone in _common(state)),
        prompts=(*prompts(state), *(_private_prompts(state, own) if own else ())),
        notes=(*(private_notes(state, own) if own else ()), *public_notes(state)),
        choices=_choices(state, own, legal) if own else (),
        outcome=result,
    )


def _common(state: State) -> tuple[Zone, ...]:
    """Return the zones of nobody; only the fourth edition has discards."""
    shared = (GUNS_ZONE, DECK_ZONE)
    return (*shared, DISCARD_ZONE) if state.table.fourth else shared


def _phase(state: State) -> str:
    if state.due is None or (state.ending and state.ending.solo):
        return "over"
    return state.due.step.value


def _seat_view(state: State, seat: Seat, player: Player, own: Seat | None) -> SeatView:
    piles = (
        (row_zone(seat), row_pile(player)),
        (tool_zone(seat), tool_pile(player)),
        (gun_zone(seat), gun_pile(state, seat)),
    )
    return SeatView(seat, _hand(state, seat, player, own), piles, _marks(state, seat, player))


def _hand(state: State, seat: Seat, player: Player, own: Seat | None) -> tuple[Face, ...]:
    """Return the integrity cards left to right, then the equipment in hand."""
    row = tuple(shown_face(state, seat, card, own) for card in player.cards)
    if seat == own:
        return row + player.equipment
    return row + (UNKNOWN,) * len(player.equipment)


def shown_face(state: State, owner: Seat, card: Card, viewer: Seat | None) -> Face:
    """Return what a phone shows of a card: what its player may know, as the house rules say.

    GC-25: a table may play that nobody looks at his own cards again, and that phones do
    not remember what their player saw.
    """
    if card.up or viewer is None:
        return known_face(card, None)
    if owner == viewer:
        hidden = not state.table.own_cards and not card.fresh
    else:
        hidden = not state.table.notes
    return UNKNOWN if hidden else known_face(card, viewer)


def _marks(state: State, seat: Seat, player: Player) -> tuple[str, ...]:
    wounds = [card for card in player.cards if card.wounded]
    marks = {
        "active": bool(state.agenda) and state.ending is None and seat == state.turn,
        "armed": player.armed,
        "wounded": any(card.up for card in wounds) or len(wounds) == 1,
        "wound_hidden": len(wounds) > 1,
        "out": player.out,
    }
    return tuple(mark for mark, is_set in marks.items() if is_set)


# --- what now? ----------------------------------------------------------------------------


def prompts(state: State) -> tuple[Prompt, ...]:
    """Return who must do what now, in public terms.

    A window is open to all who hold equipment, whether or not they have passed: who
    still thinks shows nowhere (GC-24).
    """
    due = state.due
    if due is None or (state.ending is not None and state.ending.solo is not None):
        return ()
    if due.step is Step.WINDOW:
        return tuple(_window_prompt(due, seat) for seat in may_react(state))
    if due.step in (Step.FLIP, Step.REVEAL):
        return tuple(_prompt(state, task) for task in _turning(state, due.step))
    return (_prompt(state, due),)


def _turning(state: State, step: Step) -> Iterator[Task]:
    for task in state.agenda:
        if task.step is not step:
            return
        if state.player(task.seat).hidden:
            yield task


def _window_prompt(due: Task, seat: Seat) -> Prompt:
    facts = [("seat", str(seat)), ("knower", str(due.seat))]
    if due.target is not None:
        facts.append(("target", str(due.target)))
    return Prompt(f"ask_react_{due.about}", tuple(facts), "GC-24", seat)


_CLAUSES = {
    Step.ACTION: "GC-T1",
    Step.AIM: "GC-T6",
    Step.FLIP: "GC-T4",
    Step.KEEP: "GC-02",
    Step.REDIRECT: "GC-E11",
    Step.MIX: "GC-E05",
    Step.COUNTER: "GC-E13",
    Step.REVEAL: "GC-T7",
}


def _prompt(state: State, due: Task) -> Prompt:
    facts = {"seat": str(due.seat)}
    code, clause = f"ask_{due.step.value}", _CLAUSES.get(due.step, "GC-T1")
    if due.step is Step.CHOOSE:
        return _choice_prompt(due)
    if due.step is Step.REVEAL and state.ending is not None:
        code, clause = "ask_final_reveal", "GC-31"
    if due.step is Step.FLIP and due.card is not None:
        code, clause = "ask_flip_this", "GC-26"
        found = state.where(due.card)
        facts["place"] = found[1] if found else PLACES[0]
    if due.target is not None:
        facts["target"] = str(due.target)
    if due.step in (Step.AIM, Step.REDIRECT):
        facts["place"] = ZoneKind.POINTER.value
    return Prompt(code, tuple(facts.items()), clause, due.seat)


def _choice_prompt(due: Task) -> Prompt:
    facts = {"seat": str(due.seat), "face": due.about}
    if due.target is not None:
        facts["target"] = str(due.target)
    code = "ask_choose" if due.target is None else "ask_choose_next"
    return Prompt(code, tuple(facts.items()), clause_of(Face(due.about)), due.seat)


def _private_prompts(state: State, own: Seat) -> Iterator[Prompt]:
    if own not in state.table.logged or not state.agenda:
        return
    player, facts = state.player(own), (("seat", str(own)),)
    if any(not card.up and known_face(card, own) == UNKNOWN for card in player.cards):
        yield Prompt("tell_cards", facts, "GC-25", own)
    elif own_words_impossible(state, own):
        yield Prompt("tell_cards_again", facts, "GC-26", own)
    if UNKNOWN in player.equipment:
        yield Prompt("tell_equipment", facts, "GC-02", own)
    for owner, place in untold(state, own) if state.table.notes else ():
        where = (("target", str(owner)), ("place", place))
        yield Prompt("tell_seen", (*facts, *where), "GC-26", own)


# --- choices ------------------------------------------------------------------------------


def _choices(state: State, own: Seat, legal: Iterable[Act]) -> tuple[Choice, ...]:
    acts = [act for act in legal if act.seat == own and _as_told(state, act)]
    acts += [act for act in told_forms(state, own) if not faults(state, act)]
    if own in state.table.logged:
        acts += [act for act in tellings(state, own) if not faults(state, act)]
    return tuple(Choice(str(act), act.path()) for act in acts)


def _as_told(state: State, act: Act) -> bool:
    """Leave out what contradicts what the player told his phone: fewer taps, fewer slips.

    If he told it wrong he may tell it anew, and the table shows what is so anyway.
    """
    player = state.player(act.seat)
    if isinstance(act, Flip):
        pairs: Iterable[tuple[Card | None, Face]] = [(player.card(act.place), act.face)]
    elif isinstance(act, Reveal):
        pairs = [(player.card(p), f) for p, f in zip(player.hidden, act.faces, strict=False)]
    else:
        return True
    return all(card is None or card.word_of(act.seat) in (None, face) for card, face in pairs)
