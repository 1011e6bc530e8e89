"""Which side a player is on, and who has won."""

from companion.cards import UNKNOWN, Face, Seat
from companion.game import Message, Outcome
from companion.games.good_cop_bad_cop.cards import (
    AGENT,
    CROOKED,
    HONEST,
    KINGPIN,
    LEADERS,
    PLANTED_EVIDENCE,
)
from companion.games.good_cop_bad_cop.ledger import known_face
from companion.games.good_cop_bad_cop.state import Player, State, Step

_SWAPPED = {HONEST: CROOKED, CROOKED: HONEST}
_TEAM_OF_LEADER = {AGENT: HONEST, KINGPIN: CROOKED}


def team(player: Player, faces: tuple[Face, ...]) -> Face:
    """Return HONEST or CROOKED, or UNKNOWN where the faces do not tell.

    A leader card decides. Otherwise the majority does, and planted evidence swaps the two
    colours (GC-14). Should two cards be left that differ, they count as crooked (GC-15).
    """
    for leader in LEADERS:
        if leader in faces:
            return _TEAM_OF_LEADER[leader]
    if UNKNOWN in faces or not faces:
        return UNKNOWN
    planted = player.front.count(PLANTED_EVIDENCE) % 2 == 1
    counted = [_SWAPPED[face] if planted else face for face in faces]
    return HONEST if counted.count(HONEST) > counted.count(CROOKED) else CROOKED


def open_faces(player: Player) -> tuple[Face, ...]:
    """Return a player's integrity cards as everyone sees them."""
    return tuple(known_face(card, None) for card in player.cards)


def holds_both(faces: tuple[Face, ...]) -> bool:
    """Tell whether both leaders are among these cards (GC-12)."""
    return all(leader in faces for leader in LEADERS)


def outcome(state: State) -> Outcome | None:
    """Return the result once it is known: GC-12 at once, else when all cards lie open (GC-31)."""
    if state.ending is None:
        return None
    if state.ending.solo is not None:
        return _won((state.ending.solo,), "both_leaders", "GC-12")
    if any(task.step is Step.REVEAL for task in state.agenda):
        return None
    code, winners = _winning_side(state)
    return _won(winners, code, "GC-31")


def _winning_side(state: State) -> tuple[str, tuple[Seat, ...]]:
    assert state.ending is not None
    side = CROOKED if state.ending.fallen == AGENT else HONEST
    winners = tuple(
        seat for seat, player in state.seated() if team(player, open_faces(player)) == side
    )
    return ("agent_dead" if side == CROOKED else "kingpin_dead"), winners


def _won(winners: tuple[Seat, ...], code: str, clause: str) -> Outcome:
    return Outcome(winners, Message(code, (("winners", " ".join(winners)),), clause))
