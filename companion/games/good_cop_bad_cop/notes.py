"""Remarks beside the game: for everyone, and for one player alone."""

from collections.abc import Iterator

from companion.cards import UNKNOWN, Seat
from companion.game import Message
from companion.games.good_cop_bad_cop.cards import (
    CHANGED_IN_FOURTH,
    CROOKED,
    FIRST_SET,
    HONEST,
    LEADERS,
    clause_of,
)
from companion.games.good_cop_bad_cop.ledger import known_face
from companion.games.good_cop_bad_cop.state import State, Step
from companion.games.good_cop_bad_cop.teams import holds_both, outcome, team
from companion.marked_backs import PLAIN


def public_notes(state: State) -> Iterator[Message]:
    """Yield what everyone may read: how to set up, who aims at whom, what was told wrong."""
    if not state.begun:
        yield from _setup(state)
    for seat, player in state.seated():
        if player.aim is not None and state.ending is None:
            yield Message("aims_at", (("seat", seat), ("target", player.aim)), "GC-T6")
    if not state.clockwise and state.ending is None:
        yield Message("counter_clockwise", (), "GC-E12")
    if state.following is not None:
        yield Message("plays_next", (("seat", state.following),), "GC-28")
    if state.doubt and state.ending is None:
        yield Message("words_disagree", (), "GC-26")
    if outcome(state) is not None:
        yield from _audit(state)


def _setup(state: State) -> Iterator[Message]:
    """Yield the set-up step by step: which cards, two piles, guns, equipment (GC-12)."""
    table, count = state.table, len(state.table.seats)
    colour = str(table.integrity[HONEST])
    yield Message("set_up_cards", (("count", colour),), "GC-T9")
    yield Message("set_up_piles", (("count", str(count - 2)),), "GC-12")
    if state.removed:
        yield Message("set_up_spare", (("count", str(len(state.removed))),), "GC-T9")
    yield Message("set_up_guns", (("count", str(table.guns)),), "GC-05")
    left_out = [face for face in FIRST_SET if face not in table.equipment]
    if left_out:
        yield Message("set_up_without", (("face", " ".join(left_out)),), "GC-03")
    yield Message(f"set_up_{table.edition.value}", (), "GC-01")
    if table.backs != PLAIN:
        yield Message("set_up_marked", (("deck", table.backs),), "GC-26")


def _audit(state: State) -> Iterator[Message]:
    """Yield what phones were told and the cards showed otherwise; only once all is open."""
    for wrong in state.mistold:
        facts = (("seat", wrong.teller), ("face", wrong.told), ("other", wrong.face))
        yield Message("told_wrong", tuple((k, str(v)) for k, v in facts), "GC-26")


def private_notes(state: State, own: Seat) -> Iterator[Message]:
    """Yield what only this seat knows: side, leader, wound, what it has seen."""
    if state.table.own_cards or any(card.fresh for card in state.player(own).cards):
        yield from _role(state, own)
    if _told_otherwise(state, own):
        yield Message("backs_differ", (("seat", own),), "GC-26")
    due = state.due
    if due and due.step is Step.WINDOW and own in state.passed:
        yield Message("you_passed", (("seat", own),), "GC-24")
    yield from _tools(state, own)
    if state.table.notes:
        yield from _seen(state, own)


def _tools(state: State, own: Seat) -> Iterator[Message]:
    """Yield what the equipment in hand does in this edition."""
    hand = state.player(own).equipment
    for face in dict.fromkeys(face for face in hand if face != UNKNOWN):
        changed = state.table.fourth and face in CHANGED_IN_FOURTH
        yield Message(f"tool_{face}{'_fourth' if changed else ''}", (), clause_of(face))


def _told_otherwise(state: State, own: Seat) -> bool:
    """Tell whether a seat has told its phone of its cards what their marked backs deny."""
    hidden = (card for card in state.player(own).cards if not card.up and card.name)
    return any(card.word_of(own) not in (None, card.face) for card in hidden)


def _role(state: State, own: Seat) -> Iterator[Message]:
    player = state.player(own)
    faces = tuple(known_face(card, own) for card in player.cards)
    side, facts = team(player, faces), (("seat", str(own)),)
    if holds_both(faces) and not player.out:
        yield Message("you_hold_both", facts, "GC-12")
    elif side in (HONEST, CROOKED):
        clause = "GC-14" if player.front else "GC-31"
        yield Message(f"you_are_{side}", facts, clause)
    for leader in LEADERS if not holds_both(faces) else ():
        if leader in faces:
            hurt = any(c.wounded and known_face(c, own) == leader for c in player.cards)
            yield Message(f"you_are_{leader}{'_wounded' if hurt else ''}", facts, "GC-09")


def _seen(state: State, own: Seat) -> Iterator[Message]:
    for owner, place, card in state.located():
        face = known_face(card, own)
        if owner != own and not card.up and face != UNKNOWN:
            facts = (("holder", str(owner)), ("place", place), ("face", str(face)))
            yield Message("you_saw", facts, "GC-26")
