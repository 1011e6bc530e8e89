"""Look for leaks in Good Cop Bad Cop: compare worlds that a viewer cannot tell apart.

Two worlds are twins for a viewer when he has seen the same acts and the same cards in both,
though cards he may not know differ. Who has seen what is worked out here from the acts, not
from the engine's ledger, so that a faulty ledger is caught as well.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from random import Random

from companion.arbiter import told_to
from companion.bench.result import BenchResult
from companion.bench.twins import Pair, compare, judged
from companion.cards import Face, Seat
from companion.commands import HOST
from companion.game import TABLE, Setup, SetupError, Viewer
from companion.games.good_cop_bad_cop import GoodCopBadCop
from companion.games.good_cop_bad_cop.actions import Act, Choose, Investigate
from companion.games.good_cop_bad_cop.candidates import told_forms
from companion.games.good_cop_bad_cop.state import State, Step
from companion.record import Act as Entry
from companion.record import Record
from companion.session import Play, Player, Session
from companion.snapshot import Sight, snapshot

COMPARISONS = 8_000
SEED = 11
#: So many acts of a game are played; the longer, the more lies open.
MOST_ACTS = 40
#: How many twins are looked for per game and viewer; many exchanges turn out impossible.
ATTEMPTS = 3
#: Every so manieth state and candidate is looked at.
LOOKED_AT, RULED_ON = 4, 23
#: Cards with which a chooser sees more than the card he names.
_SEES_MORE = ("polygraph", "blackmail")

GAME = GoodCopBadCop()
Deal = Mapping[str, tuple[Face, ...]]


@dataclass(frozen=True, slots=True)
class World:
    """One game from the deal on: every state, and the act that led to the next one."""

    setup: Setup
    states: tuple[State, ...]
    acts: tuple[Act, ...]


#: Shows what a viewer gets to see of a world after so many acts.
Surface = Callable[[World, int, Viewer], object]
Twins = tuple[Viewer, World, World]


def twins(rng: Random) -> Iterator[Twins]:
    """Yield viewers with pairs of worlds they cannot tell apart, without end."""
    while True:
        world = random_world(rng)
        for viewer in (TABLE, *world.setup.seats):
            for _ in range(ATTEMPTS):
                other = twin(world, viewer, rng)
                if other is not None:
                    yield viewer, world, other


def random_world(rng: Random) -> World:
    """Play a random beginning of a game with house rules by lot."""
    seats = tuple(Seat(f"p{n}") for n in range(1, rng.randint(4, 8) + 1))
    rules = {rule.name: rng.choice(rule.values) for rule in GAME.house_rules}
    logged = frozenset(seat for seat in seats if rng.random() < 0.5)
    setup = Setup(seats, rng.choice(seats), rules, logged)
    setup = replace(setup, deal=GAME.shuffled(setup, rng))
    states, acts = [GAME.setup(setup)], list[Act]()
    for _ in range(rng.randint(4, MOST_ACTS)):
        if GAME.outcome(states[-1]) is not None:
            break
        acts.append(GAME.forced(states[-1]) or by_lot(states[-1], rng))
        states.append(GAME.apply(states[-1], acts[-1]))
    return World(setup, tuple(states), tuple(acts))


def by_lot(state: State, rng: Random) -> Act:
    """Draw a kind of act, then an act; what may be told of it is told."""
    told = [act for seat in state.table.seats for act in told_forms(state, seat)]
    kinds: dict[str, list[Act]] = {}
    for act in told or GAME.legal(state):
        kinds.setdefault(type(act).__name__, []).append(act)
    return rng.choice(kinds[rng.choice(sorted(kinds))])


def twin(world: World, viewer: Viewer, rng: Random) -> World | None:
    """Exchange cards of the deal and replay; None where the viewer would notice."""
    setup = replace(world.setup, deal=exchanged(world.setup.deal, viewer, rng))
    try:
        states = [GAME.setup(setup)]
    except SetupError:
        return None
    acts = list[Act]()
    for one, action in zip(world.states, world.acts, strict=False):
        answer = GAME.forced(states[-1]) or action
        if notices(viewer, (one, action), (states[-1], answer)):
            return None
        acts.append(answer)
        states.append(GAME.apply(states[-1], answer))
    other = World(setup, tuple(states), tuple(acts))
    pairs = zip(world.states, other.states, strict=True)
    alike = all(seen_cards(one, viewer) == seen_cards(two, viewer) for one, two in pairs)
    return other if alike and world.states != other.states else None


def notices(viewer: Viewer, one: tuple[State, Act], other: tuple[State, Act]) -> bool:
    """Tell whether it cannot be, or the viewer reads another act, or sees another card by it."""
    if GAME.violations(*other) or GAME.seen_by(*one, viewer) != GAME.seen_by(*other, viewer):
        return True
    (state, act), (second, answer) = one, other
    return seen_cards(state, viewer, act) != seen_cards(second, viewer, answer)


def exchanged(deal: Deal, viewer: Viewer, rng: Random) -> Deal:
    """Exchange two hidden cards of the deal that are not the viewer's own."""
    changed = {place: list(faces) for place, faces in deal.items()}
    kinds = [
        [p for p in changed if "equipment" not in p and p != viewer],
        [p for p in changed if "equipment" in p and p != f"{viewer}.equipment"],
    ]
    spots = [(p, n) for p in rng.choice(kinds) for n in range(len(changed[p]))]
    (one, at), (other, there) = rng.sample(spots, 2)
    changed[one][at], changed[other][there] = changed[other][there], changed[one][at]
    return {place: tuple(faces) for place, faces in changed.items()}


