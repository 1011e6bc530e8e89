"""What leaves the engine, and planted leaks: faulty ways out that a check must catch.

A surface says what a viewer is shown of a world after so many acts. Surfaces outside the
engine (a page, an ETag, a file name) fit the same shape and the same check.
"""

from collections.abc import Callable, Mapping

from companion.arbiter import told_to
from companion.bench.worlds import World
from companion.game import TABLE, Viewer
from companion.games.deadlock_city import DeadlockCity
from companion.games.deadlock_city.cards import FIVE, SEVEN
from companion.games.deadlock_city.state import Step

#: Takes the game, a world, how many acts of it are done, and who looks.
Surface = Callable[[DeadlockCity, World, int, Viewer], object]

#: Every so manieth candidate is ruled on, another one at each point of a game.
_RULED_ON = 17


# --- the real ways out --------------------------------------------------------------------


def view(game: DeadlockCity, world: World, at: int, viewer: Viewer) -> object:
    """Return the view."""
    return game.view(world.states[at], viewer)


def log(game: DeadlockCity, world: World, at: int, viewer: Viewer) -> object:
    """Return the log so far, in notation and in messages."""
    return [
        (game.seen_by(state, action, viewer), game.told(state, action, viewer))
        for state, action in zip(world.states, world.actions[:at], strict=False)
    ]


def table(game: DeadlockCity, world: World, at: int, viewer: Viewer) -> object:
    """Return what is public whoever looks: layout, prompts, fields to correct, askable acts."""
    state = world.states[at]
    askable = sum(1 for _ in game.candidates(state))
    return game.layout(state), game.prompts(state), game.corrections(state), askable


def rulings(game: DeadlockCity, world: World, at: int, viewer: Viewer) -> object:
    """Return what the viewer is told when he asks about acts of others, and about his own."""
    state = world.states[at]
    asked = list(game.candidates(state))[at % _RULED_ON :: _RULED_ON]
    return [told_to(viewer, game.violations(state, action)) for action in asked]


SURFACES: Mapping[str, Surface] = {"view": view, "log": log, "table": table, "rulings": rulings}


# --- planted leaks ------------------------------------------------------------------------


def initial_state(game: DeadlockCity, world: World, at: int, viewer: Viewer) -> object:
    """Leak: the state of the deal is sent once, whole."""
    return game.view(world.states[at], viewer), world.states[0]


def undo_stack(game: DeadlockCity, world: World, at: int, viewer: Viewer) -> object:
    """Leak: what could be taken back is kept with the view, unredacted."""
    return game.view(world.states[at], viewer), world.states[max(0, at - 1) : at]


def spectator_view(game: DeadlockCity, world: World, at: int, viewer: Viewer) -> object:
    """Leak: who only watches sees all hands."""
    if viewer != TABLE:
        return game.view(world.states[at], viewer)
    return [player.hand for player in world.states[at].players]


def per_phase_field(game: DeadlockCity, world: World, at: int, viewer: Viewer) -> object:
    """Leak: while a guess is answered, the state says what is held."""
    state = world.states[at]
    answers = state.agenda and state.agenda[0].step is Step.ANSWER
    held = state.player(state.agenda[0].seat).hand if answers else None
    return game.view(state, viewer), held


def count_of_legal_moves(game: DeadlockCity, world: World, at: int, viewer: Viewer) -> object:
    """Leak: a badge counts what the seat to move could do."""
    return game.view(world.states[at], viewer), len(game.legal(world.states[at]))


def order_by_secret(game: DeadlockCity, world: World, at: int, viewer: Viewer) -> object:
    """Leak: seats are listed by what they hold."""
    return sorted(world.states[at].seated(), key=lambda seated: seated[1].hand)[0][0]


def public_hint(game: DeadlockCity, world: World, at: int, viewer: Viewer) -> object:
    """Leak: everyone is told that the 7 has to go."""
    state = world.states[at]
    return [SEVEN in player.hand and FIVE in player.hand for player in state.players]


def class_name_length(game: DeadlockCity, world: World, at: int, viewer: Viewer) -> object:
    """Leak: the picture of a hidden card has a class name as long as its number is high."""
    return [len("card" + "-" * int(card)) for p in world.states[at].players for card in p.hand]


def shared_log(game: DeadlockCity, world: World, at: int, viewer: Viewer) -> object:
    """Leak: the log holds the acts as they were told to the engine."""
    return [str(action) for action in world.actions[:at]]


PLANTED: Mapping[str, Surface] = {
    leak.__name__: leak
    for leak in (
        initial_state,
        undo_stack,
        spectator_view,
        per_phase_field,
        count_of_legal_moves,
        order_by_secret,
        public_hint,
        class_name_length,
        shared_log,
    )
}
