"""Look for leaks in Deadeye Dinah: what others see of a hand that only its player knows.

Two campaigns are twins where boss, scenes faced so far and sizes are the same, while the
kit and the scenes to come differ. Whoever is not the player must be shown the same.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from random import Random

from companion.arbiter import askable, told_to
from companion.bench.result import BenchResult
from companion.bench.twins import Pair, compare, judged
from companion.cards import Seat
from companion.commands import HOST
from companion.game import TABLE, Setup
from companion.games.deadeye_dinah import DeadeyeDinah
from companion.games.deadeye_dinah.actions import Act, Escape, Hunt, Play, Played, Stack
from companion.games.deadeye_dinah.cards import CardId
from companion.games.deadeye_dinah.state import State
from companion.record import Act as Entry
from companion.record import Record
from companion.session import Play as GameOn
from companion.session import Player, Session
from companion.snapshot import Sight, snapshot

COMPARISONS = 4_000
SEED = 7
P1 = Seat("p1")
GAME = DeadeyeDinah()


@dataclass(frozen=True, slots=True)
class World:
    """A campaign up to some point: a state more than acts."""

    states: tuple[State, ...]
    acts: tuple[Act, ...]


#: Shows what a guest or the host gets to see of a world after so many acts.
Surface = Callable[[World, int], object]


def twins(rng: Random) -> Iterator[tuple[World, World]]:
    """Yield pairs of campaigns that nobody but the player can tell apart."""
    while True:
        boss = rng.choice(GAME.jobs.jobs)
        first = GAME.jobs.by_item[boss.boss.starts_with].id
        others = [job.id for job in GAME.jobs.jobs if job.id not in (first, boss.id)]
        rng.shuffle(others)
        faced = rng.randint(1, 2)
        start = boss.boss.kit - 1
        seen, hidden = others[start : start + faced], others[:start] + others[start + faced :]
        mixed = rng.sample(hidden, len(hidden))
        if mixed == hidden:
            continue
        stacks = [(first, *part[:start], *seen, *part[start:]) for part in (hidden, mixed)]
        one, other = (_escaped(boss.id, stack, faced - 1, rng) for stack in stacks)
        yield one, other


def _escaped(boss: CardId, stack: tuple[CardId, ...], times: int, rng: Random) -> World:
    """Set a job up and escape so often, losing cards by lot."""
    acts: list[Act] = [Hunt(P1, boss), Stack(P1, stack)]
    states = [GAME.setup(Setup((P1,), P1, dict(GAME.pinned)))]
    for act in acts:
        states.append(GAME.apply(states[-1], act))
    for _ in range(times):
        job = states[-1].job
        assert job is not None
        kit = [held.card for held in job.kit]
        escape = Escape(P1, tuple(rng.sample(kit, job.terms.escape_cost(len(kit)))))
        acts.append(escape)
        states.append(GAME.apply(states[-1], escape))
    return World(tuple(states), tuple(acts))


# --- the real ways out --------------------------------------------------------------------


def view(world: World, at: int) -> object:
    """Return the view, what must be done, and the fields that may be corrected."""
    state = world.states[at]
    return GAME.view(state, TABLE), GAME.prompts(state), GAME.corrections(state)


def log(world: World, at: int) -> object:
    """Return the log so far, in notation and in messages."""
    return [
        (GAME.seen_by(state, act, TABLE), GAME.told(state, act, TABLE))
        for state, act in zip(world.states, world.acts[:at], strict=False)
    ]


def rulings(world: World, at: int) -> object:
    """Return what a guest is told about plays of each card, and which acts he may ask about."""
    state = world.states[at]
    cards = list(GAME.jobs.by_id)
    plays = [Play(P1, (Played(card, as_item),), 9) for card in cards for as_item in (True, False)]
    asked = askable(GAME, state, TABLE) if state.job else ()
    return [told_to(TABLE, GAME.violations(state, play)) for play in plays], asked


def screens(world: World, at: int) -> object:
    """Return the snapshots of the table and of the host as JSON."""
    session = session_of(world, at)
    return [snapshot(session, Sight(), viewer).to_json() for viewer in (TABLE, HOST)]


def session_of(world: World, at: int) -> Session:
    """Return the evening that leads to this point."""
    entries = tuple(Entry(str(act)) for act in world.acts[:at])
    setup = Setup((P1,), P1, dict(GAME.pinned), frozenset({P1}))
    play = GameOn(Record(GAME.name, setup, {P1: "Ann"}, entries), world.states[: at + 1])
    players = (Player(P1, "Ann", "-"),)
    return Session({GAME.name: GAME}, GAME, players, play=play)


SURFACES: Mapping[str, Surface] = {s.__name__: s for s in (view, log, rulings, screens)}


# --- planted leaks ------------------------------------------------------------------------


def players_sheet(world: World, at: int) -> object:
    """Leak: the sheet of the player's page is sent to everyone."""
    return GAME.view(world.states[at], P1).sheet


def acts_to_ask_about(world: World, at: int) -> object:
    """Leak: everyone is offered the acts that the hand allows."""
    return [str(act) for act in GAME.candidates(world.states[at])]


def expected_fan(world: World, at: int) -> object:
    """Leak: the table screen says what the camera should see."""
    return GAME.layout(world.states[at])


PLANTED: Mapping[str, Surface] = {
    s.__name__: s for s in (players_sheet, acts_to_ask_about, expected_fan)
}


#: Within so many comparisons a planted leak has to show.
PATIENCE = 200


def pairs(seed: int = SEED) -> Iterator[Pair]:
    """Yield random twins without end, to be looked at after every act."""
    for one, other in twins(Random(seed)):
        yield [((one, at), (other, at)) for at in range(len(one.states))]


def leaks(surfaces: Mapping[str, Surface], comparisons: int, seed: int = SEED) -> list[str]:
    """Return the surfaces that told twins apart, each as often as it did."""
    return [leak.surface for leak in compare(surfaces, pairs(seed), comparisons).leaks]


def run(comparisons: int = COMPARISONS) -> BenchResult:
    """Compare the surfaces, and see that every planted leak is caught."""
    return judged(SURFACES, PLANTED, pairs, comparisons, PATIENCE)
