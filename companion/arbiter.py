"""Rulings: is that allowed, why not, by which clause; said only to who may know.

A ruling for one viewer rests on public facts and that viewer's own cards. Reasons that
rest on someone else's hidden cards are left out, as if they did not exist: asking about
another player's act must not reveal what he holds.
"""

from dataclasses import dataclass
from typing import Any

from companion.game import Choice, Game, Message, NotationError, Viewer, Violation


@dataclass(frozen=True, slots=True)
class Ruling:
    """The answer to "is that right?".

    `reasons` is empty when the act is legal as far as the viewer may know.
    """

    notation: str
    reasons: tuple[Message, ...] = ()

    @property
    def allowed(self) -> bool:
        """Tell whether no reason speaks against the act."""
        return not self.reasons


def rule_on(game: Game[Any, Any], state: Any, text: str, viewer: Viewer) -> Ruling:
    """Rule on an act given as notation; raise NotationError where it is none."""
    action = sayable(game, state, text)
    return Ruling(str(action), told_to(viewer, game.violations(state, action)))


def sayable(game: Game[Any, Any], state: Any, text: str) -> Any:
    """Return the act that this notation says; raise NotationError where it is none.

    What only a camera knows is nobody's to say, nor to ask about.
    """
    action = game.parse(text)
    if game.seen_by(state, action, action.seat) is None:
        raise NotationError(f"{text!r} is nothing that a player says; nothing was changed")
    return action


def told_to(viewer: Viewer, violations: tuple[Violation, ...]) -> tuple[Message, ...]:
    """Return the reasons that `viewer` may be told."""
    return tuple(
        Message(v.code, v.facts, v.clause) for v in violations if v.secret_of in (None, viewer)
    )


def may_ask(game: Game[Any, Any], seat: Viewer, viewer: Viewer) -> bool:
    """Tell whether a viewer may know which acts of a seat there are to ask about."""
    return not game.always_logged or seat == viewer


def askable(game: Game[Any, Any], state: Any, viewer: Viewer) -> tuple[Choice, ...]:
    """Return what a viewer may ask about: each act that could be done, the seat first.

    Candidates, legal or not, rest on what everyone sees, but in a game that is played
    by what the phone knows of a hand.
    """
    acts = (act for act in game.candidates(state) if may_ask(game, act.seat, viewer))
    return tuple(Choice(str(act), (("seat", act.seat), *act.path())) for act in acts)


def refusal(viewer: Viewer, action: Any, violations: tuple[Violation, ...]) -> tuple[Message, ...]:
    """Return what `viewer` is told of an act that was seen and refused.

    The refusal itself is public: everyone saw the card go back. Where every reason is
    secret, others are told only that the acting seat's own phone says why, or what the
    card itself shows to all as it lies there.
    """
    reasons = told_to(viewer, violations)
    shown = tuple(dict.fromkeys(filter(None, (v.told_openly() for v in violations))))
    if reasons or shown:
        return reasons or shown
    return (Message("refused_privately", (("seat", action.seat),)),)