def seen_cards(state: State, viewer: Viewer, action: Act | None = None) -> tuple[object, ...]:
    """Return what the viewer sees: his own cards, open ones, what he looks at just now."""
    cards = []
    for owner, place, card in state.located():
        looks = isinstance(action, Investigate | Choose) and action.seat == viewer
        chosen = looks and (action.target, action.place) == (owner, place)  # type: ignore[union-attr]
        more = state.due is not None and state.due.about in _SEES_MORE
        sees_all = isinstance(action, Choose) and more and viewer != TABLE
        if owner == viewer or card.up or chosen or sees_all:
            cards.append((owner, place, card.face))
    own = state.player(Seat(viewer)).equipment if viewer in state.table.place else ()
    return tuple(cards), own


# --- the real ways out --------------------------------------------------------------------


def view(world: World, at: int, viewer: Viewer) -> object:
    """Return the view."""
    return GAME.view(world.states[at], viewer)


def log(world: World, at: int, viewer: Viewer) -> object:
    """Return the log so far, in notation and in messages."""
    return [
        (GAME.seen_by(state, act, viewer), GAME.told(state, act, viewer))
        for state, act in zip(world.states, world.acts[:at], strict=False)
    ]


def table(world: World, at: int, viewer: Viewer) -> object:
    """Return what is public whoever looks: layout, prompts, fields to correct, acts."""
    state = world.states[at]
    acts = tuple(GAME.candidates(state))
    return GAME.layout(state), GAME.prompts(state), GAME.corrections(state), acts


def rulings(world: World, at: int, viewer: Viewer) -> object:
    """Return what the viewer is told when he asks about acts."""
    state = world.states[at]
    asked = list(GAME.candidates(state))[at % RULED_ON :: RULED_ON]
    return [told_to(viewer, GAME.violations(state, act)) for act in asked]


def screens(world: World, at: int, viewer: Viewer) -> object:
    """Return the viewer's snapshot as JSON, and for the table the host's."""
    session = session_of(world, at)
    shown = (TABLE, HOST) if viewer == TABLE else (viewer,)
    return [snapshot(session, Sight(), one).to_json() for one in shown]


def session_of(world: World, at: int) -> Session:
    """Return the table at which this was played, after so many acts."""
    entries = tuple(Entry(str(act)) for act in world.acts[:at])
    seats = world.setup.seats
    known = replace(world.setup, deal={})
    play = Play(Record(GAME.name, known, {}, entries), world.states[: at + 1])
    players = tuple(Player(seat, f"Player {seat}", "-") for seat in seats)
    return Session({GAME.name: GAME}, GAME, players, logged=known.logged, play=play)


SURFACES: Mapping[str, Surface] = {s.__name__: s for s in (view, log, table, rulings, screens)}


# --- planted leaks ------------------------------------------------------------------------


def hidden_row(world: World, at: int, viewer: Viewer) -> object:
    """Leak: the screen has every face in it, and a style sheet hides some."""
    return [card.face for _, _, card in world.states[at].located()]


def side_as_a_mark(world: World, at: int, viewer: Viewer) -> object:
    """Leak: a seat's frame has the colour of its side."""
    return [
        sum(card.face in ("honest", "agent") for card in player.cards)
        for player in world.states[at].players
    ]


def held_reaction(world: World, at: int, viewer: Viewer) -> object:
    """Leak: a window waits only for those who hold a card that fits."""
    state = world.states[at]
    waits = state.due is not None and state.due.step is Step.WINDOW
    return waits and ["restraining_order" in player.equipment for player in state.players]


def next_in_the_deck(world: World, at: int, viewer: Viewer) -> object:
    """Leak: the picture of the card to be drawn is fetched beforehand."""
    return world.states[at].stock[:1]


PLANTED: Mapping[str, Surface] = {
    s.__name__: s for s in (hidden_row, side_as_a_mark, held_reaction, next_in_the_deck)
}
#: Within so many comparisons a planted leak has to show.
PATIENCE = 3_000


def pairs(seed: int = SEED) -> Iterator[Pair]:
    """Yield random twins without end, looked at from their ends back."""
    return looks(twins(Random(seed)))


def looks(found: Iterator[Twins]) -> Iterator[Pair]:
    """Yield twins as they are looked at, from their ends back."""
    for viewer, one, other in found:
        points = range(len(one.states) - 1, -1, -LOOKED_AT)
        yield [((one, at, viewer), (other, at, viewer)) for at in points]


def leaks(
    surfaces: Mapping[str, Surface], comparisons: int, seed: int = SEED, *, first: bool = False
) -> list[str]:
    """Return the surfaces that told twins apart; with `first` only the first to do so."""
    found = compare(surfaces, pairs(seed), comparisons, first=first)
    return [leak.surface for leak in found.leaks]


def run(comparisons: int = COMPARISONS) -> BenchResult:
    """Compare the surfaces, and see that every planted leak is caught."""
    return judged(SURFACES, PLANTED, pairs, comparisons, PATIENCE)
